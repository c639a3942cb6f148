from datetime import date, time
from decimal import Decimal
from fractions import Fraction

import pytest
from babel.numbers import format_currency, format_decimal
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.i18n import LANGUAGES, Language
from scorekeeper.i18n.dates import clock, day, weekday
from scorekeeper.i18n.figures import exact_money, money, number, signed, signed_money

languages = st.sampled_from(LANGUAGES)


@given(st.integers(-(10**12), 10**12), languages)
def test_money_looks_as_babel_shows_it_with_a_real_minus(cents: int, language: Language) -> None:
    babel = format_currency(Decimal(cents).scaleb(-2), "EUR", locale=language)
    assert money(cents, language) == babel.replace("-", "−")


def test_another_currency_is_named_by_its_letters() -> None:
    assert money(-10, "de", "CHF").replace("\N{NO-BREAK SPACE}", " ") == "−0,10 CHF"
    assert money(-10, "en", "CHF").replace("\N{NO-BREAK SPACE}", " ") == "−CHF 0.10"


@pytest.mark.parametrize(
    "currency, shown",
    [
        ("EUR", "−33 1/3 c"),
        ("CHF", "−33 1/3 Rp."),
        ("USD", "−1/3 USD"),
    ],  # of other currencies the hundredth has no name
)
def test_parts_of_a_hundredth_stay_exact_and_are_called_what_they_are(currency: str, shown: str) -> None:
    assert exact_money(Fraction(-100, 3), "de", currency).replace("\N{NO-BREAK SPACE}", " ") == shown


@pytest.mark.parametrize(
    "cents, german, english",
    [
        (10, "0,10 €", "€0.10"),
        (0, "0,00 €", "€0.00"),
        (-5, "−0,05 €", "−€0.05"),
        (123450, "1.234,50 €", "€1,234.50"),
    ],
)
def test_cents_are_shown_as_euro(cents: int, german: str, english: str) -> None:
    assert money(cents, "de").replace("\N{NO-BREAK SPACE}", " ") == german
    assert money(cents, "en") == english


def test_what_somebody_gets_has_a_plus() -> None:
    assert signed_money(290, "en") == "+€2.90"
    assert signed_money(-60, "en") == "−€0.60"
    assert signed_money(0, "en") == "€0.00"


@pytest.mark.parametrize(
    "amount, german, english",
    [
        (7, "7", "7"),
        (-7, "−7", "−7"),
        (12345, "12345", "12345"),
        (Fraction(3), "3", "3"),
        (Fraction(-95, 2), "−47,5", "−47.5"),
        (Fraction(7, 4), "1,75", "1.75"),
        (Fraction(1, 20), "0,05", "0.05"),
        (Fraction(142, 3), "47 1/3", "47 1/3"),
        (Fraction(-1, 3), "−1/3", "−1/3"),
        (Fraction(1, 8), "1/8", "1/8"),
    ],
)
def test_units_are_shown_exactly(amount: int | Fraction, german: str, english: str) -> None:
    assert number(amount, "de") == german
    assert number(amount, "en") == english


@given(st.fractions(-9999, 9999, max_denominator=100), languages)
def test_no_figure_is_rounded(amount: Fraction, language: Language) -> None:
    text = number(amount, language).replace("−", "-").replace(",", ".")
    whole, _space, rest = text.rpartition(" ")
    parts = Fraction(whole or 0), Fraction(rest)
    assert parts[0] + (-parts[1] if text.startswith("-") and whole else parts[1]) == amount


@given(st.integers(-999, 999), languages)
def test_whole_numbers_look_as_babel_shows_them(amount: int, language: Language) -> None:
    assert number(amount, language) == format_decimal(amount, locale=language).replace("-", "−")


def test_units_carry_their_sign() -> None:
    assert [signed(units, "de") for units in (4, -3, 0, Fraction(1, 2))] == ["+4", "−3", "0", "+0,5"]


def test_days_and_times_are_said_as_here() -> None:
    assert weekday(date(2027, 1, 15), "de") == "Freitag, 15. Jänner 2027"
    assert weekday(date(2027, 1, 15), "en") == "Friday, 15 January 2027"
    assert day(date(2027, 2, 1), "de") == "1. Februar 2027"
    assert day(date(2027, 2, 1), "en") == "1 February 2027"
    assert clock(time(20, 15)) == "20:15"
