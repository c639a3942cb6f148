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
from openpyxl.worksheet.properties import PageSetupProperties

from scorekeeper.i18n import Language
from scorekeeper.i18n.figures import MINUS, SYMBOLS
from scorekeeper.spreadsheets.cells import Cell, Grid, Money, Points, Units

_LONGEST_TITLE: Final = 31
_LONGEST_TEXT: Final = 32_767
_FIRST_YEAR: Final = 1900
"""A spreadsheet counts days from here."""
_UNITS: Final = f'+0;"{MINUS}"0;0'
_FRACTION: Final = f'+0.00;"{MINUS}"0.00;0'
_POINTS: Final = f'0;"{MINUS}"0;0'
_HALVES: Final = f'0.0#;"{MINUS}"0.0#;0'
_DAY: Final[dict[Language, str]] = {"de": "DD.MM.YYYY", "en": "D MMM YYYY"}
_HEAD: Final = Font(bold=True)
_HEAD_ALIGNMENT: Final = Alignment(vertical="top", wrap_text=True)

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
        _lay_out(sheet, grid)
        cells = _Cells(sheet, language)
        sheet.append([cells.head(head) for head in grid.head])
        for row in grid.rows:
            sheet.append([cells.cell(cell) for cell in row])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _lay_out(sheet: Any, grid: Grid) -> None:  # noqa: ANN401 openpyxl's write-only sheet
    """Set what a write-only sheet must know before its first line; on paper it lies on its side, a page wide."""
    sheet.freeze_panes = "A2"
    for place, width in enumerate(_widths(grid), 1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    if grid.rows:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(grid.head))}{len(grid.rows) + 1}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"


class _Cells:
    """Makes the cells of a sheet; a style is looked up once, since openpyxl takes longer for it than for the cell."""

    def __init__(self, sheet: Any, language: Language) -> None:  # noqa: ANN401 as above
        self._sheet = sheet
        self._language = language
        self._styles: dict[str, Any] = {}

    def head(self, text: str) -> Any:  # noqa: ANN401 openpyxl's cell
        """Make a cell of the header line."""
        cell = self._text(text)
        cell.font = _HEAD
        cell.alignment = _HEAD_ALIGNMENT
        return cell

    def cell(self, cell: Cell) -> Any:  # noqa: ANN401 as above
        """Make a cell of any other line."""
        match cell:
            case None | "":
                return None
            case date():
                return self._moment(cell)
            case Money():
                return self._number(float(cell.cents / 100), _money(cell))
            case Units() | Points():
                return self._amount(cell)
            case int():
                return cell
        return self._text(str(cell))

    def _amount(self, cell: Units | Points) -> Any:  # noqa: ANN401 as above
        whole = cell.amount.denominator == 1
        forms = (_UNITS, _FRACTION) if isinstance(cell, Units) else (_POINTS, _HALVES)
        return self._number(int(cell.amount) if whole else float(cell.amount), forms[0 if whole else 1])

    def _text(self, text: str) -> Any:  # noqa: ANN401 as above
        """Write a text as such: neither now nor when somebody edits the cell does it become a formula."""
        cell = WriteOnlyCell(self._sheet, ILLEGAL_CHARACTERS_RE.sub("", text)[:_LONGEST_TEXT])
        cell.data_type = "s"
        if text.startswith(("=", "+", "-", "@")):
            cell.quotePrefix = True
        return cell

    def _moment(self, moment: date) -> Any:  # noqa: ANN401 as above
        if moment.year < _FIRST_YEAR:
            return self._text(moment.isoformat())
        day = _DAY[self._language]
        return self._number(moment, f"{day} HH:MM" if isinstance(moment, datetime) else day)

    def _number(self, value: Any, form: str) -> Any:  # noqa: ANN401 a number or a date
        cell: Any = WriteOnlyCell(self._sheet, value)
        if form not in self._styles:
            cell.number_format = form
            self._styles[form] = cell._style  # noqa: SLF001 openpyxl has no other way to share one
        cell._style = self._styles[form]  # noqa: SLF001 as above
        return cell


def _money(money: Money) -> str:
    digits = "0.00" if money.cents.denominator == 1 else "0.0000"
    amount = f'#,##{digits}\\ "{SYMBOLS.get(money.currency, money.currency)}"'
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
        case Units() | Points():
            return len(str(int(cell.amount))) + (1 if cell.amount.denominator == 1 else _DECIMALS)
        case Money():
            return len(f"+{float(cell.cents / 100):,.2f} €") + (0 if cell.cents.denominator == 1 else _DECIMALS)
    return max(map(len, str(cell).splitlines()), default=0)
