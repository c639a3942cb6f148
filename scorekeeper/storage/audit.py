"""Who did what and when, where it is not an entry of a ledger; only ever added."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, select

from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import audit


class AuditRow(NamedTuple):
    """A line of the audit."""

    id: int
    event: int | None
    sitting: int | None
    what: str
    values: Mapping[str, Any]
    at: str
    actor: str


_COLUMNS = tuple(audit.c[name] for name in AuditRow._fields)
_ADD = insert(audit)
_OF_EVENT = select(*_COLUMNS).where(audit.c.event == bindparam("event")).order_by(audit.c.id)


def add(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Add a line, a column per value."""
    tx.execute(_ADD, values)


def of_event(tx: Transaction, event_id: int) -> list[AuditRow]:
    """Give an event's lines, oldest first."""
    return [AuditRow(*row) for row in tx.all(_OF_EVENT, {"event": event_id})]
