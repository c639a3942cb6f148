"""Title, place, date and teacher changed after an event was set up."""

from datetime import date
from typing import Any

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Day
from scorekeeper.i18n.sentences import render
from scorekeeper.services.errors import ClosedError
from scorekeeper.services.evenings import end_evening
from scorekeeper.services.story import Wanted, whole_story
from scorekeeper.services.tournament import lessons, recording, setting_up
from scorekeeper.storage import Store
from tests.services.hall import Hall, of_ten, set_up_course
from tests.services.table import actor


def about(**changed: Any) -> setting_up.About:  # noqa: ANN401 any of its fields
    usual: dict[str, Any] = {"title": "Preisjaggln", "place": "Westendorf", "date": date(2027, 1, 15)}
    return setting_up.About(**{**usual, **changed})


def told(hall: Hall) -> list[str]:
    with hall.store.read() as tx:
        lines = whole_story(tx, hall.event, Wanted()).lines
    return [render(line.head, "de") + ": " + ", ".join(render(part, "de") for part in line.parts) for line in lines]


def test_a_tournament_gets_another_title_place_and_date_and_its_history_says_so(sqlite_store: Store) -> None:
    hall = of_ten(sqlite_store)
    hall.do(
        setting_up.change_settings, hall.now().settings, about(title="Faschingsjaggln", place="", date=date(2027, 2, 6))
    )
    with hall.store.read() as tx:
        row = recording.event_with_record(tx, hall.event)
    assert (row.title, row.place, row.date) == ("Faschingsjaggln", "", date(2027, 2, 6))
    assert told(hall)[-1] == (
        "Titel, Ort oder Datum geändert: Titel Faschingsjaggln statt Preisjaggln, Ort keiner statt Westendorf, "
        "Datum 6. Februar 2027 statt 15. Jänner 2027"
    )


def test_what_is_the_same_leaves_no_line_and_an_empty_title_is_refused(sqlite_store: Store) -> None:
    hall = of_ten(sqlite_store)
    before = hall.now().seq
    hall.do(setting_up.change_settings, hall.now().settings, about())
    with pytest.raises(RefusedError, match="is missing"):
        hall.do(setting_up.change_settings, hall.now().settings, about(title=" "))
    assert hall.now().seq == before
    with hall.store.write() as tx:
        end_evening(tx, actor(hall.store), hall.event)
    with pytest.raises(ClosedError):
        hall.do(setting_up.change_settings, hall.now().settings, about(title="Anders"))


def test_another_teacher_takes_the_lessons_to_come_and_those_held_stay(sqlite_store: Store) -> None:
    course = set_up_course(sqlite_store, ("Anna", "Bert", "Cilli", "Dora"))
    plans = [
        lessons.Plan(date=date(2027, 1, day), place=place, teacher="Sepp", topic="")
        for day, place in ((15, "Westendorf"), (22, "Westendorf"), (29, "Schule"))
    ]
    course.do(lessons.add_lessons, plans)
    course.do(lessons.set_present, 1, dict.fromkeys((1, 2, 3, 4), True))
    course.do(lessons.draw_lesson, 1, "KDF7-3QPM")
    course.do(lessons.begin_lesson, 1)
    course.do(lessons.change_course, about(title="Dobbm lernen", place="Kirchberg"), "Maria")
    found = course.now().lessons
    assert [(found[one].teacher, found[one].place) for one in (1, 2, 3)] == [
        ("Sepp", "Westendorf"), ("Maria", "Kirchberg"), ("Maria", "Schule"),
    ]  # fmt: skip
    assert "Kurseinheit 3 geplant: 29. Jänner 2027, Schule, Maria" in told(course)


def test_a_day_is_said_as_one_says_it() -> None:
    assert render(N_("{day}", day=Day("2027-01-15")), "de") == "15. Jänner 2027"
    assert render(N_("{day}", day=Day("2027-01-15")), "en") == "15 January 2027"
