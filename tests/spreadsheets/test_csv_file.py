from datetime import date, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.i18n import Language
from scorekeeper.spreadsheets.cells import Grid, Money, Units
from scorekeeper.spreadsheets.csv_file import guarded, read_csv, unguarded, write_csv

GRID = Grid(
    "Spiele",
    ["Datum", "Name", "Punkte", "Betrag", "Anteil", "Zeit", "Spiel"],
    [
        [
            date(2027, 1, 15), "Jörg Weiß", Units(-3), Money(-1234, "EUR"), Units(Fraction(-95, 2)),
            datetime.fromisoformat("2027-01-15 19:05"), 12,
        ],
        [None, 'A;"B,C', Units(0), Money(5, "EUR"), Units(Fraction(1, 3)), None, None],
    ],
)  # fmt: skip


def test_german_has_a_byte_order_mark_semicolons_decimal_commas_and_lines_as_windows_ends_them() -> None:
    assert write_csv(GRID, "de") == (
        b"\xef\xbb\xbfDatum;Name;Punkte;Betrag;Anteil;Zeit;Spiel\r\n"
        + "15.01.2027;Jörg Weiß;-3;-12,34;-47,5;15.01.2027 19:05;12\r\n".encode()
        + b';"A;""B,C";0;0,05;0,333333;;\r\n'
    )


def test_english_has_commas_and_decimal_points() -> None:
    assert write_csv(GRID, "en") == (
        b"Datum,Name,Punkte,Betrag,Anteil,Zeit,Spiel\r\n"
        + "2027-01-15,Jörg Weiß,-3,-12.34,-47.5,2027-01-15 19:05,12\r\n".encode()
        + b',"A;""B,C",0,0.05,0.333333,,\r\n'
    )


@pytest.mark.parametrize(
    "text", ["=x", "+x", "-x", "@x", "\tx", "\rx", "'=x", "\uff1dx", "\uff0bx", "\uff0dx", "\uff20x", "'\uff1dx"]
)
def test_what_a_spreadsheet_takes_for_a_formula_is_guarded_and_comes_back(text: str) -> None:
    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("text", ["O'Neill", "'s Annerl", "−3", "a=b", "", "1-2"])
def test_other_names_get_no_apostrophe_and_lose_none(text: str) -> None:
    assert guarded(text) == unguarded(text) == text


def test_no_apostrophe_stands_before_a_negative_number() -> None:
    grid = Grid("", ["-3"], [[Units(-3)], [Money(-30, "EUR")], [-7]])
    assert write_csv(grid, "de").decode("utf-8-sig").splitlines() == ["'-3", "-3", "-0,30", "-7"]


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)


@given(names=st.lists(NAMES | NAMES.map("={}".format) | NAMES.map("'-{}".format), min_size=2, max_size=5))
@pytest.mark.parametrize("language", ["de", "en"])
def test_any_name_comes_back_as_it_was(language: Language, names: list[str]) -> None:
    assert read_csv(write_csv(Grid("", names, [names]), language), language) == [names, names]
