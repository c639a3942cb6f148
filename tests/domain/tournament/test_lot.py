"""The lot: the same on every machine. Word of state 0: the reference of splitmix64 (Vigna, splitmix64.c)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.tournament.lot import Lot


def test_the_first_word_from_state_0_is_that_of_the_published_generator() -> None:
    lot = Lot("any")
    lot._state = 0
    assert lot.word() == 0xE220A8397B1DCDAF


def test_the_state_begins_with_the_sha_256_of_the_text() -> None:
    assert Lot("abc")._state == 0xBA7816BF8F01CFEA


@given(st.text(max_size=9), st.integers(1, 1 << 70))
def test_a_number_is_below_its_limit_and_the_same_for_the_same_text(text: str, limit: int) -> None:
    limit = min(limit, 1 << 64)
    assert 0 <= Lot(text).below(limit) == Lot(text).below(limit) < limit


def test_every_order_of_three_comes_about_as_often() -> None:
    lot = Lot("three")
    counts = Counter(tuple(lot.shuffled("abc")) for _ in range(6_000))
    assert len(counts) == 6
    assert all(850 < count < 1_150 for count in counts.values())
