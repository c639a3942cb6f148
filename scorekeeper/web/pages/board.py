"""The seats as buttons: the board that shows the running totals is the form that asks for players."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.web.forms.judging import Judged


@dataclass(frozen=True, slots=True)
class Option:
    """One answer as a button."""

    value: str
    label: Message | str
    hint: Message | None
    chosen: bool
    barred: Message | None
    """Why it cannot be, given the other answers; greyed out with the reason in it."""


class Place(StrEnum):
    """How a seat takes part in the question."""

    CHOICE = "choice"
    FIXED = "fixed"
    OUT = "out"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Totals:
    """What stands on the board."""

    units: Mapping[Player, int]
    cents: Mapping[Player, int]
    """Empty where nothing is paid."""


NO_TOTALS = Totals({}, {})


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table."""

    player: Player
    place: Place
    role: Message | None
    units: int | None
    cents: int | None
    option: Option | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """All seats in seat order, and the button for nobody."""

    seats: tuple[Seat, ...]
    nobody: Option | None = None
    reopens: Question | None = None
    """The question about a fixed player that a button asks again."""
    carried: Mapping[str, str] = field(default_factory=dict)
    """Answers that the board shows without asking, as hidden inputs."""


def never_possible(judged: Judged, question: Question, answer: Any) -> bool:  # noqa: ANN401 answers are of any kind
    """Tell whether this table's options rule an answer out, whatever else is answered."""
    alone = dict.fromkeys(judged.filled.values, UNANSWERED) | {question.name: answer}
    game = judged.setup.game
    return game.objection(SimpleNamespace(**alone), judged.setup.rules, judged.table, question.name) is not None


def player_questions(judged: Judged) -> tuple[Question, ...]:
    """Give the questions about players that are asked."""
    return tuple(question for question in judged.asked if question.kind is Kind.PLAYER)


def asked_on_board(judged: Judged) -> tuple[Question, ...]:
    """Give the questions that seats are tapped for: those without an answer, and always the last one.

    The first one gets the board with the totals. One that was reopened is asked alone.
    """
    questions = player_questions(judged)
    reopened = tuple(question for question in questions if question.name == judged.filled.opened)
    if reopened:
        return reopened
    return tuple(
        question
        for question in questions
        if question is questions[-1] or judged.value(question.name) is UNANSWERED or question.name in judged.refusals
    )


def plain_board(judged: Judged, totals: Totals) -> Board:
    """Give the board of a game that asks for no player."""
    return Board(tuple(_seat(judged, player, totals, None) for player in judged.table.present))


def board(judged: Judged, question: Question, totals: Totals, prefill: Mapping[str, Any]) -> Board:
    """Give the board that asks a question."""
    asked = asked_on_board(judged)
    fixed = {
        judged.value(other.name): other
        for other in player_questions(judged)
        if other not in asked and judged.value(other.name) not in {UNANSWERED, None}
    }
    seats = tuple(
        Seat(player, Place.FIXED, fixed[player].asked.role, *_totals(player, totals))
        if player in fixed and question.name != judged.filled.opened
        else _seat(judged, player, totals, question)
        for player in judged.table.present
    )
    first = asked[0] is question
    return Board(
        seats,
        nobody=_nobody(judged, question),
        reopens=next(iter(fixed.values()), None) if first and question.name != judged.filled.opened else None,
        carried=_carried(judged, prefill) if first else {},
    )


def _seat(judged: Judged, player: Player, totals: Totals, question: Question | None) -> Seat:
    if player in judged.table.sitting_out:
        return Seat(player, Place.OUT, N_("sits out"), *_totals(player, totals))
    if question is None:
        return Seat(player, Place.PLAIN, _turn(judged, player), *_totals(player, totals))
    chosen = judged.value(question.name) == player
    barred = None if chosen else judged.barred(question, player)
    option = Option(player, "", None, chosen, barred)
    role = question.asked.role if chosen else _turn(judged, player)
    return Seat(player, Place.CHOICE, role, *_totals(player, totals), option)


def _turn(judged: Judged, player: Player) -> Message | None:
    if player == judged.table.dealer:
        return N_("deals")
    return N_("forehand") if player == judged.table.forehand else None


def _totals(player: Player, totals: Totals) -> tuple[int | None, int | None]:
    return totals.units.get(player), totals.cents.get(player)


def _nobody(judged: Judged, question: Question) -> Option | None:
    """Offer the empty answer where it has a name and the game does not answer it itself."""
    named = question.asked.nobody
    if named is None or not question.optional or question.name in _suggested(judged):
        return None
    chosen = judged.value(question.name) is None
    return Option("", named, question.asked.hint, chosen, None if chosen else judged.barred(question, None))


def _suggested(judged: Judged) -> Mapping[str, Any]:
    return judged.setup.game.prefill(judged.setup.rules, judged.table)


def _carried(judged: Judged, prefill: Mapping[str, Any]) -> dict[str, str]:
    """Carry what is known and not asked; the game's own suggestion follows from the table and is not carried."""
    asked = asked_on_board(judged)
    silent = [question for question in player_questions(judged) if question not in asked]
    known = {question.name: judged.value(question.name) for question in silent}
    return {
        name: value or ""
        for name, value in known.items()
        if value is not UNANSWERED and value != prefill.get(name, UNANSWERED)
    }
