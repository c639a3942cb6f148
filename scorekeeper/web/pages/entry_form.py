"""The entry form as a template sees it: one field per question of the game's declaration, in its order."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n import Names
from scorekeeper.web.forms.answers import NO, YES
from scorekeeper.web.forms.judging import Judged
from scorekeeper.web.pages.amounts import AmountRows, amount_rows
from scorekeeper.web.pages.board import (
    NO_TOTALS,
    Board,
    Option,
    Totals,
    asked_on_board,
    board,
    never_possible,
    plain_board,
    player_questions,
)
from scorekeeper.web.pages.numbers import Ladder, Stepper, ladder, stepper

SHORT_COUNT: Final = 5
"""A number with so many values at most is a row of buttons."""
LONG_CHOICE: Final = 8
"""A choice with more answers than that is a list to open."""


class Widget(StrEnum):
    """How a question is asked; the template has one macro for each."""

    BOARD = "board"
    PLAYERS = "players"
    CHOICE = "choice"
    SHORT = "short"
    LIST = "list"
    FLAG = "flag"
    PADS = "pads"
    LADDER = "ladder"
    STEPPER = "stepper"
    AMOUNTS = "amounts"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Number buttons with a word in front."""

    label: Message
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One question on the form."""

    name: str
    widget: Widget
    label: Message
    hint: Message | None
    refusal: Message | None
    tucked: bool
    answered: bool
    """Whether the answer is another than the usual one."""
    options: tuple[Option, ...] = ()
    rows: tuple[Row, ...] = ()
    board: Board | None = None
    ladder: Ladder | None = None
    stepper: Stepper | None = None
    amounts: AmountRows | None = None
    text: str = ""
    high: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Fields that stand together: flags side by side, tucked ones folded into the head of the field after them."""

    fields: tuple[Field, ...]
    tucked: tuple[Field, ...] = ()

    @property
    def flags(self) -> bool:
        """Whether these are the boxes to tick."""
        return self.fields[0].widget is Widget.FLAG


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerChoice:
    """Who deals and who sits out, if it is not as the rules say."""

    present: tuple[Player, ...]
    dealer: Player | None
    sitting_out: tuple[Player, ...]
    to_sit_out: int
    """How many sit out if nobody is named."""
    may_sit_out: int
    """How many can sit out so that the deal can still be played."""
    refusals: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryForm:
    """Everything the entry form shows, without the sentence in the dock."""

    groups: tuple[Group, ...]
    names: Names
    board: Board | None
    """The running totals above the questions, where the game asks for no player."""
    dealer_choice: DealerChoice
    note: str
    key: str
    number: int


def entry_form(judged: Judged, names: Names, totals: Totals) -> EntryForm:
    """Make the form from the game's declaration and the answers so far."""
    fields = tuple(_field(judged, question, totals) for question in judged.asked if _is_shown(judged, question))
    asks_amounts = any(field.widget is Widget.AMOUNTS for field in fields)
    return EntryForm(
        groups=tuple(_groups(fields)),
        names=names,
        board=None if player_questions(judged) or asks_amounts else plain_board(judged, totals),
        dealer_choice=_dealer_choice(judged),
        note=judged.filled.note,
        key=judged.filled.key,
        number=judged.filled.number,
    )


def _is_shown(judged: Judged, question: Question) -> bool:
    return question.kind is not Kind.PLAYER or question in asked_on_board(judged)


def _field(judged: Judged, question: Question, totals: Totals) -> Field:
    widget = _widget(judged, question)
    return Field(
        name=question.name,
        widget=widget,
        label=question.asked.negative if question.asked.negative and widget is Widget.FLAG else question.asked.label,
        hint=None if widget in {Widget.BOARD, Widget.PLAYERS} else question.asked.hint,
        refusal=judged.refusals.get(question.name),
        tucked=question.asked.tucked,
        answered=judged.value(question.name) not in {UNANSWERED, question.default} if question.asked.tucked else False,
        options=tuple(_options(judged, question, widget)),
        rows=tuple(_rows(judged, question)),
        board=_board(judged, question, widget, totals),
        ladder=ladder(judged, question) if widget is Widget.LADDER else None,
        stepper=stepper(judged, question) if widget is Widget.STEPPER else None,
        amounts=amount_rows(judged, question, totals) if widget is Widget.AMOUNTS else None,
        text=str(judged.value(question.name)) if widget is Widget.TEXT else "",
        high=question.high,
    )


