"""Which tables seat so many players; the expected plans are written by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.tournament.sizes import TableSizes, table_plan

FOURS_AND_FIVES = TableSizes(4, (4, 5))


@pytest.mark.parametrize(
    "players, sizes, tables, sitting_out",
    [
        (22, FOURS_AND_FIVES, (4, 4, 4, 5, 5), 0),
        (23, FOURS_AND_FIVES, (4, 4, 5, 5, 5), 0),
        (12, FOURS_AND_FIVES, (4, 4, 4), 0),
        (11, FOURS_AND_FIVES, (5, 5), 1),
        (10, FOURS_AND_FIVES, (5, 5), 0),
        (9, FOURS_AND_FIVES, (4, 5), 0),
        (8, FOURS_AND_FIVES, (4, 4), 0),
        (7, FOURS_AND_FIVES, (5,), 2),
        (6, FOURS_AND_FIVES, (5,), 1),
        (5, FOURS_AND_FIVES, (5,), 0),
        (4, FOURS_AND_FIVES, (4,), 0),
        (22, TableSizes(5, (4,)), (5, 5, 4, 4, 4), 0),
        (20, TableSizes(5, (4,)), (5, 5, 5, 5), 0),
        (21, TableSizes(5, (4,)), (5, 4, 4, 4, 4), 0),
        (11, TableSizes(5, (4, 6)), (5, 6), 0),
        (8, TableSizes(5, (4, 6)), (4, 4), 0),
        (23, TableSizes(4), (4, 4, 4, 4, 4), 3),
        (7, TableSizes(4, (3, 4)), (4, 3), 0),
        (5, TableSizes(4, (3, 4)), (4,), 1),
        (6, TableSizes(4, (3, 4)), (3, 3), 0),
        (13, TableSizes(4, (3, 5)), (4, 4, 5), 0),
        (10, TableSizes(4, (3, 5)), (4, 3, 3), 0),
        (10, TableSizes(4, (5, 3)), (5, 5), 0),
        (103, FOURS_AND_FIVES, (4,) * 22 + (5,) * 3, 0),
        (42, TableSizes(5, (4,)), (5,) * 6 + (4,) * 3, 0),
        (400, FOURS_AND_FIVES, (4,) * 100, 0),
    ],
)
def test_the_fewest_odd_tables_seat_as_many_as_can_be(
    players: int, sizes: TableSizes, tables: tuple[int, ...], sitting_out: int
) -> None:
    plan = table_plan(players, sizes)
    assert (plan.tables, plan.sitting_out) == (tables, sitting_out)


def test_tables_are_counted_by_size() -> None:
    assert table_plan(22, FOURS_AND_FIVES).counted == ((3, 4), (2, 5))


@pytest.mark.parametrize("players", [0, 3])
def test_too_few_for_a_table_are_refused_with_what_helps(players: int) -> None:
    with pytest.raises(RefusedError, match=f"{players} are present, a table needs 4: wait for more players or"):
        table_plan(players, FOURS_AND_FIVES)


def test_a_table_of_one_is_refused() -> None:
    with pytest.raises(RefusedError, match="at least 2 players"):
        TableSizes(4, (1,))


def reachable(players: int, sizes: tuple[int, ...]) -> bool:
    """Whether tables of these sizes seat exactly so many, by trying."""
    return players == 0 or any(reachable(players - size, sizes) for size in sizes if size <= players)


@given(st.integers(2, 40), st.integers(3, 6), st.sets(st.integers(2, 7), max_size=3))
def test_a_plan_seats_everybody_it_can_at_allowed_tables(players: int, preferred: int, allowed: set[int]) -> None:
    sizes = TableSizes(preferred, tuple(sorted(allowed)))
    if players < min(sizes.all):
        return
    plan = table_plan(players, sizes)
    assert sum(plan.tables) + plan.sitting_out == players
    assert set(plan.tables) <= set(sizes.all)
    assert not any(reachable(players - fewer, sizes.all) for fewer in range(plan.sitting_out))
