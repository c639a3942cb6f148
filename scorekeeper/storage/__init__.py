"""The only place that knows SQLAlchemy: tables, rows as dataclasses, one query file per noun, migrations."""

from scorekeeper.storage.addresses import default_url
from scorekeeper.storage.migrating import NewerDatabaseError, migrate
from scorekeeper.storage.store import BusyError, Store, Transaction
from scorekeeper.storage.writable import NotWritableError, verify_writable

__all__ = [
    "BusyError",
    "NewerDatabaseError",
    "NotWritableError",
    "Store",
    "Transaction",
    "default_url",
    "migrate",
    "verify_writable",
]
