"""How answers read in a cell of a table: the label of a choice, yes or no, a name, a number."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.domain.questions import Kind, Question
from scorekeeper.domain.text import N_, Player
from scorekeeper.i18n.catalogue import Language
from scorekeeper.i18n.figures import number, signed
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
    if answer is None:
        return ""
    match question.kind:
        case Kind.PLAYER:
            return names.get(answer, answer)
        case Kind.CHOICE:
            shorts = question.asked.choice_shorts if short else {}
            label = shorts.get(answer) or question.asked.choices.get(answer)
            return answer if label is None else render(label, language, names)
        case Kind.FLAG:
            return render(N_("yes") if answer else N_("no"), language)
        case Kind.AMOUNTS:
            return _amounts(answer, language, names)
        case _:
            return answer if isinstance(answer, str) else number(answer, language)


def _amounts(amounts: Mapping[Player, int], language: Language, names: Names) -> str:
    return ", ".join(f"{names.get(player, player)} {signed(units, language)}" for player, units in amounts.items())
