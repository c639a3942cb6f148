"""Numbers without a keyboard: the ladder of raises and the stepper with both sides' points."""

from dataclasses import dataclass

from scorekeeper.domain.questions import UNANSWERED, Question
from scorekeeper.domain.text import Message
from scorekeeper.web.forms.answers import other_side
from scorekeeper.web.forms.judging import Judged


@dataclass(frozen=True, slots=True)
class Ladder:
    """Steps that are said one after the other."""

    said: tuple[Message, ...]
    upcoming: tuple[Message, ...]
    """The first of them is the only one that can be said now."""
    barred: Message | None
    """Why the next one cannot be said."""

    @property
    def count(self) -> int:
        """Give the number of steps said."""
        return len(self.said)


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number to type or to step; with `other`, both sides' points that make `total`."""

    text: str
    low: int
    high: int
    other: str = ""
    """The name of the other side's input."""
    other_text: str = ""
    other_hint: str = ""
    """What the other side's points come to."""
    total: int = 0
    start: int = 0
    """Where the steps begin while nothing is typed."""


def ladder(judged: Judged, question: Question) -> Ladder:
    """Give the ladder of a question with named steps."""
    steps = question.asked.steps[: question.high]
    value = judged.value(question.name)
    count = min(value, len(steps)) if isinstance(value, int) else 0
    barred = judged.barred(question, count + 1) if count < len(steps) else None
    return Ladder(steps[:count], _each_once(steps[count:]), barred)


def _each_once(steps: tuple[Message, ...]) -> tuple[Message, ...]:
    """Show a step that may be said again and again (Dobbm's "retour") once among those to come."""
    return tuple(step for place, step in enumerate(steps) if place == 0 or step != steps[place - 1])


def stepper(judged: Judged, question: Question) -> Stepper:
    """Give the stepper of a question; what was typed stays as it was typed."""
    value = judged.value(question.name)
    known = None if value is UNANSWERED or value is None else int(value)
    typed = judged.filled.texts.get(question.name, "")
    total = question.asked.total
    if not total:
        text = typed or ("" if known is None else str(known))
        return Stepper(text, question.low, question.high, start=question.low)
    if question.name in judged.refusals or known is None:
        other = judged.filled.texts.get(other_side(question), "")
        return Stepper(typed, question.low, question.high, other_side(question), other, "", total, total // 2)
    rest = str(total - known)
    return Stepper(str(known), question.low, question.high, other_side(question), "", rest, total, total // 2)
