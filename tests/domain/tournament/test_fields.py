"""Finite fields obey the axioms of a field, and their numbers of elements are the powers of primes."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.tournament.fields import field_of, prime_powers

ORDERS = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27, 32, 49)


@pytest.mark.parametrize("order", ORDERS)
def test_0_and_1_change_nothing_and_everything_can_be_taken_back(order: int) -> None:
    field = field_of(order)
    everything = list(range(order))
    assert list(field.add[0]) == list(field.times[1]) == everything
    assert all(field.add[one][field.negative(one)] == 0 for one in everything)
    assert all(sorted(row) == everything for row in field.add)
    assert all(sorted(row) == everything for row in field.times[1:])


@given(st.sampled_from(ORDERS), st.data())
def test_sums_and_products_commute_associate_and_distribute(order: int, data: st.DataObject) -> None:
    field = field_of(order)
    a, b, c = (data.draw(st.integers(0, order - 1)) for _ in range(3))
    add, times = field.add, field.times
    assert (add[a][b], times[a][b]) == (add[b][a], times[b][a])
    assert (add[add[a][b]][c], times[times[a][b]][c]) == (add[a][add[b][c]], times[a][times[b][c]])
    assert times[a][add[b][c]] == add[times[a][b]][times[a][c]]


@pytest.mark.parametrize("order", ORDERS)
def test_the_powers_of_a_primitive_element_are_everything_but_0(order: int) -> None:
    assert sorted(field_of(order).powers()) == list(range(1, order))


@pytest.mark.parametrize("order", [1, 6, 10, 12, 15, 36])
def test_there_is_no_field_of_another_order(order: int) -> None:
    with pytest.raises(ValueError, match=str(order)):
        field_of(order)


def test_numbers_are_taken_apart_into_prime_powers() -> None:
    assert prime_powers(360) == [(2, 3), (3, 2), (5, 1)]
    assert prime_powers(97) == [(97, 1)]
    assert prime_powers(1) == []
    assert all(prime_powers(p**e) == [(p, e)] for p, e in product((2, 3, 5), (1, 2, 3)))
