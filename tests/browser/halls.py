"""A tournament and a course with something on every page: long names, results of every kind, what was said about them."""

from dataclasses import replace
from itertools import cycle

from flask import Flask

from scorekeeper.domain.tournament.settings import Prizes
from scorekeeper.services.tournament import lessons, playing, registering, results, till
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Store
from tests.services.hall import EVENING, JAGGLN, Hall, actor, set_up, set_up_course
from tests.web.playing import TableAt
from tests.web.visiting import Visitor

_FIRST = (
    "Maximilian", "Anna-Katharina", "Franziska", "Bartholomäusinnozenz", "Elisabeth", "Hieronymus", "Hans", "Margareta",
)  # fmt: skip
_LAST = ("Oberhauser", "Brugger", "Unterlechner-Hochfilzer", "Schwaiger", "Weißbacher", "Donaudampfschiffahrt", "Gasteiger")
HALL_NAMES = tuple(
    f"{first} {last}" for first, last, _number in zip(cycle(_FIRST), cycle(_LAST), range(22), strict=False)
)


def full_hall(app: Flask, names: tuple[str, ...] = HALL_NAMES) -> Hall:
    """One round closed, the second played at its tables and on paper, the third drawn."""
    store: Store = app.extensions["scorekeeper"]
    prizes = Prizes(kind="shares", places=(500, 300, 200), consolation_cents=500)
    hall = set_up(store, replace(JAGGLN, rounds=3, deals=3, minutes=40, prizes=prizes), names)
    numbers = sorted(hall.now().entrants)
    for number in numbers[2:]:
        hall.do(till.fee_paid, number)
    hall.do(registering.keep_apart, numbers[:2])
    hall.do(registering.change_details, numbers[2], {"fixed_table": 1})
    hall.do(till.other, 4500, "Spende des Tourismusverbandes Brixental")
    hall.play(1)
    hall.do(registering.leave, numbers[-1], 2)
    hall.draw(2, 2)
    hall.begin(2)
    penalty = "Hat dem Partner trotz zweimaliger Ermahnung die Doaba angesagt"
    hall.do(results.penalise, numbers[3], round_number=2, points=3, reason=penalty)
    hall.do(playing.give_time, 2, 1, 5)
    _on_paper(hall)
    _at_the_table(app, hall)
    return hall


def _on_paper(hall: Hall) -> None:
    """Table 2 is read differently by two, at table 3 the sum is odd."""
    seats = hall.now().rounds[2].drawn.tables
    hall.hand_in(2, 2, 5, *([-1] * (len(seats[1]) - 1)))
    hall.hand_in(2, 2, 6, *([-1] * (len(seats[1]) - 1)), hand=2)
    hall.hand_in(2, 3, 7, *([-1] * (len(seats[2]) - 1)))


def _at_the_table(app: Flask, hall: Hall) -> None:
    """Table 1 enters a deal and confirms, then enters another one."""
    state = hall.now()
    seats = state.rounds[2].drawn.tables[0]
    ids = {str(seat): str(state.entrants[seat].player(2)) for seat in seats}
    table = TableAt(hall.store, Visitor(app), state.rounds[2].sittings[1], ids)  # type: ignore[arg-type]  # numbers as text
    forehand, partner = (str(one) for one in (seats[1], seats[2]))
    table.enter(declarer=forehand, partner=partner, gewisse="6", note="Aufgeschrieben nach langer Beratung")
    hall.do(playing.confirm, 2, 1, initials="MO AK FU BI ES", seen=table.now().seq)
    table.enter(declarer=str(seats[2]), partner=str(seats[3]), gewisse="3")


def full_course(app: Flask, names: tuple[str, ...] = HALL_NAMES[:9]) -> Hall:
    """The first lesson is played, the second drawn."""
    store: Store = app.extensions["scorekeeper"]
    course = set_up_course(store, names)
    numbers = sorted(course.now().entrants)
    plan = lessons.Plan(
        date=EVENING.date(), place="Gasthof Alpenrose", teacher="Bartholomäus Hochfilzer", topic="Das Schenken"
    )
    course.do(lessons.add_lessons, [plan, plan])
    for number in (1, 2):
        course.do(lessons.set_present, number, numbers[:8])
        course.do(lessons.draw_lesson, number, "KDF7-3QPM")
    course.do(lessons.begin_lesson, 1)
    state = course.now()
    seats = state.rounds[1].drawn.tables[0]
    ids = {str(seat): str(state.entrants[seat].player(1)) for seat in seats}
    table = TableAt(store, Visitor(app), state.rounds[1].sittings[1], ids)  # type: ignore[arg-type]  # numbers as text
    table.enter(declarer=str(seats[1]), bid="solo", points="120")
    return course


__all__ = ["At", "actor", "full_course", "full_hall"]
