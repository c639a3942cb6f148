"""Paper tables typed in the office: a grid of totals, a form per table, entered once or by two who are compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from scorekeeper.domain.text import Message
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament.results import as_seen
from scorekeeper.services.tournament.tables_now import TableNow
from scorekeeper.web.pages.draw import Seat


@dataclass(frozen=True, slots=True)
class Cell:
    """Somebody's points as they were typed; `other` is what the other hand read, where it read something else."""

    seat: Seat
    text: str
    problem: Message | None = None
    other: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GridTable:
    """A table's line of the grid."""

    template: ClassVar[str] = "hall/grid_table.html"

    event: int
    number: int
    hand: int
    now: TableNow
    cells: tuple[Cell, ...]
    saved: bool
    problem: Message | None = None
    odd: int = 0
    """The sum as it was typed, where it is not 0 but should be: whoever means it ticks that."""

    @property
    def by_deals(self) -> bool:
        """Whether its deals were entered at the table: then nothing is to be typed here, unless the sheet counts."""
        return bool(self.now.deals) and not self.now.on_paper

    @property
    def seen(self) -> str:
        """Give what stands there now, to be sent along: nobody replaces what they have not seen."""
        return as_seen(self.now.first if self.hand == 1 else self.now.second)

    @property
    def different(self) -> bool:
        """Whether the two who entered it read different numbers."""
        return any(cell.other is not None for cell in self.cells)

    @classmethod
    def kept(cls, event: int, number: int, hand: int, now: TableNow, names: Mapping[int, str]) -> Self:
        """Show what was entered."""
        own, other = (now.first, now.second) if hand == 1 else (now.second, now.first)
        cells = tuple(
            Cell(
                Seat(one, names[one]), "" if own is None else str(own[one]).replace("-", "−"),
                other=other[one] if other is not None and one in now.different else None,
            )
            for one in now.seats
        )  # fmt: skip
        return cls(event=event, number=number, hand=hand, now=now, cells=cells, saved=own is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GridPage:
    """Every table of a round."""

    template: ClassVar[str] = "hall/grid.html"

    event: EventHead
    number: int
    hand: int
    device: str
    """Which asks."""
    tables: tuple[GridTable, ...]
    problems: Mapping[str, Message] = field(default_factory=dict)

    @property
    def saved(self) -> int:
        """Count the tables that are entered."""
        return sum(1 for one in self.tables if one.saved)

    @property
    def own(self) -> tuple[int, ...]:
        """Give the tables that this very device entered the first time, where it enters them once more."""
        return tuple(one.now.number for one in self.tables if self.hand > 1 and one.now.first_by == self.device)

    @property
    def different(self) -> tuple[int, ...]:
        """Give the tables that were read differently."""
        return tuple(one.now.number for one in self.tables if one.different)
