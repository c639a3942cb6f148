"""The draw by the standings: neighbours together, unless they have met."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.domain.tournament.rounds import DrawnRound, Wishes
from scorekeeper.domain.tournament.sizes import TableSizes
from scorekeeper.domain.tournament.swiss import draw_swiss
from tests.domain.tournament.checking import assert_seats_everybody, meetings_of, repeats_of

NOTHING = Wishes()
FOURS = TableSizes(4, (5,))


def sets(drawn: DrawnRound) -> list[set[int]]:
    return [set(table) for table in drawn.tables]


def test_without_a_past_the_ranking_is_cut_into_tables_and_the_last_ones_are_the_large_ones() -> None:
    drawn = draw_swiss(range(13), range(13), FOURS, NOTHING, (), "A")
    assert sets(drawn) == [{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11, 12}]


def test_who_has_met_sits_apart_and_yet_near() -> None:
    past = [draw_swiss(range(16), range(16), FOURS, NOTHING, (), "A")]
    drawn = draw_swiss(range(16), range(16), FOURS, NOTHING, past, "B")
    assert repeats_of([*past, drawn]) == 0


def test_a_hall_of_100_repeats_nothing_and_neighbours_stay_near() -> None:
    past: list[DrawnRound] = []
    for number in range(3):
        past.append(draw_swiss(range(100), range(100), FOURS, NOTHING, past, f"A{number}"))
        assert all(max(table) - min(table) <= 30 for table in past[-1].tables)
    assert repeats_of(past) == 0


def test_couples_and_fixed_tables_are_respected() -> None:
    wishes = Wishes(frozenset({frozenset({0, 1}), frozenset({2, 3})}), {5: 4, 0: 2})
    drawn = draw_swiss(range(16), range(16), FOURS, wishes, (), "A")
    assert drawn.table_of(5) == 4
    assert drawn.table_of(0) == 2
    assert not wishes.apart & meetings_of([drawn]).keys()


def test_the_last_who_has_not_sat_out_sits_out_and_newcomers_are_last() -> None:
    first = draw_swiss(range(9), range(9), TableSizes(4), NOTHING, (), "A")
    assert first.sitting_out == (8,)
    second = draw_swiss(range(9), range(9), TableSizes(4), NOTHING, [first], "B")
    assert second.sitting_out == (7,)
    assert draw_swiss(range(10), range(8), TableSizes(4), NOTHING, (), "A").sitting_out == (8, 9)


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 40), st.text("AB23", max_size=3), st.data())
def test_every_draw_seats_everybody_and_is_the_same_again(players: int, seed: str, data: st.DataObject) -> None:
    ranking = data.draw(st.permutations(range(players)))
    wishes = Wishes(fixed={0: data.draw(st.integers(1, 3)), 1: data.draw(st.integers(1, 3))})
    drawn = draw_swiss(range(players), ranking, FOURS, wishes, (), seed)
    assert_seats_everybody(drawn, range(players), {4, 5})
    assert drawn == draw_swiss(list(range(players))[::-1], ranking, FOURS, wishes, (), seed)
    for player, table in wishes.fixed.items():
        assert table > len(drawn.tables) or drawn.table_of(player) in {table, None}
