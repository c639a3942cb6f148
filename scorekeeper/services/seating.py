"""Who sits at a table from the next deal on when somebody comes or goes, and how often each has sat out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Setup, Standing, setup_problems, table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.settlement import to_cents
from scorekeeper.domain.text import N_, Player, Refusal
from scorekeeper.services.amounts import amounts_of
from scorekeeper.services.errors import refuse
from scorekeeper.services.loading import Loaded, load, setup_from
from scorekeeper.services.merging import same_people
from scorekeeper.services.reading import SittingNow, sitting_now
from scorekeeper.storage import Transaction, deals, players
from scorekeeper.storage.sittings import SeatRow

SOMEBODY_NEW: Final = 0
"""Stands for somebody who joins and is not in the records yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """Who leaves before the next deal, who joins, or both at once: a substitute."""

    leaving: Player | None = None
    joining: int | None = None
    before: Player | None = None
    """Who joins sits down before this seat; None = last, or where somebody leaves, there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNow:
    """A seat, from which deal to which; the score of who left is the one they left with."""

    player: Player
    first: int
    last: int | None
    units: int
    cents: int
    sat_out: int
    """In how many deals so far."""

    @property
    def left(self) -> bool:
        """Whether it is empty now."""
        return self.last is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """A table as it sits now, and how the deals to come will be seated."""

    now: SittingNow
    seats: tuple[SeatNow, ...]
    tables: tuple[Table, ...]
    """The next deal; then the ones after it as far as the deal goes round by itself, until each has dealt once."""
    size: tuple[int, int]
    """The fewest and the most who may sit here."""

    @property
    def present(self) -> tuple[SeatNow, ...]:
        """Those who are at the table."""
        return tuple(seat for seat in self.seats if not seat.left)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsAfter:
    """What a change of seats comes to; `refusals` say why it cannot be, then there is no table."""

    now: SittingNow
    before: Table | None
    """The next deal's table without the change."""
    table: Table | None
    """With it."""
    units: int
    """With what score who leaves is paid out, and the cents."""
    cents: int
    refusals: tuple[Refusal, ...]


def seating(tx: Transaction, sitting_id: int) -> Seating:
    """Read who sits where, how often each has sat out, and whose turn it is. Raises NotFoundError."""
    now, loaded = sitting_now(tx, sitting_id), load(tx, sitting_id)
    sat_out = deals.sat_out(tx, sitting_id)
    seats = tuple(_seat_now(now, row, sat_out) for row in loaded.seats)
    return Seating(
        now=now, seats=seats, tables=tables_to_come(now.setup, now.standing), size=now.setup.game.size(now.setup.rules)
    )


def _seat_now(now: SittingNow, row: SeatRow, sat_out: Mapping[Player, int]) -> SeatNow:
    player = Player(str(row.player))
    return SeatNow(
        player=player, first=row.first_deal, last=row.last_deal, units=now.totals[player], cents=now.cents[player],
        sat_out=sat_out.get(player, 0),
    )  # fmt: skip


def tables_to_come(setup: Setup, standing: Standing) -> tuple[Table, ...]:
    """Seat the next deal and, where the deal goes round by itself, those after it until each present has dealt."""
    tables: list[Table] = []
    present = setup.present(standing.deals + 1)
    try:
        tables.append(table_for(setup, standing))
        # a game that names who deals next says so after each deal
        while standing.deals and standing.next_dealer is None and len(tables) < len(present):
            standing = replace(standing, deals=standing.deals + 1, last_dealer=tables[-1].dealer)
            tables.append(table_for(setup, standing))
    except RefusedError:
        return tuple(tables)
    return tuple(tables)


def seats_after(tx: Transaction, sitting_id: int, moves: Moves) -> SeatsAfter:
    """Say what a change of seats would come to; nothing is changed. Raises NotFoundError."""
    now, loaded = sitting_now(tx, sitting_id), load(tx, sitting_id)
    before = next(iter(tables_to_come(loaded.setup, loaded.standing)), None)
    units = cents = 0
    if moves.leaving is not None and moves.leaving in now.totals:
        units, cents = now.totals[moves.leaving], now.cents[moves.leaving]
    try:
        rows = rows_after(tx, loaded, moves)
        table = table_for(setup_from(loaded.sitting, rows), loaded.standing)
    except RefusedError as error:
        return SeatsAfter(now=now, before=before, table=None, units=units, cents=cents, refusals=error.refusals)
    return SeatsAfter(now=now, before=before, table=table, units=units, cents=cents, refusals=())


def rows_after(tx: Transaction, now: Loaded, moves: Moves) -> list[SeatRow]:
    """Give the seats from the next deal on. Raises RefusedError for `leaving` or `joining`."""
    rows = list(now.seats)
    if moves.leaving is not None:
        place = _seat_of(now, moves.leaving)
        rows[place] = _left(tx, now, rows[place])
    if moves.joining is not None:
        _verify_newcomer(tx, now, moves.joining)
        place = _place_before(now, moves.before) if moves.leaving is None else _seat_of(now, moves.leaving) + 1
        rows.insert(place, SeatRow(moves.joining, first_deal=now.standing.deals + 1))
    if rows == list(now.seats):
        raise refuse("joining", N_("nobody comes and nobody goes"))
    _verify_size(now, rows)
    return rows


def _seat_of(now: Loaded, player: Player) -> int:
    if player not in now.setup.present(now.standing.deals + 1):
        raise refuse("leaving", N_("is not at the table"))
    return now.setup.players.index(player)


def _place_before(now: Loaded, before: Player | None) -> int:
    if before is None:
        return len(now.seats)
    if before not in now.setup.players:
        raise refuse("joining", N_("is not at the table"))
    return now.setup.players.index(before)


def _left(tx: Transaction, now: Loaded, row: SeatRow) -> SeatRow:
    """Let a seat be left, with the score and the whole cents of now."""
    who = Player(str(row.player))
    share = amounts_of(tx, now.sitting, now.row, now.seats)
    cents = to_cents(share.amounts, 1)[who]
    return row._replace(last_deal=now.standing.deals, left_units=share.totals[who], left_cents=cents)


def _verify_newcomer(tx: Transaction, now: Loaded, joining: int) -> None:
    record = Player(str(joining))
    who = same_people(tx, now.sitting.club, now.setup.players).get(record, record)
    if who != record:
        name = players.labels(tx, [joining])[joining]
        if who in now.setup.present(now.standing.deals + 1):
            text = N_("{name} sits at this table already, as two records were merged. If they are two people, the "
                      "merge is taken back on the page of {name}.", name=name)  # fmt: skip
        else:
            text = N_("{name} sat at this table already, as two records were merged: in the next sitting there is a "
                      "seat again.", name=name)  # fmt: skip
        raise refuse("joining", text)
    if who in now.setup.present(now.standing.deals + 1):
        raise refuse("joining", N_("sits at this table already"))
    if who in now.setup.players:
        raise refuse("joining", N_("sat at this table already: in the next sitting there is a seat again"))


def _verify_size(now: Loaded, rows: list[SeatRow]) -> None:
    changed = setup_from(now.sitting, rows)
    present = changed.present(now.standing.deals + 1)
    problems = tuple(setup_problems(replace(changed, players=present, presence={}, first_dealer=present[0])))
    if problems:
        blamed = "joining" if len(rows) > len(now.seats) else "leaving"
        raise RefusedError([Refusal(blamed if field == "players" else field, text) for field, text in problems])
