"""The list of a tournament, by examples worked out by hand."""

from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.tournament.points import place_points
from scorekeeper.domain.tournament.record import Kind
from scorekeeper.domain.tournament.settings import Counting, TieBreak
from scorekeeper.domain.tournament.standings import Parting, of_one_round, ranking, standings
from scorekeeper.domain.tournament.telling import left_out
from tests.domain.tournament.ranked import places, played, points

HALF = Fraction(1, 2)


def test_units_of_all_rounds_are_added_up_and_equals_share_the_place() -> None:
    lines = standings(*played([{1: 5, 2: 2, 3: -7}], [{1: -3, 2: 0, 3: 3}], [{1: 0, 2: 0, 3: 0}]))
    assert places(lines) == [(1, "1"), (1, "2"), (3, "3")]
    lines = standings(*played([{1: 9, 2: 1, 3: 1, 4: -11}]))
    assert places(lines) == [(1, "1"), (2, "2"), (2, "3"), (4, "4")]


def test_nine_is_not_above_twelve() -> None:
    assert places(standings(*played([{1: 9, 2: 12, 3: -21}]))) == [(1, "2"), (2, "1"), (3, "3")]


def test_by_places_the_first_of_five_gets_five_and_the_last_one() -> None:
    lines = standings(*played([{1: -3, 2: 8, 3: 1, 4: 0, 5: -6}], counting="places"))
    assert points(lines) == {"2": 5, "3": 4, "4": 3, "1": 2, "5": 1}


@pytest.mark.parametrize(
    "units, expected",
    [
        ((4, 4, -8), (5 * HALF, 5 * HALF, 1)),
        ((4, -2, -2), (3, 3 * HALF, 3 * HALF)),
        ((0, 0, 0), (2, 2, 2)),
        ((7, 1, 1, 1, -10), (5, 3, 3, 3, 1)),
        ((7, 7, -7, -7), (7 * HALF, 7 * HALF, 3 * HALF, 3 * HALF)),
    ],
)
def test_equals_at_a_table_share_the_mean_of_their_places(
    units: tuple[int, ...], expected: tuple[Fraction, ...]
) -> None:
    found = place_points(dict(enumerate(units)))
    assert tuple(points for _place, _sharing, points in found.values()) == expected


def test_places_first_and_units_part_those_with_as_many_points() -> None:
    lines = standings(*played([{1: 2, 2: 0, 3: -2}, {4: 9, 5: 0, 6: -9}], counting="both"))
    assert places(lines) == [(1, "4"), (2, "1"), (3, "2"), (3, "5"), (5, "3"), (6, "6")]
    assert lines[1].parting == Parting("units", "4", 9, 2)


def test_a_sit_out_counts_nothing() -> None:
    lines = standings(*played([{1: 4, 2: -4}], [{1: 1, 3: -1}], out=((3,), (2,))))
    assert points(lines) == {"1": 5, "3": -1, "2": -4}


def test_a_sit_out_counts_the_own_average_of_the_other_rounds_rounded_down() -> None:
    state = played([{1: 4, 2: -4}], [{1: 1, 3: -1}], [{3: -2, 1: 2}], out=((3,), (2,), ()), sit_out="average")
    lines = standings(*state)
    assert points(lines) == {"1": 7, "2": -8, "3": -5}  # 3: −1 and −2, on average −1½, rounded down −2
    assert [one.points for one in lines[1].cells] == [-2, -1, -2]


def test_a_sit_out_counts_fixed_points() -> None:
    state = played([{1: 4, 2: -4}], [{1: 1, 3: -1}], out=((3,), (2,)), sit_out="points", sit_out_points=3)
    assert points(standings(*state)) == {"1": 5, "3": 2, "2": -1}


def test_by_places_a_sit_out_counts_the_average_of_the_points() -> None:
    state = played([{1: 4, 2: 0, 3: -4}], [{1: 4, 4: 0, 2: -4}], [{3: 9, 2: 0, 4: -9}], out=((), (3,), (1,)),
                   sit_out="average", counting="both")  # fmt: skip
    lines = {line.seat.key: line for line in standings(*state)}
    assert [lines["1"].points, lines["1"].units] == [9, 12]  # 3 + 3, and 3 for the third round; 4 + 4 and 4
    assert [lines["3"].points, lines["3"].units] == [6, 7]  # 1 + 3, and 2; −4 + 9 and 2 (2½ rounded down)


