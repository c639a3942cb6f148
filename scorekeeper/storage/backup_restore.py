"""A whole database replaced by a backup: all or nothing, and alone with it.

On SQLite the pages of the backup are written over those of the database in one transaction of its own log. On
PostgreSQL one transaction takes every table away, by the migrations, since the history refuses DELETE, and makes and
fills them anew. Either way nobody ever sees half of it, however the program ends.
"""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import Connection, Engine, NullPool, StaticPool, create_engine, text
from sqlalchemy import event as happening
from sqlalchemy.exc import DBAPIError

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.storage import backup, backup_folder
from scorekeeper.storage.addresses import parsed
from scorekeeper.storage.backup_rows import copy_rows
from scorekeeper.storage.migrating import rebuild
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import metadata

_PATIENCE_SECONDS: Final = 5
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND backend_type = 'client backend'"
)


class InUseError(ScorekeeperError):
    """Somebody else has the database open."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "The database is open elsewhere. Restoring needs it alone: end scorekeeper everywhere first (Ctrl-C "
                "where it runs)."
            )
        )


class Held(Protocol):
    """A database that nobody else can use."""

    def read(self) -> AbstractContextManager[Transaction]:
        """Read it as a Store does."""

    def replace(self, source: Path, before: Path) -> None:
        """Put a backup in the place of everything; if the block then fails, `before` comes back."""


def alone(url: str) -> AbstractContextManager[Held]:
    """Hold the whole database until the block ends. Raises InUseError."""
    return _alone_on_sqlite(url) if parsed(url).get_backend_name() == "sqlite" else _alone_on_postgresql(url)


class _HeldFile:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._driver: Any = connection.connection.dbapi_connection
        self._before: Path | None = None

    def lock(self) -> None:
        try:
            self._driver.execute("BEGIN IMMEDIATE")  # this connection does not let the file go any more
            self._driver.execute("COMMIT")
            self._driver.execute("PRAGMA synchronous=FULL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise InUseError from error
            raise

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        yield Transaction(self._connection, {})

    def replace(self, source: Path, before: Path) -> None:
        self._before = before
        self._put(source)

    def put_back(self) -> None:
        if self._before is not None:
            self._put(self._before)

    def _put(self, source: Path) -> None:
        with closing(sqlite3.connect(source, isolation_level=None)) as found:
            _same_pages(found, self._driver)
            found.backup(self._driver)


@contextmanager
def _alone_on_sqlite(url: str) -> Iterator[Held]:
    engine = _exclusive_engine(url)
    try:
        held = _HeldFile(engine.connect())
        held.lock()
        try:
            yield held
        except BaseException:
            held.put_back()
            raise
    finally:
        engine.dispose()


def _exclusive_engine(url: str) -> Engine:
    arguments = {"timeout": _PATIENCE_SECONDS, "isolation_level": None}
    engine = create_engine(parsed(url), poolclass=StaticPool, connect_args=arguments)

    @happening.listens_for(engine, "connect")
    def prepare(driver: sqlite3.Connection, _record: object) -> None:
        driver.execute("PRAGMA locking_mode=EXCLUSIVE")  # the first of all: then others that only have it open count

    return engine


def _same_pages(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Give a copy the target's page size: a database with a log does not change its own."""
    sizes = [connection.execute("PRAGMA page_size").fetchone()[0] for connection in (source, target)]
    if sizes[0] != sizes[1]:
        source.execute(f"PRAGMA page_size={sizes[1]}")
        source.execute("VACUUM")


class _HeldServer:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        yield Transaction(self._connection, {})

    def replace(self, source: Path, before: Path) -> None:  # noqa: ARG002 the transaction is rolled back instead
        rebuild(self._connection)
        with backup.opened(source) as copied:
            copy_rows(copied.connection, self._connection)


@contextmanager
def _alone_on_postgresql(url: str) -> Iterator[Held]:
    engine = create_engine(parsed(url), poolclass=NullPool)
    with engine.begin() as connection:
        _wait_for_others(connection)
        names = ", ".join(table.name for table in metadata.sorted_tables)
        connection.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))
        yield _HeldServer(connection)


def _wait_for_others(connection: Connection) -> None:
    """Let those who are just leaving go. Raises InUseError."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while connection.execute(_OTHERS).scalar_one():
        if time.monotonic() > deadline:
            raise InUseError
        time.sleep(0.1)
        connection.execute(text("SELECT pg_stat_clear_snapshot()"))


def put_in_place_of_damaged(url: str, source: Path, aside: Path) -> None:
    """Put a backup in the place of a SQLite file that cannot be read; the damaged one is kept under another name.

    A log beside the damaged file must be gone before the good one takes its place: it would be written into it.
    """
    damaged = Path(str(parsed(url).database))
    fresh = damaged.with_name(f"{damaged.name}.new")
    shutil.copyfile(source, fresh)
    shutil.copyfile(damaged, aside)
    for beside in ("-wal", "-shm", "-journal"):
        left = damaged.with_name(f"{damaged.name}{beside}")
        if left.exists():
            shutil.move(left, aside.with_name(f"{aside.name}{beside}"))
    backup_folder.finish(fresh, damaged)


def readable(url: str) -> bool:
    """Tell whether a database can be opened at all; a server's always can or says itself why not."""
    if parsed(url).get_backend_name() != "sqlite":
        return True
    try:
        with closing(sqlite3.connect(str(parsed(url).database))) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise
    return True


def is_damage(error: Exception) -> bool:
    """Tell whether an error says that a SQLite file is damaged."""
    original = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(original, "sqlite_errorcode", 0)
    return code & 0xFF in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}


def is_file(url: str, path: Path) -> bool:
    """Tell whether a path is the database itself."""
    address: Any = parsed(url)
    return address.get_backend_name() == "sqlite" and Path(address.database).resolve() == path.resolve()
