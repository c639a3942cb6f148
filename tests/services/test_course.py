"""A course's services: enrolled with a level, lessons planned, attendance, tables drawn afresh and begun."""

from datetime import date

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.tournament.mixing import BEGINNER, spread
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.tournament import enrolling, lessons, registering
from scorekeeper.services.tournament.lessons import Plan, next_lesson
from scorekeeper.storage import Store, sittings
from tests.services import hall
from tests.services.hall import Hall

EIGHT = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fritz", "Gusti", "Hias")
EVENINGS = tuple(Plan(date=date(2027, 1, day), teacher="Sepp", topic="") for day in (15, 22, 29))


def course(store: Store) -> Hall:
    """Eight take part, Anna and Bert have never played; three lessons are planned."""
    found = hall.set_up_course(store, EIGHT)
    found.do(enrolling.change_learners, {1: BEGINNER, 2: BEGINNER}, {})
    found.do(lessons.add_lessons, EVENINGS)
    return found


def seated(found: Hall, number: int, *present: int, seed: str = hall.SEED) -> None:
    found.do(lessons.set_present, number, dict.fromkeys(present, True))
    found.do(lessons.draw_lesson, number, seed)


def test_beginners_are_at_different_tables_in_every_lesson(store: Store) -> None:
    found = course(store)
    levels = {number: one.level for number, one in found.now().entrants.items()}
    for number in (1, 2, 3):
        seated(found, number, *range(1, 9), seed=f"seed {number}")
        found.do(lessons.begin_lesson, number)
        assert spread(found.now().rounds[number].drawn.tables, levels, BEGINNER) == (1, 1)


def test_only_those_who_are_there_are_seated_and_nothing_is_at_stake(store: Store) -> None:
    found = course(store)
    seated(found, 1, 1, 3, 5, 7)
    found.do(lessons.begin_lesson, 1)
    drawn = found.now().rounds[1]
    assert [sorted(table) for table in drawn.drawn.tables] == [[1, 3, 5, 7]]
    with store.read() as tx:
        row, _standing = sittings.these(tx, list(drawn.sittings.values()))[drawn.sittings[1]]
    assert row.stake_cents == 0


def test_who_comes_after_the_draw_makes_another_draw_necessary(store: Store) -> None:
    found = course(store)
    seated(found, 1, 1, 2, 3, 4)
    found.do(lessons.set_present, 1, {5: True})
    with pytest.raises(RefusedError):
        found.do(lessons.begin_lesson, 1)
    found.do(lessons.draw_lesson, 1, "again")
    found.do(lessons.begin_lesson, 1)
    assert found.now().rounds[1].begun


def test_two_devices_tick_and_untick_without_undoing_each_other(store: Store) -> None:
    found = course(store)
    found.do(lessons.set_present, 1, {1: True, 2: True})
    found.do(lessons.set_present, 1, {3: True})  # on a device whose page does not know of the first two
    found.do(lessons.set_present, 1, {2: False})
    assert found.now().lessons[1].present == frozenset({1, 3})


def test_nobody_there_is_said_once_and_what_is_known_is_no_news(store: Store) -> None:
    found = course(store)
    known = found.now().seq
    found.do(lessons.set_present, 1, {})
    assert (found.now().lessons[1].present, found.now().seq) == (frozenset(), known + 1)
    found.do(lessons.set_present, 1, {4: False})
    assert found.now().seq == known + 1


def test_a_lesson_that_is_played_is_not_drawn_anew_but_the_next_one_needs_nothing_closed(store: Store) -> None:
    found = course(store)
    seated(found, 1, 1, 2, 3, 4)
    found.do(lessons.begin_lesson, 1)
    with pytest.raises(RefusedError):
        found.do(lessons.draw_lesson, 1, "again")
    seated(found, 3, 5, 6, 7, 8)
    found.do(lessons.begin_lesson, 3)
    seated(found, 2, 1, 2, 7, 8)
    found.do(lessons.begin_lesson, 2)
    assert [one.begun for _number, one in sorted(found.now().rounds.items())] == [True, True, True]


def test_three_are_too_few_for_tables_of_four(store: Store) -> None:
    found = course(store)
    found.do(lessons.set_present, 1, dict.fromkeys((1, 2, 3), True))
    with pytest.raises(RefusedError):
        found.do(lessons.draw_lesson, 1, hall.SEED)


def test_the_next_lesson_is_todays_then_the_coming_one_then_one_that_was_missed(store: Store) -> None:
    found = course(store)

    def number_on(day: int) -> int | None:
        lesson = next_lesson(found.now(), date(2027, 1, day))
        return lesson.number if lesson else None

    assert [number_on(day) for day in (1, 15, 16, 22, 30)] == [1, 1, 2, 2, 1]
    seated(found, 1, 1, 2, 3, 4)
    found.do(lessons.begin_lesson, 1)
    assert [number_on(day) for day in (15, 16, 30)] == [1, 2, 2]
    seated(found, 2, 1, 2, 3, 4)
    found.do(lessons.begin_lesson, 2)
    assert number_on(15) == 2


def test_a_lesson_is_moved_and_keeps_who_was_there(store: Store) -> None:
    found = course(store)
    found.do(lessons.set_present, 1, {1: True, 2: True})
    found.do(lessons.change_lesson, 1, Plan(date=date(2027, 1, 17), place="Söll", topic="Gwiß"))
    lesson = found.now().lessons[1]
    assert (lesson.date, lesson.place, lesson.topic) == ("2027-01-17", "Söll", "Gwiß")
    assert lesson.present == frozenset({1, 2})


def test_known_people_are_enrolled_by_name_and_twice_is_once(store: Store) -> None:
    found = course(store)
    done = found.do(enrolling.enrol, ["anna", " Vroni (die Rote) ", "", "Vroni (die Rote)", "Jos"], BEGINNER)
    numbers = done.numbers
    assert numbers == (9, 10)
    assert done.passed_over == ("anna", "Vroni (die Rote)")
    assert [found.now().entrants[number].level for number in numbers] == [BEGINNER, BEGINNER]
    with pytest.raises(RefusedError):
        found.do(enrolling.enrol, ["Anna"], BEGINNER)


def test_who_comes_no_more_stays_on_the_list_and_may_come_back(store: Store) -> None:
    found = course(store)
    found.do(enrolling.change_learners, {}, {8: True, 7: False})
    assert [number for number in found.now().entrants if enrolling.comes_no_more(found.now(), number)] == [8]
    found.do(enrolling.change_learners, {8: 1}, {8: False})
    assert not enrolling.comes_no_more(found.now(), 8)


def test_strangers_and_lessons_that_are_none_are_not_found(store: Store) -> None:
    found = course(store)
    for number, present in ((1, (1, 99)), (9, (1,))):
        with pytest.raises(NotFoundError):
            found.do(lessons.set_present, number, dict.fromkeys(present, True))
    found.do(registering.leave, 3, 1)
    with pytest.raises(NotFoundError):
        found.do(lessons.draw_lesson, 9, hall.SEED)
