"""Organisers' accounts."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select, update

from scorekeeper.storage import own_club
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import organiser


class OrganiserRow(NamedTuple):
    """An account as it is kept; `operator` runs the whole installation."""

    id: int
    club: int
    name: str
    password: str
    operator: bool


_ROWS = select(*(organiser.c[name] for name in OrganiserRow._fields))
_GET = _ROWS.where(organiser.c.id == bindparam("organiser"))
_UNCHANGED = (
    select(organiser.c.id)
    .where(organiser.c.id == bindparam("organiser"), organiser.c.password == bindparam("password"))
    .with_for_update(read=True)
)
_BY_NAME = _ROWS.where(organiser.c.name_key == bindparam("name_key")).execution_options(**own_club.ANY)
_OF_CLUB = _ROWS.where(organiser.c.club == bindparam("club")).order_by(organiser.c.name_key)
_COUNT = select(func.count()).select_from(organiser).execution_options(**own_club.ANY)
_ADD = insert(organiser)
_REMOVE = delete(organiser).where(organiser.c.id == bindparam("organiser"))


def get(tx: Transaction, organiser_id: int) -> OrganiserRow | None:
    """Find an account."""
    row = tx.one(_GET, {"organiser": organiser_id})
    return OrganiserRow(*row) if row and tx.may_see(row.club) else None


def hold_unchanged(tx: Transaction, organiser_id: int, password: str) -> bool:
    """Whether the account has this password, a hash, still; it gets no other one until the transaction ends."""
    return tx.one(_UNCHANGED, {"organiser": organiser_id, "password": password}) is not None


def by_name(tx: Transaction, name_key: str) -> OrganiserRow | None:
    """Find the account that is logged in with this name, of whichever club."""
    row = tx.one(_BY_NAME, {"name_key": name_key})
    return OrganiserRow(*row) if row else None


def of_club(tx: Transaction, club: int) -> list[OrganiserRow]:
    """Give a club's accounts in the order of their names."""
    return [OrganiserRow(*row) for row in tx.all(_OF_CLUB, {"club": club})]


def count(tx: Transaction) -> int:
    """Say how many accounts there are in the whole installation."""
    return int(tx.execute(_COUNT).scalar_one())


def add(tx: Transaction, values: Mapping[str, Any]) -> int:
    """Add an account, a column per value; give the number."""
    return tx.added(_ADD, values)


def change(tx: Transaction, organiser_id: int, values: Mapping[str, Any]) -> None:
    """Change columns of an account."""
    tx.execute(update(organiser).where(organiser.c.id == organiser_id).values(values))


def remove(tx: Transaction, organiser_id: int) -> None:
    """Remove an account."""
    tx.execute(_REMOVE, {"organiser": organiser_id})
