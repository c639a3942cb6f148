"""A round begun by mistake is taken back as long as nothing was entered in it."""

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services import checking, entering
from scorekeeper.services.errors import ClosedError
from scorekeeper.services.tournament import drawing, lessons, playing, recording, results, tables_now
from scorekeeper.storage import Store, places
from tests.services.hall import SEED, Hall, of_ten, set_up_course
from tests.services.table import At, actor, sit_down
from tests.services.test_naming import told


def table(hall: Hall, number: int = 1) -> At:
    """Give the first table of a round, to play at."""
    now = hall.now()
    seats = now.rounds[number].drawn.tables[0]
    ids = tuple(now.entrants[seat].player(number) for seat in seats)
    return At(hall.store, ids, now.rounds[number].sittings[1])


def test_a_round_begun_by_mistake_is_only_drawn_again_and_can_be_drawn_anew_and_begun(store: Store) -> None:
    hall = of_ten(store, minutes=30)
    hall.draw()
    hall.begin()
    before = table(hall)
    hall.do(playing.give_time, 1, 2, 5)
    hall.do(playing.recall_round, 1)
    found = hall.now().rounds[1]
    assert (found.begun, found.sittings, found.ends_at, found.extra) == (False, {}, "", {})
    assert "Runde 1 zurückgenommen, sie war irrtümlich begonnen: " in told(hall)
    with store.read() as tx:
        assert places.newest_sitting(tx, hall.event, 1) is None
        assert places.of_sitting(tx, before.sitting) == (1, hall.event, 1, False, False)
        assert tables_now.at_table(tx, before.sitting) is None
    hall.do(drawing.draw, first=1, rounds=1, seed=f"{SEED}2")
    hall.begin()
    after = table(hall)
    after.enter(1, after.jaggln(0, None, 7))
    with store.read() as tx:
        assert places.newest_sitting(tx, hall.event, 1) == after.sitting
        assert results.all_results(tx, hall.event, hall.now())[1][1].deals == 1
        assert checking.check(tx).clean


def test_nothing_is_entered_any_more_at_a_table_that_was_taken_back(sqlite_store: Store) -> None:
    hall = of_ten(sqlite_store)
    hall.draw()
    hall.begin()
    before = table(hall)
    hall.do(playing.recall_round, 1)
    with pytest.raises(ClosedError, match="taken back"):
        before.enter(1, before.jaggln(0, None, 7))
    with pytest.raises(ClosedError, match="taken back"), hall.store.write() as tx:
        entering.end_sitting(tx, actor(hall.store), before.sitting, key="end", seen=0)


def test_once_anything_is_in_it_a_round_stays(sqlite_store: Store) -> None:
    hall = of_ten(sqlite_store)
    hall.draw()
    hall.begin()
    hall.hand_in(1, 2, 4, -1, -1, -1, -1)
    with pytest.raises(RefusedError, match="At table 2 something was entered already"):
        hall.do(playing.recall_round, 1)
    hall.do(recording.take_back, hall.now().seq)
    at = table(hall)
    at.enter(1, at.jaggln(0, None, 7))
    with pytest.raises(RefusedError, match="At table 1 something was entered already"):
        hall.do(playing.recall_round, 1)
    hall.do(playing.close_round, 1, (1, 2))
    with pytest.raises(RefusedError, match="Round 1 is closed"):
        hall.do(playing.recall_round, 1)


def test_a_lesson_begun_by_mistake_is_taken_back_too(sqlite_store: Store) -> None:
    course = set_up_course(sqlite_store, ("Anna", "Bert", "Cilli", "Dora"))
    course.do(lessons.add_lessons, [lessons.Plan(date=actor(sqlite_store).at.date())])
    course.do(lessons.set_present, 1, dict.fromkeys((1, 2, 3, 4), True))
    course.do(lessons.draw_lesson, 1, SEED)
    course.do(lessons.begin_lesson, 1)
    course.do(playing.recall_round, 1)
    assert not course.now().rounds[1].begun
    course.do(lessons.draw_lesson, 1, f"{SEED}2")
    course.do(lessons.begin_lesson, 1)
    assert course.now().rounds[1].begun


def test_a_table_of_an_evening_is_of_no_round(sqlite_store: Store) -> None:
    evening = sit_down(sqlite_store)
    with sqlite_store.read() as tx:
        assert tables_now.at_table(tx, evening.sitting) is None
