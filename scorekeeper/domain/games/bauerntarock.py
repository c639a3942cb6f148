"""Brixental Bauerntarock, after Dummett; rules.md, section Brixental Bauerntarock. [S] = source, [D] = our default."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from annotated_types import Interval

from scorekeeper.domain.evening_end import next_seat_deals
from scorekeeper.domain.game import Game, Line, Moment, Progress, Rule, RuleSet, Score, Table, UsualRound
from scorekeeper.domain.payouts import TieLast, difference_to_winner
from scorekeeper.domain.questions import Asked
from scorekeeper.domain.sides import (
    doublings_are_played,
    doublings_within_maximum,
    must_be_active,
    no_card_counts_1,
    no_points_without_a_trick,
    points_given,
)
from scorekeeper.domain.text import N_, NN_, Message, Player, Reason, Refusal, Signed, Who

ALL_POINTS: Final = 120
HALF: Final = 60

Spatz = Literal[
    "none", "declarer_lost", "declarer_lost_last", "defender_lost", "defender_lost_last", "declarer_last",
    "defender_last",
]  # fmt: skip
SPATZ_UNITS: Final = {
    "none": 0, "declarer_lost": -5, "declarer_lost_last": -10, "defender_lost": 5, "defender_lost_last": 10,
    "declarer_last": 10, "defender_last": -10,
}  # fmt: skip
SPATZ: Final[dict[str, Message]] = {
    "none": N_("Spatz stayed with its side"),
    "declarer_lost": N_("Spatz lost to the defenders"),
    "declarer_lost_last": N_("Spatz lost in the last trick"),
    "defender_lost": N_("Spatz taken from a defender"),
    "defender_lost_last": N_("Spatz taken in the last trick"),
    "declarer_last": N_("Last trick won with the Spatz"),
    "defender_last": N_("Last trick won by a defender with the Spatz"),
}
SPATZ_IN_SHORT: Final[dict[str, Message]] = {
    "declarer_lost": N_("lost −5"),
    "declarer_lost_last": N_("lost last −10"),
    "defender_lost": N_("taken +5"),
    "defender_lost_last": N_("taken last +10"),
    "declarer_last": N_("last trick +10"),
    "defender_last": N_("last trick −10"),
}
_FROM_HALF: Final = N_(
    "{half} is half of the {all} points. What is above it counts for the declarer, what is missing against.",
    half=HALF, all=ALL_POINTS,
)  # fmt: skip
_SPATZ_RULE: Final = N_(
    "The Spatz is the lowest trump: caught by the other side it counts {caught}, in the last trick {last}.",
    caught=SPATZ_UNITS["defender_lost"], last=SPATZ_UNITS["declarer_last"],
)  # fmt: skip
_SUMPERN_RULE: Final = N_("Sumpern is played from the hand and counts more at this table.")
_DOUBLING_RULE: Final = N_("Every doubling counts twice what counted before it, the Spatz included.")
_SCORE_RULE: Final = N_("Nobody is paid after a deal. The others stay where they are; it is settled at the end.")
DOUBLINGS: Final = (N_("Spritzen"), N_("Resi"), N_("third doubling"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What happened in one deal of Bauerntarock."""

    declarer: Annotated[Player, Asked(label=N_("Who plays?"), short=N_("Declarer"), role=N_("Declarer"))]
    bid: Annotated[
        Literal["hineinschauen", "sumpern"],
        Asked(
            label=N_("Bid"), choices={"hineinschauen": N_("Hineinschauen"), "sumpern": N_("Sumpern")},
            choice_hints={"hineinschauen": N_("takes the talon"), "sumpern": N_("plays from the hand")},
        ),
    ] = "hineinschauen"  # fmt: skip
    points: Annotated[
        int | None,
        Asked(
            label=N_("Points of the declarer"), short=N_("Points"), total=ALL_POINTS, explicit=True,
            hint=N_("with discards or talon, 120 together"),
        ),
        Interval(ge=0, le=ALL_POINTS),
    ] = None  # fmt: skip
    gmotschd: Annotated[bool, Asked(label=N_("gmotschd"), hint=N_("declarer without a trick"))] = False
    spatz: Annotated[
        Spatz,
        Asked(
            label=N_("Spatz"), choices=SPATZ, choice_shorts=SPATZ_IN_SHORT,
            choice_hints={
                key: N_("{units} for the declarer", units=Signed(units)) for key, units in SPATZ_UNITS.items() if units
            },
        ),
    ] = "none"  # fmt: skip
    doublings: Annotated[
        int, Asked(label=N_("Doublings"), short=N_("dbl."), steps=DOUBLINGS), Interval(ge=0, le=len(DOUBLINGS))
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The table's options."""

    active: Annotated[
        int, Asked(label=N_("Players in a deal"), hint=N_("with four or more at the table")), Interval(ge=3, le=4)
    ] = 4
    target: Annotated[
        int, Asked(label=N_("The last round begins at"), hint=N_("points")), Interval(ge=1, le=1_000_000)
    ] = 100
    last_place_surcharge: Annotated[
        int, Asked(label=N_("Surcharge for the last")), Interval(ge=0, le=1_000_000)
    ] = 20  # fmt: skip
    sumpern_factor: Annotated[int, Asked(label=N_("Sumpern counts times")), Interval(ge=1, le=10)] = 1
    max_doublings: Annotated[
        int, Asked(label=N_("Most doublings")), Interval(ge=0, le=len(DOUBLINGS))
    ] = len(DOUBLINGS)  # fmt: skip
    tie_last: Annotated[
        TieLast,
        Asked(
            label=N_("Two are last"),
            choices={
                "share": N_("they share the surcharge"),
                "each": N_("each pays the surcharge"),
                "nobody": N_("nobody pays the surcharge"),
            },
        ),
    ] = "share"
    tie_winner: Annotated[
        Literal["share", "play_on"],
        Asked(
            label=N_("Two are first"),
            choices={"share": N_("they share what the others pay"), "play_on": N_("one more round is played")},
        ),
    ] = "share"


BRIXENTAL: Final = RuleSet(
    "brixental",
    N_("as in the Brixental"),
    N_("only the declarer's score moves, at 100 the round is finished, the others pay the winner the difference"),
    Rules(),
)


def _spatz_needs_a_trick(deal: Deal, _rules: Rules, _table: Table) -> Message | None:
    if deal.gmotschd and deal.spatz in {"defender_lost", "defender_lost_last", "declarer_last"}:
        return N_("not without a trick")
    return None


def _rules_problems(_rules: Rules, _players: int) -> Iterator[Refusal]:
    return iter(())


def _complete(deal: Deal, _table: Table) -> Deal:
    return replace(deal, points=0) if deal.gmotschd and deal.points is None else deal


def _score(deal: Deal, rules: Rules, _table: Table) -> Score:
    """Score a verified, completed deal: 2^doublings × sumpern_factor × (points + spatz − 60), for the declarer only."""
    points, spatz = deal.points or 0, SPATZ_UNITS[deal.spatz]
    value = points - HALF
    counted = N_("{points} points minus 60", points=points)
    told = N_("gmotschd, no points, minus 60") if deal.gmotschd else counted
    reasons = [Reason(told, Signed(value), _FROM_HALF)]
    if spatz:
        value += spatz
        told = N_("{what}, {units}", what=SPATZ[deal.spatz], units=Signed(spatz))
        reasons.append(Reason(told, Signed(value), _SPATZ_RULE))
    if deal.bid == "sumpern" and rules.sumpern_factor > 1:
        value *= rules.sumpern_factor
        told = N_("Sumpern, times {factor}", factor=rules.sumpern_factor)
        reasons.append(Reason(told, Signed(value), _SUMPERN_RULE))
    if deal.doublings:
        factor = 2**deal.doublings
        value *= factor
        told = N_("{what}, times {factor}", what=_doubled(deal.doublings), factor=factor)
        reasons.append(Reason(told, Signed(value), _DOUBLING_RULE))
    told = N_("Only the score of {declarer} moves", declarer=Who((deal.declarer,)))
    reasons.append(Reason(told, Signed(value), _SCORE_RULE))
    return Score({deal.declarer: value}, tuple(reasons))


def _doubled(doublings: int) -> Message:
    if doublings == 1:
        return DOUBLINGS[0]
    first, second = DOUBLINGS[:2]
    if doublings == len(DOUBLINGS):
        return N_("{first}, {second} and {third}", first=first, second=second, third=DOUBLINGS[-1])
    return N_("{first} and {second}", first=first, second=second)


def _describe(deal: Deal, _rules: Rules, _table: Table) -> Line:
    who = Who((deal.declarer,))
    title = N_("{declarer} plays Hineinschauen", declarer=who)
    if deal.bid == "sumpern":
        title = N_("{declarer} plays Sumpern", declarer=who)
    details = [NN_("one point", "{n} points", deal.points or 0)]
    if deal.gmotschd:
        details.append(N_("gmotschd"))
    if deal.spatz != "none":
        details.append(SPATZ[deal.spatz])
    if deal.doublings:
        details.append(_doubled(deal.doublings))
    return Line(title, tuple(details), deal.declarer)


def _advance(rules: Rules, moment: Moment) -> Progress:
    """Announce the end at the target, finish it with the round in which all have dealt; what is announced stays [S/D].

    carry: dealt (who has dealt in this round), announced, extra (the round is one more for a tie), to_go (deals).
    """
    before = moment.before.carry or {"dealt": [], "announced": False, "extra": False}
    present, dealt = moment.table.present, list(before["dealt"])
    over_by_leaving = moment.table.dealer in dealt and set(present) - set(moment.joined) <= set(dealt)
    announced = before["announced"] or any(total >= rules.target for total in moment.totals.values())
    if over_by_leaving and not before["announced"]:
        dealt = []
    dealt += [who for who in moment.joined if (over_by_leaving and dealt) or _was_passed(who, moment.table, dealt)]
    if moment.table.dealer not in dealt:
        dealt.append(moment.table.dealer)
    to_go = len(set(present) - set(dealt))
    finished, extra = moment.before.finished, before["extra"]
    if not to_go:
        tie = rules.tie_winner == "play_on" and _tie_for_first(moment)
        finished = finished or (announced and not tie)
        extra = announced and tie
        dealt, to_go = [], len(present)
    return Progress({"dealt": dealt, "announced": announced, "extra": extra, "to_go": to_go}, finished)


def _seated(rules: Rules, moment: Moment) -> Progress:
    """Count the deals to go for who sits there now: the next deal, and those that it will leave."""
    carry, finished = moment.before
    if carry is None or finished:
        return moment.before
    ahead = _advance(rules, moment).carry
    return Progress({**carry, "to_go": ahead["to_go"] + 1 if ahead["dealt"] else 1}, finished)


def _was_passed(newcomer: Player, table: Table, dealt: list[Player]) -> bool:
    """Whether the round had gone past the seat of somebody who joined: they deal from the next round on [D]."""
    seat = table.present.index(table.dealer)
    order = table.present[seat:] + table.present[:seat]
    return any(player in dealt for player in order[: order.index(newcomer)])


def _tie_for_first(moment: Moment) -> bool:
    best = max(moment.totals.values())
    return sum(total == best for total in moment.totals.values()) > 1


def _notice(_rules: Rules, progress: Progress) -> Message | None:
    if progress.finished:
        return N_("the game is over")
    if progress.carry is None or not progress.carry["announced"]:
        return None
    to_go = progress.carry["to_go"]
    if progress.carry["extra"]:
        return NN_("tie at the top, one more round, one deal to go", "tie at the top, one more round, {n} deals to go",
                   to_go)  # fmt: skip
    return NN_("last round, one deal to go", "last round, {n} deals to go", to_go)


def _examples(rules: Rules, table: Table) -> Iterator[Deal]:
    declarer = table.forehand
    yield Deal(declarer=declarer, points=72)
    yield Deal(declarer=declarer, points=48)
    yield Deal(declarer=declarer, bid="sumpern", points=85)
    yield Deal(declarer=declarer, points=85, spatz="defender_lost")
    yield Deal(declarer=declarer, points=48, spatz="declarer_lost")
    yield Deal(declarer=declarer, points=72, spatz="declarer_last")
    yield Deal(declarer=declarer, gmotschd=True)
    if rules.max_doublings:
        yield Deal(declarer=declarer, points=72, doublings=1)


GAME: Final = Game(
    key="bauerntarock",
    version=1,
    label=N_("Bauerntarock"),
    summary=N_("3 to 5 at the table, up to 100 points, the others pay the winner"),
    sign="herz",
    deal=Deal,
    rule_sets=(BRIXENTAL,),
    size=lambda _rules: (3, 5),
    usual_round=UsualRound(4, (5, 3)),
    active=lambda rules, present: min(rules.active, present),
    may_play=lambda _rules: (3, 4),
    refusals=(
        must_be_active("declarer"),
        no_points_without_a_trick("gmotschd", N_("0, as gmotschd")),
        points_given("gmotschd"),
        no_card_counts_1(ALL_POINTS),
        Rule("spatz", ("gmotschd", "spatz"), _spatz_needs_a_trick),
        doublings_are_played(),
        doublings_within_maximum(),
    ),
    rules_problems=_rules_problems,
    complete=_complete,
    prefill=lambda _rules, _table: {},
    warn=lambda _deal, _rules, _table: iter(()),
    score=_score,
    describe=_describe,
    settle=lambda rules, totals: difference_to_winner(totals, rules.last_place_surcharge, rules.tie_last),
    to_winner=lambda _rules: True,
    advance=_advance,
    seated=_seated,
    notice=_notice,
    next_dealer=next_seat_deals,
    money=lambda _rules: True,
    examples=_examples,
    ends=lambda _rules: True,
)
