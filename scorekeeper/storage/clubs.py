"""Clubs."""

from sqlalchemy import bindparam, func, select

from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import club

_FIRST = select(func.min(club.c.id))
# rows that refer to the club may be added meanwhile: a deal holds its sitting and must not wait for the club as well
_LOCK = select(club.c.id).where(club.c.id == bindparam("club")).with_for_update(key_share=True)


def first(tx: Transaction) -> int:
    """Give the club that every installation starts with."""
    return int(tx.execute(_FIRST).scalar_one())


def lock(tx: Transaction, club_id: int) -> None:
    """Let nobody else add people or evenings to the club until the transaction ends."""
    tx.execute(_LOCK, {"club": club_id})
