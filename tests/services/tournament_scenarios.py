"""Scenarios, as in audit_scenarios, for what is done in a tournament."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.tournament.consequences import swapped
from scorekeeper.domain.tournament.record import Kind
from scorekeeper.services import demo_tournament, evenings
from scorekeeper.services.actor import Actor
from scorekeeper.services.tournament import (
    ceremony,
    drawing,
    enrolling,
    lessons,
    playing,
    recording,
    registering,
    results,
    setting_up,
    signing_up,
    taking_seats,
    till,
)
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction
from tests.services import hall, table
from tests.services.hall import Hall

Call = Callable[[Transaction, Actor], object]
Scenario = Callable[[table.At], Call]
LESSON: Final = lessons.Plan(date=table.EVENING.date(), teacher="Sepp")


def _tournament(at: table.At) -> Hall:
    """Set one up beside the table, and let its people take part."""
    found = hall.set_up(at.store)
    found.do(registering.register, at.ids)
    return found


def _then(
    service: Callable[..., Any], *values: Any, before: Callable[[Hall], object] | None = None, **named: Any  # noqa: ANN401 any service's
) -> Scenario:  # fmt: skip
    """Give the scenario of a service that takes an At, after something else was done."""

    def scenario(at: table.At) -> Call:
        found = _tournament(at)
        if before is not None:
            before(found)
        return lambda tx, who: service(tx, who, At(found.event, "k"), *values, **named)

    return scenario


def _begun(found: Hall) -> None:
    found.draw()
    found.begin()


def _handed_in(found: Hall) -> None:
    _begun(found)
    found.hand_in(1, 1, 4, -1, -1, -1, -1)


def _closed(found: Hall) -> None:
    _handed_in(found)
    found.do(playing.close_round, 1, (2,))


def _take_seat(at: table.At) -> Call:
    found = _tournament(at)
    _begun(found)
    (newcomer,) = table.people(at.store, ("Vroni",))
    found.do(recording.add, Kind.STAND_IN, {"entrant": 1, "player": newcomer, "round": 1, "own": False})
    return lambda tx, who: taking_seats.take_seat(tx, who, At(found.event, "k"), 1)


def _stand_in(at: table.At) -> Call:
    found = _tournament(at)
    (newcomer,) = table.people(at.store, ("Vroni",))
    return lambda tx, who: registering.stand_in(tx, who, At(found.event, "k"), 1, newcomer, from_round=2, own=False)


def _register(at: table.At) -> Call:
    found = hall.set_up(at.store)
    return lambda tx, who: registering.register(tx, who, At(found.event, "k"), at.ids)


def _sign_up(at: table.At) -> Call:
    found = _tournament(at)
    line = (signing_up.Named(name="Vroni", nickname=""), signing_up.Named(name="Wastl", nickname=""))
    return lambda tx, who: signing_up.sign_up(tx, who, At(found.event, "k"), [line], paid=True)


def _set_up(_at: table.At) -> Call:
    new = setting_up.NewEvent(
        kind="tournament", title="T", place="", date=table.EVENING.date(), settings=hall.JAGGLN
    )  # fmt: skip
    return lambda tx, who: setting_up.set_up(tx, who, new, "k")


def _change_by_hand(at: table.At) -> Call:
    found = _tournament(at)
    found.draw()
    drawn = found.now().rounds[1]
    new = replace(drawn.drawn, tables=(drawn.drawn.tables[0][::-1],))
    return lambda tx, who: drawing.change_by_hand(tx, who, At(found.event, "k"), 1, new, seen=drawn.drawn_seq)


def _course(at: table.At, *, drawn: bool = False) -> Hall:
    """Set up a course of one lesson, with the table's people in it."""
    found = hall.set_up_course(at.store)
    found.do(registering.register, at.ids)
    found.do(lessons.add_lessons, [LESSON])
    found.do(lessons.set_present, 1, dict.fromkeys((1, 2, 3, 4), True))
    if drawn:
        found.do(lessons.draw_lesson, 1, "KDF7-3QPM")
    return found


def _in_course(service: Callable[..., Any], *values: Any, drawn: bool = False) -> Scenario:  # noqa: ANN401 any service's
    def scenario(at: table.At) -> Call:
        found = _course(at, drawn=drawn)
        return lambda tx, who: service(tx, who, At(found.event, "k"), *values)

    return scenario


def _set_up_course(_at: table.At) -> Call:
    day = table.EVENING.date()
    new = setting_up.NewEvent(kind="course", title="K", place="", date=day, settings=hall.JAGGLN)
    return lambda tx, who: lessons.set_up_course(tx, who, new, [LESSON], "k")


def _change_tables(at: table.At) -> Call:
    found = _course(at, drawn=True)
    drawn = found.now().rounds[1]
    new = swapped(drawn.drawn, *drawn.drawn.tables[0][:2])
    return lambda tx, who: lessons.change_tables(tx, who, At(found.event, "k"), 1, new, seen=drawn.drawn_seq)


def _take_back(at: table.At) -> Call:
    found = _tournament(at)
    _handed_in(found)
    return lambda tx, who: recording.take_back(tx, who, At(found.event, "k"), found.now().seq)


