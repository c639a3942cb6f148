"""Clubs."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, insert, select, update

from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import club

_FIRST = select(func.min(club.c.id))
# rows that refer to the club may be added meanwhile: a deal holds its sitting and must not wait for the club as well
_LOCK = select(club.c.id).where(club.c.id == bindparam("club")).with_for_update(key_share=True)
_ADD = insert(club)


class ClubRow(NamedTuple):
    """A club as it is kept; `picture` is a PNG file in base64."""

    id: int
    name: str
    settings: Mapping[str, Any]
    picture: str | None


_SETTINGS = Prepared(select(club.c.settings).where(club.c.id == bindparam("club")))
_GET = select(*(club.c[name] for name in ClubRow._fields)).where(club.c.id == bindparam("club"))
_EVERY = select(*(club.c[name] for name in ClubRow._fields)).order_by(club.c.id)


def every(tx: Transaction) -> list[ClubRow]:
    """Give the clubs of the installation in the order of their numbers."""
    return [ClubRow(*row) for row in tx.all(_EVERY) if tx.may_see(row.id)]


def first(tx: Transaction) -> int:
    """Give the club that every installation starts with."""
    return int(tx.execute(_FIRST).scalar_one())


def lock(tx: Transaction, club_id: int) -> None:
    """Let nobody else add people or evenings to the club until the transaction ends."""
    tx.execute(_LOCK, {"club": club_id})


def get(tx: Transaction, club_id: int) -> ClubRow | None:
    """Find a club."""
    row = tx.one(_GET, {"club": club_id})
    return ClubRow(*row) if row and tx.may_see(club_id) else None


def settings(tx: Transaction, club_id: int) -> Mapping[str, Any]:
    """Give what a club chose, without its picture: pages ask often; nothing for a club that is not there."""
    row = _SETTINGS.one(tx, {"club": club_id})
    return dict(row[0]) if row and tx.may_see(club_id) else {}


def add(tx: Transaction, name: str) -> int:
    """Add a club; give the number."""
    return tx.added(_ADD, {"name": name, "settings": {}})


def change(tx: Transaction, club_id: int, values: Mapping[str, Any]) -> None:
    """Change columns of a club."""
    tx.execute(update(club).where(club.c.id == club_id).values(values))
