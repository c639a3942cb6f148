"""A round while it is played: its clock, every table and how far it is, penalties, and its end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from scorekeeper.domain.text import Message
from scorekeeper.domain.tournament.record import Penalty, Tournament
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament.tables_now import TableNow
from scorekeeper.web.pages.clock import Clock
from scorekeeper.web.pages.draw import Astray, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table of the round: who sits there with what they have so far."""

    now: TableNow
    seats: tuple[tuple[Seat, int | None], ...]
    """With the units, None before anything was entered."""
    without: bool
    """The round was closed without its result."""

    @property
    def doubtful(self) -> bool:
        """Whether there are two results that differ."""
        return bool(self.now.different) or self.now.disputed

    @property
    def state(self) -> str:
        """Say in a word how it stands, for its look."""
        if self.doubtful or self.now.odd_sum:
            return "look"
        return "done" if self.now.final else "going" if self.now.units else "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """A round of a tournament, for whoever organises it."""

    template: ClassVar[str] = "hall/round.html"

    event: EventHead
    number: int
    drawn: tuple[int, ...]
    """Every round that is drawn."""
    begun: bool
    closed: bool
    may_begin: bool
    may_reopen: bool
    astray: Astray
    """Whom its draw does not suit any more."""
    unclosed: int
    """The round that must be closed first; 0 = none."""
    deals: int
    """Deals per table; 0 = by the clock, or to the game's own end."""
    minutes: int
    clock: Clock
    tables: tuple[TableLine, ...]
    only_open: bool
    sitting_out: tuple[Seat, ...]
    penalties: tuple[tuple[Penalty, Seat], ...]
    entrants: tuple[Seat, ...]
    last: bool
    """Whether it is the last round of the tournament."""
    problems: Mapping[str, Message] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)
    agreed: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(("without", "despite"), ()))
    """Which tables were ticked to be left out, or to be closed as they are."""

    @property
    def missing(self) -> tuple[TableLine, ...]:
        """Give the tables whose result is not there."""
        return tuple(one for one in self.tables if not one.now.final)

    @property
    def doubtful(self) -> tuple[TableLine, ...]:
        """Give the tables that have two results which differ."""
        return tuple(one for one in self.tables if one.doubtful)

    @property
    def untouched(self) -> bool:
        """Whether nothing was entered at any table: a round begun by mistake can be taken back then."""
        return not any(one.now.units or one.now.deals or one.now.on_paper for one in self.tables)

    @property
    def confirmed(self) -> int:
        """Count the tables that agreed on their result."""
        return sum(1 for one in self.tables if one.now.confirmed)

    @property
    def wrong(self) -> tuple[TableLine, ...]:
        """Give the tables that have two results which differ, or one that does not sum to 0."""
        return tuple(one for one in self.tables if one.state == "look")

    @property
    def shown(self) -> tuple[TableLine, ...]:
        """Give the tables that are listed."""
        return tuple(one for one in self.tables if not self.only_open or not one.now.final or one.state == "look")


def table_lines(
    tables: Iterable[TableNow], names: Mapping[int, str], without: frozenset[int]
) -> tuple[TableLine, ...]:  # fmt: skip
    """Name the tables' people."""
    return tuple(
        TableLine(
            now=table, without=table.number in without,
            seats=tuple((Seat(one, names[one]), table.units.get(one)) for one in table.seats),
        )
        for table in tables
    )  # fmt: skip


def penalties_of(state: Tournament, number: int, names: Mapping[int, str]) -> tuple[tuple[Penalty, Seat], ...]:
    """Give the penalties of a round."""
    return tuple((one, Seat(one.entrant, names[one.entrant])) for one in state.penalties if one.round == number)
