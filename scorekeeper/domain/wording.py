"""What an answer is called: yes or no, a name, the label of a choice, the name of a step, a number."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.domain.questions import Asked, Kind, Question
from scorekeeper.domain.text import N_, Message, Player, Signed, Who


def said(question: Question, answer: Any, *, short: bool = False) -> Message | None:  # noqa: ANN401 answers are of any kind
    """Say an answer; None where there is nothing to say. `short` fits a narrow column: short label, a step's number."""
    if answer is None:
        return question.asked.nobody
    match question.kind:
        case Kind.PLAYER:
            return named((Player(answer),))
        case Kind.CHOICE | Kind.TEXT:
            return _worded(question.asked, answer, short=short)
        case Kind.FLAG:
            return N_("yes") if answer else N_("no")
        case Kind.AMOUNTS:
            return amounts(answer)
        case Kind.COUNT:
            steps = question.asked.steps
            return steps[answer - 1] if steps and answer and not short else N_("{number}", number=answer)


def _worded(asked: Asked, answer: str, *, short: bool) -> Message | None:
    """Give a choice its label; a text, or a choice that there is no more, is said as it is."""
    label = asked.choice_shorts.get(answer) if short else None
    return label or asked.choices.get(answer) or written(answer)


def amounts(given: Mapping[Player, int]) -> Message | None:
    """Say units per player: "Toni +4, Maria −4"."""
    return joined(
        tuple(N_("{who} {units}", who=Who((player,)), units=Signed(units)) for player, units in given.items())
    )


def joined(parts: tuple[Message, ...]) -> Message | None:
    """Put parts side by side with commas."""
    if not parts:
        return None
    whole, *rest = parts
    for part in rest:
        whole = N_("{first}, {second}", first=whole, second=part)
    return whole


def named(players: tuple[Player, ...]) -> Message | None:
    """Name players; None for nobody."""
    return N_("{who}", who=Who(players)) if players else None


def written(text: str) -> Message | None:
    """Say what somebody wrote; None where nothing is written."""
    return N_("{text}", text=text) if text else None


def quoted(text: str) -> Message:
    """Say what somebody wrote as their words."""
    return N_("“{text}”", text=text)
