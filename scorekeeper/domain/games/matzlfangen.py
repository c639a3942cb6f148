"""Matzlfangen, after Daglinger; rules.md, section Matzlfangen. [S] = source, [D] = our default."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from annotated_types import Interval, MaxLen

from scorekeeper.domain.evening_end import never_ends, next_seat_deals, nothing_to_say
from scorekeeper.domain.explain import LOST, WON, all_for, opponents_pay, shared_by
from scorekeeper.domain.game import Game, Line, Rule, RuleSet, Score, Table, UsualRound
from scorekeeper.domain.payouts import balance, each_pays
from scorekeeper.domain.questions import Asked
from scorekeeper.domain.sides import must_be_active, no_card_counts_1, partner_is_another
from scorekeeper.domain.text import N_, NN_, Message, Player, Reason, Refusal, Who

ACTIVE: Final = 4
ALL_POINTS: Final = 130
TIE: Final = 65
WATER: Final = 30

Contract = Literal["rufen", "treiben", "durch", "trumpf_durch", "house_contract"]
Side = Literal["nobody", "declarer", "opponents"]
CONTRACTS: Final[dict[str, Message]] = {
    "rufen": N_("Rufen"),
    "treiben": N_("Treiben"),
    "durch": N_("Durch"),
    "trumpf_durch": N_("Trumpf-Durch"),
    "house_contract": N_("House contract"),
}
RAISES: Final = (
    N_("Schuß"), N_("Re"), N_("Sub"), N_("Dut"), N_("Hirsch"), N_("Gams"), N_("Jager"), N_("Gweih"), N_("Auffi"),
    N_("Drauffi"),
)  # fmt: skip
_MADE: Final = N_("All tricks made")
_NOT_MADE: Final = N_("Not all tricks made")
_WITHOUT_A_TRICK: Final = N_("Losers without a trick, times 3")
_NO_WATER: Final = N_("Losers under 30, no water, times 2")
_NOT_CLAIMED: Final = N_("Matzl caught, bonus not claimed")
_66_WIN: Final = N_("The cards count 120 points, the last trick 10 more. Whoever has 66 of these 130 has won.")
_EVEN: Final = N_("65 : 65 is even: neither side has won.")
_ALL_TRICKS: Final = N_("Here every single trick has to be made.")
_FREED: Final = N_("Whoever catches the trump Matzl from the other side does not pay, however the deal ends.")
_BASE: Final = N_("Every contract has a value to begin with.")
_WATER_RULE: Final = N_(
    "Losers under {water} points have “no water” and pay double, without a trick threefold. {water} is enough.",
    water=WATER,
)  # fmt: skip
_RAISE_RULE: Final = N_("Every raise adds 1, it does not double.")
_BONUS_RULE: Final = N_("If the winners caught the Matzl and claim the bonus, it is added at the very end.")
_UNCLAIMED_RULE: Final = N_("A bonus that nobody claims is not paid.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What happened in one deal of Matzlfangen."""

    contract: Annotated[
        Contract,
        Asked(
            label=N_("Contract"),
            choices=CONTRACTS,
            choice_hints={
                "rufen": N_("2 against 2"),
                "treiben": N_("1 against 3"),
                "durch": N_("all tricks, no trumps"),
                "trumpf_durch": N_("all tricks, with trumps"),
                "house_contract": N_("as agreed at this table"),
            },
        ),
    ]
    declarer: Annotated[Player, Asked(label=N_("Who plays?"), short=N_("Declarer"), role=N_("Declarer"))]
    partner: Annotated[
        Player | None,
        Asked(label=N_("Who holds the called card?"), short=N_("Partner"), role=N_("Partner"), explicit=True),
    ] = None
    points: Annotated[
        int | None,
        Asked(
            label=N_("Points of the declaring side"), short=N_("Points"), total=ALL_POINTS, explicit=True,
            hint=N_("with the last trick, 130 together"),
        ),
        Interval(ge=0, le=ALL_POINTS),
    ] = None  # fmt: skip
    made: Annotated[
        bool | None,
        Asked(
            label=N_("All tricks made?"), short=N_("made"), explicit=True,
            phrases={"True": _MADE, "False": _NOT_MADE},
        ),
    ] = None  # fmt: skip
    no_trick: Annotated[
        bool, Asked(label=N_("Losers without a trick"), short=N_("no trick"), hint=N_("counts threefold"))
    ] = False
    raises: Annotated[int, Asked(label=N_("Raises"), steps=RAISES), Interval(ge=0, le=len(RAISES))] = 0
    matzl: Annotated[
        Side,
        Asked(
            label=N_("Trump Matzl caught by"), short=N_("Matzl"),
            choices={"nobody": N_("nobody"), "declarer": N_("declaring side"), "opponents": N_("opponents")},
            phrases={
                "declarer": N_("Trump Matzl caught by the declaring side"),
                "opponents": N_("Trump Matzl caught by the opponents"),
            },
        ),
    ] = "nobody"  # fmt: skip
    matzl_claimed: Annotated[bool, Asked(label=N_("Bonus for the Matzl claimed"), short=N_("claimed"))] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The table's options. The first five bases follow the ladder of contracts; the fifth has no name in the source."""

    rufen: Annotated[int, Asked(label=N_("Rufen counts")), Interval(ge=1, le=1000)] = 1
    treiben: Annotated[int, Asked(label=N_("Treiben counts")), Interval(ge=1, le=1000)] = 1
    durch: Annotated[int, Asked(label=N_("Durch counts")), Interval(ge=1, le=1000)] = 6
    trumpf_durch: Annotated[int, Asked(label=N_("Trumpf-Durch counts")), Interval(ge=1, le=1000)] = 6
    house_contract: Annotated[
        str | None,
        Asked(label=N_("Name of a house contract"), nobody=N_("none"), hint=N_("one against three"), tucked=True),
        MaxLen(40),
    ] = None
    house_base: Annotated[
        int | None, Asked(label=N_("The house contract counts"), tucked=True), Interval(ge=1, le=1000)
    ] = None
    house_aim: Annotated[
        Literal["points", "all_tricks"],
        Asked(
            label=N_("Aim of the house contract"), tucked=True,
            choices={"points": N_("66 points"), "all_tricks": N_("all tricks")},
        ),
    ] = "points"  # fmt: skip
    raises: Annotated[
        Literal["multiplied", "added"],
        Asked(
            label=N_("Raises and threefold or double"),
            choices={
                "multiplied": N_("(base + raises) times the factor"),
                "added": N_("base times the factor, plus raises"),
            },
        ),
    ] = "multiplied"
    tie: Annotated[
        Literal["nobody", "declarer_loses"],
        Asked(
            label=N_("65 : 65"),
            choices={"nobody": N_("nobody pays"), "declarer_loses": N_("the declaring side has lost")},
        ),
    ] = "nobody"
    matzl_bonus: Annotated[int, Asked(label=N_("Bonus for the Matzl")), Interval(ge=0, le=1000)] = 1
    matzl_in_trumpf_durch: Annotated[bool, Asked(label=N_("The Matzl counts in Trumpf-Durch"))] = False


