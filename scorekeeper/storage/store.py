"""Transactions on either database: one writer at a time on SQLite, row locks on PostgreSQL."""

import random
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, CursorResult, Engine, Executable, QueuePool, StaticPool, create_engine
from sqlalchemy import event as happening

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.storage import own_club
from scorekeeper.storage.addresses import parsed
from scorekeeper.storage.remembered import Remembered
from scorekeeper.storage.trouble import BUSY

DEADLINE_SECONDS: Final = 20
_LOG_PAGES: Final = 4000
"""The write-ahead log may grow to 16 MB before it is copied into the file: a page changed often is copied once."""
_LONGEST_PAUSE: Final = 0.001
"""A short random pause keeps one process from starving another, which SQLite's own growing one does."""


_told_of_busy: Final[list[Callable[[], None]]] = []


def on_busy(told: Callable[[], None]) -> None:
    """Call this whenever the database was busy and is asked once more."""
    _told_of_busy.append(told)


class BusyError(ScorekeeperError):
    """The database was busy for too long; nothing was written."""

    def __init__(self) -> None:
        super().__init__(BUSY)


class Transaction:
    """What the query files work with.

    `seats` caches what changes rarely, by sitting and version of its seats, `events` what an event's record came to.
    With a `club`, nothing of another club is found, changed or added, whoever asks and whatever for.
    """

    def __init__(
        self, connection: Connection, seats: dict[tuple[int, int], Any], club: int | None = None,
        events: Remembered | None = None,
    ) -> None:  # fmt: skip
        self.connection = connection
        self.club = club
        self.seats = seats
        self.events = events or Remembered({}, at_once=True)
        self.seats_changed = False
        """Set by whoever writes seats: what this transaction reads of them may yet be rolled back."""
        self.locks_rows = connection.dialect.name != "sqlite"
        self.driver: Any = connection.connection.dbapi_connection

    def may_see(self, club: int) -> bool:
        """Whether rows of this club may be found here."""
        return self.club is None or self.club == club

    def execute(self, statement: Executable, values: Mapping[str, Any] | None = None) -> CursorResult[Any]:
        """Run a statement."""
        if self.club is None:
            return self.connection.execute(statement, values)
        own_club.verify(statement, values or {}, self.club)
        return self.connection.execute(own_club.confined(statement), self._with_club(statement, values or {}))

    def execute_many(self, statement: Executable, values: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement once per row, if there are any."""
        if not values:
            return
        if self.club is None:
            self.connection.execute(statement, values)
            return
        for row in values:
            own_club.verify(statement, row, self.club)
        self.connection.execute(own_club.confined(statement), [self._with_club(statement, row) for row in values])

    def one(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401 a row is as wide as its statement
        """Give the only row, if there is one."""
        return self.execute(statement, values).one_or_none()

    def all(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Sequence[Any]:
        """Give all rows."""
        return self.execute(statement, values).all()

    def added(self, statement: Executable, values: Mapping[str, Any]) -> int:
        """Insert a row and give its number."""
        key = self.execute(statement, values).inserted_primary_key
        if key is None:
            raise ValueError(statement)
        return int(key[0])

    def _with_club(self, statement: Executable, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return values if statement.is_insert else {**values, own_club.OF: self.club}


class Store:
    """A database, opened. Thread-safe; every process opens its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._seats: dict[tuple[int, int], Any] = {}
        self._events: dict[int, Any] = {}
        self._sqlite = parsed(url).get_backend_name() == "sqlite"
        self._turn = threading.Lock()
        self._writers: deque[Connection] = deque()
        self._readers: deque[Connection] = deque()
        if self._sqlite:
            self._writer = _sqlite_engine(url, writer=True)
            self._reader = _sqlite_engine(url, writer=False)
        else:
            self._writer = _postgresql_engine(url, writer=True)
            self._reader = _postgresql_engine(url, writer=False)

    @contextmanager
    def write(self, club: int | None = None) -> Iterator[Transaction]:
        """Open a transaction that is committed unless an error leaves the block. Raises BusyError."""
        events = Remembered(self._events, at_once=False)
        if not self._sqlite:
            with self._writer.begin() as connection:
                yield Transaction(connection, self._seats, club, events)
            events.committed()
            return
        deadline = time.monotonic() + DEADLINE_SECONDS
        if not self._turn.acquire(timeout=DEADLINE_SECONDS):
            raise BusyError
        try:
            with _lent(self._writer, self._writers) as connection:
                tx = Transaction(connection, self._seats, club, events)
                _begin_immediate(tx.driver, deadline)
                yield tx
                tx.driver.execute("COMMIT")
                events.committed()
        finally:
            self._turn.release()

    @contextmanager
    def read(self, club: int | None = None) -> Iterator[Transaction]:
        """Open a snapshot: everything read in the block is of one moment, and nothing can be written."""
        events = Remembered(self._events, at_once=True)
        if not self._sqlite:
            with self._reader.connect() as connection:
                yield Transaction(connection, self._seats, club, events)
            return
        with _lent(self._reader, self._readers) as connection:
            tx = Transaction(connection, self._seats, club, events)
            tx.driver.execute("BEGIN")
            yield tx

    def close(self) -> None:
        """Close all connections."""
        for connection in (*self._writers, *self._readers):
            connection.close()
        self._writer.dispose()
        self._reader.dispose()


@contextmanager
def _lent(engine: Engine, idle: deque[Connection]) -> Iterator[Connection]:
    """Lend a connection that stays open in between: taking one out of the engine's pool costs as much as a save."""
    try:
        connection = idle.pop()
    except IndexError:
        connection = engine.connect()
    try:
        yield connection
    except BaseException:
        connection.close()  # nobody knows in what state it is
        raise
    driver: Any = connection.connection.dbapi_connection
    driver.rollback()  # ends what was only read; nothing where it was committed
    if connection.in_transaction():
        connection.rollback()
    idle.append(connection)


def _begin_immediate(driver: sqlite3.Connection, deadline: float) -> None:
    """Take SQLite's write lock, trying again until the deadline."""
    while True:
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                raise
            if time.monotonic() > deadline:
                raise BusyError from error
            for told in _told_of_busy:
                told()
            time.sleep(random.uniform(0, _LONGEST_PAUSE))  # noqa: S311 no secret
        else:
            return


def _sqlite_engine(url: str, *, writer: bool) -> Engine:
    # a log is being recovered or put away when another process starts or ends: that is waited for here
    arguments = {"timeout": DEADLINE_SECONDS, "check_same_thread": False, "isolation_level": None}
    engine = create_engine(parsed(url), poolclass=StaticPool if writer else QueuePool, connect_args=arguments)

    @happening.listens_for(engine, "connect")
    def prepare(driver: sqlite3.Connection, _record: object) -> None:
        driver.execute("PRAGMA foreign_keys=ON")
        if writer:
            driver.execute("PRAGMA synchronous=FULL")
            driver.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
            driver.execute("PRAGMA busy_timeout=0")  # from now on the writer waits by itself, see _begin_immediate
        else:
            driver.execute("PRAGMA query_only=ON")

    return engine


def _postgresql_engine(url: str, *, writer: bool) -> Engine:
    level = "READ COMMITTED" if writer else "REPEATABLE READ"
    engine = create_engine(parsed(url), isolation_level=level, pool_pre_ping=True)

    if not writer:

        @happening.listens_for(engine, "connect")
        def prepare(driver: Any, _record: object) -> None:  # noqa: ANN401 psycopg's connection
            driver.read_only = True

    return engine
