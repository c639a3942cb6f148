from datetime import date, datetime
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook

from scorekeeper.spreadsheets.cells import Cell, Grid, Money, Units
from scorekeeper.spreadsheets.workbook import write_xlsx


def written(*rows: list[Cell], head: tuple[str, ...] = ("Kopf",)) -> Any:  # noqa: ANN401 openpyxl's sheet
    return load_workbook(BytesIO(write_xlsx([Grid("Spiele", head, rows)], "de")))["Spiele"]


@pytest.mark.parametrize("name", ["=1+1", "+3", "-2", "@SUM(A1)", 'A;"B,C', "Ärmel, Bär", "'=x", "−3", "O'Neill"])
def test_a_name_is_a_text_and_comes_back_as_it_was(name: str) -> None:
    cell = written([name], head=(name,))["A2"]
    assert (cell.value, cell.data_type) == (name, "s")
    assert written([name], head=(name,))["A1"].value == name


def test_numbers_are_numbers_and_show_their_sign() -> None:
    row: list[Cell] = [Units(-3), Units(Fraction(-95, 2)), 12, None]
    units, fraction, number, empty = written(row, head=("A", "B", "C", "D"))[2]
    assert (units.value, units.data_type, units.number_format) == (-3, "n", '+0;"−"0;0')
    assert (fraction.value, fraction.number_format) == (-47.5, '+0.00;"−"0.00;0')
    assert (number.value, number.data_type) == (12, "n")
    assert empty.value is None


def test_money_is_a_number_of_euro() -> None:
    due, paid, francs = written([Money(-1234, "EUR", signed=True), Money(20, "EUR"), Money(5, "CHF")])[2]
    assert (due.value, due.number_format) == (-12.34, '+#,##0.00\\ "€";"−"#,##0.00\\ "€";#,##0.00\\ "€"')
    assert (paid.value, paid.number_format) == (0.2, '#,##0.00\\ "€";"−"#,##0.00\\ "€";#,##0.00\\ "€"')
    assert '"CHF"' in francs.number_format


def test_days_and_times_are_dates() -> None:
    day, moment = written([date(2027, 1, 15), datetime.fromisoformat("2027-01-15 19:05")])[2]
    assert (day.value, day.is_date, day.number_format) == (datetime.fromisoformat("2027-01-15"), True, "DD.MM.YYYY")
    assert (moment.value, moment.is_date) == (datetime.fromisoformat("2027-01-15 19:05"), True)


def test_a_day_before_a_spreadsheet_can_count_is_a_text() -> None:
    assert written([date(1899, 12, 31)])["A2"].value == "1899-12-31"


def test_the_header_stays_in_sight_and_columns_are_as_wide_as_what_is_in_them() -> None:
    sheet = written(["Maximilian Oberhauser", Units(5)], head=("Name", "Punkte"))
    assert sheet.freeze_panes == "A2"
    assert sheet["A1"].font.bold
    assert sheet.column_dimensions["A"].width == 23  # 21 letters and some room
    assert sheet.column_dimensions["B"].width == 8


def test_what_no_spreadsheet_can_hold_is_left_out_of_a_text() -> None:
    assert written(["a\x0bb", "x" * 40_000])["A2"].value == "ab"
