"""The worksheet: exercises with room to write, and their solutions on a sheet of their own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from markupsafe import Markup

from scorekeeper.domain.learning.exercise import Exercise, Source
from scorekeeper.domain.learning.exercises import Level
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n import Language, render
from scorekeeper.printing.exercise_texts import ExerciseText, exercise_text
from scorekeeper.printing.facts import facts
from scorekeeper.printing.score_sheet import nobody
from scorekeeper.printing.sheets import Fact

LEVELS: Final[dict[Level, Message]] = {Level.EASY: N_("easy"), Level.MEDIUM: N_("medium"), Level.HARD: N_("hard")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Worksheet:
    """Exercises of one game, level and seed."""

    template: ClassVar[str] = "print/worksheet.html"
    language: Language
    title: str
    subtitle: str
    made: str
    facts: tuple[Fact, ...]
    seed: str
    exercises: tuple[ExerciseText, ...]
    landscape: bool = False
    style: Markup = field(default=Markup(""))

    @property
    def running(self) -> bool:
        """Whether it asks how scores move."""
        return any(one.running for one in self.exercises)


def worksheet(
    source: Source, level: Level, seed: str, found: Sequence[Exercise], language: Language
) -> Worksheet:  # fmt: skip
    """Set the exercises that were drawn from a seed."""
    said = facts(nobody(source.game, source.rule_set, source.rules), "", language)
    rule_set, options = said[0], said[2:]
    return Worksheet(
        language=language,
        title=render(N_("Worksheet {game}", game=source.game.label), language),
        subtitle=f"{rule_set.value}, {render(LEVELS[level], language)}",
        made=render(N_("Level {level}, seed {seed}", level=LEVELS[level], seed=seed), language),
        facts=(Fact(render(N_("Seed"), language), seed), Fact(render(N_("Name"), language), "_" * 26), *options),
        seed=seed,
        exercises=tuple(exercise_text(one, number, language) for number, one in enumerate(found, 1)),
    )
