"""The pages for whoever learns a game: what there is, how it is played, exercises."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.learning.checking import Checked, check
from scorekeeper.domain.learning.exercise import Exercise
from scorekeeper.domain.learning.exercises import Level
from scorekeeper.domain.text import Message
from scorekeeper.i18n import Language, Names
from scorekeeper.i18n.sentences import THEMSELVES
from scorekeeper.printing.exercise_texts import ExerciseText, exercise_text
from scorekeeper.printing.rule_sheet import RuleSheet
from scorekeeper.printing.worksheet import LEVELS
from scorekeeper.web.forms.guesses import Guess, said


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnPage:
    """The games, each with its rule sets."""

    template: ClassVar[str] = "learn/page.html"
    games: tuple[AnyGame, ...]


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a rule set's or a table's pages for learners are."""

    rules: str
    rule_sheet: str
    exercises: str
    worksheet: str
    back: str
    back_to: Message
    at_table: bool
    """Whether it is about a table with its own options."""
    comes_from: Mapping[str, int] = field(default_factory=dict)
    """The course and its lesson from which it was opened, as addresses name them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesToLearnPage:
    """What the rule sheet says, on screen."""

    template: ClassVar[str] = "learn/rules.html"
    game: Message
    sheet: RuleSheet
    addresses: Addresses


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedExercise:
    """An exercise with what was answered, and what came of it once everything was."""

    text: ExerciseText
    guesses: tuple[Guess, ...]
    checked: Checked | None
    missing: bool
    """Whether it was to be checked before everything was answered."""
    zero: bool
    """Whether what some get the others pay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExercisesPage:
    """A worksheet on screen."""

    template: ClassVar[str] = "learn/exercises.html"
    game: Message
    rule_set: str
    """In words."""
    level: Level
    level_words: Mapping[Level, str]
    """What the levels are called in an address."""
    count: int
    seed: str
    exercises: tuple[AskedExercise, ...]
    addresses: Addresses
    counts: tuple[int, ...]

    @property
    def levels(self) -> dict[Level, Message]:
        """What can be chosen."""
        return LEVELS

    @property
    def answered(self) -> int:
        """How many were checked."""
        return sum(one.checked is not None for one in self.exercises)

    @property
    def right(self) -> int:
        """How many of them are right."""
        return sum(one.checked is not None and one.checked.right for one in self.exercises)


def asked_exercise(  # noqa: PLR0913 the exercise, its answers and how they are said
    exercise: Exercise, number: int, guesses: tuple[Guess, ...], language: Language, names: Names = THEMSELVES,
    *, pressed: bool,
) -> AskedExercise:  # fmt: skip
    """Hold the answers of one exercise against what is right; `pressed` tells that a check was asked for."""
    figures = said(guesses)
    units = exercise.units
    return AskedExercise(
        text=exercise_text(exercise, number, language, names),
        guesses=guesses,
        checked=None if figures is None else check(figures, units, exercise.reasons, exercise.sitting_out),
        missing=pressed and figures is None,
        zero=len(units) > 1 and not sum(units.values()),
    )
