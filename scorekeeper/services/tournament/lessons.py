"""A course: its lessons, who was there, and the tables of each, drawn afresh among those present.

A lesson is the round of its number: the same draw, the same sittings, but in any order and with nothing to be closed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.consequences import consequences
from scorekeeper.domain.tournament.draw import draw_rounds
from scorekeeper.domain.tournament.mixing import mixed, unmixed
from scorekeeper.domain.tournament.record import Kind, Lesson, Tournament
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.domain.tournament.sizes import table_plan
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.evenings import event_text
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament import playing, recording, setting_up
from scorekeeper.services.tournament.drawing import as_values, by_hand
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.setting_up import (
    MOST_ROUNDS,
    About,
    NewEvent,
    change_about,
    frozen,
    set_up,
    verify_settings,
)
from scorekeeper.storage import Transaction, deals

MOST_LESSONS: Final = MOST_ROUNDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """When and where a lesson is, who teaches and what."""

    date: date
    place: str = ""
    teacher: str = ""
    topic: str = ""


def set_up_course(tx: Transaction, actor: Actor, new: NewEvent, plans: Sequence[Plan], key: str) -> int:
    """Set up a course with its first lessons, and give its number; the same key again gives the same."""
    event = set_up(tx, actor, new, key)
    if not recording.state_of(tx, event).lessons:
        for number, plan in enumerate(plans, 1):
            at = At(event, key).also(f"lesson {number}")
            recording.add(tx, actor, at, Kind.LESSON, _values(number, plan))
    return event


def is_just(tx: Transaction, event: int, new: NewEvent, plans: Sequence[Plan]) -> bool:
    """Whether a course says just what is to be set up."""
    there = recording.state_of(tx, event).lessons
    planned = [Plan(date=date.fromisoformat(one.date), place=one.place, teacher=one.teacher, topic=one.topic)
               for _number, one in sorted(there.items())]  # fmt: skip
    return setting_up.is_just(tx, event, new) and planned == list(plans)


def add_lessons(tx: Transaction, actor: Actor, at: At, plans: Sequence[Plan]) -> None:
    """Add lessons after those that are known. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    first = max(state.lessons, default=0) + 1
    if first + len(plans) - 1 > MOST_LESSONS:
        raise refuse("lessons", N_("at most {most}", most=MOST_LESSONS))
    for number, plan in enumerate(plans, first):
        recording.add(tx, actor, at if number == first else at.also(number), Kind.LESSON, _values(number, plan))


def change_lesson(tx: Transaction, actor: Actor, at: At, number: int, plan: Plan) -> None:
    """Say anew when and where a lesson is, who teaches and what. Raises RefusedError, NotFoundError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    known, values = lesson_of(state, number), _values(number, plan)
    if any(getattr(known, name) != values[name] for name in ("date", "place", "teacher", "topic")):
        recording.add(tx, actor, at, Kind.LESSON, values)


def change_course(  # noqa: PLR0913, PLR0917 what is said anew
    tx: Transaction, actor: Actor, at: At, about: About, teacher: str, settings: Settings | None = None
) -> None:
    """Say anew what a course is called, where and when it is and who teaches the lessons to come.

    Lessons that have begun stay as they were held, those planned for another place stay there; an empty `teacher`
    leaves everybody where they are. Other `settings` are taken until the first lesson begins. Raises RefusedError.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    if settings is not None and settings != state.settings:
        verify_settings(settings)
        if refused := frozen(state, settings):
            raise RefusedError(refused)
        recording.add(tx, actor, at.also("rules"), Kind.SETTINGS, settings.to_json())
    was = recording.event_with_record(tx, at.event)
    change_about(tx, actor, at, about)
    for number in coming(state):
        lesson = state.lessons[number]
        place = about.place if lesson.place == was.place else lesson.place
        plan = Plan(
            date=date.fromisoformat(lesson.date), topic=lesson.topic, teacher=teacher or lesson.teacher, place=place
        )  # fmt: skip
        if (plan.teacher, plan.place) != (lesson.teacher, lesson.place):
            recording.add(tx, actor, at.also(f"lesson {number}"), Kind.LESSON, _values(number, plan))


def coming(state: Tournament) -> tuple[int, ...]:
    """Give the numbers of the lessons that have not begun."""
    return tuple(
        number for number in sorted(state.lessons) if number not in state.rounds or not state.rounds[number].begun
    )  # fmt: skip


def _values(number: int, plan: Plan) -> Mapping[str, Any]:
    return {
        "lesson": number, "date": plan.date.isoformat(), "place": event_text("place", plan.place),
        "teacher": event_text("teacher", plan.teacher), "topic": event_text("topic", plan.topic),
    }  # fmt: skip


