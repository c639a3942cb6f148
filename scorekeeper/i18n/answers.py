"""How answers read in a cell of a table: the label of a choice, yes or no, a name, a number."""

from typing import Any

from scorekeeper.domain.questions import Question
from scorekeeper.domain.wording import said
from scorekeeper.i18n.catalogue import Language
from scorekeeper.i18n.sentences import THEMSELVES, Names, render


def answer_text(
    question: Question,
    answer: Any,  # noqa: ANN401 answers are of any kind
    language: Language,
    names: Names = THEMSELVES,
    *,
    short: bool = False,
) -> str:
    """Show an answer; what was left open is empty. A choice may have a `short` form for narrow columns."""
    message = None if answer is None else said(question, answer, short=short)
    return "" if message is None else render(message, language, names)
