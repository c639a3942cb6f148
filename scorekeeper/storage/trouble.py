"""What is wrong with a database that does not take what it is given, and what helps."""

import sqlite3
from typing import Final

import psycopg
from sqlalchemy.exc import DBAPIError

from scorekeeper.domain.text import N_, Message

_READ_ONLY: Final = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def trouble_of(error: BaseException | None) -> Message | None:
    """Say what helps if an error came from the database's surroundings, not from the program; else None."""
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, psycopg.OperationalError):
        return N_("The database server does not answer. Is it running, and does the network reach it?")
    if not isinstance(original, sqlite3.Error):
        return None
    code = getattr(original, "sqlite_errorcode", 0) & 0xFF  # the low byte is the kind, the rest the detail
    if code == sqlite3.SQLITE_FULL:
        return N_("The disk is full. Make room on the computer that keeps the scores, then send again.")
    if code in _READ_ONLY:
        return N_("The database cannot be written. The folder of the database must be writable for this program.")
    if code == sqlite3.SQLITE_IOERR:
        return N_("The disk reports an error. Copy the folder of the database to another disk before going on.")
    if code in _DAMAGED:
        return N_("The database file is damaged. Stop the program and put the last good copy in its place.")
    return None
