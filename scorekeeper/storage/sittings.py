"""Sittings with their seats, and where each stands."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, bindparam, delete, func, insert, select, update

from scorekeeper.domain.text import Player
from scorekeeper.storage import events
from scorekeeper.storage.players import SHARED, label_of
from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import entry, event, player, seat, sitting, standing


class SittingRow(NamedTuple):
    """A sitting as it is kept."""

    id: int
    club: int
    event: int
    position: int
    game: str
    rule_set: str
    options: Mapping[str, Any]
    stake_cents: int
    currency: str
    payout: str
    first_dealer: int
    setup_version: int
    stakes: Sequence[Sequence[int]]
    """Each stake that was in force: from which deal, and the cents."""
    table_number: int
    """The table in the room; −3 = it was begun at table 3 by mistake, and its round was taken back."""

    @property
    def recalled(self) -> bool:
        """Whether nothing is played here because the round was taken back."""
        return self.table_number < 0


class StandingRow(NamedTuple):
    """Where a sitting stands: the projection of its whole history."""

    seq: int
    deals: int
    totals: Mapping[Player, int]
    last_dealer: Player | None
    next_dealer: Player | None
    carry: Any
    finished: bool
    closing: int
    ended: bool
    beyond: bool
    undo: int
    redo: int
    adjusted: Mapping[Player, int]
    rules: int
    seats: int


class SeatRow(NamedTuple):
    """Who sits where, and from which deal to which."""

    player: int
    first_deal: int = 1
    last_deal: int | None = None
    left_units: int | None = None
    """Who left early: the score with which they were paid out, and the cents."""
    left_cents: int | None = None


class Found(NamedTuple):
    """A sitting with everything that belongs to it."""

    sitting: SittingRow
    standing: StandingRow
    event: events.EventRow
    seats: tuple[SeatRow, ...]
    duplicate: tuple[int, int] | None
    """Seq and deal number of the entry that the asked-for key made already."""


class State(NamedTuple):
    """What tells whether a sitting is still as it was when it was read, and what a one-time key made meanwhile."""

    seq: int
    setup_version: int
    closed_at: str | None
    made_seq: int | None
    made_number: int | None


_MOST_REMEMBERED: Final = 10_000
"""Seats of so many sittings are kept in the process's memory."""
_SITTING = tuple(sitting.c[name] for name in SittingRow._fields)
_STANDING = tuple(standing.c[name] for name in StandingRow._fields)
_FIRST_STANDING, _FIRST_EVENT = len(_SITTING), len(_SITTING) + len(_STANDING)
_FIRST_REST = _FIRST_EVENT + len(events.COLUMNS)
_JOINED = sitting.join(standing, standing.c.sitting == sitting.c.id).join(event, event.c.id == sitting.c.event)

_LOCK = Prepared(select(standing.c.seq).where(standing.c.sitting == bindparam("sitting")).with_for_update())
_GET = Prepared(
    select(*_SITTING, *_STANDING, *events.COLUMNS, entry.c.seq, entry.c.number)
    .select_from(_JOINED.outerjoin(entry, and_(entry.c.sitting == sitting.c.id, entry.c.key == bindparam("key"))))
    .where(sitting.c.id == bindparam("sitting"))
)
_STATE = Prepared(
    select(standing.c.seq, sitting.c.setup_version, event.c.closed_at, entry.c.seq, entry.c.number)
    .select_from(_JOINED.outerjoin(entry, and_(entry.c.sitting == sitting.c.id, entry.c.key == bindparam("key"))))
    .where(sitting.c.id == bindparam("sitting"))
)
_OF_EVENTS = (
    select(*_SITTING, *_STANDING)
    .select_from(_JOINED)
    .where(sitting.c.event.in_(bindparam("events", expanding=True)))
    .order_by(sitting.c.event, sitting.c.position)
)
_THESE = select(*_SITTING, *_STANDING).select_from(_JOINED).where(sitting.c.id.in_(bindparam("ids", expanding=True)))
_ENTRIES_OF_EVENT = Prepared(
    select(func.coalesce(func.sum(standing.c.seq), 0))
    .select_from(sitting.join(standing, standing.c.sitting == sitting.c.id))
    .where(sitting.c.event == bindparam("event"))
)
_SEQS_OF_EVENT = Prepared(
    select(sitting.c.id, sitting.c.table_number, standing.c.seq)
    .select_from(sitting.join(standing, standing.c.sitting == sitting.c.id))
    .where(sitting.c.event == bindparam("event"))
    .order_by(sitting.c.id)
)
_SEATS = (
    select(*(seat.c[name] for name in SeatRow._fields))
    .where(seat.c.sitting == bindparam("sitting"))
    .order_by(seat.c.position)
)
_seated = player.alias()
_STANDS_FOR = player.c.id == func.coalesce(_seated.c.merged_into, _seated.c.id)
_NAMES = (
    select(sitting.c.event, _seated.c.id, player.c.id, player.c.name, player.c.nickname, SHARED)
    .select_from(
        seat.join(sitting, sitting.c.id == seat.c.sitting)
        .join(_seated, _seated.c.id == seat.c.player)
        .join(player, _STANDS_FOR)
    )
    .order_by(sitting.c.event, sitting.c.position, seat.c.position)
)
_NAMES_OF_SITTING = Prepared(_NAMES.where(seat.c.sitting == bindparam("sitting")))
_NAMES_OF_EVENTS = _NAMES.where(sitting.c.event.in_(bindparam("events", expanding=True)))
_BY_KEY = select(sitting.c.id).where(sitting.c.club == bindparam("club"), sitting.c.key == bindparam("key"))
_FIRST_OF_EVENT = (
    select(sitting.c.id).where(sitting.c.event == bindparam("event")).order_by(sitting.c.position).limit(1)
)
_LAST_TABLE = (
    select(sitting.c.table_number)
    .where(sitting.c.event == bindparam("event"))
    .order_by(sitting.c.position.desc())
    .limit(1)
)
_HIGHEST_TABLE = Prepared(
    select(func.coalesce(func.max(sitting.c.table_number), 0)).where(sitting.c.event == bindparam("event"))
)
_CURRENCY = Prepared(select(sitting.c.currency).where(sitting.c.id == bindparam("sitting")))
_CURRENCY_OF_EVENT = Prepared(
    select(sitting.c.currency).where(sitting.c.event == bindparam("event")).order_by(sitting.c.position).limit(1)
)
_LAST_POSITION = select(func.coalesce(func.max(sitting.c.position), 0)).where(sitting.c.event == bindparam("event"))
_ALL = select(sitting.c.id).order_by(sitting.c.id)
_ADD, _ADD_SEAT, _ADD_STANDING = insert(sitting), insert(seat), insert(standing)
_REMOVE_SEATS = delete(seat).where(seat.c.sitting == bindparam("of_sitting"))
_BOOK = Prepared(update(standing).where(standing.c.sitting == bindparam("of_sitting")), StandingRow._fields)


