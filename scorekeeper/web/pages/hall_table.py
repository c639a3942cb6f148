"""A table of a tournament from the seats of those who play there: which round, how far, the clock, and its result."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.text import Message
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament.tables_now import AtTable, TableNow
from scorekeeper.web.pages.clock import Clock
from scorekeeper.web.pages.draw import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HallLine:
    """What a table's page says about its round."""

    round: int
    table: int
    left: int | None
    """Deals that are still to be played; None where nobody counts them."""
    clock: Clock
    closed: bool
    played: bool
    """Whether anything was entered."""
    final: bool
    on_paper: bool
    """The office entered its result from the score sheet, and that counts."""
    deals: int
    """Entered at the table."""
    confirmed: bool
    signed: str
    """Who confirmed it, also if something was entered since."""
    newer: int
    """The sitting that was begun at this table meanwhile; 0 = none."""
    last: bool
    """It is the last round: nothing comes after it."""
    course: int
    """The course whose lesson it is; 0 = it is a tournament's round."""
    seq: int
    """Of the last entry."""

    @property
    def stands(self) -> str:
        """Give all that whoever is nodding wants to hear of when it changes."""
        return f"{self.seq} {self.signed} {self.confirmed:d}{self.closed:d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmPage:
    """A table's result, for everybody at the table to nod at."""

    template: ClassVar[str] = "hall/confirm.html"

    event: EventHead
    sitting: int
    line: HallLine
    seats: tuple[tuple[Seat, int], ...]
    """With their units, the most first."""
    deals: int
    odd_sum: int
    seen: int
    nods: tuple[int, ...] = ()
    initials: str = ""
    problem: Message | None = None
    state: str = ""
    """How this state of the page is called: it asks whether it is still the same."""


def hall_line(at: AtTable, now: TableNow, newer: int) -> HallLine:
    """Say how a table's round stands."""
    deals = at.state.settings.deals
    return HallLine(
        round=at.round.number, table=at.table, left=max(0, deals - now.deals) if deals and not now.on_paper else None,
        clock=Clock.of(at.round, now.extra), closed=at.round.closed, played=bool(now.units), final=now.final,
        on_paper=now.on_paper, deals=now.deals,
        confirmed=now.confirmed, signed=now.signed, newer=newer,
        last=at.round.number >= at.state.settings.rounds, course=at.event if at.state.lessons else 0, seq=now.seq,
    )  # fmt: skip
