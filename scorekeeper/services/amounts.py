"""What a sitting comes to in exact cents: deals and adjustments, each under its stake; who left keeps what was paid."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.domain.evening import Setup, with_adjustments
from scorekeeper.domain.game import Shares
from scorekeeper.domain.stakes import PaidOut, Section, Totals, amounts_with, kept, sections_of
from scorekeeper.domain.text import Player
from scorekeeper.services.loading import setup_from
from scorekeeper.storage import Transaction, adjustments, deals
from scorekeeper.storage.sittings import SeatRow, SittingRow, StandingRow


class Amounts(NamedTuple):
    """A sitting settled by itself, not rounded."""

    totals: Mapping[Player, int]
    """Deals and adjustments."""
    shares: Shares
    sections: tuple[Section, ...]
    """One per stake; none where the game is not paid."""
    amounts: Mapping[Player, Fraction]
    """Exact cents; sum to 0."""

    @property
    def kept(self) -> Mapping[Player, Fraction]:
        """What the sections do not say: who left keeps what was paid out, the others share the difference."""
        return kept(self.sections, self.amounts)


def amounts_of(tx: Transaction, row: SittingRow, standing: StandingRow, seats: Sequence[SeatRow]) -> Amounts:
    """Reckon them. With one stake no more is read than was given."""
    setup = setup_from(row, seats)
    totals = with_adjustments(standing.totals, standing.adjusted.items())
    shares = setup.game.settle(setup.rules, totals)
    sections = tuple(sections_of(setup, row.stakes, totals, _until(tx, row, setup)))
    paid_out = {
        Player(str(seat.player)): PaidOut(seat.left_units, seat.left_cents)
        for seat in seats
        if seat.left_units is not None and seat.left_cents is not None
    }
    return Amounts(totals, shares, sections, amounts_with(setup, sections, totals, paid_out))


def _until(tx: Transaction, row: SittingRow, setup: Setup) -> Callable[[int], Totals]:
    """Read the scores after a deal, adjustments included."""

    def until(last: int) -> Totals:
        record = deals.get(tx, row.id, last) if last else None
        after = {player: record.running.get(player, 0) if record else 0 for player in setup.players}
        made = adjustments.of_sittings(tx, [row.id])
        return with_adjustments(after, ((one.player, one.units) for one in made if one.after_deal <= last))

    return until
