"""Jaggln, after Schipflinger (1927) and after Mayr-Hassler; rules.md. [S] = source, [D] = our default."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from annotated_types import Interval

from scorekeeper.domain.evening_end import never_ends, next_seat_deals, nothing_to_say
from scorekeeper.domain.explain import LOST, WON, all_for, opponents_pay, shared_by
from scorekeeper.domain.game import Game, Line, Rule, RuleSet, Score, Table, UsualRound
from scorekeeper.domain.payouts import balance, each_pays
from scorekeeper.domain.questions import Asked, Pad
from scorekeeper.domain.sides import (
    doublings_are_played,
    doublings_within_maximum,
    must_be_active,
    partner_is_another,
)
from scorekeeper.domain.text import N_, NN_, Message, Player, Reason, Refusal, Signed, Who

ALL_GEWISSE: Final = 9
TO_WIN: Final = 5
TALON_CARDS: Final = 3

Card = Literal[
    "jaggl", "zanggl", "buggl",
    "eichel-sau", "laub-sau", "herz-sau", "schell-sau",
    "eichel-zehner", "laub-zehner", "herz-zehner", "schell-zehner",
    "eichel-koenig", "laub-koenig", "herz-koenig", "schell-koenig",
    "eichel-ober", "laub-ober", "herz-ober", "schell-ober",
    "eichel-unter", "laub-unter", "herz-unter", "schell-unter",
    "eichel-neuner", "laub-neuner", "herz-neuner", "schell-neuner",
    "eichel-achter", "laub-achter", "herz-achter", "schell-achter",
    "eichel-siebener", "laub-siebener", "herz-siebener", "schell-siebener",
]  # fmt: skip
_SUITS: Final = {"eichel": N_("Acorn"), "laub": N_("Leaf"), "herz": N_("Heart"), "schell": N_("Bell")}
_RANKS: Final = {
    "sau": N_("Sow"), "zehner": N_("Ten"), "koenig": N_("King"), "ober": N_("Ober"), "unter": N_("Unter"),
    "neuner": N_("Nine"), "achter": N_("Eight"), "siebener": N_("Seven"),
}  # fmt: skip
CARDS: Final[dict[str, Message]] = {"jaggl": N_("Jaggl"), "zanggl": N_("Zanggl"), "buggl": N_("Buggl")} | {
    f"{suit}-{rank}": N_("{suit} {rank}", suit=suit_name, rank=rank_name)
    for rank, rank_name in _RANKS.items()
    for suit, suit_name in _SUITS.items()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What happened in one deal of Jaggln."""

    declarer: Annotated[
        Player | None,
        Asked(label=N_("Who plays?"), short=N_("Declarer"), role=N_("Declarer"), nobody=N_("forehand")),
    ] = None
    partner: Annotated[
        Player | None,
        Asked(
            label=N_("Who is the partner?"), short=N_("Partner"), role=N_("Partner"), explicit=True,
            nobody=N_("no partner"), hint=N_("alone against all"),
        ),
    ] = None  # fmt: skip
    called_card: Annotated[
        Card | None,
        Asked(label=N_("Called card"), short=N_("called"), choices=CARDS, nobody=N_("not noted"), tucked=True),
    ] = None
    gewisse: Annotated[
        int,
        Asked(
            label=N_("Gwiß"),
            whose=N_("Gwiß of the declaring side"),
            pads=(Pad(N_("lost"), 0, TO_WIN - 1), Pad(N_("won"), TO_WIN, ALL_GEWISSE)),
        ),
        Interval(ge=0, le=ALL_GEWISSE),
    ]
    gematscht: Annotated[bool, Asked(label=N_("gematscht"), short=N_("gem."))] = False
    talon: Annotated[bool, Asked(label=N_("Doaba"), negative=N_("without the Doaba"))] = True
    doublings: Annotated[int, Asked(label=N_("Doublings"), short=N_("dbl.")), Interval(ge=0, le=3)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The table's options (those with a question) and the facts of a rule set."""

    active: Annotated[
        int,
        Asked(label=N_("Players in a deal"), hint=N_("whoever is beyond that sits out; five at the table all play")),
        Interval(ge=5, le=6),
    ]
    opponent_rate: Annotated[int, Asked(label=N_("Rate with a partner")), Interval(ge=1, le=1000)]
    solo_rate: Annotated[int, Asked(label=N_("Rate alone")), Interval(ge=1, le=1000)]
    split: Annotated[
        Literal["even", "two_to_one"],
        Asked(
            label=N_("The declaring side shares"),
            choices={"even": N_("half each"), "two_to_one": N_("two thirds to the declarer, one third to the partner")},
        ),
    ]
    gematscht_factor: Annotated[int, Asked(label=N_("gematscht counts times")), Interval(ge=1, le=10)] = 2
    no_talon_factor: Annotated[int, Asked(label=N_("without the Doaba counts times")), Interval(ge=1, le=10)]
    max_doublings: Annotated[
        int, Asked(label=N_("Most doublings"), hint=N_("house rule, 0 = none")), Interval(ge=0, le=3)
    ] = 0
    six_may_play: bool
    most_players: int
    discardable_gewisse: int
    """How many Gewisse a trickless declaring side may hold in its discards [S]."""


SCHIPFLINGER: Final = RuleSet(
    "schipflinger",
    N_("after Schipflinger"),
    N_("5 to 7 at the table, each opponent pays 2, the declaring side shares half and half"),
    Rules(
        active=6, opponent_rate=2, solo_rate=2, split="even", no_talon_factor=1,
        six_may_play=True, most_players=7, discardable_gewisse=1,
    ),
)  # fmt: skip
MAYR_HASSLER: Final = RuleSet(
    "mayr-hassler",
    N_("after Mayr-Hassler"),
    N_("always 5 in a deal, each opponent pays 1, without the Doaba counts double"),
    Rules(
        active=5, opponent_rate=1, solo_rate=1, split="two_to_one", no_talon_factor=2,
        six_may_play=False, most_players=20, discardable_gewisse=TALON_CARDS,
    ),
)  # fmt: skip


def _gematscht(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    """Refuse counts that a trickless side cannot leave: they lie in its discards, or in the opponents' talon."""
    if not deal.gematscht:
        return None
    if deal.gewisse >= TO_WIN:
        least = ALL_GEWISSE if deal.talon else ALL_GEWISSE - TALON_CARDS
        if deal.gewisse >= least:
            return None
        return N_("only with 9 Gwiß") if deal.talon else N_("won: only with {least} Gwiß or more", least=least)
    most = rules.discardable_gewisse if deal.talon else 0
    if deal.gewisse <= most:
        return None
    return N_("lost: only with {most} Gwiß or fewer", most=most) if most else N_("lost: only with 0 Gwiß")


def _splits_evenly(deal: Deal, rules: Rules, table: Table) -> Message | None:
    if deal.partner is None:
        return None
    return _split_problem(rules, len(table.active))


def _split_problem(rules: Rules, active: int) -> Message | None:
    """Refuse options that would split a unit between declarer and partner."""
    opponents, parts = active - 2, 2 if rules.split == "even" else 3
    if rules.opponent_rate * opponents % parts == 0:
        return None
    return N_(
        "{rate} from each of {opponents} opponents cannot be shared in whole units", rate=rules.opponent_rate,
        opponents=opponents,
    )  # fmt: skip


def _rules_problems(rules: Rules, players: int) -> Iterator[Refusal]:
    if not rules.six_may_play and rules.active != MAYR_HASSLER.rules.active:
        yield Refusal("active", N_("always 5 in this rule set"))
        return
    problem = _split_problem(rules, _active(rules, players))
    if problem is not None:
        yield Refusal("split", problem)


def _active(rules: Rules, present: int) -> int:
    return min(rules.active, present)


def _complete(deal: Deal, table: Table) -> Deal:
    return deal if deal.declarer is not None else replace(deal, declarer=table.forehand)


def _prefill(_rules: Rules, table: Table) -> Mapping[str, Any]:
    return {"declarer": table.forehand}


def _warn(deal: Deal, _rules: Rules, table: Table) -> Iterator[Message]:
    if deal.declarer != table.forehand:
        yield N_("{declarer} declared, although {forehand} is forehand", declarer=Who((_declarer(deal),)),
                 forehand=Who((table.forehand,)))  # fmt: skip


def _declarer(deal: Deal) -> Player:
    if deal.declarer is None:
        raise ValueError(deal)
    return deal.declarer


_RATE: Final = N_("Rate for each opponent")
_RATE_ALONE: Final = N_("Rate for each opponent, alone")
_FIVE_WIN: Final = N_(
    "The Gewisse are the four Sows, the four Tens and the Jaggl. With {least} or more the declaring side wins, "
    "with fewer it has lost; there is no tie.", least=TO_WIN,
)  # fmt: skip
_HAS_A_RATE: Final = N_("This rate is the table's: one for a declarer with a partner, one for playing alone.")
_TRICKLESS: Final = N_("A losing side that took no trick at all is gematscht.")
_FROM_THE_HAND: Final = N_("The declarer left the Doaba lying and played with the cards dealt.")
_DOUBLES: Final = N_("Every doubling counts twice what counted before it.")
_THIRDS: Final = N_("Two parts are the declarer's, one is the partner's.")


def _score(deal: Deal, rules: Rules, table: Table) -> Score:
    """Score a verified, completed deal."""
    declarer, partner, won = _declarer(deal), deal.partner, deal.gewisse >= TO_WIN
    each = rules.solo_rate if partner is None else rules.opponent_rate
    reasons = [
        Reason(N_("{gewisse} of 9 Gwiß, 5 win", gewisse=deal.gewisse), WON if won else LOST, _FIVE_WIN),
        Reason(_RATE if partner else _RATE_ALONE, each, _HAS_A_RATE),
    ]
    if deal.gematscht and rules.gematscht_factor > 1:
        each *= rules.gematscht_factor
        reasons.append(Reason(_gematscht_text(won, rules.gematscht_factor), each, _TRICKLESS))
    if not deal.talon and rules.no_talon_factor > 1:
        each *= rules.no_talon_factor
        text = N_("Without the Doaba, times {factor}", factor=rules.no_talon_factor)
        reasons.append(Reason(text, each, _FROM_THE_HAND))
    if deal.doublings:
        factor = 2**deal.doublings
        each *= factor
        text = NN_("Doubled once, times {factor}", "Doubled {n} times, times {factor}", deal.doublings, factor=factor)
        reasons.append(Reason(text, each, _DOUBLES))
    payers = table.others(declarer) if partner is None else table.others(declarer, partner)
    reasons.append(opponents_pay(len(payers), each, won=won))
    units = each_pays(payers, _weights(declarer, partner, rules), each if won else -each)
    reasons.append(_shared(declarer, partner, units))
    return Score(units, tuple(reasons))


def _gematscht_text(won: bool, factor: int) -> Message:  # noqa: FBT001 the one fact it depends on
    if won:
        return N_("Opponents gematscht, times {factor}", factor=factor)
    return N_("Declaring side gematscht, times {factor}", factor=factor)


def _weights(declarer: Player, partner: Player | None, rules: Rules) -> dict[Player, int]:
    if partner is None:
        return {declarer: 1}
    return {declarer: 1 if rules.split == "even" else 2, partner: 1}


def _shared(declarer: Player, partner: Player | None, units: Mapping[Player, int]) -> Reason:
    if partner is None:
        return all_for(declarer, units[declarer])
    if units[declarer] == units[partner]:
        return shared_by((declarer, partner), units[declarer])
    return Reason(
        N_("Two thirds for {declarer}, one third for {partner}", declarer=Who((declarer,)), partner=Who((partner,))),
        N_("{first} and {second}", first=Signed(units[declarer]), second=Signed(units[partner])),
        _THIRDS,
    )


def _describe(deal: Deal, _rules: Rules, _table: Table) -> Line:
    declarer = _declarer(deal)
    title = N_("{declarer} alone", declarer=Who((declarer,)))
    if deal.partner is not None:
        title = N_("{declarer} with {partner}", declarer=Who((declarer,)), partner=Who((deal.partner,)))
    details = [N_("{gewisse} Gwiß", gewisse=deal.gewisse), WON if deal.gewisse >= TO_WIN else LOST]
    if deal.gematscht:
        details.append(N_("gematscht"))
    if not deal.talon:
        details.append(N_("without the Doaba"))
    if deal.doublings:
        details.append(NN_("doubled", "doubled {n} times", deal.doublings))
    return Line(title, tuple(details), declarer)


def _examples(rules: Rules, table: Table) -> Iterator[Deal]:
    partner = table.others(table.forehand)[0]
    yield Deal(partner=partner, gewisse=6)
    yield Deal(partner=partner, gewisse=4)
    yield Deal(partner=partner, gewisse=ALL_GEWISSE, gematscht=True)
    yield Deal(partner=partner, gewisse=0, gematscht=True)
    if rules.no_talon_factor > 1:
        yield Deal(partner=partner, gewisse=TO_WIN, talon=False)
    yield Deal(gewisse=TO_WIN)
    yield Deal(gewisse=3)


GAME: Final = Game(
    key="jaggln",
    version=1,
    label=N_("Jaggln"),
    summary=N_("5 to 7 at the table, the partner changes every deal"),
    sign="schelle",
    deal=Deal,
    rule_sets=(SCHIPFLINGER, MAYR_HASSLER),
    size=lambda rules: (5, rules.most_players),
    usual_round=UsualRound(5, (6,), deals=15),
    active=_active,
    may_play=lambda rules: (5, 6 if rules.six_may_play else 5),
    refusals=(
        must_be_active("declarer"),
        must_be_active("partner"),
        partner_is_another(),
        Rule("partner", ("partner",), _splits_evenly),
        Rule("gematscht", ("gematscht", "gewisse", "talon"), _gematscht),
        doublings_are_played(),
        doublings_within_maximum(),
    ),
    rules_problems=_rules_problems,
    complete=_complete,
    prefill=_prefill,
    warn=_warn,
    score=_score,
    describe=_describe,
    settle=lambda _rules, totals: balance(totals),
    to_winner=lambda _rules: False,
    advance=never_ends,
    notice=nothing_to_say,
    next_dealer=next_seat_deals,
    money=lambda _rules: True,
    examples=_examples,
)
