"""Rounds without a repeated meeting, by construction: points for the players and who of them sits together when.

Grids are nets over a finite field: the point (x, y) sits in round r at table y + r·x, and two lines of different
slope meet once at most. Bose's construction seats 3q + 1 points in fours (Bose 1939, "On the construction of balanced
incomplete block designs").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.tournament.fields import Field, field_of, prime_powers

Tables = tuple[tuple[int, ...], ...]

_FOUR: Final = 4
_PARTS: Final = 3
"""So many copies of the field, and one point beside them."""


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds of tables of points 0 … n − 1. Points of one column never meet in these rounds."""

    rounds: tuple[Tables, ...]
    columns: tuple[tuple[int, ...], ...]


def designs(tables: Sequence[int]) -> Iterator[Design]:
    """Give the designs that are known for tables of these sizes, the one with the most rounds first."""
    found = [design for design in (_grid(tables), _fours(tables)) if design is not None]
    yield from sorted(found, key=lambda design: -len(design.rounds))


def _grid(tables: Sequence[int]) -> Design | None:
    """Take seat x of each table from column x; if sizes differ by one, the last column has a point per large table.

    With q·m tables only the first part of a table's number, y modulo q, has to be an element of the field.
    """
    largest, smallest = max(tables), min(tables)
    order = max((prime**exponent for prime, exponent in prime_powers(len(tables))), default=1)
    if largest - smallest > 1 or largest > order:
        return None
    points = [(x, y) for x in range(largest) for y in range(len(tables))][: sum(tables)]
    field = field_of(order)
    rounds = [_lines(points, field, len(tables) // order, slope) for slope in range(order)]
    columns = tuple(tuple(number for number, (x, _y) in enumerate(points) if x == column) for column in range(largest))
    if largest == smallest == len(tables):
        rounds.append(columns)
        columns = ()
    return Design(tuple(rounds), columns)


def _lines(points: Sequence[tuple[int, int]], field: Field, blocks: int, slope: int) -> Tables:
    """Give the tables of a round; the blocks of q tables are mixed by going on by slope·x, too."""
    lines: list[list[int]] = [[] for _ in range(field.order * blocks)]
    for number, (x, y) in enumerate(points):
        block, element = divmod(y, field.order)
        block = (block + slope * x) % blocks
        lines[block * field.order + field.add[element][field.times[slope][x]]].append(number)
    return tuple(map(tuple, lines))


def _fours(tables: Sequence[int]) -> Design | None:
    """Seat 3q + 1 in fours, q = 4t + 1 a prime power: q rounds in which everybody meets everybody else once."""
    order, rest = divmod(sum(tables) - 1, _PARTS)
    if set(tables) != {_FOUR} or rest or order % 4 != 1 or order == 1 or len(prime_powers(order)) != 1:
        return None
    field = field_of(order)
    powers, quarter = field.powers(), order // 4
    first = [[(0, 0), (1, 0), (2, 0), (_PARTS, 0)]]
    for part in range(_PARTS):
        for place in range(quarter):
            near, far = powers[place], powers[place + quarter]
            following = (part + 1) % _PARTS
            first.append(
                [(part, near), (part, field.negative(near)), (following, far), (following, field.negative(far))]
            )
    rounds = tuple(
        tuple(
            tuple(_PARTS * order if part == _PARTS else part * order + field.add[y][shift] for part, y in table)
            for table in first
        )
        for shift in range(order)
    )
    return Design(rounds, ())
