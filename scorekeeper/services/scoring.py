"""Scores a sitting or an event from its file: every deal, the totals, and the settlement down to the payments."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Played, Setup, Standing, after, beginning, play, table_for, with_adjustments
from scorekeeper.domain.game import Shares, Table
from scorekeeper.domain.settlement import Plan, plan, to_cents
from scorekeeper.domain.text import Player
from scorekeeper.services.evening_data import DealLine, EventFile, SittingFile
from scorekeeper.services.evening_file import placed


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
    cents: dict[Player, int] = {}
    for sitting in sittings:
        for player, amount in sitting.cents.items():
            cents[player] = cents.get(player, 0) + amount
    return EventScore(file, sittings, cents, plan(cents, file.payout))


def score_sitting(file: SittingFile, place: str = "", *, reasons: bool = True) -> SittingScore:
    """Score one sitting; `place` is put before the place of every refusal. Raises RefusedError."""
    setup = file.setup
    tables = _Tables(setup)
    standing = beginning(setup)
    played: list[Played] = []
    for line in file.deals:
        try:
            table = tables.next(standing, line)
            one = play(setup, standing, line.deal, table)
        except RefusedError as error:
            raise placed(error, f"{place}deals[{standing.deals}]") from error
        played.append(one if reasons else Played(one.number, table, one.deal, one.units, (), one.warnings))
        standing = after(setup, standing, one.deal, table, one.units)
    totals = with_adjustments(standing.totals, ((each.player, each.units) for each in file.adjustments))
    shares = setup.game.settle(setup.rules, totals)
    cents = to_cents(shares.units, file.stake.cents if setup.game.money(setup.rules) else 0)
    payments = plan(cents, file.payout, shares.winners)
    return SittingScore(file, tuple(played), standing, totals, shares, cents, payments)


class _Tables:
    """Seats the deals of a sitting; the same seating is computed once."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._known: dict[tuple[object, ...], Table] = {}

    def next(self, standing: Standing, line: DealLine) -> Table:
        """Seat the next deal. Raises RefusedError."""
        present = self._setup.present(standing.deals + 1)
        key = (present, standing.last_dealer, standing.next_dealer, line.dealer, line.sitting_out)
        table = self._known.get(key)
        if table is None:
            table = self._known[key] = table_for(self._setup, standing, line.dealer, line.sitting_out)
        return table
