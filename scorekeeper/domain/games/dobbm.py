"""Dobbm of the Stubai valley, after McLeod/Geiser; rules.md, section Dobbm. [S] = source, [D] = our default."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from annotated_types import Interval

from scorekeeper.domain.evening_end import never_ends, nothing_to_say
from scorekeeper.domain.explain import LOST, WON, all_for, opponents_pay
from scorekeeper.domain.game import Game, Line, RuleSet, Score, Table, UsualRound
from scorekeeper.domain.payouts import balance, each_pays
from scorekeeper.domain.questions import Asked
from scorekeeper.domain.sides import must_be_active, no_points_without_a_trick, points_given
from scorekeeper.domain.text import N_, NN_, Message, Player, Reason, Refusal, Who

ACTIVE: Final = 4
ALL_POINTS: Final = 120
HALF: Final = 60
DOUBLINGS: Final = (N_("Schwacher"), *(N_("retour"),) * 9)
"""Unlimited in the source, 10 here; each side in turn says "retour"."""
_FROM_HALF: Final = N_(
    "{half} is half of the {all} points. What counts is how far from it the declarer came to stand.",
    half=HALF, all=ALL_POINTS,
)  # fmt: skip
_EVEN: Final = N_("With {half} points each it is “eingestellt”: nobody pays.", half=HALF)
_PRICE: Final = N_("A Match has its price at this table, less counts in proportion. Rounded up before any doubling.")
_SOLO: Final = N_("In a Solo the Dobb stays where it lies, and everything counts double.")
_DOUBLES: Final = N_("Schwacher doubles, and every retour doubles again.")
_HOLIDAY: Final = N_("With five at the table the dealer has a holiday, but pays and gets like an opponent.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What happened in one deal of Dobbm."""

    declarer: Annotated[Player, Asked(label=N_("Who plays?"), short=N_("Declarer"), role=N_("Declarer"))]
    bid: Annotated[
        Literal["dobbm", "solo"],
        Asked(
            label=N_("Bid"), choices={"dobbm": N_("Dobbm"), "solo": N_("Solo")},
            choice_hints={"dobbm": N_("takes the Dobb"), "solo": N_("without the Dobb, counts double")},
        ),
    ] = "dobbm"  # fmt: skip
    points: Annotated[
        int | None,
        Asked(
            label=N_("Points of the declarer"), short=N_("Points"), total=ALL_POINTS, explicit=True,
            hint=N_("with the Dobb, 120 together"),
        ),
        Interval(ge=0, le=ALL_POINTS),
    ] = None  # fmt: skip
    match: Annotated[bool, Asked(label=N_("Match"), hint=N_("declarer without a trick"))] = False
    doublings: Annotated[
        int, Asked(label=N_("Doublings"), short=N_("dbl."), steps=DOUBLINGS), Interval(ge=0, le=len(DOUBLINGS))
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The table's option."""

    match_units: Annotated[
        int, Asked(label=N_("Price of a Match"), hint=N_("60 is 1 for each point")), Interval(ge=1, le=1_000_000)
    ] = HALF


STUBAI: Final = RuleSet(
    "stubai",
    N_("as in the Stubai"),
    N_("every point from 60 counts, Solo double; with five the dealer sits out but pays and gets like a defender"),
    Rules(),
)


def _rules_problems(_rules: Rules, _players: int) -> Iterator[Refusal]:
    return iter(())


def _complete(deal: Deal, _table: Table) -> Deal:
    return replace(deal, points=0) if deal.match and deal.points is None else deal


def _warn(deal: Deal, _rules: Rules, _table: Table) -> Iterator[Message]:
    """Say what is odd: rules.md does not refuse these points here, although no card counts 1."""
    if deal.points in {1, ALL_POINTS - 1}:
        yield N_("{points} points are unusual, no card counts 1", points=deal.points or 0)


def _score(deal: Deal, rules: Rules, table: Table) -> Score:
    """Score a verified, completed deal. Everyone else at the table pays or gets, the sitting-out dealer too [S]."""
    points = deal.points or 0
    reasons = [_distance(deal, points)]
    if points == HALF:
        return Score({}, tuple(reasons))
    each = -(-abs(points - HALF) * rules.match_units // HALF)
    if rules.match_units != HALF:
        text = N_(
            "{units} for a Match, so much for {n} of 60, rounded up", units=rules.match_units, n=abs(points - HALF)
        )
        reasons.append(Reason(text, each, _PRICE))
    if deal.bid == "solo":
        each *= 2
        reasons.append(Reason(N_("Solo, times 2"), each, _SOLO))
    if deal.doublings:
        factor = 2**deal.doublings
        each *= factor
        reasons.append(Reason(_doubled(deal.doublings, factor), each, _DOUBLES))
    won = points > HALF
    payers = tuple(player for player in table.present if player != deal.declarer)
    if table.sitting_out:
        text = N_("{dealer} sits out and pays or gets too", dealer=Who(table.sitting_out))
        reasons.append(Reason(text, None, _HOLIDAY))
    reasons.append(opponents_pay(len(payers), each, won=won))
    units = each_pays(payers, {deal.declarer: 1}, each if won else -each)
    reasons.append(all_for(deal.declarer, units[deal.declarer]))
    return Score(units, tuple(reasons))


def _distance(deal: Deal, points: int) -> Reason:
    if points == HALF:
        return Reason(N_("60 : 60, even, nobody pays"), 0, _EVEN)
    if deal.match:
        return Reason(N_("Match, no points, 60 below 60"), HALF, _FROM_HALF)
    if points > HALF:
        return Reason(N_("{points} points, {n} above 60", points=points, n=points - HALF), points - HALF, _FROM_HALF)
    return Reason(N_("{points} points, {n} below 60", points=points, n=HALF - points), HALF - points, _FROM_HALF)


def _doubled(doublings: int, factor: int) -> Message:
    if doublings == 1:
        return N_("Schwacher, times {factor}", factor=factor)
    return NN_("Schwacher and retour, times {factor}", "Schwacher and {n} times retour, times {factor}", doublings - 1,
               factor=factor)  # fmt: skip


def _describe(deal: Deal, _rules: Rules, _table: Table) -> Line:
    who, points = Who((deal.declarer,)), deal.points or 0
    title = N_("{declarer} plays Dobbm", declarer=who)
    if deal.bid == "solo":
        title = N_("{declarer} plays Solo", declarer=who)
    outcome = N_("even") if points == HALF else WON if points > HALF else LOST
    details = [NN_("one point", "{n} points", points), outcome]
    if deal.match:
        details.append(N_("Match"))
    if deal.doublings == 1:
        details.append(DOUBLINGS[0])
    elif deal.doublings:
        details.append(NN_("Schwacher and retour", "Schwacher and {n} times retour", deal.doublings - 1))
    return Line(title, tuple(details), deal.declarer)


def _last_declarer_deals(deal: Deal, _table: Table) -> Player | None:
    """The deal does not go round: the last declarer deals next [S]."""
    return deal.declarer


def _examples(_rules: Rules, table: Table) -> Iterator[Deal]:
    declarer = table.forehand
    for points in (61, 66, 72, 90, 48, HALF):
        yield Deal(declarer=declarer, points=points)
    yield Deal(declarer=declarer, match=True)
    yield Deal(declarer=declarer, bid="solo", points=76)
    yield Deal(declarer=declarer, points=72, doublings=1)
    yield Deal(declarer=declarer, points=72, doublings=2)


GAME: Final = Game(
    key="dobbm",
    version=1,
    label=N_("Dobbm"),
    summary=N_("4 or 5 at the table, one against all, the last declarer deals"),
    sign="laub",
    deal=Deal,
    rule_sets=(STUBAI,),
    size=lambda _rules: (ACTIVE, ACTIVE + 1),
    usual_round=UsualRound(ACTIVE, (ACTIVE + 1,), deals=20),
    active=lambda _rules, _present: ACTIVE,
    may_play=lambda _rules: (ACTIVE, ACTIVE),
    refusals=(
        must_be_active("declarer"),
        no_points_without_a_trick("match", N_("0, as it was a Match")),
        points_given("match"),
    ),
    rules_problems=_rules_problems,
    complete=_complete,
    prefill=lambda _rules, _table: {},
    warn=_warn,
    score=_score,
    describe=_describe,
    settle=lambda _rules, totals: balance(totals),
    to_winner=lambda _rules: False,
    advance=never_ends,
    notice=nothing_to_say,
    next_dealer=_last_declarer_deals,
    money=lambda _rules: True,
    examples=_examples,
)
