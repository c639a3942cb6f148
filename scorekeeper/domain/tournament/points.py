"""What each round of a tournament counts for everybody who stands in the list, and where that comes from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from scorekeeper.domain.tournament.record import Entrant, Penalty, RoundState, Tournament

Results = Mapping[int, Mapping[int, Mapping[int, int]]]
"""Units by start number, by round and table; who has no result yet is not in it."""
How = Literal["played", "open", "sat_out", "absent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A round of a line. `points` and `units` are without penalties; neither counts for who was absent."""

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
        return self.points - sum(one.points for one in self.penalties)

    @property
    def counts(self) -> bool:
        """Whether there is something to count: who was absent has no points, not 0."""
        return self.how in {"played", "sat_out"} or bool(self.penalties)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Whose points are added up: an entrant, up to the round where a substitute goes on with points of their own."""

    entrant: int
    part: int = 0
    """0 = whoever was registered, then each substitute with own points."""
    player: int
    since: int = 1
    until: int = 0
    """The first round that is not theirs any more; 0 = none."""
    others: tuple[tuple[int, int], ...] = field(default=())
    """(round, player) who played for them from a round on."""

    @property
    def key(self) -> str:
        """Name the line in messages: the start number, a substitute's with a second number."""
        return f"{self.entrant}.{self.part}" if self.part else str(self.entrant)

    def covers(self, round_number: int) -> bool:
        """Whether the round counts for them."""
        return self.since <= round_number and (not self.until or round_number < self.until)


def seats(entrant: Entrant) -> Iterator[Seat]:
    """Give the lines of a start number: one, and one more for every substitute with points of their own."""
    starts = [place for place, (_since, _player, own) in enumerate(entrant.players) if own or not place]
    for part, (first, end) in enumerate(zip(starts, [*starts[1:], len(entrant.players)], strict=True)):
        since, player, _own = entrant.players[first]
        others = tuple((begun, who) for begun, who, _ in entrant.players[first + 1 : end])
        until = entrant.players[end][0] if end < len(entrant.players) else 0
        if until == since and part:  # replaced before they played a single round
            continue
        yield Seat(entrant=entrant.number, part=part, player=player, since=since, until=until, others=others)


def place_points(units: Mapping[int, int]) -> dict[int, tuple[int, int, Fraction]]:
    """Give (place, how many share it, points): of n at the table the first gets n, the last 1, equals get the mean."""
    result = {}
    for number, mine in units.items():
        better = sum(other > mine for other in units.values())
        sharing = sum(other == mine for other in units.values())
        result[number] = (better + 1, sharing, Fraction(2 * (len(units) - better) - sharing + 1, 2))
    return result


def cells(state: Tournament, results: Results, through: int) -> dict[Seat, tuple[Cell, ...]]:
    """Give every line's rounds up to one, each with what it counts."""
    begun = [one for number, one in sorted(state.rounds.items()) if one.begun and number <= through]
    places = {
        (one.number, table): place_points(units)
        for one in begun
        for table, units in results.get(one.number, {}).items()
    }
    found = {}
    for entrant in state.entrants.values():
        for seat in seats(entrant):
            row = [_cell(state, seat, one, results, places) for one in begun if seat.covers(one.number)]
            row += _penalties_elsewhere(state, seat, [one.number for one in begun], through)
            found[seat] = _credited(state, row)
    return found


def _cell(
    state: Tournament, seat: Seat, found: RoundState, results: Results,
    places: Mapping[tuple[int, int], Mapping[int, tuple[int, int, Fraction]]],
) -> Cell:  # fmt: skip
    number, entrant = found.number, seat.entrant
    penalties = _penalties(state, seat, number)
    table = found.drawn.table_of(entrant)
    if table is None:
        out = entrant in found.drawn.sitting_out and state.entrants[entrant].is_there(number)
        return Cell(round=number, how="sat_out" if out else "absent", penalties=penalties)
    units = results.get(number, {}).get(table, {})
    if entrant not in units:
        return Cell(round=number, how="open", table=table, penalties=penalties)
    place, sharing, points = places[number, table][entrant]
    return Cell(
        round=number, how="played", table=table, place=place, sharing=sharing, size=len(units), penalties=penalties,
        points=Fraction(units[entrant]) if state.settings.counting == "units" else points, units=units[entrant],
    )  # fmt: skip


def _penalties(state: Tournament, seat: Seat, number: int) -> tuple[Penalty, ...]:
    return tuple(
        one for one in state.penalties if one.entrant == seat.entrant and one.round == number and seat.covers(number)
    )


def _penalties_elsewhere(state: Tournament, seat: Seat, begun: Sequence[int], through: int) -> list[Cell]:
    """Give penalties for rounds that have not begun a place of their own: they count at once."""
    numbers = {one.round for one in state.penalties if one.entrant == seat.entrant} - set(begun)
    return [
        Cell(round=number, how="absent", penalties=_penalties(state, seat, number))
        for number in sorted(numbers)
        if number <= through and seat.covers(number)
    ]


def _credited(state: Tournament, row: Sequence[Cell]) -> tuple[Cell, ...]:
    """Credit the rounds that were sat out, as the settings say."""
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
