"""CSV that a spreadsheet opens as it should: umlauts, numbers as numbers, no name run as a formula."""

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from typing import Final

from scorekeeper.i18n import Language
from scorekeeper.i18n.figures import DECIMAL_SIGN
from scorekeeper.spreadsheets.cells import Cell, Grid, Money, Points, Units

SEPARATOR: Final[dict[Language, str]] = {"de": ";", "en": ","}
BYTE_ORDER_MARK: Final[dict[Language, str]] = {"de": "\ufeff", "en": ""}
"""Spreadsheets here take a file without it for Windows-1252."""
_DAY: Final[dict[Language, str]] = {"de": "%d.%m.%Y", "en": "%Y-%m-%d"}
_BEGINS_FORMULA: Final = r"[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]"
"""The last four are the full-width signs, which some spreadsheets take for the plain ones."""
_RUNS_AS_FORMULA: Final = re.compile(f"'*{_BEGINS_FORMULA}")
_GUARDED: Final = re.compile(f"'+{_BEGINS_FORMULA}")
_DECIMALS: Final = Decimal("0.000001")
_CENTS: Final = Decimal("0.01")


def write_csv(grid: Grid, language: Language) -> bytes:
    """Write a table."""
    return csv_text([grid.head, *grid.rows], language).encode()


def csv_text(rows: Iterable[Sequence[Cell]], language: Language) -> str:
    """Write lines, with the separator, the decimal sign and the byte-order mark of a language."""
    out = StringIO()
    writer = csv.writer(out, delimiter=SEPARATOR[language], lineterminator="\r\n")
    writer.writerows([_shown(cell, language) for cell in row] for row in rows)
    return BYTE_ORDER_MARK[language] + out.getvalue()


def read_csv(content: bytes, language: Language) -> list[list[str]]:
    """Read what was written; every text is what it was."""
    lines = StringIO(content.decode("utf-8-sig"), newline="")
    return [[unguarded(cell) for cell in row] for row in csv.reader(lines, delimiter=SEPARATOR[language])]


def guarded(text: str) -> str:
    """Keep a text from running as a formula by an apostrophe before it."""
    return f"'{text}" if _RUNS_AS_FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Take that apostrophe away."""
    return text[1:] if _GUARDED.match(text) else text


def _shown(cell: Cell, language: Language) -> str | int:
    """Write a cell; only texts are guarded: the sign of a negative number is no formula."""
    match cell:
        case str():
            return guarded(cell)
        case int():
            return cell
        case Money() | Units() | Points():
            return _decimal(cell, language)
        case date():
            return f"{cell:{_DAY[language]} %H:%M}" if isinstance(cell, datetime) else f"{cell:{_DAY[language]}}"
    return ""


def _decimal(cell: Money | Units | Points, language: Language) -> str:
    exact = Fraction(cell.cents, 100) if isinstance(cell, Money) else Fraction(cell.amount)
    number = (Decimal(exact.numerator) / exact.denominator).quantize(_DECIMALS)
    if isinstance(cell, Money) and cell.cents.denominator == 1:
        number = number.quantize(_CENTS)
    else:
        number = number.quantize(1) if exact.denominator == 1 else number.normalize()
    return f"{number:f}".replace(".", DECIMAL_SIGN[language])