def test_who_was_absent_has_no_points_and_who_never_played_no_place() -> None:
    state = played([{1: 4, 2: 0, 3: -4}], [{1: 2, 2: -2}], people=4, sit_out="average",
                   more=((Kind.LEFT, {"entrant": 3, "round": 2}),))  # fmt: skip
    lines = standings(*state)
    assert places(lines) == [(1, "1"), (2, "2"), (3, "3"), (0, "4")]
    assert [one.how for one in lines[2].cells] == ["played", "absent"]
    assert not lines[2].cells[1].counts


def test_who_sat_out_and_went_home_stands_below_all_who_played() -> None:
    state = played([{1: 4, 2: -4}], [{1: 4, 2: -4}], out=((3, 4), ()), people=5,
                   more=((Kind.LEFT, {"entrant": 3, "round": 2}),))  # fmt: skip
    assert places(standings(*state)) == [(1, "1"), (2, "4"), (3, "2"), (0, "3"), (0, "5")]


def test_a_table_without_result_counts_for_nobody() -> None:
    state, results = played([{1: 4, 2: -4}, {3: 1, 4: -1}])
    lines = standings(state, {1: {1: results[1][1]}})
    assert places(lines) == [(1, "1"), (2, "2"), (0, "3"), (0, "4")]
    assert lines[2].cells[0].how == "open"


def test_a_penalty_counts_in_the_list_in_its_round_and_in_the_best_round() -> None:
    penalty = (Kind.PENALTY, {"entrant": 1, "round": 1, "points": 3, "reason": "verleugnet"})
    given = (Kind.PENALTY, {"entrant": 2, "round": 2, "points": -2, "reason": "falsch geschrieben"})
    state = played([{1: 4, 2: 0, 3: -4}], [{1: 2, 2: 0, 3: -2}], more=(penalty, given))
    lines = standings(*state)
    assert places(lines) == [(1, "1"), (2, "2"), (3, "3")]
    assert points(lines) == {"1": 3, "2": 2, "3": -6}
    assert lines[0].best == 2
    assert points(of_one_round(*state, 1)) == {"1": 1, "2": 0, "3": -4}
    assert points(standings(*state, 1)) == {"1": 1, "2": 0, "3": -4}


def test_a_penalty_for_a_round_to_come_counts_at_once() -> None:
    penalty = (Kind.PENALTY, {"entrant": 1, "round": 3, "points": 6, "reason": "zu spät"})
    assert points(standings(*played([{1: 4, 2: -4}], more=(penalty,)))) == {"1": -2, "2": -4}


def test_the_list_after_a_round_knows_nothing_of_later_ones() -> None:
    state = played([{1: 4, 2: -4}], [{1: -9, 2: 9}])
    assert places(standings(*state, 1)) == [(1, "1"), (2, "2")]
    assert places(standings(*state)) == [(1, "2"), (2, "1")]
    assert points(of_one_round(*state, 2)) == {"2": 9, "1": -9}


def test_a_substitutes_points_count_for_whoever_was_registered() -> None:
    more = ((Kind.STAND_IN, {"entrant": 2, "player": 202, "round": 2, "own": False}),)
    lines = standings(*played([{1: 4, 2: -4}], [{1: 1, 2: -1}], more=more))
    assert points(lines) == {"1": 5, "2": -5}
    assert lines[1].seat.player == 102
    assert lines[1].seat.others == ((2, 202),)


def test_a_line_says_who_plays_for_it_from_when_on_and_who_never_did_is_not_named() -> None:
    changes = (
        (202, 2, False), (203, 2, False), (204, 4, True), (102, 5, True), (205, 7, False), (102, 7, False),
    )  # fmt: skip
    more = tuple(
        (Kind.STAND_IN, {"entrant": 2, "player": player, "round": since, "own": own}) for player, since, own in changes
    )
    lines = {line.seat.key: line.seat for line in standings(*played([{1: 4, 2: -4}], more=more))}
    assert lines["2"].others == ((2, 203), (5, 102))  # 204 has rounds 4 of their own, 202 and 205 have none
    assert lines["2.1"].others == ()


