"""An exercise in words: what happened, who is asked about, the answer and its steps."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.domain.learning.exercise import ON_THE_SCORE, Exercise
from scorekeeper.domain.learning.telling import Told
from scorekeeper.domain.text import NN_, Player
from scorekeeper.i18n import Language, explained, render
from scorekeeper.i18n.figures import signed
from scorekeeper.i18n.sentences import THEMSELVES, Names, listed


@dataclass(frozen=True, slots=True)
class ToldText:
    """One thing that happened; without a label the answer speaks for itself."""

    label: str
    answer: str


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the explanation, and the rule behind it."""

    text: str
    figure: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseText:
    """An exercise on a page or a sheet."""

    number: int
    present: str
    sitting_out: str
    """Who sits out, in a sentence; empty where all play."""
    told: tuple[ToldText, ...]
    question: str
    running: bool
    """Whether scores move, and nobody pays yet."""
    asked: tuple[str, ...]
    answers: tuple[str, ...]
    """With their signs, in the order of `asked`."""
    steps: tuple[Step, ...]


def exercise_text(
    exercise: Exercise, number: int, language: Language, names: Names = THEMSELVES
) -> ExerciseText:  # fmt: skip
    """Put an exercise into words; invented players are called by their keys."""
    return ExerciseText(
        number=number,
        present=_named(exercise.present, language, names),
        sitting_out=_sitting_out(exercise.sitting_out, language, names),
        told=told_text(exercise.told, language, names),
        question=render(exercise.question, language),
        running=exercise.question == ON_THE_SCORE,
        asked=tuple(names.get(player, player) for player in exercise.asked),
        answers=tuple(signed(exercise.units[player], language) for player in exercise.asked),
        steps=tuple(
            Step(text, figure or "", render(reason.rule, language, names) if reason.rule else "")
            for reason, (text, figure) in zip(
                exercise.reasons, explained(exercise.reasons, language, names), strict=True
            )
        ),
    )


def _named(players: Sequence[Player], language: Language, names: Names) -> str:
    return listed([names.get(player, player) for player in players], language) if players else ""


def _sitting_out(players: Sequence[Player], language: Language, names: Names) -> str:
    if not players:
        return ""
    said = _named(players, language, names)
    return render(NN_("Sits out: {players}.", "Sit out: {players}.", len(players), players=said), language)


def told_text(told: tuple[Told, ...], language: Language, names: Names = THEMSELVES) -> tuple[ToldText, ...]:
    """Put into words what happened."""
    return tuple(
        ToldText(
            render(one.label, language, names).rstrip("?") if one.label else "", render(one.answer, language, names)
        )
        for one in told
    )
