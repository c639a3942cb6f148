"""A course: its lessons and who takes part; a lesson: who is there, and where they sit."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Final

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.spelling import is_meant
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.domain.tournament.mixing import BEGINNER, EXPERIENCED, PRACTISED
from scorekeeper.domain.tournament.record import Lesson, Tournament
from scorekeeper.i18n import Names
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament import lessons
from scorekeeper.services.tournament.enrolling import comes_no_more
from scorekeeper.services.tournament.tables_now import TableNow
from scorekeeper.web.forms.course import AWAY, Asked
from scorekeeper.web.pages.by_hand import ChangePage

LEVEL_WORDS: Final[Mapping[int, Message]] = {
    BEGINNER: N_("beginner"),
    PRACTISED: N_("practised"),
    EXPERIENCED: N_("experienced"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """Who takes part in a course."""

    number: int
    name: str
    level: int
    away: bool
    """Comes no more."""
    attended: int

    @property
    def level_word(self) -> Message:
        """What they can do, in a word."""
        return LEVEL_WORDS[self.level]


@dataclass(frozen=True, slots=True)
class LessonLine:
    """A lesson and how far it is."""

    lesson: Lesson
    drawn: bool
    begun: bool

    @property
    def number(self) -> int:
        """Its number in the course."""
        return self.lesson.number

    @property
    def date(self) -> date:
        """Its day."""
        return date.fromisoformat(self.lesson.date)

    @property
    def there(self) -> int | None:
        """Count who was there; None = nobody has said yet."""
        return None if self.lesson.present is None else len(self.lesson.present)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is learned."""

    game: AnyGame
    rule_set: str

    @classmethod
    def of(cls, state: Tournament) -> "Subject":
        """Read it off the settings."""
        return cls(GAMES[state.settings.game], state.settings.rule_set)

    @property
    def rules(self) -> Message:
        """What its rules are called."""
        found = self.game.rule_set(self.rule_set)
        return found.label if found else self.game.label


@dataclass(frozen=True, slots=True)
class NewCoursePage:
    """The form of a new course."""

    template: ClassVar[str] = "course/new.html"
    asked: Asked
    games: tuple[AnyGame, ...]


