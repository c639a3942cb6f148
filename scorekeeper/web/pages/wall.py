"""The wall board: where everybody sits, the clock, and the list as viewers may see it. The same for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from scorekeeper.domain.text import Message, Player
from scorekeeper.domain.tournament.record import RoundState, Tournament
from scorekeeper.domain.tournament.standings import Line
from scorekeeper.domain.tournament.telling import TIE_BREAKS, left_out
from scorekeeper.services.players import sort_key
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament import ceremony
from scorekeeper.services.tournament.standings import Hall
from scorekeeper.web.pages.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """What changes on the board."""

    template: ClassVar[str] = "board/now.html"

    event: EventHead
    names: Mapping[Player, str]
    seating: RoundState | None
    """The round that is played, or the one that comes next as soon as it is drawn."""
    by_name: tuple[tuple[str, int, int], ...]
    """(name, start number, table; 0 = sits out), in the order of the names."""
    by_table: tuple[tuple[str, ...], ...]
    """Names, table 1 first."""
    clock: Clock | None
    extra: tuple[tuple[int, int], ...]
    """(table, minutes more)"""
    lines: tuple[Line, ...]
    rounds: int
    """So many rounds are in the list."""
    interim: bool
    """Whether the last of them is still being played."""
    waits: bool
    """Whether the last round is kept back."""
    by_units: bool
    left_out: tuple[Message, ...]
    """Which tables those rounds were closed without."""
    parted_by: tuple[Message, ...]
    """What parts equals, in order; empty where nobody is parted."""

    @property
    def ends_ms(self) -> int:
        """When the round ends, in milliseconds since 1970; 0 = the clock does not run."""
        ends = self.clock.ends if self.clock else None
        return round(ends.timestamp() * 1000) if ends else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPage:
    """The board as it is opened."""

    template: ClassVar[str] = "board/page.html"

    event: EventHead
    content: str
    tag: str
    now: datetime

    @property
    def now_ms(self) -> int:
        """The server's clock: a device's own may be wrong."""
        return round(self.now.timestamp() * 1000)


def wall(event: EventHead, hall: Hall) -> Wall:
    """Make what changes on the board."""
    state, through = hall.state, ceremony.shown_through(hall.state, organiser=False)
    current = state.current
    playing = current if current and not current.closed else None
    seating = playing or state.rounds.get(state.next_number)
    begun = [one.number for one in state.rounds.values() if one.begun and one.number <= through]
    named = _named(hall, seating) if seating else {}
    lines = hall.lines(through)
    return Wall(
        event=event, names=hall.names, seating=seating, by_name=_by_name(state, seating, named),
        by_table=tuple(tuple(named[one] for one in table) for table in seating.drawn.tables) if seating else (),
        clock=Clock.of(playing) if playing else None,
        extra=tuple(sorted(playing.extra.items())) if playing else (),
        lines=tuple(line for line in lines if line.place), rounds=max(begun, default=0),
        interim=playing is not None and playing.number <= through, waits=state.hidden,
        by_units=state.settings.counting == "units", left_out=tuple(left_out(lines)),
        parted_by=tuple(TIE_BREAKS[one] for one in state.settings.tie_breaks) if any(map(_parted, lines)) else (),
    )  # fmt: skip


def _parted(line: Line) -> bool:
    return line.parting is not None


def _named(hall: Hall, seating: RoundState) -> dict[int, str]:
    return {
        number: hall.names[Player(f"p{hall.state.entrants[number].player(seating.number)}")]
        for number in seating.drawn.players
    }


def _by_name(
    state: Tournament, seating: RoundState | None, named: Mapping[int, str]
) -> tuple[tuple[str, int, int], ...]:  # fmt: skip
    if seating is None:
        return ()
    there = [number for number in named if state.entrants[number].is_there(seating.number)]
    ordered = sorted(there, key=lambda number: (sort_key(named[number]), number))
    return tuple((named[number], number, seating.drawn.table_of(number) or 0) for number in ordered)
