"""What a half-filled entry form means: what is not asked, what is missing, what cannot be, what the deal would pay."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Played, Setup, Standing, play
from scorekeeper.domain.game import Table
from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.text import Message, Player
from scorekeeper.web.forms.answers import Filled, amount_input, with_prefill

Seating = Callable[[Player | None, tuple[Player, ...] | None], Table]
"""Seats the deal, given the dealer and who sits out, or None where the rules say it. Raises RefusedError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A form held against the rules of its table."""

    setup: Setup
    filled: Filled
    table: Table
    closed: Mapping[str, Message]
    """Questions that are not asked, with the reason."""
    missing: tuple[Question, ...]
    refusals: Mapping[str, Message]
    """What cannot be read or cannot be, by question or input."""
    played: Played | None
    """The deal as it would be booked; None while something is missing or refused."""

    @property
    def asked(self) -> tuple[Question, ...]:
        """Give the questions that are asked, in field order."""
        return tuple(question for question in self.setup.game.questions if question.name not in self.closed)

    def value(self, name: str) -> Any:  # noqa: ANN401 answers are of any kind
        """Give the answer to a question, UNANSWERED if there is none."""
        return self.filled.values[name]

    def barred(self, question: Question, answer: Any) -> Message | None:  # noqa: ANN401 as above
        """Say why this answer cannot be, given the other answers; the same rule greys it out and refuses it."""
        trial = SimpleNamespace(**{**self.filled.values, question.name: answer})
        return self.setup.game.objection(trial, self.setup.rules, self.table, question.name)


def judge(setup: Setup, standing: Standing, filled: Filled, seating: Seating) -> Judged:
    """Hold a form against the rules. What it says about dealer or sitting out is dropped where it cannot be."""
    refusals: dict[str, Message] = {}
    try:
        table = seating(filled.dealer, filled.sitting_out)
    except RefusedError as error:
        refusals.update({refusal.field: refusal.message for refusal in error.refusals})
        table = seating(filled.dealer if "dealer" not in refusals else None, None)
    filled = with_prefill(filled, setup.game, setup.game.prefill(setup.rules, table))
    closed = _closed(setup, filled, table)
    if closed:
        filled = replace(filled, values={**filled.values, **{name: _unasked(setup, name) for name in closed}})
    refusals.update({name: message for name, message in filled.problems.items() if name not in closed})
    judged = Judged(
        setup=setup, filled=filled, table=table, closed=closed, missing=(), refusals=refusals, played=None
    )  # fmt: skip
    missing = _missing(judged)
    impossible: Mapping[str, Message] = {}
    if not missing and not refusals:
        try:
            return replace(judged, played=_played(judged, standing))
        except RefusedError as error:
            impossible = {refusal.field: refusal.message for refusal in error.refusals}
    objections = _objections(judged, missing)
    return replace(judged, missing=missing, refusals={**(objections or impossible), **refusals})


def _closed(setup: Setup, filled: Filled, table: Table) -> dict[str, Message]:
    return setup.game.closed(SimpleNamespace(**filled.values), setup.rules, table)


def _unasked(setup: Setup, name: str) -> Any:  # noqa: ANN401 answers are of any kind
    """Give what a question that is not asked stands at."""
    default = next(question.default for question in setup.game.questions if question.name == name)
    return None if default is UNANSWERED else default


def _missing(judged: Judged) -> tuple[Question, ...]:
    return tuple(
        question
        for question in judged.asked
        if question.name not in judged.refusals and not _is_answered(judged, question)
    )


def _is_answered(judged: Judged, question: Question) -> bool:
    value = judged.value(question.name)
    if question.kind is Kind.AMOUNTS and value is not UNANSWERED:
        return all(
            player in value or amount_input(question, player) in judged.refusals for player in judged.table.active
        )
    return value is not UNANSWERED


def _objections(judged: Judged, missing: tuple[Question, ...]) -> dict[str, Message]:
    """Give what cannot be among the answers so far."""
    incomplete = {question.name for question in missing}
    found = {
        question.name: judged.barred(question, judged.value(question.name))
        for question in judged.asked
        if question.name not in incomplete and judged.value(question.name) is not UNANSWERED
    }
    return {name: message for name, message in found.items() if message is not None}


def _played(judged: Judged, standing: Standing) -> Played:
    """Give the deal as it would be booked. Raises RefusedError."""
    deal = judged.setup.game.deal(**judged.filled.values)
    return play(judged.setup, standing, deal, judged.table)
