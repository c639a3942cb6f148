"""Long lists: five deals as five lines of text with tab stops over drawn rules; no cell per figure.

Tab stops lie every STOP millimetres, and every column starts at one. A line goes on with spaces to the stretch before
its next column and then takes one tab, so that it does not matter that the reach of a text is known but roughly. (Tabs
all the way would not do: WeasyPrint 70 draws them 2.4 % wider than it lays them out.)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from scorekeeper.printing.columns import MM_PER_PT, TEXT_PT, Layout, width
from scorekeeper.printing.rows import Row

STOP: Final = 9 * 25.4 / 96
"""Nine CSS pixels: WeasyPrint rounds tab stops to whole ones."""
PER_BLOCK: Final = 5
LINE_HEIGHT: Final = 4.75
_SPACE: Final = "\N{NO-BREAK SPACE}"
_SPACE_WIDTH: Final = 0.265 * TEXT_PT * MM_PER_PT
_MARGIN: Final = 0.6
"""So far from a stop a text must end."""
_ROUNDED_UP: Final = 0.01 * TEXT_PT * MM_PER_PT
"""What `width` counts too much per letter, on an average."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some deals: their lines, and the rules behind them."""

    lines: Markup
    rules: Markup


def blocks(rows: Sequence[Row], centred: Sequence[bool], layout: Layout) -> tuple[Block, ...]:
    """Set the rows in blocks; the layout's columns start at stops."""
    signs = max(len(text) for row in rows for text in row.units)
    total_signs = max(len(text) for row in rows for text in row.totals)
    lines = [_line(row, centred, layout, signs, total_signs) for row in rows]
    return tuple(
        Block(Markup("\n").join(lines[start : start + PER_BLOCK]), _rules(layout, len(rows[0].units), lines[start:]))
        for start in range(0, len(rows), PER_BLOCK)
    )


def _line(row: Row, centred: Sequence[bool], layout: Layout, signs: int, total_signs: int) -> Markup:
    pen = Pen()
    pen.write(0.0, right(str(row.number), 3))
    start = layout.number
    for text, room, figure in zip(row.answers, layout.questions, centred, strict=True):
        pen.write(start, _SPACE * (max(0, round((room - width(text)) / 2 / _SPACE_WIDTH))) + text if figure else text)
        start += room
    for units, total in zip(row.units, row.totals, strict=True):
        pen.write(start, right(units, signs))
        if layout.running:
            pen.write(start + layout.units, right(total, total_signs))
        start += layout.player
    return Markup("<s>{}</s>").format(pen.text) if row.voided else pen.text


def right(text: str, signs: int) -> str:
    """Set a figure to the right of its column: two spaces are nearly as wide as a tabular figure."""
    return _SPACE * 2 * (signs - len(text)) + text if text else ""


class Pen:
    """Writes one line and knows roughly where it is."""

    def __init__(self, pt: float = TEXT_PT) -> None:
        self.text = Markup()
        self._at = 0.0
        self._pt = pt

    def write(self, start: float, text: str, *, small: int = 0, bold: bool = False) -> None:
        """Write at a column's start; `small` is a size in hundredths of the line's."""
        if not text:
            return
        if start > self._at:
            self._move(start)
        piece = escape(text.replace(" ", _SPACE))
        if bold:
            piece = Markup("<b>{}</b>").format(piece)
        if small:
            piece = Markup('<span class="s{}">{}</span>').format(small, piece)
        self.text += piece
        self._at += self._reach(text, bold=bold) * (small or 100) / 100

    def _move(self, start: float) -> None:
        """Go on with spaces to the middle of the last stretch before the column, then with one tab."""
        space = _SPACE_WIDTH * self._pt / TEXT_PT
        while self._at < start - STOP + _MARGIN:
            self.text += _SPACE
            self._at += space
        self.text += "\t"
        self._at = start

    def _reach(self, text: str, *, bold: bool) -> float:
        spaces = text.count(_SPACE) + text.count(" ")
        letters = sum(character.isalpha() for character in text)
        solid = width(text.replace(_SPACE, "").replace(" ", ""), bold=bold)
        return (solid - letters * _ROUNDED_UP + spaces * _SPACE_WIDTH) * self._pt / TEXT_PT


def _rules(layout: Layout, players: int, lines: Sequence[Markup]) -> Markup:
    count = min(PER_BLOCK, len(lines))
    height = count * LINE_HEIGHT
    shapes = Markup("").join([*_columns(layout, players, height), *_between(layout.page, count)])
    svg = Markup('<svg width="{:.2f}mm" height="{:.2f}mm" viewBox="0 0 {:.2f} {:.2f}" aria-hidden="true">{}</svg>')
    return svg.format(layout.page, height, layout.page, height, shapes)


def _columns(layout: Layout, players: int, height: float) -> Iterator[Markup]:
    start = layout.number + sum(layout.questions)
    for player in range(players):
        if layout.running:
            wide = layout.totals if player < players - 1 else layout.page - start - layout.units
            yield Markup('<rect x="{:.2f}" y="0" width="{:.2f}" height="{:.2f}" fill="#efefef"/>').format(
                start + layout.units, wide, height
            )
        yield Markup('<rect x="{:.2f}" y="0" width=".28" height="{:.2f}" fill="#000"/>').format(start - 0.14, height)
        start += layout.player


def _between(page: float, count: int) -> Iterator[Markup]:
    yield Markup('<rect x="0" y="0" width="{:.2f}" height=".25" fill="#000"/>').format(page)
    for place in range(1, count):
        y = place * LINE_HEIGHT
        yield Markup('<rect x="0" y="{:.2f}" width="{:.2f}" height=".1" fill="#aaa"/>').format(y - 0.05, page)
