"""What is wrong with a database that does not take what it is given, and what helps."""

import sqlite3
import sys
from typing import Final

from sqlalchemy.exc import DBAPIError

from scorekeeper.domain.text import N_, Message

BUSY: Final = N_("The database is busy. Nothing was saved; please try again.")
_FULL: Final = N_("The disk is full. Make room on the computer that keeps the scores, then send again.")
_READ_ONLY: Final = N_("The database cannot be written. The folder of the database must be writable for this program.")
_FAILING: Final = N_("The disk reports an error. Copy the folder of the database to another disk before going on.")
_DAMAGED: Final = N_("The database file is damaged. Stop the program and put the last good copy in its place.")
_NO_SERVER: Final = N_("The database server does not answer. Is it running, and does the network reach it?")
_TWICE: Final = N_(
    "The same was done elsewhere at this very moment. Nothing was saved; please look first, then send again."
)
_BY_CODE: Final = {
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: _TWICE,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_AUTH: _READ_ONLY,
    sqlite3.SQLITE_IOERR: _FAILING,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_BY_STATE: Final = {
    "23505": _TWICE, "25006": _READ_ONLY, "40001": BUSY, "40P01": BUSY, "53100": _FULL, "55P03": BUSY,
    "58030": _FAILING, "XX001": _DAMAGED, "XX002": _DAMAGED,
}  # fmt: skip
"""PostgreSQL's error codes; a server that cannot be reached gives none."""


def trouble_of(error: BaseException | None) -> Message | None:
    """Say what helps if an error came from the database's surroundings, not from the program; else None."""
    original = error.orig if isinstance(error, DBAPIError) else error
    psycopg = sys.modules.get("psycopg")  # slow to import, and nobody needs it who stays with SQLite
    if psycopg is not None and isinstance(original, psycopg.Error):
        known = _BY_STATE.get(original.sqlstate or "")
        return known or (_NO_SERVER if isinstance(original, psycopg.OperationalError) else None)
    if isinstance(original, sqlite3.Error):
        code = getattr(original, "sqlite_errorcode", 0)
        return _BY_CODE.get(code) or _BY_CODE.get(code & 0xFF)  # the low byte is the kind, the rest the detail
    return None


def detail_of(error: BaseException | None) -> str:
    """Give the database's own words in brackets, for whoever runs it; nothing where they are not known."""
    return f"({' '.join(str(error.orig).split())})" if isinstance(error, DBAPIError) else ""
