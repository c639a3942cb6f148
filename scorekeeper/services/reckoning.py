"""The money of a sitting out of a file: every stake for the deals under it; who left keeps what was paid out."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.text import Player
from scorekeeper.services.evening_data import PaidOut, SittingFile

Totals = Mapping[Player, int]


def amounts(file: SittingFile, setup: Setup, totals: Totals, after_deals: Sequence[Totals]) -> dict[Player, Fraction]:
    """Give exact cents that sum to 0; `after_deals` are the totals of the deals alone, those before the first one too.

    An adjustment counts under the stake of the deal before it.
    """
    result = dict.fromkeys(setup.players, Fraction(0))
    if setup.game.money(setup.rules):
        stakes, before = file.stakes, dict.fromkeys(setup.players, 0)
        for place, (_first, cents) in enumerate(stakes):
            after = dict(totals)
            if place + 1 < len(stakes):
                after = _until(file, after_deals, stakes[place + 1][0] - 1)
            won = {player: after[player] - before[player] for player in setup.players}
            for player, units in setup.game.settle(setup.rules, won).units.items():
                result[player] += units * cents
            before = after
    linear = setup.game.money(setup.rules) and len(file.stakes) == 1 and not setup.game.to_winner(setup.rules)
    return _with_paid_out(result, totals, file.paid_out, file.stakes[-1][1] if linear else None)


def _until(file: SittingFile, after_deals: Sequence[Totals], last: int) -> dict[Player, int]:
    found = dict(after_deals[last])
    for one in file.adjustments:
        if one.after <= last:
            found[one.player] += one.units
    return found


def _with_paid_out(
    exact: Mapping[Player, Fraction], totals: Totals, paid_out: Mapping[Player, PaidOut], per_unit: int | None
) -> dict[Player, Fraction]:
    """Leave those who were paid out at what they got; the others share the difference (ARCHITECTURE 21)."""
    fixed: dict[Player, Fraction] = {}
    for player, out in paid_out.items():
        since = totals[player] - out.units
        if not since or per_unit is not None:
            fixed[player] = Fraction(out.cents + since * (per_unit or 0))
    result = dict(exact)
    others = [player for player in result if player not in fixed]
    for player, cents in fixed.items():
        difference = result[player] - cents
        result[player] = cents
        for other in others:
            result[other] += difference / len(others)
    return result
