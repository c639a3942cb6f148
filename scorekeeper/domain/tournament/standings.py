"""The list of a tournament: who is where, which tie-break parted equals, overall and of one round."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, groupby
from typing import Final, Literal, NamedTuple

from scorekeeper.domain.tournament.lot import Lot
from scorekeeper.domain.tournament.points import Cell, Results, Seat, cells
from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.domain.tournament.settings import TieBreak

PartedBy = TieBreak | Literal["units"]
Figure = int | Fraction


@dataclass(frozen=True, slots=True)
class Parting:
    """What put a line behind the one above that has as many points: by what, and both figures."""

    by: PartedBy
    upper: str
    """The key of the line above."""
    upper_figure: Figure
    figure: Figure
    """Both 0 where the lot decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the list. Who has not played has no place (0) and stands below all who have."""

    seat: Seat
    cells: tuple[Cell, ...]
    place: int = 0
    sharing: int = 1
    """So many have this place."""
    parting: Parting | None = None

    @property
    def points(self) -> Fraction:
        """All points, penalties taken off."""
        totals = [one.total for one in self.cells]
        wholes = sum(
            one.numerator for one in totals if one.denominator == 1
        )  # hundreds of lines: no fraction's own sum
        return sum((one for one in totals if one.denominator != 1), Fraction(wholes))

    @property
    def units(self) -> int:
        """All units, also those credited; without penalties."""
        return sum(one.units for one in self.cells)

    @property
    def best(self) -> Fraction | None:
        """What the best round that was played counts, penalties taken off."""
        return max((one.total for one in self.cells if one.how == "played"), default=None)

    @property
    def wins(self) -> int:
        """How often they were first at their table, alone or with others."""
        return sum(one.how == "played" and one.place == 1 for one in self.cells)

    @property
    def played(self) -> int:
        """How many rounds they played."""
        return sum(one.how == "played" for one in self.cells)

    @property
    def sit_outs(self) -> int:
        """How many rounds they sat out."""
        return sum(one.how == "sat_out" for one in self.cells)

    def cell(self, round_number: int) -> Cell | None:
        """Give a round, if it is theirs."""
        return next((one for one in self.cells if one.round == round_number), None)


def standings(state: Tournament, results: Results, through: int | None = None) -> tuple[Line, ...]:
    """Give the list after a round (None = after all; 0 = before the first), best first."""
    last = max([state.settings.rounds, *state.rounds]) if through is None else through
    lines = [Line(seat=seat, cells=row) for seat, row in cells(state, results, last).items()]
    there = [line for line in lines if _takes_part(state, line)]
    return (*_placed(state, there), *_without_place(lines, there))


def of_one_round(state: Tournament, results: Results, number: int, through: int | None = None) -> tuple[Line, ...]:
    """Give the list of one round alone; equals share the place. What a sit-out counts is that of the list `through`."""
    rows = cells(state, results, max([number, *state.rounds]) if through is None else through)
    lines = [
        Line(seat=seat, cells=tuple(one for one in row if one.round == number))
        for seat, row in rows.items() if seat.covers(number)
    ]  # fmt: skip
    there = [line for line in lines if any(one.how in {"played", "sat_out"} for one in line.cells)]
    alone = replace(state, settings=replace(state.settings, tie_breaks=()))
    return (*_placed(alone, there), *_without_place(lines, there))


def ranking(state: Tournament, results: Results, through: int | None = None) -> tuple[int, ...]:
    """Give all start numbers, the best first; whoever has a substitute with own points stands where that one does."""
    lines = standings(state, results, through)
    return tuple(line.seat.entrant for line in lines if line.seat.plays_on)


def _takes_part(state: Tournament, line: Line) -> bool:
    """Who played takes part, and who only sat out so far as long as they are there: no-shows stand below all."""
    if line.played:
        return True
    sat_out = [one.round for one in line.cells if one.how == "sat_out"]
    now = state.current.number if state.current else 0
    return bool(sat_out) and state.entrants[line.seat.entrant].is_there(now) and line.seat.plays_on


def _without_place(lines: Sequence[Line], there: Sequence[Line]) -> list[Line]:
    placed = {line.seat for line in there}
    rest = [line for line in lines if line.seat not in placed]
    return sorted(rest, key=lambda line: (-line.points, line.seat.entrant, line.seat.part))


_NOTHING: Final = Fraction(-(10**9))
"""Below every round that was played."""


class _Group(NamedTuple):
    """Lines that stay equal, and what put them behind those above: by what, the figure there and here."""

    lines: list[Line]
    by: PartedBy | None = None
    upper_figure: Figure = 0
    figure: Figure = 0


def _placed(state: Tournament, lines: Sequence[Line]) -> Iterator[Line]:
    """Sort by points, part equals, give places: 1, 2, 2, 4."""
    breaks: tuple[PartedBy, ...] = state.settings.tie_breaks
    if state.settings.counting == "both":
        breaks = ("units", *breaks)
    seed = seed_of(state)
    place = 1
    for points in _equals(lines, lambda line: line.points):
        upper = ""
        for group in _parted(_Group(points), breaks, seed):
            for line in group.lines:
                parting = Parting(group.by, upper, group.upper_figure, group.figure) if group.by else None
                yield replace(line, place=place, sharing=len(group.lines), parting=parting)
            place += len(group.lines)
            upper = group.lines[-1].seat.key


def _parted(group: _Group, breaks: Sequence[PartedBy], seed: str) -> Iterator[_Group]:
    """Part a group by each tie-break in turn."""
    if len(group.lines) == 1 or not breaks:
        in_order = sorted(group.lines, key=lambda line: (line.seat.entrant, line.seat.part))
        yield group._replace(lines=in_order)
        return
    by, above = breaks[0], None
    value = _VALUES[by](group.lines, seed)
    for equals in _equals(group.lines, value):
        figure = value(equals[0])
        if above is None:
            part = group._replace(lines=equals)
        else:
            part = _Group(equals, by, *(_shown(by, above), _shown(by, figure)))
        yield from _parted(part, breaks[1:], seed)
        above = figure


def _equals(lines: Sequence[Line], value: Callable[[Line], Figure]) -> Iterator[list[Line]]:
    """Give those with the same value together, the highest first."""
    valued = sorted(((value(line), line) for line in lines), key=_first, reverse=True)
    for _value, group in groupby(valued, key=_first):
        yield [line for _figure, line in group]


def _first(pair: tuple[Figure, Line]) -> Figure:
    return pair[0]


def _shown(by: PartedBy, figure: Figure) -> Figure:
    if by == "lot":
        return 0
    return -figure if by == "fewer_sit_outs" else figure


def _direct(lines: Sequence[Line]) -> Callable[[Line], Figure]:
    """Count the meetings won less those lost among equals; decides nothing unless every two of them have met."""
    at = {line.seat: {(one.round, one.table): one.units for one in line.cells if one.how == "played"} for line in lines}
    if any(at[one.seat].keys().isdisjoint(at[other.seat]) for one, other in combinations(lines, 2)):
        return lambda _line: 0

    def won(line: Line) -> int:
        return sum(
            (units > theirs[where]) - (units < theirs[where])
            for seat, theirs in at.items() if seat != line.seat
            for where, units in at[line.seat].items() if where in theirs
        )  # fmt: skip

    return won


def seed_of(state: Tournament) -> str:
    """Give the seed that lots of the list are drawn from: that of the first round."""
    return next((one.seed for _number, one in sorted(state.rounds.items())), "")


def lot_of(seed: str, key: str) -> int:
    """Give a line's lot, the higher the better: everybody has one of their own, who comes later changes nobody's."""
    return Lot(f"{seed} {key}").word()


_VALUES: Final[Mapping[PartedBy, Callable[[Sequence[Line], str], Callable[[Line], Figure]]]] = {
    "units": lambda _lines, _seed: lambda line: line.units,
    "best_round": lambda _lines, _seed: lambda line: _NOTHING if line.best is None else line.best,
    "wins": lambda _lines, _seed: lambda line: line.wins,
    "fewer_sit_outs": lambda _lines, _seed: lambda line: -line.sit_outs,
    "direct": lambda lines, _seed: _direct(lines),
    "lot": lambda _lines, seed: lambda line: lot_of(seed, line.seat.key),
}
"""What each tie-break compares among equals, the highest first."""
