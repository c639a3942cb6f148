"""Prizes, by examples worked out by hand and by what always holds."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.text import Cents
from scorekeeper.domain.tournament.prizes import Prize, amounts, awards, worked_out
from scorekeeper.domain.tournament.settings import Prizes
from scorekeeper.domain.tournament.standings import Line, standings
from tests.domain.tournament.ranked import played


def lines(*units: int) -> tuple[Line, ...]:
    return standings(*played([dict(enumerate(units, 1))]))


def won(prizes: Prizes, pool: int, *units: int) -> dict[str, int]:
    return {one.key: one.cents for one in awards(prizes, lines(*units), pool, "KDF7").prizes}


def test_fixed_prizes_are_paid_whatever_is_in_the_pool() -> None:
    prizes = Prizes(kind="fixed", places=(10000, 5000))
    assert won(prizes, 3000, 9, 3, -12) == {"1": 10000, "2": 5000}
    assert awards(prizes, lines(9, 3, -12), 3000, "KDF7").kept == -12000


def test_shares_are_rounded_once_by_largest_remainder() -> None:
    # of 100,01 €: 50 % = 5000,5, 30 % = 3000,3, 20 % = 2000,2 cents; the odd cent goes to the largest remainder
    assert amounts(Prizes(kind="shares", places=(500, 300, 200)), 10001) == (5001, 3000, 2000)
    assert amounts(Prizes(kind="shares", places=(333, 333, 333)), 1000) == (333, 333, 333)  # a thousandth stays


def test_the_consolation_is_taken_from_the_pool_first_and_goes_to_the_last() -> None:
    prizes = Prizes(kind="shares", places=(600, 400), consolation_cents=1000)
    assert won(prizes, 11000, 9, 3, -12) == {"1": 6000, "2": 4000, "3": 1000}


def test_shares_in_whole_euros_are_rounded_down_and_the_rest_stays_in_the_box() -> None:
    # 167,50 € less 5 € consolation: 45 % of 162,50 = 73,12, 25 % = 40,62, 15 % = 24,37
    prizes = Prizes(kind="shares", places=(450, 250, 150), consolation_cents=500, round_to=100)
    found = awards(prizes, lines(9, 3, -4, -8), 16750, "KDF7")
    assert {one.key: one.cents for one in found.prizes} == {"1": 7300, "2": 4000, "3": 2400, "4": 500}
    assert found.kept == 2550
    assert amounts(replace(prizes, round_to=10), 16750) == (7310, 4060, 2430)
    # the first two share 113 €: 56 € each; the last two share 5 €: 2 € each
    equals = awards(replace(prizes, places=(450, 250)), lines(9, 9, -9, -9), 16750, "KDF7")
    assert {one.key: one.cents for one in equals.prizes} == {"1": 5600, "2": 5600, "3": 200, "4": 200}


def test_it_is_said_that_the_consolation_comes_off_first_and_how_shares_are_rounded() -> None:
    prizes = Prizes(kind="shares", places=(450, 250, 150), consolation_cents=500, round_to=100)
    first, rounded = worked_out(prizes, 16500)
    assert first.values == {"pool": Cents(16500), "rest": Cents(16000)}
    assert rounded.values == {"step": Cents(100)}
    assert worked_out(replace(prizes, consolation_cents=0, round_to=1), 16500) == ()
    assert worked_out(Prizes(kind="fixed", places=(100,), consolation_cents=500), 16500) == ()


def test_equals_share_what_their_places_win_and_the_lot_has_the_odd_cent() -> None:
    prizes = Prizes(kind="fixed", places=(5001, 3000, 1000))
    found = awards(prizes, lines(7, 7, -14), 9001, "KDF7").prizes
    assert sorted(one.cents for one in found) == [1000, 4000, 4001]
    assert [one.by_lot for one in found if one.cents == 4001] == [True]
    assert [one.place for one in found] == [1, 1, 3]
    both_last = awards(Prizes(kind="fixed", places=(100,), consolation_cents=50), lines(8, -4, -4), 200, "KDF7").prizes
    assert [(one.cents, one.consolation) for one in both_last] == [(100, 0), (25, 25), (25, 25)]


def test_a_prize_for_a_place_beyond_the_last_stays_in_the_pool() -> None:
    found = awards(Prizes(kind="fixed", places=(100, 50, 20)), lines(1, -1), 200, "KDF7")
    assert (found.total, found.kept) == (150, 50)


def test_nobody_wins_before_anything_was_played() -> None:
    state, _results = played([{1: 1, 2: -1}])
    found = awards(Prizes(kind="fixed", places=(100,)), standings(state, {}), 500, "KDF7")
    assert (found.prizes, found.kept) == ((), 500)


@given(
    units=st.lists(st.integers(-9, 9), min_size=2, max_size=12),
    shares=st.lists(st.integers(1, 100), min_size=1, max_size=10),
    pool=st.integers(0, 100_000),
    consolation=st.integers(0, 500),
)
def test_prizes_and_what_stays_are_the_pool(
    units: list[int], shares: list[int], pool: int, consolation: int
) -> None:  # fmt: skip
    prizes = Prizes(kind="shares", places=tuple(sorted(shares, reverse=True)), consolation_cents=consolation)
    found = awards(prizes, lines(*units), pool, "KDF7")
    assert found.total + found.kept == pool
    assert found.kept >= 0
    _never_less_for_a_better_place(found.prizes)


@given(units=st.lists(st.integers(-9, 9), min_size=3, max_size=12), pool=st.integers(0, 100_000))
def test_all_shares_together_are_the_pool_to_the_cent(units: list[int], pool: int) -> None:
    assert awards(Prizes(kind="shares", places=(500, 300, 200)), lines(*units), pool, "KDF7").kept == 0


def _never_less_for_a_better_place(prizes: tuple[Prize, ...]) -> None:
    by_place = [(one.place, one.cents - one.consolation) for one in prizes]
    for (place, more), (other, less) in pairwise(by_place):
        assert place <= other
        assert more >= less - 1  # a cent that the lot or the remainder gives


def test_the_consolation_is_for_the_last_of_those_who_stayed_to_the_end() -> None:
    prizes = Prizes(kind="fixed", places=(100,), consolation_cents=50)
    found = awards(prizes, lines(9, -1, -8), 200, "KDF7", gone=[3]).prizes
    assert {one.entrant: one.cents for one in found} == {1: 100, 2: 50}
    assert {one.entrant for one in awards(prizes, lines(9, -9), 200, "KDF7", gone=[1, 2]).prizes} == {1, 2}
