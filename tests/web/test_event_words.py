"""A tournament is called a tournament and a course a course, wherever something is said about them as a whole."""

import re

import pytest
from flask import Flask

from scorekeeper.services import entering, evenings
from scorekeeper.services.errors import ClosedError, NotFoundError
from scorekeeper.storage import Store
from tests.services import table
from tests.web.hall_pages import HallPages, hall_of_ten
from tests.web.test_course_pages import NAMES, NEW, lesson
from tests.web.visiting import Visitor, words

EVENING = re.compile(r"\bAbend(s|en?)?\b")
"""Not "Kartenabend", which a club may call what it likes."""


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    found = hall_of_ten(app, visitor)
    found.hall.draw()
    found.hall.begin()
    return found


def pages_of(event: int, sitting: str) -> list[str]:
    own = [
        f"/abend/{event}/{name}" for name in ("verlauf", "verlauf/druck", "zugang", "abrechnung", "abrechnung/druck")
    ]
    return [*own, sitting, f"{sitting}/abrechnung", f"{sitting}/spiele", f"{sitting}/regeln"]


def called_an_evening(visitor: Visitor, pages: list[str]) -> list[str]:
    answers = {address: visitor.get(address) for address in pages}
    assert {address: answer.status_code for address, answer in answers.items() if answer.status_code != 200} == {}
    return [f"{address}: {found[0]}" for address, one in answers.items() if (found := EVENING.search(words(one)))]


@pytest.mark.parametrize("closed", [False, True])
def test_a_tournament_is_nowhere_called_an_evening(hall: HallPages, *, closed: bool) -> None:
    sitting = hall.sitting(1, 1)
    if closed:
        hall.post("beenden", {})
    pages = [*pages_of(hall.hall.event, sitting), hall.address, f"{hall.address}/runde/1", f"{hall.address}/rangliste"]
    assert called_an_evening(hall.visitor, pages) == []
    if closed:
        assert "Turnier abgeschlossen" in words(hall.visitor.get(f"/abend/{hall.hall.event}/verlauf"))


@pytest.mark.parametrize("closed", [False, True])
def test_a_course_is_nowhere_called_an_evening(app: Flask, visitor: Visitor, *, closed: bool) -> None:
    course = visitor.post("/kurs/neu", NEW).headers["Location"]
    event = int(course.rpartition("/")[2])
    visitor.post(f"{course}/leute", {"key": "people", "names": NAMES, "level": "0"})
    lesson(visitor, course, 1, 1, 2, 3, 4)
    if closed:
        assert "Der Kurs ist abgeschlossen." in words(visitor.post(f"/abend/{event}/beenden", {}, follow=True))
    pages = [*pages_of(event, f"/partie/{_sitting(app)}"), course, f"{course}/stunde/1"]
    assert called_an_evening(visitor, pages) == []
    story = words(visitor.get(f"/abend/{event}/verlauf"))
    assert "Kurseinheit 1 begonnen" in story
    assert "Runde 1" not in story
    if closed:
        assert "Der Kurs geht weiter." in words(visitor.post(f"/abend/{event}/oeffnen", {}, follow=True))


def _sitting(app: Flask) -> int:
    store: Store = app.extensions["scorekeeper"]
    with store.read() as tx:
        rows = tx.connection.exec_driver_sql("SELECT max(id) FROM sitting").scalar_one()
    return int(rows)


def test_what_is_refused_because_it_is_closed_says_what_is_closed(hall: HallPages) -> None:
    sitting = int(hall.sitting(1, 1).rpartition("/")[2])
    hall.post("beenden", {})
    store = hall.hall.store
    with pytest.raises(ClosedError, match="The tournament is closed"), store.write() as tx:
        entering.end_sitting(tx, table.actor(store), sitting, key="end", seen=0)
    with pytest.raises(ClosedError, match="The tournament is closed"):
        hall.hall.begin(2)


def test_a_tournament_takes_no_sitting_and_is_not_removed_like_an_evening(hall: HallPages) -> None:
    event = hall.hall.event
    assert hall.visitor.get(f"/abend/{event}/weiter").status_code == 404
    assert hall.visitor.post(f"/abend/{event}/entfernen", {}).status_code == 404
    with pytest.raises(NotFoundError), hall.hall.store.write() as tx:
        evenings.next_sitting(tx, table.actor(hall.hall.store), event, table.new_sitting(hall.hall.ids[:5]), "next")
    assert "Nächste Partie" not in words(hall.visitor.get(hall.sitting(1, 1)))


def test_files_of_evenings_say_that_tournaments_are_not_in_them(hall: HallPages) -> None:
    event = hall.hall.event
    refused = hall.visitor.get(f"/abend/{event}/abend.json")
    assert refused.status_code == 409
    assert "„Preisjaggln“ ist ein Turnier oder Kurs. Eine Abenddatei fasst das nicht" in words(refused)
    assert "Als Datei sichern" not in words(hall.visitor.get(f"/abend/{event}/abrechnung"))
    assert "Ein Turnier oder Kurs ist nicht in der Datei" in words(hall.visitor.get("/einlesen"))
    assert hall.visitor.get("/alles.jsonl").data == b""
    tables = hall.visitor.get(f"/abend/{event}/tabellen.xlsx")
    assert f"filename=turnier-{event}.xlsx" in tables.headers["Content-Disposition"].replace('"', "")
