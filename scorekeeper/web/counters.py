"""Counters that hold over several workers: a small SQLite file of its own, so that the ledger never waits for it."""

import contextlib
import os
import sqlite3
import threading
import time
import weakref
from pathlib import Path
from typing import Final

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from scorekeeper.web.limits import Limit

_PATIENCE_SECONDS: Final = 5
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS counter (key TEXT PRIMARY KEY, count INTEGER NOT NULL, expires REAL NOT NULL) WITHOUT ROWID
"""
_BY_EXPIRY: Final = "CREATE INDEX IF NOT EXISTS counter_expires ON counter (expires)"
_TIDY: Final = "DELETE FROM counter WHERE expires <= ?"
# one statement, so that of two workers neither loses the other's count
_ADD: Final = """
INSERT INTO counter (key, count, expires) VALUES (:key, max(0, :amount), :expires)
ON CONFLICT (key) DO UPDATE SET count = max(0, count + :amount) RETURNING count
"""
_GET: Final = "SELECT count, expires FROM counter WHERE key = ? AND expires > ?"


class Counters(Storage):
    """Fixed windows in SQLite: a window begins with the first thing that is counted in it.

    A power cut may lose the last counts, a disk that is full must not lock anybody out: then this process counts alone.
    """

    STORAGE_SCHEME = None

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._opened_by = 0

    @property
    def base_exceptions(self) -> type[Exception]:
        """What the database may raise."""
        return sqlite3.Error

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count something, or with a negative amount take it back; give how much it is now."""
        now = time.time()
        values: dict[str, str | float] = {"key": key, "amount": amount, "expires": now + expiry}
        with self._lock:
            try:
                return self._counted(self._opened(), values, now)
            except sqlite3.Error:
                return self._counted(self._alone(), values, now)

    def get(self, key: str) -> int:
        """Give how much was counted."""
        return int(self._row(key)[0])

    def get_expiry(self, key: str) -> float:
        """Give when the counting begins anew, in seconds since 1970."""
        return self._row(key)[1]

    def check(self) -> bool:
        """Say whether the counts hold over all workers."""
        with self._lock:
            try:
                return bool(self._opened().execute("PRAGMA database_list").fetchone()[2])
            except sqlite3.Error:
                return False

    def reset(self) -> int | None:
        """Forget everything."""
        with self._lock:
            return self._opened().execute("DELETE FROM counter").rowcount

    def clear(self, key: str) -> None:
        """Forget what was counted under this key."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._opened().execute("DELETE FROM counter WHERE key = ?", (key,))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._connection is not None and self._opened_by == os.getpid():
                self._connection.close()
            self._connection = None

    def _row(self, key: str) -> tuple[int, float]:
        now = time.time()
        with self._lock:
            try:
                found = self._opened().execute(_GET, (key, now)).fetchone()
            except sqlite3.Error:
                found = self._alone().execute(_GET, (key, now)).fetchone()
        return found or (0, now)

    def _counted(self, connection: sqlite3.Connection, values: dict[str, str | float], now: float) -> int:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_TIDY, (now,))
            return int(connection.execute(_ADD, values).fetchone()[0])

    def _opened(self) -> sqlite3.Connection:
        """Give this process's connection: one that was opened before a fork is not carried over it."""
        if self._connection is not None and self._opened_by == os.getpid():
            return self._connection
        try:
            self._path.touch(mode=0o600)
            return self._keep(_open(str(self._path)))
        except (OSError, sqlite3.OperationalError):  # no room, or not ours to write
            return self._alone()
        except sqlite3.DatabaseError:  # power failed while it was written; nothing in it is missed
            for end in ("", "-wal", "-shm"):
                self._path.with_name(self._path.name + end).unlink(missing_ok=True)
            return self._keep(_open(str(self._path)))

    def _alone(self) -> sqlite3.Connection:
        """Count in this process's memory until it ends."""
        return self._keep(_open(":memory:"))

    def _keep(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        if self._connection is not None and self._opened_by == os.getpid():
            self._connection.close()
        self._connection, self._opened_by = connection, os.getpid()
        weakref.finalize(self, connection.close)
        return connection


class Windows:
    """How often something was tried in the current window of a limit."""

    def __init__(self, path: Path) -> None:
        self.counters = Counters(path)
        self._limiter = FixedWindowRateLimiter(self.counters)

    def count(self, limit: Limit, who: str) -> float | None:
        """Count a try; if it was one too many, give when it goes on, in seconds since 1970."""
        item = _item(limit)
        if self._limiter.hit(item, who):
            return None
        return self._limiter.get_window_stats(item, who).reset_time

    def take_back(self, limit: Limit, who: str) -> None:
        """Count one less."""
        item = _item(limit)
        self.counters.incr(item.key_for(who), item.get_expiry(), -1)

    def forget(self, limit: Limit, who: str) -> None:
        """Begin anew."""
        self._limiter.clear(_item(limit), who)


def _item(limit: Limit) -> RateLimitItem:
    return RateLimitItemPerSecond(limit.most, limit.seconds, namespace=limit.name)


def _open(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=_PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute(_TABLE)
        connection.execute(_BY_EXPIRY)
    except sqlite3.Error:
        connection.close()
        raise
    return connection