def set_present(tx: Transaction, actor: Actor, at: At, number: int, changes: Mapping[int, bool]) -> None:
    """Say of some whether they are or were at a lesson, by start number; the others stay. Raises NotFoundError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    lesson = lesson_of(state, number)
    if not changes.keys() <= state.entrants.keys():
        raise NotFoundError
    stay = (lesson.present or frozenset()) - changes.keys()
    present = stay.union(one for one, there in changes.items() if there)
    if lesson.present != present:
        recording.add(tx, actor, at, Kind.PRESENT, {"lesson": number, "entrants": sorted(present)})


def draw_lesson(tx: Transaction, actor: Actor, at: At, number: int, seed: str) -> None:
    """Seat those present, beginners mixed with the experienced, and new faces. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    verify_not_begun(state, number)
    present = lesson_of(state, number).present or frozenset()
    tables = len(table_plan(len(present), state.settings.sizes).tables)
    levels = {one: state.entrants[one].level for one in present}
    wishes, past = mixed(state.wishes, levels, tables, seed), _held_besides(state, number)
    (drawn,) = draw_rounds(sorted(present), 1, state.settings.sizes, wishes, past, seed)
    recording.add(tx, actor, at, Kind.DRAWN, {"round": number, "seed": seed, "method": "lot", **as_values(drawn)})


def change_tables(  # noqa: PLR0913 which lesson, from what to what
    tx: Transaction, actor: Actor, at: At, number: int, new: DrawnRound, *, seen: int
) -> None:  # fmt: skip
    """Put another seating in the place of a lesson's draw (`seen`: its seq). Raises RefusedError, NotFoundError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    verify_not_begun(state, number)
    recording.add(tx, actor, at, Kind.DRAWN, by_hand(state, number, new, seen))


def said_of(state: Tournament, number: int) -> Callable[[DrawnRound], Sequence[Message]]:
    """Give what tells of a seating of a lesson how it is mixed, and what else is not as it should be."""
    levels = {entrant: one.level for entrant, one in state.entrants.items()}
    past, wishes, sizes = _held_besides(state, number), state.wishes, state.settings.sizes
    return lambda drawn: (*unmixed(drawn.tables, levels), *consequences(drawn, past, wishes, sizes))


def _held_besides(state: Tournament, number: int) -> list[DrawnRound]:
    return [found.drawn for other, found in sorted(state.rounds.items()) if other != number and found.begun]


def begin_lesson(tx: Transaction, actor: Actor, at: At, number: int) -> None:
    """Give every table of a lesson its sitting. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    verify_not_begun(state, number)
    if not is_seated(state, number):
        raise refuse("round", N_("The tables must be drawn among those who are there."))
    playing.seat_tables(tx, actor, at, state, number)


def is_seated(state: Tournament, number: int) -> bool:
    """Whether the tables of a lesson were drawn, and among just those who are there."""
    found = state.rounds.get(number)
    return found is not None and frozenset(found.drawn.players) == lesson_of(state, number).present


def lesson_of(state: Tournament, number: int) -> Lesson:
    """Find a lesson. Raises NotFoundError."""
    found = state.lessons.get(number)
    if found is None:
        raise NotFoundError
    return found


def not_counting(tx: Transaction, sittings: Mapping[int, int]) -> Mapping[int, int]:
    """Count by table the deals that do not count, given the tables' sittings."""
    counts = deals.voided(tx, list(sittings.values()))
    return {table: counts.get(sitting, 0) for table, sitting in sittings.items()}


def on_its_day(tx: Transaction, event: EventHead, sitting: int) -> EventHead:
    """Give a table of a hall its round, in a course with its day and place: the course has those of its first."""
    return days_of(tx, event).get(sitting, event)


def days_of(tx: Transaction, event: EventHead) -> Mapping[int, EventHead]:
    """Give by sitting the event with its round, in a course with the lesson's day and place; nothing for an evening."""
    if event.kind == "evening":
        return {}
    state = recording.state_of(tx, event.id)
    if event.kind == "tournament":
        rounds = {number: replace(event, round=number) for number in state.rounds}
        return {sitting: rounds[number] for number, one in state.rounds.items() for sitting in one.sittings.values()}
    return {
        sitting: replace(event, round=number, date=date.fromisoformat(lesson.date), place=lesson.place)
        for number, found in state.rounds.items()
        for lesson in [lesson_of(state, number)]
        for sitting in found.sittings.values()
    }


def over_its_days(tx: Transaction, event: EventHead) -> EventHead:
    """Give a course the first and the last day on which a lesson was played."""
    days = sorted(one.date for one in days_of(tx, event).values())
    return replace(event, date=days[0], until=days[-1]) if days else event


def next_lesson(state: Tournament, today: date) -> Lesson | None:
    """Give the lesson being played today; else of those that were not begun the first not over, else the first."""
    begun = {number for number, found in state.rounds.items() if found.begun}
    waiting = [one for one in _by_day(state) if one.number not in begun]
    coming = [one for one in waiting if one.date >= today.isoformat()]
    playing = [one for one in _by_day(state) if one.number in begun and one.date >= today.isoformat()]
    return next(iter([*playing[-1:], *coming, *waiting]), None)


def _by_day(state: Tournament) -> list[Lesson]:
    return sorted(state.lessons.values(), key=lambda one: (one.date, one.number))


def verify_not_begun(state: Tournament, number: int) -> None:
    """Refuse what is only possible before a lesson is played. Raises RefusedError."""
    found = state.rounds.get(number)
    if found is not None and found.begun:
        raise refuse("round", N_("Lesson {number} is being played already.", number=number))
