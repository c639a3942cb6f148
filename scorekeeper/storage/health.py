"""How a database is: whether it answers, at which revision it is, and how it keeps what it is given."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import func, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError

from scorekeeper.storage.addresses import UnknownDatabaseError, parsed
from scorekeeper.storage.migrating import HEAD
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import audit, entry, payment

_REVISION = text("SELECT version_num FROM alembic_version")
_DURABLE: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    "sqlite": {"journal_mode": frozenset({"wal"})},
    "postgresql": {
        "fsync": frozenset({"on"}),
        "full_page_writes": frozenset({"on"}),
        "synchronous_commit": frozenset({"on", "remote_apply", "remote_write", "local"}),
    },
}
"""What the database must be set to, so that what it said it kept survives a power cut."""


def revision(tx: Transaction) -> str | None:
    """Give the revision of its tables, None if it has none of ours."""
    if not inspect(tx.connection).has_table("alembic_version"):
        return None
    return str(tx.execute(_REVISION).scalar())


def is_up_to_date(tx: Transaction) -> bool:
    """Whether its tables are those that this version of the program works with."""
    return revision(tx) == HEAD


def careless(tx: Transaction) -> dict[str, str]:
    """Give the settings with which a power cut could lose what was acknowledged, each as it is."""
    sqlite = tx.connection.dialect.name == "sqlite"
    asked = "PRAGMA" if sqlite else "SHOW"
    wanted = _DURABLE["sqlite" if sqlite else "postgresql"]
    found = {name: str(tx.execute(text(f"{asked} {name}")).scalar()) for name in wanted}
    return {name: value for name, value in found.items() if value not in wanted[name]}


def newest(tx: Transaction) -> str | None:
    """Give when something was written last, as it is kept; None if nothing ever was."""
    times = (tx.execute(select(func.max(table.c.at))).scalar() for table in (entry, payment, audit))
    return max((str(at) for at in times if at is not None), default=None)


def file_of(url: str) -> Path | None:
    """Give the file of a SQLite database, None for a server; no folder is made. Raises UnknownDatabaseError."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise UnknownDatabaseError from None
    if address.get_backend_name() == "sqlite" and address.database not in {None, "", ":memory:"}:
        return Path(str(address.database))
    parsed(url)
    return None
