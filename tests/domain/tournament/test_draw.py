"""The draw by lot. Issue 5, point 3: how few repeats there have to be, and what holds for every draw."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.tournament.consequences import consequences, removed, swapped
from scorekeeper.domain.tournament.draw import draw_rounds
from scorekeeper.domain.tournament.rounds import DrawnRound, Wishes, repeats
from scorekeeper.domain.tournament.sizes import TableSizes
from tests.domain.tournament.checking import (
    assert_seats_everybody,
    assert_sits_out_in_turn,
    meetings_of,
    repeats_of,
)

NOTHING = Wishes()
SEED = "KDF7-3QPM"


def couples(count: int) -> frozenset[frozenset[int]]:
    return frozenset(frozenset({2 * number, 2 * number + 1}) for number in range(count))


@pytest.mark.parametrize(
    "players, preferred, expected",
    [
        (16, 4, 72), (20, 4, 50), (32, 4, 0), (40, 4, 0), (40, 5, 0), (42, 4, 0), (42, 5, 0), (100, 4, 0), (100, 5, 0),
        (103, 4, 0), (103, 5, 0), (400, 4, 0), (400, 5, 0),
    ],
)  # fmt: skip
def test_eight_rounds_repeat_as_few_meetings_as_can_be(players: int, preferred: int, expected: int) -> None:
    rounds = draw_rounds(range(players), 8, TableSizes(preferred, (4, 5)), NOTHING, (), SEED)
    assert len(rounds) == 8
    assert repeats_of(rounds) == repeats(rounds) == expected
    for drawn in rounds:
        assert_seats_everybody(drawn, range(players), {4, 5})


def test_the_same_seed_gives_this_draw_on_every_machine_and_every_python() -> None:
    first, second = draw_rounds([5, 3, 1, 2, 4, 6, 7, 8, 9], 2, TableSizes(4, (5,)), NOTHING, (), "ABCD-2345")
    assert first == DrawnRound(((6, 8, 4, 5), (9, 1, 7, 3, 2)))
    assert second == DrawnRound(((7, 9, 5, 4, 2), (3, 6, 1, 8)))


def test_another_seed_gives_another_draw() -> None:
    one, other = (draw_rounds(range(22), 1, TableSizes(4, (5,)), NOTHING, (), seed) for seed in ("A", "B"))
    assert one != other


@pytest.mark.parametrize("players, preferred", [(40, 5), (32, 4)])
def test_rounds_drawn_one_after_the_other_or_anew_go_on_with_the_construction(players: int, preferred: int) -> None:
    past: tuple[DrawnRound, ...] = ()
    for number in range(8):
        past += draw_rounds(range(players), 1, TableSizes(preferred), NOTHING, past, f"{SEED}/{number}")
    assert repeats_of(past) == 0


def test_somebody_leaves_a_constructed_draw_and_still_nobody_meets_twice() -> None:
    sizes = TableSizes(5, (4,))
    past = draw_rounds(range(40), 3, sizes, NOTHING, (), SEED)
    rest = draw_rounds(range(39), 5, sizes, NOTHING, past, f"{SEED}/2")
    assert repeats_of([*past, *rest]) == 0


def test_who_comes_late_is_seated_with_people_who_have_met_as_little_as_all() -> None:
    sizes = TableSizes(4, (5,))
    past = draw_rounds(range(100), 4, sizes, NOTHING, (), SEED)
    rest = draw_rounds(range(103), 4, sizes, NOTHING, past, SEED)
    assert repeats_of([*past, *rest]) == 0


@pytest.mark.parametrize("players, preferred, apart", [(32, 4, 16), (40, 5, 20), (103, 4, 50), (22, 4, 4)])
def test_couples_never_sit_together_and_that_costs_no_repeat(players: int, preferred: int, apart: int) -> None:
    wishes = Wishes(couples(apart), {5: 3, 8: 1})
    rounds = draw_rounds(range(players), 4, TableSizes(preferred, (4, 5)), wishes, (), SEED)
    assert not couples(apart) & meetings_of(rounds).keys()
    assert repeats_of(rounds) == 0
    for drawn in rounds:
        assert 5 in drawn.tables[2]
        assert 8 in drawn.tables[0]


def test_who_has_a_fixed_table_stays_there_while_everybody_else_is_exchanged() -> None:
    for drawn in draw_rounds(range(13), 4, TableSizes(4, (5,)), Wishes(fixed={5: 2, 8: 1}), (), SEED):
        assert 5 in drawn.tables[1]
        assert 8 in drawn.tables[0]


def test_a_family_of_four_sits_at_four_tables() -> None:
    rounds = draw_rounds(range(16), 5, TableSizes(4), Wishes(frozenset({frozenset({1, 2, 3, 4})})), (), SEED)
    assert all(len({drawn.table_of(player) for player in (1, 2, 3, 4)}) == 4 for drawn in rounds)


def test_nobody_has_the_same_table_twice_where_there_are_enough() -> None:
    rounds = draw_rounds(range(100), 8, TableSizes(4), NOTHING, (), SEED)
    for player in range(100):
        assert len({drawn.table_of(player) for drawn in rounds}) == 8


def test_the_first_deal_goes_round() -> None:
    rounds = draw_rounds(range(32), 8, TableSizes(4), NOTHING, (), SEED)
    first = Counter(table[0] for drawn in rounds for table in drawn.tables)
    assert set(first.values()) <= {1, 2, 3}
    assert len(first) == 32


def test_large_tables_are_shared_out() -> None:
    rounds = draw_rounds(range(103), 8, TableSizes(4, (5,)), NOTHING, (), SEED)
    at_fives = Counter(player for drawn in rounds for table in drawn.tables if len(table) == 5 for player in table)
    assert sum(at_fives.values()) == 8 * 15
    assert max(at_fives.values()) == 2


def test_all_have_sat_out_before_somebody_does_twice() -> None:
    rounds = draw_rounds(range(7), 4, TableSizes(5), NOTHING, (), SEED)
    out = [player for drawn in rounds for player in drawn.sitting_out]
    assert len(out) == 8
    assert set(out) == set(range(7))


def test_wishes_that_cannot_be_kept_do_not_stop_the_draw() -> None:
    wishes = Wishes(frozenset({frozenset(range(6))}), {0: 1, 1: 1, 2: 9, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1})
    (drawn,) = draw_rounds(range(9), 1, TableSizes(4, (5,)), wishes, (), SEED)
    assert_seats_everybody(drawn, range(9), {4, 5})
    assert consequences(drawn, (), wishes, TableSizes(4, (5,)))


def test_more_fixed_players_than_usual_seats_get_a_large_table() -> None:
    (drawn,) = draw_rounds(range(9), 1, TableSizes(4, (5,)), Wishes(fixed=dict.fromkeys(range(5), 2)), (), SEED)
    assert sorted(drawn.tables[1]) == [0, 1, 2, 3, 4]


def test_too_few_are_refused_and_no_rounds_are_no_rounds() -> None:
    with pytest.raises(RefusedError, match="wait for more players"):
        draw_rounds(range(3), 1, TableSizes(4), NOTHING, (), SEED)
    assert draw_rounds(range(8), 0, TableSizes(4), NOTHING, (), SEED) == ()


@settings(max_examples=6, deadline=None)
@given(st.data())
def test_every_draw_seats_everybody_keeps_wishes_and_sits_out_in_turn(data: st.DataObject) -> None:
    present = data.draw(st.lists(st.integers(0, 60), min_size=13, max_size=26, unique=True))
    sizes = TableSizes(4, data.draw(st.sampled_from([(), (5,), (3, 5), (3,)])))
    group = data.draw(st.permutations(present))
    wishes = Wishes(frozenset({frozenset(group[:2]), frozenset(group[2:4])}), {group[4]: 2, group[5]: 1})
    seed = data.draw(st.text("AB23", min_size=1, max_size=4))
    rounds = draw_rounds(present, 2, sizes, wishes, (), seed)
    left = [player for player in present if player != group[6]]
    rounds += draw_rounds(left, 2, sizes, wishes, rounds, seed)
    for number, drawn in enumerate(rounds):
        assert_seats_everybody(drawn, present if number < 2 else left, set(sizes.all))
        assert drawn.table_of(group[4]) in {2, None}
        assert drawn.table_of(group[5]) in {1, None}
    assert not wishes.apart & meetings_of(rounds).keys()
    assert_sits_out_in_turn([removed(drawn, group[6]) for drawn in rounds])
    assert draw_rounds(present[::-1], 2, sizes, wishes, (), seed) == rounds[:2]


@given(st.integers(0, 21), st.integers(0, 21))
def test_two_who_change_places_can_change_back(one: int, other: int) -> None:
    (drawn,) = draw_rounds(range(22), 1, TableSizes(4, (5,)), NOTHING, (), SEED)
    assert swapped(swapped(drawn, one, other), one, other) == drawn