def test_a_substitute_with_own_points_has_a_line_of_their_own() -> None:
    more = ((Kind.STAND_IN, {"entrant": 2, "player": 202, "round": 2, "own": True}),)
    penalty = (Kind.PENALTY, {"entrant": 2, "round": 2, "points": 1, "reason": "verleugnet"})
    state = played([{1: 4, 2: -4}], [{1: -6, 2: 6}], more=(*more, penalty))
    lines = standings(*state)
    assert points(lines) == {"2.1": 5, "1": -2, "2": -4}
    assert [line.seat.player for line in lines] == [202, 101, 102]
    assert points(of_one_round(*state, 2)) == {"2.1": 5, "1": -6}
    assert ranking(*state) == (2, 1)


def test_who_comes_back_after_a_substitute_with_own_points_goes_on_with_the_own_line() -> None:
    more = (
        (Kind.STAND_IN, {"entrant": 2, "player": 202, "round": 2, "own": True}),
        (Kind.STAND_IN, {"entrant": 2, "player": 102, "round": 3, "own": True}),
    )
    penalty = (Kind.PENALTY, {"entrant": 2, "round": 3, "points": 1, "reason": "verleugnet"})
    state = played([{1: 4, 2: -4}], [{1: -6, 2: 6}], [{1: -3, 2: 3}], more=(*more, penalty))
    lines = standings(*state)
    assert points(lines) == {"2.1": 6, "2": -2, "1": -5}  # 2: −4, then 3 less the penalty
    assert [line.seat.spans for line in lines if line.seat.entrant == 2] == [((2, 3),), ((1, 2), (3, 0))]
    assert ranking(*state) == (2, 1)  # where who plays now stands
    assert points(of_one_round(*state, 2)) == {"2.1": 6, "1": -6}


def test_who_comes_back_for_the_line_of_the_substitute_plays_for_that_one() -> None:
    more = (
        (Kind.STAND_IN, {"entrant": 2, "player": 202, "round": 2, "own": True}),
        (Kind.STAND_IN, {"entrant": 2, "player": 102, "round": 3, "own": False}),
    )
    state = played([{1: 4, 2: -4}], [{1: -6, 2: 6}], [{1: -3, 2: 3}], more=more)
    assert points(standings(*state)) == {"2.1": 9, "2": -4, "1": -5}


def test_who_was_taken_for_replaced_by_mistake_keeps_one_stretch_of_rounds() -> None:
    more = (
        (Kind.STAND_IN, {"entrant": 2, "player": 202, "round": 2, "own": True}),
        (Kind.STAND_IN, {"entrant": 2, "player": 102, "round": 2, "own": True}),
    )
    lines = standings(*played([{1: 4, 2: -4}], [{1: -6, 2: 6}], more=more))
    assert points(lines) == {"2": 2, "1": -2}
    assert lines[0].seat.spans == ((1, 0),)


def test_a_round_closed_without_a_table_brought_its_players_no_result_and_nothing_is_awaited() -> None:
    state, results = played([{1: 4, 2: -4}, {3: 1, 4: -1}], [{1: 1, 3: -1}, {2: 2, 4: -2}])
    closed = {1: replace(state.rounds[1], closed=True, without=frozenset({2})), 2: state.rounds[2]}
    lines = standings(replace(state, rounds=closed), {1: {1: results[1][1]}, 2: results[2]})
    assert points(lines) == {"1": 5, "2": -2, "3": -1, "4": -2}
    how = {line.seat.key: line.cells[0].how for line in lines}
    assert how == {"1": "played", "2": "played", "3": "no_result", "4": "no_result"}
    assert lines[-1].played == 1
    (said,) = left_out(lines)
    assert said.values == {"round": 1, "tables": "2", "n": 1}


def test_the_best_round_parts_equals() -> None:
    state = played([{1: 4, 2: 1, 3: -5}], [{1: -1, 2: 2, 3: -1}], tie_breaks=("best_round",))
    lines = standings(*state)
    assert places(lines) == [(1, "1"), (2, "2"), (3, "3")]
    assert lines[1].parting == Parting("best_round", "1", 4, 2)