DAGLINGER: Final = RuleSet(
    "daglinger",
    N_("after Daglinger"),
    N_("four in a deal, 66 of 130 points win, every raise adds 1"),
    Rules(),
)


def _all_tricks(deal: Deal, rules: Rules) -> bool:
    """Whether the aim is all tricks and not 66 points."""
    if deal.contract == "house_contract":
        return rules.house_aim == "all_tricks"
    return deal.contract in {"durch", "trumpf_durch"}


def _matzl_counts(deal: Deal, rules: Rules) -> bool:
    """Not in Durch (no trumps), in Trumpf-Durch and a house contract for all tricks [D] by option."""
    if deal.contract == "durch":
        return False
    return rules.matzl_in_trumpf_durch or not _all_tricks(deal, rules)


def _winner(deal: Deal, rules: Rules) -> Side:
    if _all_tricks(deal, rules):
        return "declarer" if deal.made else "opponents"
    if deal.points is None or (deal.points == TIE and rules.tie == "nobody"):
        return "nobody"
    return "declarer" if deal.points > TIE else "opponents"


def _house_contract_is_named(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    if deal.contract == "house_contract" and not rules.house_contract:
        return N_("not played at this table")
    return None


def _alone(deal: Deal, _rules: Rules, _table: Table) -> Message | None:
    return None if deal.contract == "rufen" else N_("only in Rufen")


def _partner_given(deal: Deal, _rules: Rules, _table: Table) -> Message | None:
    return N_("missing: Rufen needs a partner") if deal.contract == "rufen" and deal.partner is None else None


def _no_points_asked(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    return N_("not where all tricks are the aim") if _all_tricks(deal, rules) else None


def _points_given(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    return N_("missing") if deal.points is None and not _all_tricks(deal, rules) else None


def _not_made_asked(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    return None if _all_tricks(deal, rules) else N_("only where all tricks are the aim")


def _made_given(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    return N_("missing") if deal.made is None and _all_tricks(deal, rules) else None


def _no_trick(deal: Deal, _rules: Rules, _table: Table) -> Message | None:
    if not deal.no_trick or deal.points is None or deal.points in {0, ALL_POINTS}:
        return None
    return N_("only with 0 or 130 points")


def _no_trick_no_matzl(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    if not deal.no_trick or deal.matzl == "nobody" or _all_tricks(deal, rules) or deal.matzl == _winner(deal, rules):
        return None
    return N_("not caught by a side without a trick")


def _made_no_matzl(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    """Refuse opponents who took no trick and caught the Matzl; where it does not count, a warning is enough."""
    if deal.matzl != "opponents" or not deal.made or not _all_tricks(deal, rules) or not _matzl_counts(deal, rules):
        return None
    return N_("not caught by a side without a trick")


def _claimed_needs_a_catch(deal: Deal, _rules: Rules, _table: Table) -> Message | None:
    return N_("only if the Matzl was caught") if deal.matzl_claimed and deal.matzl == "nobody" else None


def _claimed_by_winners_of_points(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    if not deal.matzl_claimed or deal.matzl == "nobody" or _all_tricks(deal, rules) or deal.points is None:
        return None
    return None if deal.matzl == _winner(deal, rules) else N_("only if the winners caught the Matzl")


def _claimed_by_winners_of_tricks(deal: Deal, rules: Rules, _table: Table) -> Message | None:
    if not deal.matzl_claimed or deal.matzl == "nobody" or not _all_tricks(deal, rules) or deal.made is None:
        return None
    return None if deal.matzl == _winner(deal, rules) else N_("only if the winners caught the Matzl")


def _rules_problems(rules: Rules, _players: int) -> Iterator[Refusal]:
    if rules.house_contract is None:
        return
    if not rules.house_contract.strip():
        yield Refusal("house_contract", N_("missing"))
    if rules.house_base is None:
        yield Refusal("house_base", N_("missing: what the house contract counts"))


def _prefill(_rules: Rules, table: Table) -> Mapping[str, Any]:
    """All pass is the usual case: forehand calls [S]."""
    return {"contract": "rufen", "declarer": table.forehand}


def _warn(deal: Deal, rules: Rules, table: Table) -> Iterator[Message]:
    if deal.contract == "rufen" and deal.declarer != table.forehand:
        yield N_("{declarer} declared, although {forehand} is forehand", declarer=Who((deal.declarer,)),
                 forehand=Who((table.forehand,)))  # fmt: skip
    if deal.matzl != "nobody" and not _matzl_counts(deal, rules):
        yield N_("the Matzl does not count here")


def _score(deal: Deal, rules: Rules, table: Table) -> Score:
    """Score a verified deal."""
    winner = _winner(deal, rules)
    if winner == "nobody":
        return Score({}, (Reason(N_("65 : 65, nobody pays"), 0, _EVEN),))
    won = winner == "declarer"
    reasons = [_outcome(deal, rules, won=won)]
    caught = deal.matzl if _matzl_counts(deal, rules) else "nobody"
    if caught not in {"nobody", winner}:
        reasons.append(Reason(N_("The losing side caught the Matzl, nobody pays"), 0, _FREED))
        return Score({}, tuple(reasons))
    each = _value(deal, rules, reasons, won=won)
    if caught != "nobody" and deal.matzl_claimed:
        each += rules.matzl_bonus
        text = N_("Matzl caught and claimed, plus {bonus}", bonus=rules.matzl_bonus)
        reasons.append(Reason(text, each, _BONUS_RULE))
    elif caught != "nobody" and rules.matzl_bonus:
        reasons.append(Reason(_NOT_CLAIMED, each, _UNCLAIMED_RULE))
    side = {deal.declarer: 1} if deal.partner is None else {deal.declarer: 1, deal.partner: 1}
    payers = table.others(*side)
    units = each_pays(payers, side, each if won else -each)
    reasons.append(opponents_pay(len(payers), each, won=won))
    mine = units[deal.declarer]
    reasons.append(
        all_for(deal.declarer, mine) if deal.partner is None else shared_by((deal.declarer, deal.partner), mine)
    )
    return Score(units, tuple(reasons))


def _outcome(deal: Deal, rules: Rules, *, won: bool) -> Reason:
    figure = WON if won else LOST
    if _all_tricks(deal, rules):
        return Reason(_MADE if won else _NOT_MADE, figure, _ALL_TRICKS)
    return Reason(N_("{points} of 130 points, 66 win", points=deal.points or 0), figure, _66_WIN)


def _value(deal: Deal, rules: Rules, reasons: list[Reason], *, won: bool) -> int:
    """Give v before the Matzl: (base + raises) × k, or base × k + raises as an option."""
    value = _base(deal, rules)
    reasons.append(Reason(_contract(deal, rules), value, _BASE))
    first = rules.raises == "multiplied"
    if first:
        value = _raised(deal.raises, value, reasons)
    factor, why = _factor(deal, rules, won=won)
    if factor > 1:
        value *= factor
        reasons.append(Reason(why, value, _WATER_RULE))
    return value if first else _raised(deal.raises, value, reasons)


def _raised(raises: int, value: int, reasons: list[Reason]) -> int:
    if not raises:
        return value
    reasons.append(Reason(_raises_said(raises), value + raises, _RAISE_RULE))
    return value + raises


def _raises_said(raises: int) -> Message:
    last = RAISES[raises - 1]
    if raises == 1:
        return N_("{last}, plus 1", last=last)
    if raises == 2:  # noqa: PLR2004 two names need no "to"
        return N_("{first} and {last}, plus 2", first=RAISES[0], last=last)
    return N_("{first} to {last}, plus {n}", first=RAISES[0], last=last, n=raises)


def _factor(deal: Deal, rules: Rules, *, won: bool) -> tuple[int, Message]:
    """Give k: 3 for losers without a trick, 2 under 30 points, else 1; exactly 30 is a plain win [S]."""
    losers = ALL_POINTS - (deal.points or 0) if won else deal.points or 0
    if deal.no_trick:
        return 3, _WITHOUT_A_TRICK
    if not _all_tricks(deal, rules) and losers < WATER:
        return 2, _NO_WATER
    return 1, WON


def _base(deal: Deal, rules: Rules) -> int:
    match deal.contract:
        case "rufen":
            return rules.rufen
        case "treiben":
            return rules.treiben
        case "durch":
            return rules.durch
        case "trumpf_durch":
            return rules.trumpf_durch
        case _:
            return rules.house_base or 0


def _contract(deal: Deal, rules: Rules) -> Message:
    if deal.contract == "house_contract" and rules.house_contract is not None:
        return N_("House contract {name}", name=rules.house_contract)
    return CONTRACTS[deal.contract]


def _describe(deal: Deal, rules: Rules, _table: Table) -> Line:
    title = N_("{declarer} alone", declarer=Who((deal.declarer,)))
    if deal.partner is not None:
        title = N_("{declarer} with {partner}", declarer=Who((deal.declarer,)), partner=Who((deal.partner,)))
    details = [_contract(deal, rules)]
    if deal.points is not None:
        details.append(NN_("one point", "{n} points", deal.points))
    winner = _winner(deal, rules)
    details.append({"nobody": N_("tie"), "declarer": WON, "opponents": LOST}[winner])
    if deal.no_trick:
        details.append(N_("losers without a trick"))
    elif winner != "nobody" and _factor(deal, rules, won=winner == "declarer")[0] > 1:
        details.append(N_("no water"))
    if deal.raises:
        details.append(RAISES[deal.raises - 1])
    if deal.matzl != "nobody":
        by_declarer, claimed = deal.matzl == "declarer", deal.matzl_claimed
        details.append(N_("Matzl caught by the declaring side") if by_declarer else N_("Matzl caught by the opponents"))
        details.extend([N_("bonus claimed")] if claimed else [])
    return Line(title, tuple(details), deal.declarer)


def _examples(rules: Rules, table: Table) -> Iterator[Deal]:
    declarer = table.forehand
    partner = table.others(declarer)[0]
    yield Deal(contract="rufen", declarer=declarer, partner=partner, points=70)
    yield Deal(contract="rufen", declarer=declarer, partner=partner, points=102)
    yield Deal(contract="rufen", declarer=declarer, partner=partner, points=102, raises=2)
    yield Deal(contract="rufen", declarer=declarer, partner=partner, points=ALL_POINTS, no_trick=True)
    yield Deal(contract="treiben", declarer=declarer, points=80)
    yield Deal(contract="treiben", declarer=declarer, points=50, raises=1)
    yield Deal(contract="treiben", declarer=declarer, points=80, matzl="opponents")
    yield Deal(contract="treiben", declarer=declarer, points=50, matzl="declarer")
    if rules.matzl_bonus:
        yield Deal(
            contract="treiben", declarer=declarer, points=ALL_POINTS, no_trick=True, matzl="declarer",
            matzl_claimed=True,
        )  # fmt: skip
    yield Deal(contract="durch", declarer=declarer, made=True)
    yield Deal(contract="trumpf_durch", declarer=declarer, made=False)


GAME: Final = Game(
    key="matzlfangen",
    version=1,
    label=N_("Matzlfangen"),
    summary=N_("4 or 5 at the table, two against two or one against three, with raises"),
    sign="eichel",
    deal=Deal,
    rule_sets=(DAGLINGER,),
    size=lambda _rules: (ACTIVE, ACTIVE + 1),
    usual_round=UsualRound(ACTIVE, (ACTIVE + 1,), deals=20),
    active=lambda _rules, _present: ACTIVE,
    may_play=lambda _rules: (ACTIVE, ACTIVE),
    refusals=(
        Rule("contract", ("contract",), _house_contract_is_named),
        must_be_active("declarer"),
        Rule("partner", ("contract",), _alone, closes=True),
        Rule("partner", ("contract", "partner"), _partner_given),
        must_be_active("partner"),
        partner_is_another(),
        Rule("points", ("contract",), _no_points_asked, closes=True),
        Rule("points", ("contract", "points"), _points_given),
        no_card_counts_1(ALL_POINTS),
        Rule("made", ("contract",), _not_made_asked, closes=True),
        Rule("made", ("contract", "made"), _made_given),
        Rule("no_trick", ("contract",), _no_points_asked, closes=True),
        Rule("no_trick", ("points", "no_trick"), _no_trick),
        Rule("matzl", ("contract", "points", "no_trick", "matzl"), _no_trick_no_matzl),
        Rule("matzl", ("contract", "made", "matzl"), _made_no_matzl),
        Rule("matzl_claimed", ("matzl", "matzl_claimed"), _claimed_needs_a_catch),
        Rule("matzl_claimed", ("contract", "points", "matzl", "matzl_claimed"), _claimed_by_winners_of_points),
        Rule("matzl_claimed", ("contract", "made", "matzl", "matzl_claimed"), _claimed_by_winners_of_tricks),
    ),
    rules_problems=_rules_problems,
    complete=lambda deal, _table: deal,
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
