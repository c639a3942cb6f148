"""A page that lies open asks whether it is still as it was: cheaply, past the same door, and is told what happened."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.services import evenings
from scorekeeper.services.tournament import lessons, playing, registering
from scorekeeper.web import unchanged
from tests.services.hall import JAGGLN, set_up, set_up_course
from tests.services.table import EVENING, people
from tests.web.playing import SEVEN, TableAt, sit_down
from tests.web.room import Room
from tests.web.visiting import Visitor, words


@pytest.fixture(autouse=True)
def looking_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be answered out of what was looked up a moment ago."""
    monkeypatch.setattr(unchanged, "LOOKS_EVERY", -1)


@pytest.fixture
def served_url(database_url: str) -> str:
    return database_url


@pytest.fixture
def jaggln(app: Flask, visitor: Visitor) -> TableAt:
    return sit_down(app, visitor, "jaggln", SEVEN)


def shown(visitor: Visitor, page: str) -> str:
    """Give the name of the state that a page shows."""
    text = visitor.get(page).text
    return text.partition('data-tag="')[2].partition('"')[0]


def ask(visitor: Visitor, page: str, tag: str) -> tuple[int, Any]:
    answer = visitor.get(f"{page}/stand", **{"If-None-Match": f'"{tag}"', "HX-Request": "true"})
    return answer.status_code, answer.json if answer.is_json else answer.text


def test_a_table_hears_of_a_deal_a_correction_and_what_is_taken_back(app: Flask, jaggln: TableAt) -> None:
    other = Visitor(app)
    tag = shown(other, jaggln.address)
    assert ask(other, jaggln.address, tag) == (304, "")
    jaggln.enter(partner="Hias", gewisse="6")
    status, told = ask(other, jaggln.address, tag)
    assert status == 200
    assert told["line"] == "Inzwischen wurde Spiel 1 eingetragen."
    assert "Spiel 1 eingetragen" in words(other.get(told["go"]))
    assert ask(other, jaggln.address, told["tag"]) == (304, "")
    assert shown(other, told["go"]) == told["tag"]
    jaggln.undo()
    _status, told = ask(other, jaggln.address, told["tag"])
    assert told["line"] == "Inzwischen: Spiel 1 zurückgenommen."
    assert "Spiel 1 zurückgenommen" in words(other.get(told["go"]))


def test_whoever_names_the_state_that_holds_is_answered_without_a_look(
    app: Flask, jaggln: TableAt, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = shown(jaggln.visitor, jaggln.address)
    assert ask(jaggln.visitor, jaggln.address, tag)[0] == 304

    gone: list[int] = []

    def goes_the_whole_way(sitting: int) -> str:
        gone.append(sitting)
        return ""

    monkeypatch.setattr(unchanged, "LOOKS_EVERY", 1000)
    monkeypatch.setitem(app.view_functions, "sitting.state", goes_the_whole_way)
    assert ask(jaggln.visitor, jaggln.address, tag)[0] == 304
    assert gone == []
    monkeypatch.setattr(unchanged, "LOOKS_EVERY", -1)
    ask(jaggln.visitor, jaggln.address, tag)
    assert gone == [jaggln.number]


def test_what_happens_at_other_tables_of_a_hall_is_no_news_and_the_next_round_is(room: Room) -> None:
    hall = set_up(room.store, replace(JAGGLN, deals=3), tuple("ABCDEFGHIJ"))
    hall.draw()
    hall.begin()
    one, other = (f"/partie/{hall.now().rounds[1].sittings[table]}" for table in (1, 2))
    phone = room.scorer(room.link(event=hall.event))
    tag = shown(phone, one)
    hall.hand_in(1, 2, 4, -1, -1, -1, -1)
    assert ask(phone, one, tag)[0] == 304
    hall.hand_in(1, 1, 4, -1, -1, -1, -1)
    status, told = ask(phone, one, tag)
    assert (status, told["line"], told["next"]) == (200, "Inzwischen hat sich hier etwas geändert.", None)
    hall.do(playing.close_round, 1, ())
    assert ask(phone, one, told["tag"])[1]["over"] == "Diese Runde wurde inzwischen abgeschlossen."
    hall.draw(2)
    hall.begin(2)
    assert ask(phone, one, told["tag"])[1]["next"] == f"/partie/{hall.now().rounds[2].sittings[1]}"
    assert ask(phone, other, tag)[0] == 404  # another table's


def test_who_still_types_at_a_table_whose_round_was_taken_back_is_told_and_led_on(room: Room) -> None:
    hall = set_up(room.store, replace(JAGGLN, deals=3), tuple("ABCDEFGHIJ"))
    hall.draw()
    hall.begin()
    table = f"/partie/{hall.now().rounds[1].sittings[1]}"
    link = room.link(event=hall.event)
    phone = room.scorer(link)
    tag = shown(phone, table)
    hall.do(playing.recall_round, 1)
    assert ask(phone, table, tag)[1]["over"] == "Diese Runde wurde inzwischen zurückgenommen."
    answer = phone.post(f"{table}/eintragen", {"key": "late", "number": "1", "target": "0"})
    assert (answer.status_code, answer.headers["Location"]) == (303, table)
    assert phone.get(table).headers["Location"] == f"/weiter?link={link.id}"


def test_who_is_out_is_told_why_and_nobody_else_learns_anything(room: Room) -> None:
    place = room.table.address
    phone, viewer = room.scorer(), room.viewer()
    tag = shown(phone, place)
    assert ask(phone, place, tag)[0] == ask(viewer, place, tag)[0] == 304
    assert ask(room.device(), place, "guessed") == (401, "")
    with room.store.write() as tx:
        evenings.end_evening(tx, room.actor(), room.event)
    status, why = ask(phone, place, tag)
    assert status == 401
    assert "Der Abend ist abgeschlossen" in why
    assert ask(viewer, place, tag)[0] == 200


def test_a_lesson_and_the_registration_hear_of_what_others_did(app: Flask, visitor: Visitor) -> None:
    course = set_up_course(app.extensions["scorekeeper"], ("Anna", "Bert"))
    course.do(lessons.add_lessons, [lessons.Plan(date=EVENING.date())])
    hall = set_up(course.store, names=("Zenz", "Wastl"))
    pages = {f"/kurs/{course.event}/stunde/1": course, f"/turnier/{hall.event}/anmeldung": hall}
    tags = {page: shown(visitor, page) for page in pages}
    assert {ask(visitor, page, tag)[0] for page, tag in tags.items()} == {304}
    course.do(lessons.set_present, 1, {1: True})
    hall.do(registering.register, people(hall.store, ("Vroni",)))
    for page, tag in tags.items():
        status, told = ask(visitor, page, tag)
        assert (status, told["go"]) == (200, page)
