"""From scores to exact cents: every stake for the deals under it; who left early keeps what was paid out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.text import Player

Totals = Mapping[Player, int]


class Section(NamedTuple):
    """The deals under one stake; `last` None = to the end. What they come to in units, settled: they sum to 0."""

    first: int
    last: int | None
    cents: int
    units: Mapping[Player, Fraction]


@dataclass(frozen=True, slots=True)
class PaidOut:
    """With which score somebody left, and what that came to."""

    units: int
    cents: int


def sections_of(
    setup: Setup, stakes: Sequence[Sequence[int]], totals: Totals, until: Callable[[int], Totals]
) -> Iterator[Section]:
    """Give what was won under each stake in turn: what is won under one does not depend on the deals of another.

    `stakes` are pairs of first deal and cents; `totals` the scores with adjustments, `until` those after a deal (0 =
    before the first). An adjustment counts under the stake of the deal before it, so that another stake from now on
    changes no money. Nothing where the game is not paid.
    """
    if not setup.game.money(setup.rules):
        return
    before: Totals = dict.fromkeys(setup.players, 0)
    for place, (first, cents) in enumerate(stakes):
        last = stakes[place + 1][0] - 1 if place + 1 < len(stakes) else None
        after = totals if last is None else until(last)
        won = {player: after[player] - before[player] for player in setup.players}
        yield Section(first, last, cents, setup.game.settle(setup.rules, won).units)
        before = after


def played_for(sections: Sequence[Section], player: Player) -> Fraction:
    """Give what the sections come to for a player, in exact cents."""
    return sum((section.units[player] * section.cents for section in sections), Fraction(0))


def kept(sections: Sequence[Section], amounts: Mapping[Player, Fraction]) -> dict[Player, Fraction]:
    """Give what the sections do not say: who left keeps what was paid, the others share the difference; else empty."""
    found = {player: amount - played_for(sections, player) for player, amount in amounts.items()}
    return found if any(found.values()) else {}


def amounts_with(
    setup: Setup, sections: Sequence[Section], totals: Totals, paid_out: Mapping[Player, PaidOut]
) -> dict[Player, Fraction]:
    """Give exact cents that sum to 0. Who was paid out keeps that; what a correction changed in their score is added.

    A difference (a penalty given after they left, the winner of Bauerntarock) is shared by those who stayed. Where a
    unit is not worth the same everywhere, a corrected leaver is settled anew like everybody.
    """
    result = {player: played_for(sections, player) for player in setup.players}
    linear = len(sections) == 1 and not setup.game.to_winner(setup.rules)
    fixed: dict[Player, Fraction] = {}
    for player, out in paid_out.items():
        since = totals[player] - out.units
        if not since or linear:
            fixed[player] = Fraction(out.cents + (since * sections[0].cents if since else 0))
    others = [player for player in result if player not in fixed]
    for player, cents in fixed.items():
        difference = result[player] - cents
        result[player] = cents
        for other in others:
            result[other] += difference * Fraction(1, len(others))
    return result
