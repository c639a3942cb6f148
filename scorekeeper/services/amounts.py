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


class Section(NamedTuple):
    """The deals under one stake; `last` None = to the end. What they come to in units, settled: they sum to 0."""

    first: int
    last: int | None
    cents: int
    units: Mapping[Player, Fraction]


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
        found = {player: amount - self.played_for(player) for player, amount in self.amounts.items()}
        return found if any(found.values()) else {}

    def played_for(self, player: Player) -> Fraction:
        """Give what the sections come to, in exact cents."""
        return _played_for(self.sections, player)


def amounts_of(tx: Transaction, row: SittingRow, standing: StandingRow, seats: Sequence[SeatRow]) -> Amounts:
    """Reckon them. With one stake no more is read than was given."""
    setup = setup_from(row, seats)
    totals = with_adjustments(standing.totals, standing.adjusted.items())
    shares = setup.game.settle(setup.rules, totals)
    sections: tuple[Section, ...] = ()
    if setup.game.money(setup.rules):
        one = (Section(1, None, row.stake_cents, shares.units),)
        sections = one if len(row.stakes) == 1 else tuple(_under_each_stake(tx, row, setup, totals))
    amounts = {player: _played_for(sections, player) for player in setup.players}
    linear = len(sections) == 1 and not setup.game.to_winner(setup.rules)
    return Amounts(
        totals, shares, sections, _with_paid_out(amounts, totals, seats, row.stake_cents if linear else None)
    )


def _played_for(sections: Sequence[Section], player: Player) -> Fraction:
    amount = Fraction(0)
    for section in sections:
        amount += section.units[player] * section.cents
    return amount


def _under_each_stake(
    tx: Transaction, row: SittingRow, setup: Setup, totals: Mapping[Player, int]
) -> Iterator[Section]:
    """Give what was won under each stake in turn: what is won under one does not depend on the deals of another.

    Adjustments count under the stake of the deal before them, so that another stake from now on changes no money.
    """
    made = adjustments.of_sittings(tx, [row.id])
    before = dict.fromkeys(setup.players, 0)
    for place, (first, cents) in enumerate(row.stakes):
        last = row.stakes[place + 1][0] - 1 if place + 1 < len(row.stakes) else None
        if last is None:
            after = dict(totals)
        else:
            record = deals.get(tx, row.id, last) if last else None
            after = {player: record.running.get(player, 0) if record else 0 for player in setup.players}
            for one in made:
                if one.after_deal <= last:
                    after[one.player] += one.units
        won = {player: after[player] - before[player] for player in setup.players}
        yield Section(first, last, cents, setup.game.settle(setup.rules, won).units)
        before = after


def _with_paid_out(
    amounts: Mapping[Player, Fraction], totals: Mapping[Player, int], seats: Sequence[SeatRow], per_unit: int | None
) -> dict[Player, Fraction]:
    """Leave those who were paid out at what they got; what a correction changed in their score since is added to it.

    A difference (a penalty given after they left, the winner of Bauerntarock) is shared by those who stayed. Where a
    unit is not worth the same everywhere (`per_unit` None), a corrected leaver is settled anew like everybody.
    """
    fixed: dict[Player, Fraction] = {}
    for row in seats:
        if row.left_cents is not None and row.left_units is not None:
            who = Player(str(row.player))
            since = totals[who] - row.left_units
            if not since or per_unit is not None:
                fixed[who] = Fraction(row.left_cents + since * (per_unit or 0))
    result = dict(amounts)
    others = [player for player in result if player not in fixed]
    for player, cents in fixed.items():
        difference = result[player] - cents
        result[player] = cents
        for other in others:
            result[other] += difference / len(others)
    return result