def lock(tx: Transaction, sitting_id: int) -> None:
    """Let nobody else write to the sitting until the transaction ends (SQLite has one writer anyway)."""
    if tx.locks_rows:
        _LOCK.run(tx, {"sitting": sitting_id})


def find(tx: Transaction, sitting_id: int, key: str = "") -> Found | None:
    """Find a sitting, where it stands, and what the one-time key made already."""
    row = _GET.one(tx, {"sitting": sitting_id, "key": key})
    if row is None:
        return None
    found = SittingRow(*row[:_FIRST_STANDING])
    if not tx.may_see(found.club):
        return None
    return Found(
        found,
        StandingRow(*row[_FIRST_STANDING:_FIRST_EVENT]),
        events.EventRow(*row[_FIRST_EVENT:_FIRST_REST]),
        seats(tx, found),
        None if row[_FIRST_REST] is None else (row[_FIRST_REST], row[_FIRST_REST + 1]),
    )


def state(tx: Transaction, sitting_id: int, key: str) -> State | None:
    """Give the sitting's state in one narrow row."""
    row = _STATE.one(tx, {"sitting": sitting_id, "key": key})
    return None if row is None else State(*row)


def seats(tx: Transaction, found: SittingRow) -> tuple[SeatRow, ...]:
    """Give the seats clockwise, out of the process's memory if their version is known."""
    cached: tuple[SeatRow, ...] | None = tx.seats.get((found.id, found.setup_version))
    if cached is not None:
        return cached
    read = tuple(SeatRow(*row) for row in tx.all(_SEATS, {"sitting": found.id}))
    if not tx.seats_changed:
        if len(tx.seats) >= _MOST_REMEMBERED:
            tx.seats.clear()
        tx.seats[found.id, found.setup_version] = read
    return read


def of_events(tx: Transaction, ids: Collection[int]) -> list[tuple[SittingRow, StandingRow]]:
    """Give the sittings of these events, in the order they were played."""
    rows = tx.all(_OF_EVENTS, {"events": list(ids)})
    return [(SittingRow(*row[:_FIRST_STANDING]), StandingRow(*row[_FIRST_STANDING:])) for row in rows]


def these(tx: Transaction, ids: Collection[int]) -> dict[int, tuple[SittingRow, StandingRow]]:
    """Give these sittings by number."""
    rows = tx.all(_THESE, {"ids": list(ids)}) if ids else ()
    return {row[0]: (SittingRow(*row[:_FIRST_STANDING]), StandingRow(*row[_FIRST_STANDING:])) for row in rows}


def entries_of_event(tx: Transaction, event_id: int) -> int:
    """Count the entries of all sittings of an event: whoever knew the number before sees whether anything was added."""
    row = _ENTRIES_OF_EVENT.one(tx, {"event": event_id})
    return int(row[0]) if row else 0


