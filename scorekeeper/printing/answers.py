"""A deal's answers as short texts, one per question, blank where nothing out of the ordinary happened."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.text import Player
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.answers import answer_text


def asked_on_paper(questions: tuple[Question, ...]) -> tuple[Question, ...]:
    """Leave out what the players' own columns say already."""
    return tuple(question for question in questions if question.kind is not Kind.AMOUNTS)


def cell(question: Question, deal: Any, language: Language, names: Mapping[Player, str]) -> str:  # noqa: ANN401 any game's deal
    """Give the answer as it stands in the column."""
    value = getattr(deal, question.name)
    asked = question.asked
    if value is None:
        return render(asked.nobody, language) if asked.explicit and asked.nobody else ""
    if value is not UNANSWERED and value == question.default:
        return ""
    return answer_text(question, value, language, names, short=True)


def shown(question: Question, value: Any, language: Language, names: Mapping[Player, str]) -> str:  # noqa: ANN401 answers are of any kind
    """Say an answer in words, defaults too."""
    if value is None:
        return render(question.asked.nobody, language) if question.asked.nobody else ""
    return answer_text(question, value, language, names)
