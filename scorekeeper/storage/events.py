"""Events: an evening, a tournament or a course."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, insert, or_, select, update

from scorekeeper.storage.removed import REMOVED
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import event


class EventRow(NamedTuple):
    """An event as it is kept."""

    id: int
    club: int
    kind: str
    """evening, tournament or course"""
    title: str
    place: str
    date: date
    purse: str
    payout: str
    demo: bool
    closed_at: str | None
    float_cents: int
    counted_cents: int | None


COLUMNS = tuple(event.c[name] for name in EventRow._fields)

_ADD = insert(event)
_GET = select(*COLUMNS).where(event.c.id == bindparam("event"))
_LOCK = select(event.c.id).where(event.c.id == bindparam("event")).with_for_update(key_share=True)
_BY_KEY = select(event.c.id).where(event.c.club == bindparam("club"), event.c.key == bindparam("key"))
_NEWEST = (
    select(*COLUMNS)
    .where(event.c.club == bindparam("club"), ~REMOVED)
    .order_by(event.c.date.desc(), event.c.id.desc())
    .limit(bindparam("limit"))
)
_OLDER = _NEWEST.where(
    or_(event.c.date < bindparam("day"), and_(event.c.date == bindparam("day"), event.c.id < bindparam("event")))
)


def add(tx: Transaction, values: Mapping[str, Any]) -> int:
    """Add an event, a column per value; give the number."""
    return tx.added(_ADD, {"float_cents": 0, **values})


def get(tx: Transaction, event_id: int) -> EventRow | None:
    """Find an event."""
    row = tx.one(_GET, {"event": event_id})
    found = EventRow(*row) if row else None
    return found if found and tx.may_see(found.club) else None


def by_key(tx: Transaction, club: int, key: str) -> int | None:
    """Find the event that this one-time key made."""
    return tx.execute(_BY_KEY, {"club": club, "key": key}).scalar()


def newest(tx: Transaction, club: int, before: EventRow | None, limit: int) -> list[EventRow]:
    """Give the newest events, or those older than a given one."""
    values: dict[str, Any] = {"club": club, "limit": limit}
    if before is None:
        return [EventRow(*row) for row in tx.all(_NEWEST, values)]
    values |= {"day": before.date, "event": before.id}
    return [EventRow(*row) for row in tx.all(_OLDER, values)]


def lock(tx: Transaction, event_id: int) -> None:
    """Let nobody else add to an event's record until this transaction ends."""
    if tx.locks_rows:
        tx.execute(_LOCK, {"event": event_id})


def change(tx: Transaction, event_id: int, values: Mapping[str, Any]) -> None:
    """Change columns of an event."""
    tx.execute(update(event).where(event.c.id == event_id).values(values))