def seqs_of_event(tx: Transaction, event_id: int) -> dict[int, tuple[int, int]]:
    """Give per sitting of an event its table and the seq of its last entry."""
    return {number: (table, seq) for number, table, seq in _SEQS_OF_EVENT.all(tx, {"event": event_id})}


def names(tx: Transaction, sitting_id: int) -> dict[Player, str]:
    """Give what the people at the table are called, in seat order."""
    rows = _NAMES_OF_SITTING.all(tx, {"sitting": sitting_id})
    return {Player(str(seated)): label_of(*name, shared=shared) for _event, seated, _who, *name, shared in rows}


def names_of_events(tx: Transaction, ids: Collection[int]) -> dict[int, dict[Player, str]]:
    """Give per event what its people are called, in the order they first sat down.

    Somebody with several records that were merged is there once, under the record that sat down first.
    """
    result: dict[int, dict[Player, str]] = {number: {} for number in ids}
    known: set[tuple[int, int]] = set()
    for event_id, seated, who, *name, shared in tx.all(_NAMES_OF_EVENTS, {"events": list(ids)}):
        if (event_id, who) not in known:
            known.add((event_id, who))
            result[event_id][Player(str(seated))] = label_of(*name, shared=shared)
    return result


def by_key(tx: Transaction, club: int, key: str) -> int | None:
    """Find the sitting that this one-time key made."""
    return tx.execute(_BY_KEY, {"club": club, "key": key}).scalar()


def first_of_event(tx: Transaction, event_id: int) -> int:
    """Give the sitting that an event began with."""
    return int(tx.execute(_FIRST_OF_EVENT, {"event": event_id}).scalar_one())


def last_position(tx: Transaction, event_id: int) -> int:
    """Say how many sittings an event has."""
    return int(tx.execute(_LAST_POSITION, {"event": event_id}).scalar_one())


def currency(tx: Transaction, sitting_id: int) -> str | None:
    """Give the currency of a sitting."""
    row = _CURRENCY.one(tx, {"sitting": sitting_id})
    return row[0] if row else None


def currency_of_event(tx: Transaction, event_id: int) -> str | None:
    """Give the currency that an event is played in: that of its first sitting."""
    row = _CURRENCY_OF_EVENT.one(tx, {"event": event_id})
    return row[0] if row else None


def last_table(tx: Transaction, event_id: int) -> int:
    """Give the table at which an event's last sitting was begun; 1 before the first."""
    return int(tx.execute(_LAST_TABLE, {"event": event_id}).scalar() or 1)


def highest_table(tx: Transaction, event_id: int) -> int:
    """Give the highest number of a table at which an event is played; 0 before the first sitting."""
    row = _HIGHEST_TABLE.one(tx, {"event": event_id})
    return int(row[0]) if row else 0


def every(tx: Transaction) -> list[int]:
    """Give all sittings there are."""
    return [row[0] for row in tx.all(_ALL)]


def add(tx: Transaction, values: Mapping[str, Any], players: Sequence[int]) -> int:
    """Add a sitting, a column per value, with its seats and nothing played; give the number."""
    club = values["club"]
    number = tx.added(_ADD, {"table_number": 1, **values, "setup_version": 1, "stakes": [[1, values["stake_cents"]]]})
    _seat(tx, club, number, [SeatRow(who) for who in players])
    nothing = StandingRow(
        seq=0, deals=0, totals={Player(str(who)): 0 for who in players}, last_dealer=None, next_dealer=None, carry=None,
        finished=False, closing=0, ended=False, beyond=False, undo=0, redo=0, adjusted={}, rules=0, seats=0,
    )  # fmt: skip
    tx.execute(_ADD_STANDING, {"club": club, "sitting": number, **nothing._asdict()})
    return number


def _seat(tx: Transaction, club: int, sitting_id: int, rows: Sequence[SeatRow]) -> None:
    tx.seats_changed = True
    at = {"club": club, "sitting": sitting_id}
    tx.execute_many(_ADD_SEAT, [{**at, "position": place, **row._asdict()} for place, row in enumerate(rows)])


def seat_anew(tx: Transaction, found: SittingRow, rows: Sequence[SeatRow]) -> None:
    """Keep who sits where from now on."""
    tx.execute(_REMOVE_SEATS, {"of_sitting": found.id})
    _seat(tx, found.club, found.id, rows)
    change(tx, found.id, {"setup_version": found.setup_version + 1})


def book(tx: Transaction, sitting_id: int, row: StandingRow) -> None:
    """Keep where the sitting stands now."""
    _BOOK.run(tx, {"of_sitting": sitting_id, **row._asdict()})


def recall(tx: Transaction, found: SittingRow) -> None:
    """Take a sitting away from its table; what is read before is read again by whoever writes."""
    change(tx, found.id, {"table_number": -found.table_number, "setup_version": found.setup_version + 1})


def change(tx: Transaction, sitting_id: int, values: Mapping[str, Any]) -> None:
    """Change columns of a sitting; not its seats."""
    tx.execute(update(sitting).where(sitting.c.id == sitting_id).values(values))
