"""Amounts in notes and coins; the expected pieces are laid out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.coins import EURO, fewest, stock, worth


@pytest.mark.parametrize(
    "cents, pieces",
    [
        (0, {}),
        (1, {1: 1}),
        (40, {20: 2}),
        (80, {50: 1, 20: 1, 10: 1}),
        (99, {50: 1, 20: 2, 5: 1, 2: 2}),
        (540, {500: 1, 20: 2}),
        (1538, {1000: 1, 500: 1, 20: 1, 10: 1, 5: 1, 2: 1, 1: 1}),
        (88_800, {20_000: 4, 5_000: 1, 2_000: 1, 1_000: 1, 500: 1, 200: 1, 100: 1}),
    ],
)  # fmt: skip
def test_an_amount_is_laid_out_in_the_largest_pieces_first(cents: int, pieces: dict[int, int]) -> None:
    assert fewest(cents) == pieces
    assert list(fewest(cents)) == list(pieces)


def test_less_than_nothing_cannot_be_laid_out() -> None:
    with pytest.raises(ValueError, match="-1"):
        fewest(-1)


def test_no_way_of_laying_out_a_small_amount_needs_fewer_pieces() -> None:
    """Every amount up to 20 euro against the fewest pieces found by trying every last piece."""
    most = 2000
    best = [0] * (most + 1)
    for cents in range(1, most + 1):
        best[cents] = 1 + min(best[cents - piece] for piece in EURO if piece <= cents)
    assert [sum(fewest(cents).values()) for cents in range(most + 1)] == best


@given(st.integers(0, 10**9))
def test_the_pieces_add_up_to_the_amount(cents: int) -> None:
    assert worth(fewest(cents)) == cents
    assert all(count > 0 for count in fewest(cents).values())


def test_the_stock_hands_every_amount_out_by_itself() -> None:
    # 40 = 20 + 20, 60 = 50 + 10, 1.20 = 1 + 20: changing nothing, five pieces of 20 and 10 and so on
    assert stock([40, 60, 120]) == {100: 1, 50: 1, 20: 3, 10: 1}


@given(st.lists(st.integers(0, 10**5), max_size=9))
def test_the_stock_is_worth_all_amounts_together(amounts: list[int]) -> None:
    assert worth(stock(amounts)) == sum(amounts)
