"""Penalties and opening balances in force: a projection of the entries."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from scorekeeper.domain.text import Player
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import adjustment


class AdjustmentRow(NamedTuple):
    """What was added to a player's score beside the deals."""

    sitting: int
    entry: int
    player: Player
    units: int
    after_deal: int
    """The number of deals before it."""
    reason: str


_COLUMNS = tuple(adjustment.c[name] for name in AdjustmentRow._fields)
_OF_SITTINGS = (
    select(*_COLUMNS)
    .where(adjustment.c.sitting.in_(bindparam("sittings", expanding=True)))
    .order_by(adjustment.c.sitting, adjustment.c.entry)
)
_ADD = insert(adjustment)
_REMOVE = delete(adjustment).where(
    adjustment.c.sitting == bindparam("of_sitting"), adjustment.c.entry == bindparam("of_entry")
)


def of_sittings(tx: Transaction, ids: Collection[int]) -> list[AdjustmentRow]:
    """Give the adjustments in force, in the order they were made."""
    return [AdjustmentRow(*row) for row in tx.all(_OF_SITTINGS, {"sittings": list(ids)})]


def add(tx: Transaction, club: int, rows: Iterable[AdjustmentRow]) -> None:
    """Add what an entry adds to the scores."""
    tx.execute_many(_ADD, [{"club": club, **row._asdict()} for row in rows])


def remove(tx: Transaction, sitting_id: int, seq: int) -> None:
    """Take an entry's adjustments away; the entry stays."""
    tx.execute(_REMOVE, {"of_sitting": sitting_id, "of_entry": seq})
