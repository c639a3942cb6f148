"""The organiser's page: when the last backup was made, making one, taking one along, and what is not in order."""

import logging
import os
import re
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.services import backing_up
from scorekeeper.storage import Store, backup, backup_folder
from scorekeeper.web import backups
from scorekeeper.web.backups import AFTER_CLOSING
from tests.web.playing import SEVEN, TableAt, sit_down
from tests.web.visiting import Visitor, words

LONG_AGO = datetime(2027, 1, 15, 22, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def one_at_a_time() -> Iterator[None]:
    """Wait for what a test began beside."""
    yield
    assert eventually(lambda: not backups._running.is_set())


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    app.config[AFTER_CLOSING] = True
    table = sit_down(app, visitor, "jaggln", SEVEN)
    table.enter(declarer="Maria", partner="Franz", gewisse="6")
    assert table.now().head.deals == 1
    return table


def store_of(app: Flask) -> Store:
    store: Store = app.extensions["scorekeeper"]
    return store


def eventually(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 30
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_a_new_house_has_no_backup_and_says_so_calmly(visitor: Visitor) -> None:
    page = words(visitor.get("/sicherung"))
    assert "Noch keine." in page
    assert "Jetzt sichern" in page
    assert "Die Sicherungen liegen in" in page
    assert "scorekeeper restore" in page
    assert "Sicherung alles in einer Datei" in words(visitor.get("/"))


def test_a_backup_is_made_by_one_tap_and_can_be_taken_along(table: TableAt, visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.post("/sicherung", {}, follow=True)
    assert "Gesichert und geprüft." in words(page)
    assert "geprüft, alles in Ordnung" in words(page)
    (file,) = backup_folder.files()
    plain = re.sub(r"<wbr>|</?span[^>]*>", "", page.text)
    assert f"scorekeeper restore {file.path}" in plain
    assert f"scorekeeper restore /media/STICK/{file.path.name}" in plain or sys.platform != "linux"
    answer = visitor.get(f"/sicherung/{file.path.name}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f"attachment; filename={file.path.name}"
    assert answer.data == file.path.read_bytes()
    answer.close()
    assert "zuletzt" in words(visitor.get("/"))


@pytest.mark.parametrize(
    "name", ["status.json", "../secret.key", "..%2Fsecret.key", "scorekeeper-2027-01-15-233000.sqlite3"]
)
def test_nothing_but_backups_is_handed_out(table: TableAt, visitor: Visitor, name: str) -> None:
    visitor.post("/sicherung", {})
    assert visitor.get(f"/sicherung/{name}").status_code == 404


def test_an_evening_that_is_ended_is_backed_up_beside(table: TableAt, visitor: Visitor) -> None:
    visitor.post(f"/abend/{table.now().event.id}/beenden", {})
    assert eventually(lambda: bool(backup_folder.files()))
    (file,) = backup_folder.files()
    with closing(sqlite3.connect(file.path)) as copy:
        assert copy.execute("SELECT count(*) FROM event WHERE closed_at IS NOT NULL").fetchone() == (1,)
        assert copy.execute("SELECT count(*) FROM deal").fetchone() == (1,)


def test_evenings_that_end_together_are_backed_up_one_after_the_other(
    table: TableAt, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = [], threading.Event()

    def slow(url: str, *options: str) -> bool:
        begun.append((url, options))
        return go_on.wait(30)

    monkeypatch.setattr(backups, "_run", slow)
    event = table.now().event.id
    for _ in range(3):
        visitor.post(f"/abend/{event}/beenden", {})
        visitor.post(f"/abend/{event}/oeffnen", {})
    assert eventually(lambda: len(begun) == 1)
    go_on.set()
    assert eventually(lambda: len(begun) == 2 and not backups._running.is_set())
    assert begun[0] == begun[1] == (table.store.url, ("--if-changed", "--aside"))


def test_trouble_with_the_backup_does_not_keep_an_evening_from_ending(
    table: TableAt, visitor: Visitor, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "instance" / "backups").write_text("a file where the folder should be")
    page = visitor.post(f"/abend/{table.now().event.id}/beenden", {}, follow=True)
    assert page.status_code == 200
    assert table.now().event.closed
    assert "Noch keine." in words(visitor.get("/sicherung"))
    assert eventually(lambda: bool(caplog.records))
    assert caplog.records[0].levelno == logging.ERROR
    assert "backups" in caplog.text


def test_where_no_process_can_be_started_the_evening_ends_all_the_same(
    table: TableAt, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/does/not/exist")
    assert visitor.post(f"/abend/{table.now().event.id}/beenden", {}, follow=True).status_code == 200
    assert eventually(lambda: "could not be begun" in caplog.text)
    page = visitor.post("/sicherung", {}, follow=True)
    assert "Die Sicherung ist misslungen." in words(page)


def test_a_backup_that_failed_is_told_on_both_pages_until_one_succeeds(
    app: Flask, table: TableAt, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_anything: object) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(backup, "copy", full)
        with pytest.raises(OSError, match="No space"):
            backing_up.back_up(store_of(app), datetime.now(UTC))
    page = words(visitor.get("/sicherung"))
    assert "Die letzte Sicherung ist misslungen. Der Datenträger ist voll." in page
    assert "Die letzte Sicherung ist misslungen. Zu den Sicherungen" in words(visitor.get("/"))
    visitor.post("/sicherung", {})
    assert "misslungen" not in words(visitor.get("/sicherung")) + words(visitor.get("/"))


def test_a_backup_that_is_too_old_is_told_on_both_pages(app: Flask, table: TableAt, visitor: Visitor) -> None:
    backing_up.back_up(store_of(app), datetime.now(UTC) - timedelta(days=9))
    assert "über eine Woche alt" not in words(visitor.get("/"))
    table.enter(declarer="Franz", partner="Leni", gewisse="6")
    assert "Die letzte Sicherung ist über eine Woche alt. Zu den Sicherungen" in words(visitor.get("/"))
    assert "und seither wurde gespielt" in words(visitor.get("/sicherung"))


def test_a_copy_that_is_not_in_order_is_listed_as_such(
    app: Flask, table: TableAt, visitor: Visitor, sqlite_url: str
) -> None:
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as by_hand:
        by_hand.execute("UPDATE standing SET undo = 0")
        by_hand.commit()
    page = words(visitor.post("/sicherung", {}, follow=True))
    assert "nicht in Ordnung" in page
    assert "Die Prüfung hat einen Fehler gefunden, in „Kartenabend“" in page
    assert "Noch keine." in page


def test_what_the_start_found_is_told_on_both_pages(
    app: Flask, table: TableAt, visitor: Visitor, sqlite_url: str
) -> None:
    backing_up.look_over(store_of(app), LONG_AGO)
    assert "Beim letzten Start (15. Jänner 2027, 23:30) waren die Daten in Ordnung." in words(visitor.get("/sicherung"))
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as by_hand:
        by_hand.execute("UPDATE standing SET undo = 0")
        by_hand.commit()
    backing_up.look_over(store_of(app), LONG_AGO)
    for address in ("/", "/sicherung"):
        assert "Beim Start von scorekeeper waren die Daten nicht in Ordnung." in words(visitor.get(address))


def test_the_page_stands_in_english_too(table: TableAt, visitor: Visitor) -> None:
    visitor.post("/sprache", {"language": "en"})
    page = words(visitor.post("/sicherung", {}, follow=True))
    assert "Backed up and checked." in page
    assert "184 kB" in page or " kB" in page
