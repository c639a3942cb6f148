"""A tournament's list, overall or of one round; one line lies open to where its points came from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.text import Message, Player
from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.domain.tournament.standings import Line
from scorekeeper.domain.tournament.telling import NO_RESULT, TIE_BREAKS, left_out, no_result_text, parting_text
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament.standings import Hall


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    """The list."""

    template: ClassVar[str] = "standings/page.html"
    none: ClassVar[Message] = NO_RESULT

    event: EventHead
    state: Tournament
    names: Mapping[Player, str]
    lines: tuple[Line, ...]
    rounds: tuple[int, ...]
    """Those that have begun and may be seen."""
    number: int
    """The round whose list it is; 0 = all together."""
    opened: str
    """The key of the line that lies open."""
    running: tuple[int, ...]
    """Tables of the round being played whose result is not final."""
    waits: bool
    """Whether the last round is kept back until the ceremony."""

    @property
    def counting(self) -> str:
        """What a round counts."""
        return self.state.settings.counting

    @property
    def tie_breaks(self) -> tuple[Message, ...]:
        """What parts equals, in order."""
        return tuple(TIE_BREAKS[one] for one in self.state.settings.tie_breaks)

    @property
    def played(self) -> tuple[Line, ...]:
        """Who has a place."""
        return tuple(line for line in self.lines if line.place)

    @property
    def others(self) -> tuple[Line, ...]:
        """Who has not played."""
        return tuple(line for line in self.lines if not line.place)

    @property
    def left_out(self) -> tuple[Message, ...]:
        """Say which tables the rounds were closed without."""
        return tuple(left_out(self.lines))

    @property
    def penalised(self) -> bool:
        """Whether points were taken away or given back."""
        return any(cell.penalties for line in self.lines for cell in line.cells)

    def no_result(self, line: Line) -> Message | None:
        """Say in which rounds somebody's table brought no result."""
        return no_result_text(line)

    def why(self, line: Line) -> Message | None:
        """Say why a line stands behind the one above that has as many points."""
        return parting_text(line.parting) if line.parting else None


def standings_page(event: EventHead, hall: Hall, through: int, number: int, opened: str) -> StandingsPage:
    """Make the page of what may be seen up to a round."""
    rounds = tuple(one for one, found in sorted(hall.state.rounds.items()) if found.begun and one <= through)
    number = number if number in rounds else 0
    current = hall.state.current
    tables = hall.tables.get(current.number, {}) if current else {}
    running = [
        table for table in (current.sittings if current and not current.closed and current.number <= through else ())
        if table not in tables or not tables[table].final
    ]  # fmt: skip
    return StandingsPage(
        event=event, state=hall.state, names=hall.names, rounds=rounds, number=number, opened=opened,
        lines=hall.of_round(number, through) if number else hall.lines(through), running=tuple(running),
        waits=hall.state.hidden,
    )  # fmt: skip
