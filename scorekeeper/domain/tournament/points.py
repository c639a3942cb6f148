"""What each round of a tournament counts for everybody who stands in the list, and where that comes from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from scorekeeper.domain.tournament.record import Entrant, Penalty, RoundState, Tournament

Results = Mapping[int, Mapping[int, Mapping[int, int]]]
"""Units by start number, by round and table; who has no result yet is not in it."""
How = Literal["played", "open", "no_result", "sat_out", "absent"]
"""open: the result is awaited; no_result: the round was closed without that of the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A round of a line. `points` and `units` are without penalties; neither counts for who has no result."""

    round: int
    how: How
    points: Fraction = Fraction(0)
    units: int = 0
    table: int = 0
    place: int = 0
    """At the table, shared by `sharing` of the `size` who played there."""
    sharing: int = 1
    size: int = 0
    penalties: tuple[Penalty, ...] = ()

    @property
    def total(self) -> Fraction:
        """What the round counts after penalties."""
        return self.points - sum(one.points for one in self.penalties) if self.penalties else self.points

    @property
    def counts(self) -> bool:
        """Whether there is something to count: who was absent has no points, not 0."""
        return self.how in {"played", "sat_out"} or bool(self.penalties)


class Span(NamedTuple):
    """Rounds that count for a line: from one on, up to the first that does not any more (0 = to the end)."""

    since: int
    until: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Whose points are added up: an entrant, but for the rounds where a substitute plays with points of their own."""

    entrant: int
    part: int = 0
    """0 = whoever was registered, then each substitute with own points."""
    player: int
    spans: tuple[Span, ...] = (Span(1),)
    """More than one: somebody else played with own points in between."""
    others: tuple[tuple[int, int], ...] = field(default=())
    """(round, player) who played for them from a round on."""

    @property
    def key(self) -> str:
        """Name the line in messages: the start number, a substitute's with a second number."""
        return f"{self.entrant}.{self.part}" if self.part else str(self.entrant)

    @property
    def plays_on(self) -> bool:
        """Whether the rounds to come count for them."""
        return not self.spans[-1].until

    def covers(self, round_number: int) -> bool:
        """Whether the round counts for them."""
        return any(since <= round_number and (not until or round_number < until) for since, until in self.spans)


@dataclass(slots=True)
class _Part:
    """A line while it is put together."""

    player: int
    spans: list[Span] = field(default_factory=list)
    by: list[tuple[int, int]] = field(default_factory=list)

    def plays(self, since: int, until: int, player: int) -> None:
        """Add rounds and who plays them; those that go on where the last ones ended are one stretch with them."""
        if since != until:
            self.by.append((since, player))
        if self.spans and self.spans[-1].until == since:
            since = self.spans.pop().since
        self.spans.append(Span(since, until))

    @property
    def played(self) -> tuple[Span, ...]:
        """Those that have a round: not of whoever was replaced before playing."""
        return tuple(one for one in self.spans if one.since != one.until)

    @property
    def others(self) -> tuple[tuple[int, int], ...]:
        """Say from which rounds on somebody else plays for them, or they do again themselves."""
        before = [self.player, *(player for _since, player in self.by)]
        return tuple(one for one, last in zip(self.by, before, strict=False) if one[1] != last)


def seats(entrant: Entrant) -> Iterator[Seat]:
    """Give the lines of a start number: one, and one more for everybody who came with points of their own.

    Whoever comes back with own points goes on with the line that is theirs.
    """
    now = _Part(entrant.first_player)
    parts = [now]
    ends = [*(since for since, _player, _own in entrant.players[1:]), 0]
    for (since, player, own), end in zip(entrant.players, ends, strict=True):
        theirs = next((one for one in parts if one.player == player), None) if own else now
        if theirs is None:
            theirs = _Part(player)
            parts.append(theirs)
        now = theirs
        now.plays(since, end, player)
    for part, one in enumerate(parts):
        if one.played or not part:
            there = one.played or tuple(one.spans[:1])
            yield Seat(
                entrant=entrant.number, part=part, player=one.player, spans=there, others=one.others
            )  # fmt: skip


