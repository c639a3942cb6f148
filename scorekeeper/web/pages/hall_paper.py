"""What of a tournament can be printed now, and a long paper on its way."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.tournament.record import RoundState
from scorekeeper.printing.hall.certificates import LONGEST_WORDS
from scorekeeper.services.reading import EventHead
from scorekeeper.web.print_jobs import Job


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPaperPage:
    """Every sheet that there is something to print on."""

    template: ClassVar[str] = "hall/paper.html"
    longest_words: ClassVar[int] = LONGEST_WORDS

    event: EventHead
    entrants: int
    rounds: tuple[RoundState, ...]
    """Those that are drawn."""
    fees: int
    """How many fees were paid."""
    placed: int
    """How many have a place."""
    prizes: int
    tables: int
    """The most that a round has."""
    cards: int
    """Tables that have a link."""

    @property
    def now(self) -> frozenset[int]:
        """Give the rounds whose paper is wanted now: the one being played and the one that comes next."""
        going = [one.number for one in self.rounds if one.begun and not one.closed]
        coming = [one.number for one in self.rounds if not one.begun][:1]
        return frozenset((*going, *coming)) or frozenset(one.number for one in self.rounds[-1:])


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintingPage:
    """How far a long paper is."""

    template: ClassVar[str] = "hall/printing.html"

    event: EventHead
    job: Job
