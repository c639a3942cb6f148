"""The record of a tournament or course: facts that are only ever added."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, insert, select

from scorekeeper.domain.tournament.record import Kind
from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import fact


class FactRow(NamedTuple):
    """A fact as it is kept."""

    seq: int
    kind: str
    values: Mapping[str, Any]
    at: str
    actor: str
    key: str


_COLUMNS = tuple(fact.c[name] for name in FactRow._fields)
_AFTER = Prepared(
    select(*_COLUMNS).where(fact.c.event == bindparam("event"), fact.c.seq > bindparam("seq")).order_by(fact.c.seq)
)
_LAST = Prepared(select(func.max(fact.c.seq)).where(fact.c.event == bindparam("event")))
_BY_KEY = Prepared(select(fact.c.seq).where(fact.c.event == bindparam("event"), fact.c.key == bindparam("key")))
_NEWEST = Prepared(
    select(fact.c["values"])
    .where(fact.c.event == bindparam("event"), fact.c.kind == bindparam("kind"))
    .order_by(fact.c.seq.desc())
    .limit(1)
)
_REGISTERED = select(fact.c.event, fact.c["values"]).where(
    fact.c.club == bindparam("club"), fact.c.kind.in_((Kind.ENTRANT.value, Kind.STAND_IN.value))
)
_EVENTS = select(fact.c.event).distinct().order_by(fact.c.event)
_ADD = Prepared(insert(fact), ("club", "event", "seq", "kind", "key", "values", "at", "actor"))


def after(tx: Transaction, event_id: int, seq: int) -> list[FactRow]:
    """Give the facts after one, in order."""
    return [FactRow(*row) for row in _AFTER.all(tx, {"event": event_id, "seq": seq})]


def last(tx: Transaction, event_id: int) -> int:
    """Give the seq of the last fact; 0 = none."""
    row = _LAST.one(tx, {"event": event_id})
    return (row[0] or 0) if row else 0


def by_key(tx: Transaction, event_id: int, key: str) -> int | None:
    """Find the fact that this one-time key made."""
    row = _BY_KEY.one(tx, {"event": event_id, "key": key})
    return row[0] if row else None


def newest(tx: Transaction, event_id: int, kind: Kind) -> Mapping[str, Any] | None:
    """Give the values of the last fact of a kind; None = there is none."""
    row = _NEWEST.one(tx, {"event": event_id, "kind": kind.value})
    return row[0] if row else None


def add(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Add a fact, a column per value."""
    _ADD.run(tx, values)


def registered(tx: Transaction, club: int) -> list[tuple[int, int]]:
    """Give the event and the record of everybody who was registered anywhere, or stands in for somebody."""
    return [(event, values["player"]) for event, values in tx.all(_REGISTERED, {"club": club})]


def events(tx: Transaction) -> list[int]:
    """Give every event that has a record."""
    return [row[0] for row in tx.all(_EVENTS, {})]
