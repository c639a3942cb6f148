"""How a database is: whether it answers, at which revision it is, and how it keeps what it is given."""

from sqlalchemy import text

from scorekeeper.storage.migrating import HEAD
from scorekeeper.storage.store import Transaction

_REVISION = text("SELECT version_num FROM alembic_version")


def revision(tx: Transaction) -> str:
    """Give the revision of its tables."""
    return str(tx.execute(_REVISION).scalar())


def is_up_to_date(tx: Transaction) -> bool:
    """Whether its tables are those that this version of the program works with."""
    return revision(tx) == HEAD
