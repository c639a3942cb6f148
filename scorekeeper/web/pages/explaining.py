"""A deal of a table built up line by line, for learners; nothing on it changes the table."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.learning.exercise import Exercise
from scorekeeper.domain.text import Message
from scorekeeper.i18n import Names
from scorekeeper.web.pages.deals import DealLine
from scorekeeper.web.pages.learning import AskedExercise


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainPage:
    """One deal, as far as it has been explained."""

    template: ClassVar[str] = "learn/explain.html"
    sitting: int
    game: Message
    names: Names
    number: int
    deals: int
    """The last deal's number."""
    line: DealLine
    voided: Message
    """What is said of a deal that does not count."""
    asked: AskedExercise
    exercise: Exercise
    shown: int
    """So many steps are shown."""

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self.asked.text.steps)

    @property
    def all_shown(self) -> bool:
        """Whether the figures may be seen."""
        return self.shown >= self.steps
