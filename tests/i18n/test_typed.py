from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.i18n import LANGUAGES, Language, render
from scorekeeper.i18n.figures import money, number
from scorekeeper.i18n.typed import TypedNumberError, parse_cents, parse_number, parse_units


@pytest.mark.parametrize(
    "text, value",
    [
        ("0", 0),
        ("7", 7),
        ("+7", 7),
        ("-3", -3),
        ("−3", -3),
        ("– 3", -3),
        (" 12 ", 12),
        ("15,38", Fraction(1538, 100)),
        ("15.38", Fraction(1538, 100)),
        ("1,5", Fraction(3, 2)),
        ("1.5", Fraction(3, 2)),
        (",5", Fraction(1, 2)),
        ("0,125", Fraction(1, 8)),
        ("1234,5", Fraction(2469, 2)),
        ("1234,567", Fraction(1234567, 1000)),
        ("1.234,50", Fraction(2469, 2)),
        ("1,234.50", Fraction(2469, 2)),
        ("1 234,50", Fraction(2469, 2)),
        ("1\N{NO-BREAK SPACE}234", 1234),
        ("1'234.5", Fraction(2469, 2)),
        ("1.234.567", 1234567),
        ("1,234,567.8", Fraction(12345678, 10)),
    ],
)
def test_numbers_are_understood_as_people_type_them(text: str, value: Fraction | int) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize("text, advice", [("1.234", "1234 or 1.2340"), ("-12,345", "12345 or 12,3450")])
def test_what_could_mean_two_numbers_is_refused_with_both_ways_to_write_it(text: str, advice: str) -> None:
    with pytest.raises(TypedNumberError) as refused:
        parse_number(text)
    assert render(refused.value.message, "en") == f"“{text}” could mean two numbers: write {advice}"


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "1x", "--1", "1-", "5,", "1..2", "1.234.50", "12.34,5", "1,2,3", "½", "1e3", "0x1", "NaN", "€"],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(TypedNumberError):
        parse_number(text)


def test_a_number_beyond_reason_is_refused() -> None:
    with pytest.raises(TypedNumberError):
        parse_number("9" * 16)


def test_units_are_whole() -> None:
    assert parse_units("−12") == -12
    with pytest.raises(TypedNumberError):
        parse_units("1,5")


@pytest.mark.parametrize(
    "text, cents",
    [
        ("10 Cent", 10),
        ("10ct", 10),
        ("10 c", 10),
        ("1 cent.", 1),
        ("0,10", 10),
        ("0.10", 10),
        ("0,10 €", 10),
        ("€ 0,10", 10),
        ("€0.10", 10),
        ("2 €", 200),
        ("2,- €", 200),
        ("1 Euro", 100),
        ("EUR 1,5", 150),
        ("1.234,50 €", 123450),
        ("0", 0),
        ("10", 10),
        ("-0,10 €", -10),
    ],
)
def test_money_is_understood_with_and_without_its_unit(text: str, cents: int) -> None:
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text, bare", [("0,5", "cents"), ("1,5 Cent", "cents"), ("0,105 €", "cents"), ("1.234", "euro"), ("Cent", "cents")]
)
def test_money_that_is_unclear_or_no_whole_cents_is_refused(text: str, bare: Literal["cents", "euro"]) -> None:
    with pytest.raises(TypedNumberError):
        parse_cents(text, bare)


@pytest.mark.parametrize(
    "text, currency, cents",
    [
        ("10 CHF", "CHF", 1000), ("Fr. 2.50", "CHF", 250), ("15 Rp", "CHF", 15), ("5 USD", "USD", 500),
        ("$ 5", "USD", 500), ("20 cents", "USD", 20), ("7 CZK", "CZK", 700),
    ],
)  # fmt: skip
def test_money_is_understood_in_the_currency_that_is_meant(text: str, currency: str, cents: int) -> None:
    assert parse_cents(text, currency=currency) == cents


@pytest.mark.parametrize(
    "text, currency, said",
    [
        ("CHF 10", "EUR", "euro and cents"),
        ("10 Fr.", "EUR", "euro and cents"),
        ("15 Rappen", "EUR", "euro and cents"),
        ("$10", "EUR", "euro and cents"),
        ("10 €", "CHF", "francs and rappen"),
        ("EUR 1,50", "CHF", "francs and rappen"),
        ("10 Cent", "CHF", "francs and rappen"),
        ("1 Euro", "USD", "USD and hundredths"),
    ],
)
def test_money_of_another_currency_is_refused_and_never_taken_for_ours(text: str, currency: str, said: str) -> None:
    for bare in ("cents", "euro"):
        with pytest.raises(TypedNumberError) as refused:
            parse_cents(text, bare, currency)
        wanted = f"“{text}” is in another currency: amounts are in {said} here"
        assert render(refused.value.message, "en") == wanted


def test_a_field_for_euro_takes_a_bare_number_as_euro() -> None:
    assert parse_cents("15", "euro") == 1500
    assert parse_cents("15,5", "euro") == 1550


@given(st.integers(-(10**11), 10**11), st.sampled_from(LANGUAGES))
def test_money_that_we_show_is_understood(cents: int, language: Language) -> None:
    assert parse_cents(money(cents, language)) == cents


@given(st.integers(-(10**9), 10**9), st.sampled_from(LANGUAGES))
def test_numbers_that_we_show_are_understood(units: int, language: Language) -> None:
    assert parse_units(number(units, language)) == units


@given(st.text(), st.sampled_from((parse_number, parse_units, parse_cents)))
def test_any_text_is_a_number_or_refused(text: str, parse: Callable[[str], Fraction | int]) -> None:
    with suppress(TypedNumberError):
        assert isinstance(parse(text), Fraction | int)