def _widget(judged: Judged, question: Question) -> Widget:
    match question.kind:
        case Kind.PLAYER:
            return Widget.BOARD if question is asked_on_board(judged)[0] else Widget.PLAYERS
        case Kind.CHOICE:
            return _choice_widget(question)
        case Kind.FLAG:
            return Widget.SHORT if question.optional else Widget.FLAG
        case Kind.COUNT:
            return _count_widget(question)
        case Kind.AMOUNTS:
            return Widget.AMOUNTS
        case Kind.TEXT:
            return Widget.TEXT


def _choice_widget(question: Question) -> Widget:
    if len(question.choices) > LONG_CHOICE:
        return Widget.LIST
    return Widget.CHOICE if question.asked.choice_hints else Widget.SHORT


def _count_widget(question: Question) -> Widget:
    if question.asked.pads:
        return Widget.PADS
    if question.asked.steps:
        return Widget.LADDER
    return Widget.SHORT if question.high - question.low < SHORT_COUNT else Widget.STEPPER


def _options(judged: Judged, question: Question, widget: Widget) -> Iterator[Option]:
    """Give the answers as buttons, without those that this table never plays."""
    asked = question.asked
    if question.optional and asked.nobody and question.kind is Kind.CHOICE:
        yield _option(judged, question, None, asked.nobody)
    match question.kind:
        case Kind.CHOICE:
            for choice in question.choices:
                if not never_possible(judged, question, choice):
                    yield _option(judged, question, choice, asked.choices[choice])
        case Kind.FLAG if widget is Widget.SHORT:
            yield _option(judged, question, True, N_("yes"))  # noqa: FBT003 the answer itself
            yield _option(judged, question, False, N_("no"))  # noqa: FBT003 as above
        case Kind.FLAG:
            yield _option(judged, question, asked.negative is None, asked.negative or asked.label)
        case Kind.COUNT if widget is Widget.SHORT:
            for number in range(question.low, question.high + 1):
                if not never_possible(judged, question, number):
                    yield _option(judged, question, number, str(number))
        case _:
            return


def _option(judged: Judged, question: Question, answer: Any, label: Message | str) -> Option:  # noqa: ANN401 answers
    value = judged.value(question.name)
    chosen = value is answer if answer is None or isinstance(answer, bool) else value == answer
    barred = None if chosen else judged.barred(question, answer)
    hint = question.asked.choice_hints[answer] if answer in tuple(question.asked.choice_hints) else None
    return Option(_sent(question, answer), label, hint, chosen, barred)


def _sent(question: Question, answer: Any) -> str:  # noqa: ANN401 answers are of any kind
    if answer is None:
        return ""
    if question.kind is Kind.FLAG:
        return YES if answer or not question.optional else NO
    return str(answer)


def _rows(judged: Judged, question: Question) -> Iterator[Row]:
    for pad in question.asked.pads:
        numbers = range(pad.low, pad.high + 1)
        yield Row(label=pad.label, options=tuple(_option(judged, question, number, str(number)) for number in numbers))


def _board(judged: Judged, question: Question, widget: Widget, totals: Totals) -> Board | None:
    if widget not in {Widget.BOARD, Widget.PLAYERS}:
        return None
    prefill = judged.setup.game.prefill(judged.setup.rules, judged.table)
    return board(judged, question, totals if widget is Widget.BOARD else NO_TOTALS, prefill)


def _groups(fields: tuple[Field, ...]) -> Iterator[Group]:
    """Put flags that follow each other side by side, and hang tucked fields onto the next one."""
    tucked: list[Field] = []
    flags: list[Field] = []
    for field in fields:
        if field.widget is not Widget.FLAG and flags:
            yield Group(fields=tuple(flags))
            flags = []
        if field.tucked:
            tucked.append(field)
        elif field.widget is Widget.FLAG:
            flags.append(field)
        else:
            yield Group(fields=(field,), tucked=tuple(tucked))
            tucked = []
    if flags:
        yield Group(fields=tuple(flags))
    if tucked:
        yield Group(fields=tuple(tucked))


def _dealer_choice(judged: Judged) -> DealerChoice:
    table, filled = judged.table, judged.filled
    named = [judged.refusals[name] for name in ("dealer", "sitting_out", "players") if name in judged.refusals]
    return DealerChoice(
        present=table.present,
        dealer=filled.dealer,
        sitting_out=filled.sitting_out or (),
        to_sit_out=len(table.sitting_out),
        may_sit_out=len(table.present) - judged.setup.game.may_play(judged.setup.rules)[0],
        refusals=tuple(named),
    )
