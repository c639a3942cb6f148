import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scorekeeper.services import demo
from scorekeeper.storage import BusyError, Store, default_url, migrate, store
from scorekeeper.storage.addresses import parsed
from scorekeeper.storage.trouble import trouble_of
from tests.services.table import actor


@pytest.fixture
def opened(database_url: str) -> Iterator[Store]:
    result = Store(database_url)
    yield result
    result.close()


def _rename(database: Store, name: str) -> None:
    with database.write() as tx:
        tx.execute(text("UPDATE club SET name = :name"), {"name": name})


def _name(database: Store) -> str:
    with database.read() as tx:
        return str(tx.one(text("SELECT name FROM club"))[0])


def test_what_is_written_is_there_for_the_next_to_read(opened: Store) -> None:
    _rename(opened, "Westendorf")
    assert _name(opened) == "Westendorf"


def test_an_error_leaves_nothing_behind_and_the_next_writer_goes_on(opened: Store) -> None:
    def fail() -> None:
        with opened.write() as tx:
            tx.execute(text("UPDATE club SET name = 'half'"))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert _name(opened) == ""
    _rename(opened, "whole")
    assert _name(opened) == "whole"


def test_a_reader_cannot_write(opened: Store) -> None:
    with pytest.raises(DBAPIError), opened.read() as tx:
        tx.execute(text("UPDATE club SET name = 'x'"))
    _rename(opened, "still possible")


def test_a_reader_sees_one_moment_while_others_write(opened: Store) -> None:
    with opened.read() as tx:
        before = tx.one(text("SELECT name FROM club"))[0]
        writer = threading.Thread(target=_rename, args=(opened, "later"))
        writer.start()
        writer.join(timeout=60)
        assert tx.one(text("SELECT name FROM club"))[0] == before == ""
    assert _name(opened) == "later"


@pytest.mark.parametrize("table", ["entry", "payment", "audit"])
def test_history_cannot_be_changed_or_deleted(opened: Store, table: str) -> None:
    with opened.write() as tx:
        demo.demo_evenings(tx, actor(opened))
    for change in (f"UPDATE {table} SET actor = 'me'", f"DELETE FROM {table}"):  # noqa: S608 the tables are named above
        with pytest.raises(DBAPIError, match=f"{table} is append-only"), opened.write() as tx:
            tx.execute(text(change))


def test_a_database_that_stays_locked_is_reported_as_busy(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "DEADLINE_SECONDS", 0.05)
    one, other = Store(sqlite_url), Store(sqlite_url)
    with one.write(), pytest.raises(BusyError), other.write():
        pass
    with pytest.raises(BusyError), one.write(), one.write():
        pass
    _rename(other, "free again")
    one.close()
    other.close()


def test_every_commit_reaches_the_disk(sqlite_url: str) -> None:
    opened = Store(sqlite_url)
    with opened.write() as tx:
        assert tx.one(text("PRAGMA synchronous"))[0] == 2  # FULL
        assert tx.one(text("PRAGMA foreign_keys"))[0] == 1
    opened.close()


def test_the_database_lies_in_the_instance_folder_unless_a_url_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "Karten & Spiel"))
    migrate(default_url())
    assert (tmp_path / "Karten & Spiel" / "scorekeeper.sqlite3").is_file()
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://someone@localhost/cards")
    assert default_url() == "postgresql://someone@localhost/cards"
    assert parsed(default_url()).drivername == "postgresql+psycopg"


@pytest.mark.parametrize("way", ["read", "write"])
def test_a_file_that_another_process_is_putting_in_order_is_waited_for(sqlite_url: str, way: str) -> None:
    """Whoever opens the file first recovers its log, and whoever closes it last puts the log away: alone with it."""
    alone = sqlite3.connect(str(parsed(sqlite_url).database), check_same_thread=False, isolation_level=None)
    alone.execute("PRAGMA locking_mode=EXCLUSIVE")
    alone.execute("UPDATE club SET name = 'recovered'")
    done = threading.Timer(0.5, alone.close)
    done.start()
    opened = Store(sqlite_url)
    with getattr(opened, way)() as tx:
        assert tx.one(text("SELECT name FROM club"))[0] == "recovered"
    done.join()
    opened.close()


@pytest.mark.parametrize(
    "error, said",
    [
        (psycopg.errors.DeadlockDetected(), "busy"),
        (psycopg.errors.DiskFull(), "The disk is full"),
        (psycopg.errors.ReadOnlySqlTransaction(), "cannot be written"),
        (psycopg.errors.AdminShutdown(), "does not answer"),
        (psycopg.OperationalError(), "does not answer"),
    ],
)
def test_trouble_with_a_server_is_told_apart(error: psycopg.Error, said: str) -> None:
    trouble = trouble_of(error)
    assert trouble is not None
    assert said in trouble.id


def test_a_mistake_of_the_program_is_no_trouble_with_the_server() -> None:
    assert trouble_of(psycopg.errors.SyntaxError()) is None


def test_a_server_that_says_nothing_is_not_waited_for_long() -> None:
    assert parsed("postgresql://h/d").query["connect_timeout"] == "8"
    assert parsed("postgres://h/d?connect_timeout=30").query["connect_timeout"] == "30"
