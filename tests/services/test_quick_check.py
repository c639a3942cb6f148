"""The quick look at every start: the database's own pages, and the sittings that were begun last."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.services import checking
from scorekeeper.storage import Store
from tests.services.table import At, sit_down


def looked_over(store: Store) -> checking.Report:
    with store.read() as tx:
        return checking.check_quickly(tx)


def two_tables(store: Store) -> tuple[At, At]:
    older, newer = sit_down(store), sit_down(store, names=("Burgi", "Lois", "Kathi", "Schorsch", "Hias"))
    for table in (older, newer):
        table.enter(1, table.jaggln(0, 1, 6))
    return older, newer


def spoil(url: str, table: At) -> None:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE standing SET undo = 0 WHERE sitting = ?", (table.sitting,))
        connection.commit()


def test_where_all_is_right_nothing_is_found(store: Store) -> None:
    two_tables(store)
    report = looked_over(store)
    assert report.clean
    assert (report.sittings, report.entries) == (2, 2)


def test_a_fault_of_a_late_sitting_is_found(sqlite_store: Store, sqlite_url: str) -> None:
    _older, newer = two_tables(sqlite_store)
    spoil(sqlite_url, newer)
    assert [finding.sitting.id for finding in looked_over(sqlite_store).findings] == [newer.sitting]


@pytest.mark.parametrize("limit", ["_SITTINGS_AT_START", "_ENTRIES_AT_START"])
def test_older_sittings_are_left_to_the_full_check(
    sqlite_store: Store, sqlite_url: str, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    older, _newer = two_tables(sqlite_store)
    spoil(sqlite_url, older)
    monkeypatch.setattr(checking, limit, 1)
    assert looked_over(sqlite_store).sittings == 1
    with sqlite_store.read() as tx:
        assert not checking.check(tx).clean


def test_a_damaged_page_is_found(sqlite_store: Store, sqlite_url: str) -> None:
    two_tables(sqlite_store)
    sqlite_store.close()
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'audit'").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * 4096 + 100 : page * 4096] = b"\xff" * 3996
    file.write_bytes(content)
    again = Store(sqlite_url)
    assert looked_over(again).damage != ()
    again.close()
