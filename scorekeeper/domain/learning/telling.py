"""A deal told as it was played, without what it comes to: the learner is to say that."""

from typing import Any, NamedTuple

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.questions import Kind, Question
from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.wording import joined, said


class Told(NamedTuple):
    """One thing that happened; without a label the answer speaks for itself ("gematscht")."""

    label: Message | None
    answer: Message


def told(game: AnyGame, deal: Any) -> tuple[Told, ...]:  # noqa: ANN401 any game's deal
    """Tell the answers of a deal in the form's order, leaving out what went as usual."""
    return tuple(one for question in game.questions if (one := _told(question, getattr(deal, question.name))))


def _told(question: Question, answer: Any) -> Told | None:  # noqa: ANN401 answers are of any kind
    asked = question.asked
    if answer is None or str(answer) in asked.phrases:
        phrase = asked.phrases.get(str(answer)) or (asked.nobody if asked.explicit else None)
        return Told(None, phrase) if phrase else None
    if question.kind is Kind.PLAYER:
        return _labelled(asked.role or asked.label, said(question, answer))
    if question.kind is Kind.FLAG and not question.optional:
        return None if answer == question.default else _flag(question, answer=answer)
    if answer == question.default and answer not in asked.choice_hints:
        return None
    if question.kind is Kind.COUNT and asked.steps:
        return _labelled(asked.label, joined(asked.steps[:answer]))
    return _labelled(asked.whose or asked.label, said(question, answer))


def _flag(question: Question, *, answer: bool) -> Told:
    """Name a flag that is up, or the opposite of one that is usually up."""
    asked = question.asked
    if answer:
        return Told(None, asked.label)
    return Told(None, asked.negative) if asked.negative else Told(asked.label, N_("no"))


def _labelled(label: Message, answer: Message | None) -> Told | None:
    """Name what was asked, unless the answer does ("Spatz taken from a defender")."""
    if answer is None:
        return None
    return Told(None if label.id in answer.id else label, answer)
