"""XLSX with real numbers, amounts of money and dates; a text is a text, also if it begins like a formula."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from io import BytesIO
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from scorekeeper.i18n import Language
from scorekeeper.i18n.figures import MINUS, SYMBOLS
from scorekeeper.spreadsheets.cells import Cell, Grid, Money, Units

_LONGEST_TITLE: Final = 31
_LONGEST_TEXT: Final = 32_767
_FIRST_YEAR: Final = 1900
"""A spreadsheet counts days from here."""
_NUMBER: Final = "0"
_UNITS: Final = f'+0;"{MINUS}"0;0'
_FRACTION: Final = f'+0.00;"{MINUS}"0.00;0'
_DAY: Final[dict[Language, str]] = {"de": "DD.MM.YYYY", "en": "D MMM YYYY"}
_HEAD: Final = Font(bold=True)
_HEAD_ALIGNMENT: Final = Alignment(vertical="top", wrap_text=True)
_ALIGNMENT: Final = Alignment(vertical="top")

_WIDEST: Final = 50
_ROOM: Final = 2
_WIDTH_OF_DAY: Final = 11
_WIDTH_OF_MOMENT: Final = 17
_DECIMALS: Final = 4


def write_xlsx(grids: Sequence[Grid], language: Language) -> bytes:
    """Write tables, one a sheet: the header line stays in sight, columns are as wide as what is in them."""
    book = Workbook(write_only=True)
    for grid in grids:
        sheet = book.create_sheet(grid.title[:_LONGEST_TITLE])
        sheet.freeze_panes = "A2"
        for place, width in enumerate(_widths(grid), 1):
            sheet.column_dimensions[get_column_letter(place)].width = width
        if grid.rows:
            sheet.auto_filter.ref = f"A1:{get_column_letter(len(grid.head))}{len(grid.rows) + 1}"
        sheet.append([_headed(sheet, head) for head in grid.head])
        for row in grid.rows:
            sheet.append([_cell(sheet, cell, language) if cell not in {None, ""} else None for cell in row])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _headed(sheet: Any, text: str) -> Any:  # noqa: ANN401 openpyxl's write-only sheet and cell
    cell = _text(sheet, text)
    cell.font = _HEAD
    cell.alignment = _HEAD_ALIGNMENT
    return cell


def _cell(sheet: Any, cell: Cell, language: Language) -> Any:  # noqa: ANN401 as above
    match cell:
        case date():
            return _moment(sheet, cell, language)
        case Money():
            return _number(sheet, cell.cents / 100, _money(cell))
        case Units():
            whole = cell.amount.denominator == 1
            return _number(sheet, int(cell.amount) if whole else float(cell.amount), _UNITS if whole else _FRACTION)
        case int():
            return _number(sheet, cell, _NUMBER)
    return _text(sheet, str(cell))


def _text(sheet: Any, text: str) -> Any:  # noqa: ANN401 as above
    """Write a text as such: neither now nor when somebody edits the cell does it become a formula."""
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", text)[:_LONGEST_TEXT])
    cell.data_type = "s"
    cell.quotePrefix = text.startswith(("=", "+", "-", "@"))
    cell.alignment = _ALIGNMENT
    return cell


def _moment(sheet: Any, moment: date, language: Language) -> Any:  # noqa: ANN401 as above
    if moment.year < _FIRST_YEAR:
        return _text(sheet, moment.isoformat())
    return _number(sheet, moment, f"{_DAY[language]} HH:MM" if isinstance(moment, datetime) else _DAY[language])


def _number(sheet: Any, value: Any, form: str) -> Any:  # noqa: ANN401 as above
    cell = WriteOnlyCell(sheet, value)
    cell.number_format = form
    cell.alignment = _ALIGNMENT
    return cell


def _money(money: Money) -> str:
    amount = f'#,##0.00\\ "{SYMBOLS.get(money.currency, money.currency)}"'
    return f'{"+" if money.signed else ""}{amount};"{MINUS}"{amount};{amount}'


def _widths(grid: Grid) -> Iterator[int]:
    for place, head in enumerate(grid.head):
        longest = max((_width(row[place]) for row in grid.rows), default=0)
        words = max(map(len, head.split()), default=0)
        yield min(_WIDEST, max(longest, words) + _ROOM)


def _width(cell: Cell) -> int:
    """Say how many letters a cell takes, about."""
    match cell:
        case None:
            return 0
        case date():
            return _WIDTH_OF_MOMENT if isinstance(cell, datetime) else _WIDTH_OF_DAY
        case Units():
            return len(str(int(cell.amount))) + (1 if cell.amount.denominator == 1 else _DECIMALS)
        case Money():
            return len(f"+{cell.cents / 100:,.2f} €")
    return max(map(len, str(cell).splitlines()), default=0)
