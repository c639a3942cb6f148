"""Evenings begun by mistake: their rows stay, because the audit refers to them; a line there says that they are hidden.

An evening that is reopened is back: only a line as old as its closing counts.
"""

from typing import Final

from sqlalchemy import and_, bindparam, exists, func, select

from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import audit, event, payment

REMOVAL: Final = "evening_removed"
"""The kind of that line."""
REMOVED: Final = and_(
    event.c.closed_at.is_not(None),
    exists().where(audit.c.event == event.c.id, audit.c.what == REMOVAL, audit.c.at == event.c.closed_at),
)
"""Whether an event is hidden."""
_REMOVED = select(func.count()).select_from(event).where(event.c.id == bindparam("event"), REMOVED)
_PAID = select(func.count()).where(payment.c.event == bindparam("event"))


def is_removed(tx: Transaction, event_id: int) -> bool:
    """Whether an event is hidden."""
    return bool(tx.execute(_REMOVED, {"event": event_id}).scalar())


def was_paid(tx: Transaction, event_id: int) -> bool:
    """Whether anything was ever paid, also if it was taken back."""
    return bool(tx.execute(_PAID, {"event": event_id}).scalar())