def place_points(units: Mapping[int, int]) -> dict[int, tuple[int, int, Fraction]]:
    """Give (place, how many share it, points): of n at the table the first gets n, the last 1, equals get the mean."""
    result = {}
    for number, mine in units.items():
        better = sum(other > mine for other in units.values())
        sharing = sum(other == mine for other in units.values())
        result[number] = (better + 1, sharing, Fraction(2 * (len(units) - better) - sharing + 1, 2))
    return result


@dataclass(frozen=True, slots=True)
class _Round:
    """A round with what its tables brought, looked up once for everybody."""

    state: RoundState
    tables: Mapping[int, int]
    """By start number."""
    units: Mapping[int, Mapping[int, int]]
    """By table and start number."""
    places: Mapping[int, Mapping[int, tuple[int, int, Fraction]]]

    @classmethod
    def of(cls, state: RoundState, units: Mapping[int, Mapping[int, int]]) -> "_Round":
        tables = {one: table for table, seats in enumerate(state.drawn.tables, 1) for one in seats}
        return cls(state, tables, units, {table: place_points(brought) for table, brought in units.items()})


def cells(state: Tournament, results: Results, through: int) -> dict[Seat, tuple[Cell, ...]]:
    """Give every line's rounds up to one, each with what it counts."""
    begun = [
        _Round.of(one, results.get(number, {}))
        for number, one in sorted(state.rounds.items())
        if one.begun and number <= through
    ]
    penalties: dict[int, list[Penalty]] = {}
    for one in state.penalties:
        penalties.setdefault(one.entrant, []).append(one)
    found = {}
    for entrant in state.entrants.values():
        for seat in seats(entrant):
            given = [one for one in penalties.get(seat.entrant, ()) if seat.covers(one.round)]
            row = [_cell(state, entrant, one, given) for one in begun if seat.covers(one.state.number)]
            row += _penalties_elsewhere(given, [one.state.number for one in begun], through)
            found[seat] = _credited(state, row)
    return found


def _cell(state: Tournament, entrant: Entrant, found: _Round, given: Sequence[Penalty]) -> Cell:
    number, one = found.state.number, entrant.number
    penalties = tuple(penalty for penalty in given if penalty.round == number) if given else ()
    table = found.tables.get(one)
    if table is None:
        out = one in found.state.drawn.sitting_out and entrant.is_there(number)
        return Cell(round=number, how="sat_out" if out else "absent", penalties=penalties)
    units = found.units.get(table, {})
    if one not in units:
        awaited = table not in found.state.without
        return Cell(round=number, how="open" if awaited else "no_result", table=table, penalties=penalties)
    place, sharing, points = found.places[table][one]
    return Cell(
        round=number, how="played", table=table, place=place, sharing=sharing, size=len(units), penalties=penalties,
        points=Fraction(units[one]) if state.settings.counting == "units" else points, units=units[one],
    )  # fmt: skip


def _penalties_elsewhere(given: Sequence[Penalty], begun: Sequence[int], through: int) -> list[Cell]:
    """Give penalties for rounds that have not begun a place of their own: they count at once."""
    numbers = {one.round for one in given} - set(begun)
    return [
        Cell(round=number, how="absent", penalties=tuple(one for one in given if one.round == number))
        for number in sorted(numbers)
        if number <= through
    ]


def _credited(state: Tournament, row: Sequence[Cell]) -> tuple[Cell, ...]:
    """Credit the rounds that were sat out, as the settings say."""
    if all(one.how != "sat_out" for one in row):
        return tuple(row)
    played = [one for one in row if one.how == "played"]
    points, units = Fraction(0), 0
    if state.settings.sit_out == "points":
        points = Fraction(state.settings.sit_out_points)
    elif state.settings.sit_out == "average" and played:
        points = Fraction(sum(one.points for one in played) // len(played))
        units = sum(one.units for one in played) // len(played)
    if state.settings.counting == "units":
        units = int(points)
    return tuple(
        Cell(round=one.round, how="sat_out", points=points, units=units, penalties=one.penalties)
        if one.how == "sat_out" else one
        for one in row
    )  # fmt: skip
