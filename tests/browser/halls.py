"""A tournament and a course with something on every page: long names, results of every kind, penalties."""

from dataclasses import replace

from flask import Flask

from scorekeeper.domain.text import Player
from scorekeeper.domain.tournament.settings import Prizes
from scorekeeper.services.tournament import enrolling, lessons, playing, registering, results, till
from scorekeeper.storage import Store
from tests.services.hall import JAGGLN, Hall, set_up, set_up_course
from tests.services.table import EVENING
from tests.web.playing import TableAt
from tests.web.visiting import Visitor

LONG_NAMES = (
    "Maximilian Oberhauser", "Anna-Katharina Unterlechner-Hochfilzer", "Bartholomäusinnozenz Schwaiger",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen01", "Elisabeth Weißbacher", "Hans Gasteiger",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen02", "Hieronymusweißbacher Annakatharinabrugger",
    "Margareta Oberhauser", "Franziska Brugger", "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen03",
)  # fmt: skip


def full_hall(app: Flask, names: tuple[str, ...] = LONG_NAMES) -> Hall:
    """One round closed, the second played at its first table and on paper at the others, the third drawn."""
    store: Store = app.extensions["scorekeeper"]
    prizes = Prizes(kind="shares", places=(500, 300, 200), consolation_cents=500)
    hall = set_up(store, replace(JAGGLN, deals=3, minutes=40, prizes=prizes), names)
    first, second, third, *others = sorted(hall.now().entrants)
    for number in others[:3]:
        hall.do(till.fee_paid, number)
    hall.do(registering.change_details, first, {}, apart=(second,))
    hall.do(registering.change_details, third, {"fixed_table": 1})
    hall.do(till.other, 4500, "Spende des Tourismusverbandes Brixental")
    hall.play(1)
    hall.do(registering.leave, others[-1], 2)
    hall.draw(2, 2)
    hall.begin(2)
    hall.do(playing.give_time, 2, 1, 5)
    reason = "Hat dem Partner trotz zweimaliger Ermahnung die Doaba angesagt"
    hall.do(results.penalise, third, round_number=2, points=3, reason=reason)
    _at_the_table(app, hall)
    _on_paper(hall)
    return hall


def _at_the_table(app: Flask, hall: Hall) -> None:
    """Table 1 enters a deal and confirms, then enters another one."""
    table, seats = table_of(app, hall, 2)
    table.enter(declarer=seats[1], partner=seats[2], gewisse="6", note="Aufgeschrieben nach langer Beratung")
    hall.do(playing.confirm, 2, 1, initials="MO AK BS DD EW", seen=table.now().seq)
    table.enter(declarer=seats[2], partner=seats[3], gewisse="3")


def _on_paper(hall: Hall) -> None:
    """Table 2 is read differently by two, and the second sum is odd."""
    others = [-1] * (len(hall.now().rounds[2].drawn.tables[1]) - 1)
    for hand, winner in ((1, len(others)), (2, len(others) + 1)):
        hall.hand_in(2, 2, winner, *others, hand=hand)


def full_course(app: Flask, names: tuple[str, ...] = LONG_NAMES) -> Hall:
    """The first lesson of Dobbm is played, the second drawn; one beginner, one who comes no more."""
    store: Store = app.extensions["scorekeeper"]
    course = set_up_course(store, names)
    numbers = sorted(course.now().entrants)
    plan = lessons.Plan(
        date=EVENING.date(), place="Gasthof Alpenrose", teacher="Bartholomäus Hochfilzer", topic="Das Schenken"
    )  # fmt: skip
    course.do(lessons.add_lessons, [plan, plan])
    course.do(enrolling.change_learners, {numbers[0]: 0}, {numbers[-1]: True})
    for number in (1, 2):
        course.do(lessons.set_present, number, dict.fromkeys(numbers[:8], True))
        course.do(lessons.draw_lesson, number, "KDF7-3QPM")
    course.do(lessons.begin_lesson, 1)
    table, seats = table_of(app, course, 1)
    table.enter(declarer=seats[1], bid="solo", points="120")
    return course


def table_of(app: Flask, hall: Hall, number: int, table: int = 1) -> tuple[TableAt, tuple[str, ...]]:
    """Give a table of a round as it is on screen, and its players in seat order as forms name them."""
    state = hall.now()
    found = state.rounds[number]
    seats = [Player(str(state.entrants[one].player(number))) for one in found.drawn.tables[table - 1]]
    return TableAt(hall.store, Visitor(app), found.sittings[table], {}), tuple(seats)
