"""Freie Wertung: a signed number per player, for every other game of the evening; rules.md. [D] = our default."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from annotated_types import Interval

from scorekeeper.domain.evening_end import next_seat_deals
from scorekeeper.domain.game import Game, Line, Moment, Progress, Rule, RuleSet, Score, Shares, Table, UsualRound
from scorekeeper.domain.payouts import balance, difference_to_winner, no_money
from scorekeeper.domain.questions import Asked
from scorekeeper.domain.text import N_, Message, Player, Reason, Refusal, Signed, Who

MOST: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What each player gets in one deal; active players who are not named get 0."""

    amounts: Annotated[
        dict[Player, Annotated[int, Interval(ge=-MOST, le=MOST)]],
        Asked(label=N_("Who gets how much?"), short=N_("Amounts")),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The table's options."""

    zero_sum: Annotated[bool, Asked(label=N_("Every deal sums to 0"))] = True
    sum_per_deal: Annotated[
        int | None,
        Asked(label=N_("Sum of a deal"), nobody=N_("any"), hint=N_("e.g. 157, instead of 0")), Interval(ge=0, le=MOST),
    ] = None  # fmt: skip
    teams: Annotated[
        int, Asked(label=N_("Teams"), hint=N_("0 for none, 2 or 3: the seats take turns")), Interval(ge=0, le=3)
    ] = 0
    target: Annotated[
        int | None, Asked(label=N_("The game ends at"), nobody=N_("no end"), hint=N_("points")), Interval(ge=1, le=MOST)
    ] = None
    lives: Annotated[
        int | None,
        Asked(label=N_("Lives"), nobody=N_("none"), hint=N_("counted down, the last one alive wins")),
        Interval(ge=1, le=MOST),
    ] = None
    settle: Annotated[
        Literal["balance", "difference", "none"],
        Asked(
            label=N_("Settlement"),
            choices={
                "balance": N_("the totals as they stand"),
                "difference": N_("the others pay the winner the difference"),
                "none": N_("no money"),
            },
        ),
    ] = "balance"
    last_place_surcharge: Annotated[
        int, Asked(label=N_("Surcharge for the last")), Interval(ge=0, le=MOST)
    ] = 0  # fmt: skip


FREE: Final = RuleSet(
    "free",
    N_("as the table agrees"),
    N_("a number for each player, won or lost; every deal sums to 0 unless said otherwise"),
    Rules(),
)


def _team(table: Table, player: Player, rules: Rules) -> int:
    """Seat i belongs to team i mod teams [D]."""
    return table.present.index(player) % rules.teams


def _only_the_present(deal: Deal, _rules: Rules, table: Table) -> Message | None:
    strangers = deal.amounts.keys() - set(table.active)
    if not strangers:
        return None
    return N_("not at the table: {players}", players=Who(tuple(sorted(strangers))))


def _within_limits(deal: Deal, _rules: Rules, _table: Table) -> Message | None:
    if not deal.amounts or (min(deal.amounts.values()) >= -MOST and max(deal.amounts.values()) <= MOST):
        return None
    return N_("from {low} to {high}", low=Signed(-MOST), high=Signed(MOST))


def _teams_agree(deal: Deal, rules: Rules, table: Table) -> Message | None:
    if not rules.teams:
        return None
    if len(table.active) % rules.teams:
        return N_("the number of players must be a multiple of {teams}", teams=rules.teams)
    for team in range(rules.teams):
        side = table.active[team :: rules.teams]
        if len({deal.amounts.get(player, 0) for player in side}) > 1:
            return N_("{players} are a team and get the same", players=Who(side))
    return None


def _expected_sum(rules: Rules) -> int | None:
    return rules.sum_per_deal if rules.sum_per_deal is not None else 0 if rules.zero_sum else None


def _rest(rules: Rules, table: Table, given: Mapping[Player, int]) -> Mapping[Player, int]:
    """Give a team's others the same, and the last player or team what is left of the sum."""
    count = rules.teams or len(table.active)
    sides = [table.active[first::count] for first in range(count)]
    amounts = {side: next(given[player] for player in side if player in given) for side in sides if given.keys() & side}
    unknown = [side for side in sides if side not in amounts]
    expected = _expected_sum(rules)
    if len(unknown) == 1 and expected is not None:
        amounts[unknown[0]] = expected - sum(amounts.values())
    return {player: units for side, units in amounts.items() for player in side if player not in given}


def _sum_is_right(deal: Deal, rules: Rules, table: Table) -> Message | None:
    """Compare the sum, every team counted once [D], and say by how much it is off."""
    expected = _expected_sum(rules)
    if expected is None:
        return None
    counted = table.active[: rules.teams] if rules.teams else table.active
    found = sum([deal.amounts.get(player, 0) for player in counted])
    if found == expected:
        return None
    if found > expected:
        return N_("the sum is {found} instead of {expected}, {off} too much", found=Signed(found), expected=expected,
                  off=found - expected)  # fmt: skip
    return N_("the sum is {found} instead of {expected}, {off} too little", found=Signed(found), expected=expected,
              off=expected - found)  # fmt: skip


def _rules_problems(rules: Rules, players: int) -> Iterator[Refusal]:
    if rules.teams == 1:
        yield Refusal("teams", N_("0, 2 or 3"))
    elif rules.teams and players % rules.teams:
        yield Refusal("teams", N_("the number of players must be a multiple of {teams}", teams=rules.teams))
    if rules.target is not None and rules.lives is not None:
        yield Refusal("lives", N_("either an end or lives, not both"))


def _complete(deal: Deal, table: Table) -> Deal:
    if len(deal.amounts) == len(table.active):
        return deal
    return replace(deal, amounts=dict.fromkeys(table.active, 0) | dict(deal.amounts))


def _score(deal: Deal, _rules: Rules, table: Table) -> Score:
    """The amounts are the units; the explanation names those who get the same together, the best first."""
    amounts = {player: deal.amounts.get(player, 0) for player in table.active}
    alike: dict[int, list[Player]] = {}
    for player, units in amounts.items():
        alike.setdefault(units, []).append(player)
    reasons = []
    for units in sorted(alike, reverse=True):
        who = Who(tuple(alike[units]))
        figure = Signed(units) if len(who.players) == 1 else N_("each {units}", units=Signed(units))
        reasons.append(Reason(N_("Entered for {players}", players=who), figure))
    reasons.append(Reason(N_("All together"), Signed(sum(amounts.values()))))
    return Score(amounts, tuple(reasons))


def _describe(deal: Deal, _rules: Rules, table: Table) -> Line:
    best = max(deal.amounts.get(player, 0) for player in table.active)
    first = tuple(player for player in table.active if deal.amounts.get(player, 0) == best)
    if len(first) == len(table.active):
        return Line(N_("all the same"), (), first[0])
    return Line(N_("most for {players}", players=Who(first)), (), first[0])


def _settle(rules: Rules, totals: Mapping[Player, int]) -> Shares:
    match rules.settle:
        case "balance":
            return balance(totals)
        case "difference":
            return difference_to_winner(totals, rules.last_place_surcharge, "share")
        case _:
            return no_money(totals)


def _advance(rules: Rules, moment: Moment) -> Progress:
    """Finish at the target, or when at most one player (or team) has lives left; what is finished stays so [D]."""
    finished = moment.before.finished
    if rules.target is not None:
        finished = finished or any(total >= rules.target for total in moment.totals.values())
    if rules.lives is not None:
        alive = [player for player in moment.table.present if rules.lives + moment.totals[player] > 0]
        left = {_team(moment.table, player, rules) for player in alive} if rules.teams else alive
        finished = finished or len(left) <= 1
    return Progress(None, finished)


def _notice(_rules: Rules, progress: Progress) -> Message | None:
    return N_("the game is over") if progress.finished else None


GAME: Final = Game(
    key="free",
    version=1,
    label=N_("Free scoring"),
    summary=N_("any other game, 2 to 20 at the table, a number for each player"),
    sign="i-karten",
    deal=Deal,
    rule_sets=(FREE,),
    size=lambda _rules: (2, 20),
    usual_round=UsualRound(4, (5, 3), minutes=45),
    active=lambda _rules, present: present,
    may_play=lambda _rules: (2, 20),
    refusals=(
        Rule("amounts", ("amounts",), _only_the_present),
        Rule("amounts", ("amounts",), _within_limits),
        Rule("amounts", ("amounts",), _teams_agree),
        Rule("amounts", ("amounts",), _sum_is_right),
    ),
    rules_problems=_rules_problems,
    complete=_complete,
    prefill=lambda _rules, _table: {},
    warn=lambda _deal, _rules, _table: iter(()),
    score=_score,
    describe=_describe,
    settle=_settle,
    to_winner=lambda rules: rules.settle == "difference",
    advance=_advance,
    notice=_notice,
    next_dealer=next_seat_deals,
    money=lambda rules: rules.settle != "none",
    ends=lambda rules: rules.target is not None or rules.lives is not None,
    rest=_rest,
)
