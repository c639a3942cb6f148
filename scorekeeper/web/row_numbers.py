"""Numbers that stand for rows, as they come in addresses and forms; no row has one that a database could not hold."""

from typing import Final

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

HIGHEST: Final = 2**31 - 1
_MOST_DIGITS: Final = 10


class RowConverter(IntegerConverter):
    """`<int:sitting>` in an address: what cannot be a row is not found."""

    def __init__(self, of: Map) -> None:
        super().__init__(of, max=HIGHEST)


def row_number(text: str) -> int:
    """Read a number from 0 to the highest. Raises ValueError."""
    if len(text) > _MOST_DIGITS or not (text.isascii() and text.isdigit()) or int(text) > HIGHEST:
        raise ValueError(text[:_MOST_DIGITS])
    return int(text)


def row_number_or(text: str, otherwise: int) -> int:
    """Read a number, or give another one where there is none."""
    try:
        return row_number(text)
    except ValueError:
        return otherwise


def init_app(app: Flask) -> None:
    """Let every address be read so."""
    app.url_map.converters["int"] = RowConverter
