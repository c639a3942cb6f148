"""Constructed rounds repeat no meeting. How many there are: a net of order q has q, an affine plane q + 1 (Bose)."""

from collections import Counter
from itertools import combinations

import pytest

from scorekeeper.domain.tournament.designs import designs


@pytest.mark.parametrize(
    "tables, rounds",
    [
        ((4,) * 4, 5),
        ((4,) * 5, 5),
        ((4,) * 7, 9),
        ((4,) * 8, 8),
        ((4,) * 10, 13),
        ((5,) * 5, 6),
        ((5,) * 8, 8),
        ((5,) * 6 + (4,) * 3, 9),
        ((4,) * 22 + (5,) * 3, 25),
        ((4,) * 100, 25),
        ((5,) * 80, 16),
        ((3,) * 3, 4),
    ],
)
def test_constructed_rounds_seat_everybody_and_nobody_meets_twice(tables: tuple[int, ...], rounds: int) -> None:
    design = next(designs(tables))
    assert len(design.rounds) == rounds
    for seated in design.rounds:
        assert sorted(point for table in seated for point in table) == list(range(sum(tables)))
        assert sorted(map(len, seated)) == sorted(tables)
    met = Counter(pair for seated in design.rounds for table in seated for pair in combinations(sorted(table), 2))
    assert set(met.values()) == {1}
    assert not any(met[pair] for column in design.columns for pair in combinations(sorted(column), 2))


@pytest.mark.parametrize("tables", [(4, 4, 4), (3, 5, 4, 4, 4, 4, 4), (5, 5, 4), (6,) * 6])
def test_where_none_is_known_there_is_none(tables: tuple[int, ...]) -> None:
    assert list(designs(tables)) == []
