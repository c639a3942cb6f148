"""The paper of a course: the attendance list, and a certificate for everybody who was there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import ClassVar, Final

from markupsafe import Markup

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, NN_
from scorekeeper.domain.tournament.record import Lesson, Tournament
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.dates import day, short_day
from scorekeeper.printing.settlement_sheet import made_text
from scorekeeper.services.reading import EventHead

_UPRIGHT: Final = 8
"""So many lessons fit on a sheet that stands upright."""
_BOTH: Final = 2
_EMPTY_LINES: Final = 4
"""For who comes without having enrolled."""


@dataclass(frozen=True, slots=True)
class Head:
    """A lesson's column."""

    number: int
    day: str
    teacher: str


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's line: a mark per lesson."""

    number: int
    name: str
    marks: tuple[str, ...]
    count: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceList:
    """Names and lessons, to be ticked on paper, or as it was."""

    template: ClassVar[str] = "print/course/attendance.html"
    language: Language
    title: str
    subtitle: str
    made: str
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    empty: int
    """Lines without a name."""
    sums: tuple[str, ...]
    style: Markup = field(default=Markup(""))

    @property
    def landscape(self) -> bool:
        """Many lessons lie on their side."""
        return len(self.heads) > _UPRIGHT


@dataclass(frozen=True, slots=True)
class Certificate:
    """Somebody's certificate."""

    name: str
    attended: str
    days: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """A page for everybody who was there."""

    template: ClassVar[str] = "print/course/certificates.html"
    language: Language
    title: str
    subtitle: str
    made: str
    course: str
    game: str
    place_and_day: str
    pages: tuple[Certificate, ...]
    teacher: str
    words: str = ""
    """Of one's own."""
    landscape: bool = False
    style: Markup = field(default=Markup(""))


def attendance_list(
    event: EventHead, state: Tournament, names: dict[int, str], language: Language, made: datetime
) -> AttendanceList:  # fmt: skip
    """Set the list in the order of the alphabet, as the names are given."""
    lessons = _by_day(state)
    return AttendanceList(
        language=language, title=render(N_("Attendance list"), language), subtitle=_about(event),
        made=made_text(made, language), empty=0 if event.closed else _EMPTY_LINES,
        heads=tuple(Head(one.number, short_day(_day(one), language), one.teacher) for one in lessons),
        lines=tuple(_line(number, name, lessons) for number, name in names.items()),
        sums=tuple("" if one.present is None else str(len(one.present)) for one in lessons),
    )  # fmt: skip


def _line(number: int, name: str, lessons: Sequence[Lesson]) -> Line:
    marks = tuple("" if one.present is None else "×" if number in one.present else "–" for one in lessons)
    count = marks.count("×")
    return Line(number, name, marks, str(count) if any(marks) else "")


def certificates(
    event: EventHead, state: Tournament, names: dict[int, str], language: Language, made: date
) -> Certificates:  # fmt: skip
    """Set a certificate for each who was there at least once; none is dated before a lesson that it is about."""
    lessons = _by_day(state)
    days = [_day(one) for one in lessons if one.present]
    held = sum(1 for one in lessons if one.present is not None)
    teachers = list(dict.fromkeys(one.teacher for one in lessons if one.teacher))
    where = ", ".join(filter(None, [event.place, day(max([made, *days]), language)]))
    return Certificates(
        language=language, title=render(N_("Certificate of attendance"), language), subtitle=_about(event), made="",
        course=event.title, game=render(GAMES[state.settings.game].label, language), place_and_day=where,
        pages=tuple(
            _certificate(names[number], there, held, language)
            for number in names
            if (there := [one for one in lessons if number in (one.present or ())])
        ),
        teacher=", ".join(teachers),
    )  # fmt: skip


def _certificate(name: str, there: Sequence[Lesson], held: int, language: Language) -> Certificate:
    message = NN_(
        "has taken part in one of {all} lessons", "has taken part in {n} of {all} lessons", len(there), all=held
    )
    if len(there) == held == _BOTH:
        message = N_("has taken part in both lessons")
    elif len(there) == held:
        message = NN_("has taken part in the lesson", "has taken part in all {n} lessons", held)
    days = tuple(": ".join(filter(None, [day(_day(one), language), one.topic])) for one in there)
    return Certificate(name, render(message, language), days)


def _by_day(state: Tournament) -> list[Lesson]:
    return sorted(state.lessons.values(), key=lambda one: (one.date, one.number))


def _day(lesson: Lesson) -> date:
    return date.fromisoformat(lesson.date)


def _about(event: EventHead) -> str:
    return ", ".join(filter(None, [event.title, event.place]))
