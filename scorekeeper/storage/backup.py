"""A backup is one SQLite file with all tables, whichever database runs: made of one moment, and looked into."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Engine, NullPool, create_engine

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.storage.backup_rows import copy_rows
from scorekeeper.storage.migrating import NewerDatabaseError, migrate
from scorekeeper.storage.store import Store, Transaction

_OURS: Final = {"alembic_version", "club", "player", "event", "sitting", "seat", "entry", "deal", "payment", "audit"}
"""The tables of the first revision."""


class ForeignFileError(ScorekeeperError):
    """The file is no backup of this program."""

    def __init__(self, path: Path) -> None:
        super().__init__(N_("{file} is no backup of scorekeeper.", file=str(path)))


class NewerBackupError(ScorekeeperError):
    """The file was made by a newer version of the program."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            N_(
                "{file} was made by a newer version of scorekeeper. Bring the program here to that version first.",
                file=str(path),
            )
        )


def url_of(path: Path) -> str:
    """Give the URL under which a file is opened like any other database."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def copy(tx: Transaction, target: Path) -> None:
    """Copy what a transaction sees into `target`, which is empty or does not exist; others may write meanwhile."""
    if tx.connection.dialect.name == "sqlite":
        with closing(sqlite3.connect(target)) as copied:
            tx.driver.backup(copied)
    else:
        migrate(url_of(target))
        with _engine(target).begin() as copied_rows:  # SQLite looks at foreign keys only where it is told to
            copy_rows(tx.connection, copied_rows)
    _put_in_order(target)


def take_in(source: Path, target: Path) -> None:
    """Copy a backup into `target` and bring the copy to the present revision; the file itself stays as it is.

    Raises ForeignFileError and NewerBackupError; what is damaged inside is for the caller to find.
    """
    try:
        _copy_file(source, target)
        found = _tables_of(target)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise ForeignFileError(source) from error
        raise
    if not found >= _OURS:
        raise ForeignFileError(source)
    try:
        migrate(url_of(target))
    except NewerDatabaseError:
        raise NewerBackupError(source) from None
    _put_in_order(target)


@contextmanager
def opened(path: Path) -> Iterator[Transaction]:
    """Read a backup of the present revision."""
    store = Store(url_of(path))
    try:
        with store.read() as tx:
            yield tx
    finally:
        store.close()


def _copy_file(source: Path, target: Path) -> None:
    """Copy a file that may be a database in use, or lie where nothing may be written."""
    try:
        _copy_through(f"{source.resolve().as_uri()}?mode=ro", target)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise
        _copy_through(f"{source.resolve().as_uri()}?immutable=1", target)


def _copy_through(address: str, target: Path) -> None:
    with closing(sqlite3.connect(address, uri=True)) as found, closing(sqlite3.connect(target)) as copied:
        found.backup(copied)


def _tables_of(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _put_in_order(path: Path) -> None:
    """Leave one file with nothing beside it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def _engine(path: Path) -> Engine:
    return create_engine(url_of(path), poolclass=NullPool)