@dataclass(frozen=True, slots=True)
class CourseSettingsPage:
    """What a course is called, where and when it is, and who teaches."""

    template: ClassVar[str] = "course/settings.html"
    event: EventHead
    asked: Asked
    games: tuple[AnyGame, ...]
    """What may be learned instead; nothing once a lesson has begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoursePage:
    """A course as a whole."""

    template: ClassVar[str] = "course/page.html"
    levels: ClassVar[Mapping[int, Message]] = LEVEL_WORDS
    away: ClassVar[str] = AWAY

    event: EventHead
    subject: Subject
    lessons: tuple[LessonLine, ...]
    next: LessonLine | None
    learners: tuple[Learner, ...]
    people: Asked
    """The form that enrols."""
    lesson: Asked
    """The form of one more lesson."""
    query: str
    """Who is looked for."""

    @property
    def hidden(self) -> frozenset[int]:
        """Who is not meant by what is looked for: their choices stay in the form."""
        return hidden_of(self.learners, self.query)

    @property
    def held(self) -> int:
        """Count the lessons whose attendance is known."""
        return sum(1 for one in self.lessons if one.there is not None)


@dataclass(frozen=True, slots=True)
class LessonTable:
    """A table as drawn; once begun with its sitting and what was played there."""

    number: int
    learners: tuple[Learner, ...]
    now: TableNow | None
    voided: int
    """So many of its deals do not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPage:
    """One lesson."""

    template: ClassVar[str] = "course/lesson.html"

    event: EventHead
    subject: Subject
    line: LessonLine
    learners: tuple[Learner, ...]
    """Who may be there."""
    tables: tuple[LessonTable, ...]
    sitting_out: tuple[Learner, ...]
    undrawn: tuple[Learner, ...]
    """Who is there and was not drawn."""
    absent: tuple[Learner, ...]
    """Who was drawn and is not there."""
    sizes: tuple[int, ...]
    """So many may sit at a table, from the fewest on."""
    seed: str
    by_hand: bool
    """Whether the draw was changed by hand."""
    before: int
    after: int
    """The lessons beside it; 0 = none."""
    problem: Message | None
    form: Asked
    """The form that moves the lesson."""
    asked: Mapping[str, str]
    """What was typed for a change by hand."""
    state: str
    """How this state of the page is called: it asks whether it is still the same."""
    query: str
    """Who is looked for."""

    @property
    def hidden(self) -> frozenset[int]:
        """Who is not meant by what is looked for: their ticks stay in the form."""
        return hidden_of(self.learners, self.query)

    @property
    def seated(self) -> bool:
        """Whether the tables are those of just who is there."""
        return bool(self.tables) and not self.undrawn and not self.absent

    @property
    def movable(self) -> tuple[Learner, ...]:
        """Whom a change by hand may be about: who was drawn, and who is there."""
        here = (one for one in self.learners if one.number in self.present)
        return tuple(sorted((*here, *self.absent), key=lambda one: one.number))

    @property
    def places(self) -> tuple[tuple[str, Message], ...]:
        """Where somebody may be put by hand, as the form says it."""
        new = len(self.tables) + 1
        tables = tuple((str(one.number), N_("Table {number}", number=one.number)) for one in self.tables)
        gone = (("away", N_("does not play")),) if self.absent else ()
        return (*tables, (str(new), N_("Table {number}, a new one", number=new)), ("0", N_("sits out")), *gone)

    @property
    def untouched(self) -> bool:
        """Whether it was begun and nothing was entered at any table."""
        return self.line.begun and not any(one.now.units or one.now.deals for one in self.tables if one.now)

    @property
    def present(self) -> frozenset[int]:
        """Who is there, by start number."""
        return self.line.lesson.present or frozenset()

    @property
    def why_some_sit_out(self) -> Message | None:
        """Say why the draw left somebody without a seat; nothing where others are there or a hand decided."""
        if not self.seated or self.by_hand:
            return None
        here, fewest, most = len(self.present), self.sizes[0], self.sizes[-1]
        if fewest == most:
            return N_("{n} people do not go into tables of {size}.", n=here, size=fewest)
        return N_("{n} people do not go into tables of {fewest} to {most}.", n=here, fewest=fewest, most=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonChangePage(ChangePage):
    """What a change of a lesson's tables by hand comes to."""

    template: ClassVar[str] = "course/change.html"


def named(names: Mapping[int, str]) -> Names:
    """Give the names for messages of the draw: in a course nobody knows the numbers of the list."""
    return {Player(str(number)): name for number, name in names.items()}


def learners_of(state: Tournament, names: Mapping[int, str]) -> tuple[Learner, ...]:
    """Give everybody of a course, in the order of enrolment."""
    return tuple(
        Learner(
            number=number, name=names[number], level=one.level, away=comes_no_more(state, number),
            attended=sum(1 for lesson in state.lessons.values() if number in (lesson.present or ())),
        )
        for number, one in sorted(state.entrants.items())
    )  # fmt: skip


def hidden_of(learners: tuple[Learner, ...], query: str) -> frozenset[int]:
    """Give whose names are not meant."""
    return frozenset(one.number for one in learners if not is_meant(query, one.name))


def teacher_of(state: Tournament) -> str:
    """Give who teaches all lessons to come; nobody where they differ."""
    teachers = {state.lessons[number].teacher for number in lessons.coming(state)}
    return teachers.pop() if len(teachers) == 1 else ""


def lines_of(state: Tournament) -> tuple[LessonLine, ...]:
    """Give the lessons by day."""
    ordered = sorted(state.lessons.values(), key=lambda one: (one.date, one.number))
    return tuple(line_of(state, one) for one in ordered)


def line_of(state: Tournament, lesson: Lesson) -> LessonLine:
    """Give a lesson and how far it is."""
    found = state.rounds.get(lesson.number)
    return LessonLine(lesson, found is not None, found is not None and found.begun)


def next_line(state: Tournament, today: date) -> LessonLine | None:
    """Give the lesson that comes next."""
    found = lessons.next_lesson(state, today)
    return line_of(state, found) if found else None
