"""Scores a sitting or an event from its file: every deal, the totals, and the settlement down to the payments."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Played, Setup, Standing, after, beginning, play, table_for, with_adjustments
from scorekeeper.domain.game import Shares, Table
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.settlement import Plan, plan, to_cents
from scorekeeper.domain.text import Player
from scorekeeper.services.evening_data import DealLine, EventFile, SittingFile
from scorekeeper.services.evening_file import placed

_MOST_REMEMBERED: Final = 10_000


@dataclass(frozen=True, slots=True)
class SittingScore:
    """A sitting, scored."""

    file: SittingFile
    played: tuple[Played, ...]
    standing: Standing
    totals: Mapping[Player, int]
    """Units of all deals and adjustments."""
    shares: Shares
    cents: Mapping[Player, int]
    plan: Plan

    @property
    def stake_cents(self) -> int:
        """What a unit is paid with: 0 where the game is not played for money."""
        return _stake_cents(self.file)


@dataclass(frozen=True, slots=True)
class EventScore:
    """An event, scored, with its sittings settled together."""

    file: EventFile
    sittings: tuple[SittingScore, ...]
    cents: Mapping[Player, int]
    plan: Plan


def score_evening(file: SittingFile | EventFile, *, reasons: bool = True) -> SittingScore | EventScore:
    """Score a file; without `reasons` they are not kept. Raises RefusedError with places like `deals[3].gewisse`."""
    if isinstance(file, EventFile):
        return score_event(file, reasons=reasons)
    return score_sitting(file, reasons=reasons)


def score_event(file: EventFile, *, reasons: bool = True) -> EventScore:
    """Score every sitting and settle all of them as one purse; who bears the same name is the same person."""
    sittings = tuple(
        score_sitting(sitting, f"sittings[{index}].", reasons=reasons) for index, sitting in enumerate(file.sittings)
    )
    exact: dict[Player, Fraction] = {}
    for sitting in sittings:
        for player, amount in sitting.shares.units.items():
            exact[player] = exact.get(player, Fraction(0)) + amount * sitting.stake_cents
    cents = to_cents(exact, 1)  # rounded once, at the end
    return EventScore(file, sittings, cents, plan(cents, file.payout))


def score_sitting(file: SittingFile, place: str = "", *, reasons: bool = True) -> SittingScore:
    """Score one sitting; `place` is put before the place of every refusal. Raises RefusedError."""
    setup = file.setup
    seats = _Seats(setup)
    standing = beginning(setup)
    played: list[Played] = []
    for line in file.deals:
        try:
            one = seats.play(standing, line, reasons=reasons)
        except RefusedError as error:
            raise placed(error, f"{place}deals[{standing.deals}]") from error
        played.append(one)
        standing = after(setup, standing, one.deal, one.table, one.units)
    totals = with_adjustments(standing.totals, ((each.player, each.units) for each in file.adjustments))
    shares = setup.game.settle(setup.rules, totals)
    cents = to_cents(shares.units, _stake_cents(file))
    payments = plan(cents, file.payout, shares.winners)
    return SittingScore(file, tuple(played), standing, totals, shares, cents, payments)


def _stake_cents(file: SittingFile) -> int:
    return file.stake.cents if file.setup.game.money(file.setup.rules) else 0


class _Seats:
    """Seats and plays the deals of a sitting; what was played the same way at the same table is not computed again."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._tables: dict[object, Table] = {}
        self._played: dict[object, Played] = {}
        self._remembers = all(question.kind is not Kind.AMOUNTS for question in setup.game.questions)
        """Amounts are seldom the same twice, and a mapping is no key."""

    def play(self, standing: Standing, line: DealLine, *, reasons: bool) -> Played:
        """Play the next deal; without `reasons` they are not kept. Raises RefusedError."""
        table = self._table(standing, line)
        key = (table, line.deal, standing.progress.finished) if self._remembers else None
        known = self._played.get(key)
        if known is None:
            known = play(self._setup, standing, line.deal, table)
            if key is not None:
                if len(self._played) >= _MOST_REMEMBERED:
                    self._played.clear()
                self._played[key] = known
        return Played(
            standing.deals + 1, table, known.deal, known.units, known.reasons if reasons else (), known.warnings
        )

    def _table(self, standing: Standing, line: DealLine) -> Table:
        present = self._setup.present(standing.deals + 1)
        key = (present, standing.last_dealer, standing.next_dealer, line.dealer, line.sitting_out)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = table_for(self._setup, standing, line.dealer, line.sitting_out)
        return table