def test_tables_won_part_equals_and_a_shared_first_place_is_one() -> None:
    state = played([{1: 2, 2: 1, 3: -3}, {4: 1, 5: 1, 6: -2}], tie_breaks=("wins",))
    lines = standings(*state)
    assert places(lines) == [(1, "1"), (2, "4"), (2, "5"), (4, "2"), (5, "6"), (6, "3")]
    assert lines[3].parting == Parting("wins", "5", 1, 0)


def test_fewer_sit_outs_part_equals() -> None:
    state = played([{1: 2, 2: -2}], [{1: 2, 3: -2}], [{3: 0, 2: 0}], out=((3,), (2,), (1,)),
                   tie_breaks=("fewer_sit_outs",))  # fmt: skip
    assert places(standings(*state)) == [(1, "1"), (2, "2"), (2, "3")]
    state = played([{1: 2, 2: -2}], [{2: 3, 3: -3}, {1: -1, 4: 1}], out=((3, 4), ()), tie_breaks=("fewer_sit_outs",))
    lines = standings(*state)
    assert places(lines) == [(1, "1"), (1, "2"), (3, "4"), (4, "3")]
    assert lines[2].parting == Parting("fewer_sit_outs", "2", 0, 1)


def test_the_direct_meeting_parts_equals_if_all_of_them_have_met() -> None:
    rounds = ([{1: 3, 2: 2, 3: -5}], [{1: 0, 3: 0}, {2: 1, 4: -1}])
    lines = standings(*played(*rounds, tie_breaks=("direct",)))
    assert places(lines) == [(1, "1"), (2, "2"), (3, "4"), (4, "3")]
    assert lines[1].parting == Parting("direct", "1", 1, -1)
    apart = standings(*played([{1: 3, 2: -3}, {3: 3, 4: -3}], tie_breaks=("direct",)))
    assert places(apart) == [(1, "1"), (1, "3"), (3, "2"), (3, "4")]


def test_the_lot_parts_whom_nothing_else_parts_and_a_later_entrant_changes_nobodys() -> None:
    rounds = [{1: 3, 2: -3}, {3: 3, 4: -3}]
    lines = standings(*played(rounds, tie_breaks=("best_round", "lot")))
    assert sorted(line.place for line in lines) == [1, 2, 3, 4]
    assert lines[1].parting is not None
    assert lines[1].parting.by == "lot"
    assert places(standings(*played(rounds, tie_breaks=("best_round", "lot"), people=9)))[:4] == places(lines)


def test_tie_breaks_apply_in_their_order() -> None:
    rounds = ([{1: 4, 2: 1, 3: -5}], [{1: -1, 2: 2, 3: -1}], [{1: 0, 2: 0, 3: 0}])
    by_wins = standings(*played(*rounds, tie_breaks=("wins", "best_round")))
    assert by_wins[1].parting == Parting("best_round", "1", 4, 2)  # both won a table and shared another
    assert places(by_wins)[:2] == [(1, "1"), (2, "2")]


def test_the_ranking_names_everybody_the_best_first() -> None:
    assert ranking(*played([{1: -4, 2: 0, 3: 4}], people=5)) == (3, 2, 1, 4, 5)


@given(data=st.data(), size=st.integers(2, 6), rounds=st.integers(1, 4), counting=st.sampled_from(get_args(Counting)))
def test_places_rise_points_fall_and_units_of_a_zero_sum_game_sum_to_0(
    data: st.DataObject, size: int, rounds: int, counting: Counting
) -> None:
    drawn = []
    for _ in range(rounds):
        units = data.draw(st.lists(st.integers(-5, 5), min_size=size - 1, max_size=size - 1))
        drawn.append([dict(enumerate([*units, -sum(units)], 1))])
    ties = tuple(data.draw(st.lists(st.sampled_from(get_args(TieBreak)), unique=True)))
    lines = standings(*played(*drawn, counting=counting, tie_breaks=ties))
    assert sum(line.units for line in lines) == 0
    assert sum(line.points for line in lines) == (0 if counting == "units" else rounds * size * (size + 1) // 2)
    for number, line in enumerate(lines, 1):
        assert line.place == min(place for place, other in enumerate(lines, 1) if other.place == line.place)
        assert line.sharing == sum(other.place == line.place for other in lines)
        assert number == 1 or lines[number - 2].points >= line.points
    if "lot" in ties:
        assert len({line.place for line in lines}) == size