def _seat_tables(at: table.At) -> Call:
    found = _course(at, drawn=True)
    return lambda tx, who: playing.seat_tables(tx, who, At(found.event, "k"), found.now(), 1)


def _change_settings(at: table.At) -> Call:
    found = _tournament(at)
    new = replace(hall.JAGGLN, rounds=7)
    return lambda tx, who: setting_up.change_settings(tx, who, At(found.event, "k"), new)


def _about(title: str) -> setting_up.About:
    return setting_up.About(title=title, place="Kirchberg", date=table.EVENING.date())


def _add(at: table.At) -> Call:
    found = _tournament(at)
    return lambda tx, who: recording.add(tx, who, At(found.event, "k"), Kind.CEREMONY, {"hidden": True})


def _begin_sitting(at: table.At) -> Call:
    event = at.now().event.id
    new = table.new_sitting(at.ids)
    return lambda tx, who: evenings.begin_sitting(tx, who, event, new, "k", table=lambda: 2)


def _demo_tournament(_at: table.At) -> Call:
    wanted = demo_tournament.Wanted(
        game=GAMES["dobbm"], title="Dobbm", players=8, rounds=1, seed="Westendorf", finished=False
    )  # fmt: skip
    return lambda tx, who: demo_tournament.demo_tournament(tx, who, wanted, "k")


WRITES: Final[Mapping[Callable[..., Any], Scenario]] = {
    demo_tournament.demo_tournament: _demo_tournament,
    ceremony.set_hidden: _then(ceremony.set_hidden, hidden=True),
    drawing.change_by_hand: _change_by_hand,
    drawing.draw: _then(drawing.draw, first=1, rounds=1, seed="KDF7-3QPM"),
    enrolling.enrol: _in_course(enrolling.enrol, ["Vroni"], 0),
    enrolling.change_learners: _in_course(enrolling.change_learners, {1: 2}, {2: True}),
    evenings.begin_sitting: _begin_sitting,
    lessons.add_lessons: _in_course(lessons.add_lessons, [LESSON]),
    lessons.begin_lesson: _in_course(lessons.begin_lesson, 1, drawn=True),
    lessons.change_course: _in_course(lessons.change_course, _about("Kurs"), "Maria"),
    lessons.change_tables: _change_tables,
    lessons.change_lesson: _in_course(lessons.change_lesson, 1, replace(LESSON, topic="Gwiß")),
    lessons.draw_lesson: _in_course(lessons.draw_lesson, 1, "KDF7-3QPM"),
    lessons.set_up_course: _set_up_course,
    lessons.set_present: _in_course(lessons.set_present, 1, {1: True, 4: False}),
    playing.begin_round: _then(playing.begin_round, 1, before=Hall.draw),
    playing.close_round: _then(playing.close_round, 1, (), before=_handed_in),
    playing.confirm: _then(playing.confirm, 1, 1, initials="A B C D E", seen=0, before=_begun),
    playing.give_time: _then(playing.give_time, 1, 1, 5, before=_begun),
    playing.recall_round: _then(playing.recall_round, 1, before=_begun),
    playing.reopen_round: _then(playing.reopen_round, 1, before=_closed),
    playing.seat_tables: _seat_tables,
    playing.set_clock: _then(playing.set_clock, 1, minutes=20, running=True, last=False, before=_begun),
    recording.add: _add,
    recording.take_back: _take_back,
    registering.change_details: _then(registering.change_details, 1, {"fixed_table": 1}, apart=(2,)),
    registering.come_back: _then(
        registering.come_back, 1, 2, before=lambda found: found.do(registering.leave, 1, 1)
    ),
    registering.leave: _then(registering.leave, 1, 2),
    registering.register: _register,
    registering.stand_in: _stand_in,
    results.enter_totals: _then(
        results.enter_totals, 1, 1, units={1: 4, 2: -1, 3: -1, 4: -1, 5: -1}, hand=1, before=_begun
    ),
    results.take_totals_back: _then(results.take_totals_back, 1, 1, 1, before=_handed_in),
    results.penalise: _then(results.penalise, 1, round_number=1, points=3, reason="verleugnet"),
    setting_up.change_about: _then(setting_up.change_about, _about("Preiswatten")),
    setting_up.change_settings: _change_settings,
    setting_up.set_up: _set_up,
    signing_up.sign_up: _sign_up,
    signing_up.substitute: _then(signing_up.substitute, 1, "Vroni", from_round=2, own=False),
    taking_seats.take_seat: _take_seat,
    till.count: _then(till.count, 12_000),
    till.fee_paid: _then(till.fee_paid, 1),
    till.other: _then(till.other, -500, "Saalmiete"),
    till.pay_prize: _then(till.pay_prize, 1, 1000),
    till.set_float: _then(till.set_float, 10_000),
}  # fmt: skip
"""Services that change something."""


def _begin(at: table.At) -> Call:
    found = _tournament(at)
    return lambda tx, who: recording.begin(tx, who, At(found.event, "k"))


READS: Final[Mapping[Callable[..., Any], Scenario]] = {recording.begin: _begin}
"""Services that look, and change nothing."""
