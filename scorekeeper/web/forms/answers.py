"""The entry form: what a browser sends ↔ the answers to a game's questions. Knows kinds of questions, never a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n.typed import TypedNumberError, parse_units
from scorekeeper.services.texts import several_lines
from scorekeeper.web.row_numbers import row_number, row_number_or

OWN_NAMES: Final = frozenset(
    {"csrf_token", "key", "number", "target", "missed", "note", "dealer", "sitting_out", "step", "open"}
)
"""Input names that are the form's own; no game may ask a question of such a name (a test holds that)."""
NOTE_LENGTH: Final = 500
YES, NO = "1", "0"
WON, LOST = "won", "lost"

Form = MultiDict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A form as far as it is filled in."""

    values: Mapping[str, Any]
    """Per question the answer, UNANSWERED where there is none yet."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What was typed, by the name of the input."""
    problems: Mapping[str, Message] = field(default_factory=dict)
    """What cannot be read, by question."""
    opened: str = ""
    """The question about a player that is asked although its answer is known."""
    note: str = ""
    dealer: Player | None = None
    sitting_out: tuple[Player, ...] | None = None
    """Both None where they follow from the rules."""
    key: str = ""
    number: int = 0


def asks_for_answer(question: Question) -> bool:
    """Whether the form insists on an answer of its own."""
    return question.required or question.asked.explicit


def other_side(question: Question) -> str:
    """Name the input that takes the other side's points."""
    return f"{question.name}.other"


def amount_input(question: Question, player: Player) -> str:
    """Name the input of one player's amount; its side's name ends in `.side`."""
    return f"{question.name}.{player}"


def side_input(question: Question, player: Player) -> str:
    """Name the two buttons won and lost of one player's amount."""
    return f"{amount_input(question, player)}.side"


def unfilled(game: AnyGame) -> Filled:
    """Give the form before anybody touched it."""
    return Filled(values={question.name: _untouched(question) for question in game.questions})


def filled_from(game: AnyGame, deal: Any) -> Filled:  # noqa: ANN401 any game's deal
    """Give the form of a deal that was entered already."""
    return Filled(values={question.name: getattr(deal, question.name) for question in game.questions})


def with_prefill(filled: Filled, game: AnyGame, prefill: Mapping[str, Any]) -> Filled:
    """Answer what nobody answered with what the game suggests, or with the usual answer."""
    usual = {question.name: question.default for question in game.questions if not asks_for_answer(question)}
    suggested = {**usual, **prefill}
    values = {
        name: suggested.get(name, UNANSWERED) if value is UNANSWERED else value for name, value in filled.values.items()
    }
    return replace(filled, values=values)


def read_form(form: Form, setup: Setup) -> Filled:
    """Read everything that the form says; what is unreadable becomes a problem of its question."""
    reader = _Reader(_stepped(form).to_dict(), setup.players)
    values = {question.name: reader.answer(question) for question in setup.game.questions}
    chosen_out = tuple(player for player in setup.players if player in form.getlist("sitting_out"))
    dealer = form.get("dealer", "")
    return Filled(
        values=values,
        texts=reader.texts,
        problems=reader.problems,
        opened=form.get("open", ""),
        note=several_lines(form.get("note", ""))[:NOTE_LENGTH],
        dealer=Player(dealer) if dealer in setup.players else None,
        sitting_out=chosen_out or None,
        key=form.get("key", ""),
        number=row_number_or(form.get("number", ""), 0),
    )


def _untouched(question: Question) -> Any:  # noqa: ANN401 answers are of any kind
    """Give the usual answer; about a player the table is asked first."""
    return UNANSWERED if asks_for_answer(question) or question.kind is Kind.PLAYER else question.default


def _stepped(form: Form) -> Form:
    """Apply the buttons that set one number: `step` is "points:+1", "points:-1", "raises:3" or "amounts.7:=-4"."""
    name, _, change = form.get("step", "").rpartition(":")
    if not name:
        return form
    stepped = form.copy()
    stepped.setlist(name, [_changed(form.get(name, "").strip(), change)])
    stepped.poplist(f"{name}.other")
    stepped.poplist(f"{name}.side")
    return stepped


def _changed(text: str, change: str) -> str:
    if change.startswith(("+", "-")):
        try:
            return str(row_number(text) + row_number(change[1:]) * (1 if change[0] == "+" else -1))
        except ValueError:
            return text
    return change.removeprefix("=")


class _Reader:
    """Reads one question after the other and keeps what was typed."""

    def __init__(self, form: Mapping[str, str], players: tuple[Player, ...]) -> None:
        self.form = form
        self.players = players
        self.texts: dict[str, str] = {}
        self.problems: dict[str, Message] = {}

    def answer(self, question: Question) -> Any:  # noqa: ANN401 answers are of any kind
        match question.kind:
            case Kind.FLAG if not question.optional:
                return (question.name in self.form) != (question.asked.negative is not None)
            case Kind.AMOUNTS:
                return self._amounts(question)
            case Kind.COUNT:
                return self._count(question)
            case Kind.TEXT:
                return self.form.get(question.name, "").strip()[: question.high]
        return self._choice(question)

    def _choice(self, question: Question) -> Any:  # noqa: ANN401 as above
        """Read radio buttons; the empty value is the answer "nobody"."""
        given = self.form.get(question.name)
        if given == "" and question.optional:
            return None
        if question.kind is Kind.PLAYER and given in self.players:
            return Player(str(given))
        if question.kind is Kind.FLAG and given in {YES, NO}:
            return given == YES
        if question.kind is Kind.CHOICE and given in question.choices:
            return given
        return _untouched(question)

    def _count(self, question: Question) -> Any:  # noqa: ANN401 as above
        own = self._number(question, question.name)
        if not question.asked.total:
            return own if own is not None else _untouched(question)
        other = self._number(question, other_side(question))
        if other is None:
            return own if own is not None else _untouched(question)
        if own is None:
            own = question.asked.total - other
        elif own + other != question.asked.total:
            self.problems[question.name] = N_(
                "{own} and {other} make {sum}, it must be {total}",
                own=own, other=other, sum=own + other, total=question.asked.total,
            )  # fmt: skip
        return own

    def _number(self, question: Question, name: str) -> int | None:
        """Read one typed number within the question's limits."""
        text = self.form.get(name, "").strip()
        if not text:
            return None
        self.texts[name] = text
        try:
            value = parse_units(text)
        except TypedNumberError as error:
            self.problems[question.name] = error.message
            return None
        if not question.low <= value <= question.high:
            self.problems[question.name] = N_("from {low} to {high}", low=question.low, high=question.high)
            return None
        return value

    def _amounts(self, question: Question) -> Any:  # noqa: ANN401 as above
        """Read won or lost and how much, per player; all of them must be given before it is an answer."""
        amounts: dict[Player, int] = {}
        for player in self.players:
            name = amount_input(question, player)
            text = self.form.get(name, "").strip()
            if self.form.get(side_input(question, player)) == LOST:
                self.texts[side_input(question, player)] = LOST
            if not text:
                continue
            self.texts[name] = text
            try:
                value = parse_units(text)
            except TypedNumberError as error:
                self.problems[name] = error.message
                continue
            lost = self.form.get(side_input(question, player)) == LOST
            amounts[player] = -abs(value) if lost else value
        return amounts or UNANSWERED
