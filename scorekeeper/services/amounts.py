"""What a sitting comes to in exact cents: deals and adjustments, each under its stake; who left keeps what was paid."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.domain.evening import Setup, with_adjustments
from scorekeeper.domain.game import Shares
from scorekeeper.domain.text import Player
from scorekeeper.services.loading import setup_from
from scorekeeper.storage import Transaction, adjustments, deals
from scorekeeper.storage.sittings import SeatRow, SittingRow, StandingRow


class Amounts(NamedTuple):
    """A sitting settled by itself, not rounded."""

    totals: Mapping[Player, int]
    """Deals and adjustments."""
    shares: Shares
    amounts: Mapping[Player, Fraction]
    """Exact cents; sum to 0."""


def amounts_of(tx: Transaction, row: SittingRow, standing: StandingRow, seats: Sequence[SeatRow]) -> Amounts:
    """Reckon them. With one stake no more is read than was given."""
    setup = setup_from(row, seats)
    totals = with_adjustments(standing.totals, standing.adjusted.items())
    shares = setup.game.settle(setup.rules, totals)
    if not setup.game.money(setup.rules):
        amounts = dict.fromkeys(setup.players, Fraction(0))
    elif len(row.stakes) == 1:
        amounts = {player: shares.units[player] * row.stake_cents for player in setup.players}
    else:
        amounts = dict.fromkeys(setup.players, Fraction(0))
        for units, cents in _under_each_stake(tx, row, setup, totals):
            for player, share in setup.game.settle(setup.rules, units).units.items():
                amounts[player] += share * cents
    return Amounts(totals, shares, _with_paid_out(amounts, totals, seats))


def _under_each_stake(
    tx: Transaction, row: SittingRow, setup: Setup, totals: Mapping[Player, int]
) -> Iterator[tuple[dict[Player, int], int]]:
    """Give what was won under each stake in turn: what is won under one does not depend on the deals of another."""
    made = adjustments.of_sittings(tx, [row.id])
    before = dict.fromkeys(setup.players, 0)
    for place, (_first, cents) in enumerate(row.stakes):
        if place + 1 == len(row.stakes):
            after = dict(totals)
        else:
            last = row.stakes[place + 1][0] - 1
            record = deals.get(tx, row.id, last) if last else None
            after = {player: record.running.get(player, 0) if record else 0 for player in setup.players}
            for one in made:
                if one.after_deal < last:
                    after[one.player] += one.units
        yield {player: after[player] - before[player] for player in setup.players}, cents
        before = after


def _with_paid_out(
    amounts: Mapping[Player, Fraction], totals: Mapping[Player, int], seats: Sequence[SeatRow]
) -> dict[Player, Fraction]:
    """Leave those who were paid out at what they got, unless a correction changed their score since.

    A difference (a penalty given after they left, the winner of Bauerntarock) is shared by those who stayed.
    """
    result = dict(amounts)
    fixed = {
        who: row.left_cents
        for row in seats
        if row.left_cents is not None and totals[who := Player(str(row.player))] == row.left_units
    }
    others = [player for player in result if player not in fixed]
    for player, cents in fixed.items():
        difference = result[player] - cents
        result[player] = Fraction(cents)
        for other in others:
            result[other] += difference / len(others)
    return result
