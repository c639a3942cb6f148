"""Cash that was handed over; taking one back is a row of its own."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, exists, insert, select

from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import payment


class PaymentRow(NamedTuple):
    """A payment; giver or receiver None is the kitty."""

    id: int
    event: int
    sitting: int | None
    giver: int | None
    receiver: int | None
    cents: int
    note: str
    at: str
    actor: str
    revoked: bool


_revoking = payment.alias()
_REVOKED = exists().where(_revoking.c.revokes == payment.c.id)
_COLUMNS = (*(payment.c[name] for name in PaymentRow._fields[:-1]), _REVOKED)
_OF_EVENT = (
    select(*_COLUMNS)
    .where(payment.c.event == bindparam("event"), payment.c.revokes.is_(None), ~_REVOKED)
    .order_by(payment.c.id)
)
_FIND = select(*_COLUMNS, payment.c.club).where(payment.c.id == bindparam("payment"), payment.c.revokes.is_(None))
_BY_KEY = select(payment.c.id).where(payment.c.event == bindparam("event"), payment.c.key == bindparam("key"))
_ADD = insert(payment)


def of_event(tx: Transaction, event_id: int) -> list[PaymentRow]:
    """Give the payments that count, in the order they were made."""
    return [PaymentRow(*row) for row in tx.all(_OF_EVENT, {"event": event_id})]


def find(tx: Transaction, payment_id: int) -> PaymentRow | None:
    """Find a payment, whether it was taken back or not."""
    row = tx.one(_FIND, {"payment": payment_id})
    return PaymentRow(*row[:-1]) if row and tx.may_see(row[-1]) else None


def by_key(tx: Transaction, event_id: int, key: str) -> int | None:
    """Find what this one-time key made."""
    return tx.execute(_BY_KEY, {"event": event_id, "key": key}).scalar()


def add(tx: Transaction, values: Mapping[str, Any]) -> int:
    """Add a row, a column per value; give the number."""
    return tx.added(_ADD, values)
