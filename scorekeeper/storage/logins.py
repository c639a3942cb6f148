"""Logins: one row for each device that an organiser is logged in on."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from scorekeeper.storage import own_club
from scorekeeper.storage.organisers import OrganiserRow
from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import login, organiser

# whose login it is, is not known before: neither is the club
_HOLDER = Prepared(
    select(*(organiser.c[name] for name in OrganiserRow._fields))
    .select_from(login.join(organiser, organiser.c.id == login.c.organiser))
    .where(login.c.key == bindparam("login"), login.c.at > bindparam("after"))
    .execution_options(**own_club.ANY)
)
_ADD = insert(login)
_REMOVE = delete(login).where(login.c.key == bindparam("login")).execution_options(**own_club.ANY)
_REMOVE_OF = delete(login).where(login.c.organiser == bindparam("whose"))
_REMOVE_OLD = _REMOVE_OF.where(login.c.at <= bindparam("after"))
_REMOVE_EVERY = delete(login).execution_options(**own_club.ANY)


def holder(tx: Transaction, key: str, after: str) -> OrganiserRow | None:
    """Find whose login this is, of whichever club, unless it began too early."""
    row = _HOLDER.one(tx, {"login": key, "after": after})
    return OrganiserRow(*row) if row else None


def add(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Add a login, a column per value."""
    tx.execute(_ADD, values)


def remove(tx: Transaction, key: str) -> None:
    """End a login, of whichever club."""
    tx.execute(_REMOVE, {"login": key})


def remove_of(tx: Transaction, organiser_id: int) -> None:
    """End every login of an organiser."""
    tx.execute(_REMOVE_OF, {"whose": organiser_id})


def remove_old(tx: Transaction, organiser_id: int, after: str) -> None:
    """Forget an organiser's logins that began too early."""
    tx.execute(_REMOVE_OLD, {"whose": organiser_id, "after": after})


def remove_every(tx: Transaction) -> None:
    """End every login there is."""
    tx.execute(_REMOVE_EVERY)
