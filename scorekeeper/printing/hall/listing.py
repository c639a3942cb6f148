"""Lists of hundreds of rows: lines of text with tab stops, broken into columns and pages here, heads on every page.

WeasyPrint sets lines four times as quickly as table cells, and two cells beside each other ten times as quickly as
columns that it has to balance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import ClassVar, Final, Literal

from markupsafe import Markup

from scorekeeper.i18n import Language
from scorekeeper.printing.columns import PORTRAIT, width
from scorekeeper.printing.lines import STOP, Pen, right
from scorekeeper.printing.names import cut
from scorekeeper.printing.sheets import Fact

_PAGE: Final = 272.0
"""The height between the margins, in millimetres, less what rounding takes."""
_GUTTER: Final = 6.0
_GAP: Final = 1.4
"""What stays free between a text and the next column."""
_SMALL: Final = (90, 80, 70, 62, 56, 51, 45, 40)
"""So many hundredths of its size a name shrinks to before it is cut."""
_SMALLEST: Final = 5.3
"""In points: what is smaller nobody reads."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a list is set; the style sheet says the same under its name."""

    name: str
    row: float
    """The height of a line, in millimetres."""
    pt: float


FINE: Final = Size("fine", 4.75, 8.6)
PLAIN: Final = Size("plain", 6.0, 10.5)
TALL: Final = Size("tall", 9.5, 10.5)
LARGE: Final = Size("large", 9.0, 15.0)
BIG: Final = Size("big", 11.0, 20.0)
HUGE: Final = Size("huge", 14.0, 26.0)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, and its width in millimetres; 0 = what is left."""

    head: str
    width: float = 0.0
    right: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list; a heading fills it alone."""

    cells: tuple[str, ...]
    heading: bool = False


Group = Sequence[Entry]
"""Lines that stay together."""


@dataclass(frozen=True, slots=True)
class Block:
    """What stands in one column of a page."""

    head: Markup
    lines: Markup
    rules: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSheet:
    """A list on paper."""

    template: ClassVar[str] = "print/hall/list.html"
    language: Language
    title: str
    subtitle: str
    made: str
    facts: tuple[Fact, ...] = ()
    size: Size
    beside: int
    """How many columns stand beside each other."""
    pages: tuple[tuple[Block, ...], ...]
    nothing: str = ""
    """What is said where the list is empty."""
    notes: tuple[str, ...] = ()
    landscape: bool = False
    style: Markup = field(default=Markup(""))


@dataclass(frozen=True, slots=True)
class Room:
    """How a list is laid out: its size, how many columns beside each other, what stands above the first ones."""

    size: Size
    beside: Literal[1, 2] = 1
    above: float = 19.0

    @property
    def width(self) -> float:
        """The width of a column of the page, in whole tab stops."""
        return int((PORTRAIT - _GUTTER * (self.beside - 1)) / self.beside / STOP) * STOP

    def fitting(self, *, first: bool) -> int:
        """Give how many lines a column of a page holds below its head."""
        return int((_PAGE - (self.above if first else 0.0)) / self.size.row) - 1


def pages(columns: Sequence[Column], groups: Sequence[Group], room: Room) -> tuple[tuple[Block, ...], ...]:
    """Set a list; the head stands on every page."""
    places = _Places(columns, room)
    head = places.line(Entry(tuple(column.head for column in columns)), head=True)
    signs = [max((len(group_cell) for group_cell in _cells(groups, place)), default=0) for place in range(len(columns))]
    made, rest, first = [], [list(group) for group in groups], True
    while rest:
        made.append(_filled(rest, room.fitting(first=first), room.beside))
        first = False
    return tuple(
        tuple(
            Block(head, Markup("\n").join(places.line(one, signs) for one in block), _rules(block, room))
            for block in page
        )
        for page in made
    )


def _cells(groups: Sequence[Group], place: int) -> Iterator[str]:
    return (one.cells[place] for group in groups for one in group if not one.heading)


def _filled(rest: list[list[Entry]], most: int, beside: int) -> list[list[Entry]]:
    """Take what a page holds; what the last page holds is shared evenly among its columns."""
    left = sum(map(len, rest))
    if beside > 1 and left <= most * beside:
        longest = max(map(len, rest))
        most = min(most, max(ceil(left / beside) + longest - 1, longest))
    page: list[list[Entry]] = []
    while rest and len(page) < beside:
        block: list[Entry] = []
        while rest and (len(block) + len(rest[0]) <= most or not block):
            group = rest.pop(0)
            block += group[: most - len(block)]
            if len(group) > most:
                rest.insert(0, group[most:])
                break
        page.append(block)
    return page


class _Places:
    """Where columns begin and how lines are written into them."""

    def __init__(self, columns: Sequence[Column], room: Room) -> None:
        self.columns, self.pt = columns, room.size.pt
        wide = [ceil(column.width / STOP - 1e-6) * STOP for column in columns]
        rest = room.width - sum(wide)
        self.wide = [one or rest for one in wide]
        self.full = room.width

    def line(self, entry: Entry, signs: Sequence[int] = (), *, head: bool = False) -> Markup:
        """Write a line."""
        pen = Pen(self.pt)
        if entry.heading:
            self._write(pen, 0.0, self.full, entry.cells[0], bold=True)
            return pen.text
        start = 0.0
        for place, (column, wide, text) in enumerate(zip(self.columns, self.wide, entry.cells, strict=True)):
            shown = right(text, signs[place]) if column.right and signs else text
            self._write(pen, start, wide, shown, bold=column.bold and not head)
            start += wide
        return pen.text

    def _write(self, pen: Pen, start: float, wide: float, text: str, *, bold: bool) -> None:
        room = wide - _GAP
        needs = _reach(text, self.pt, bold=bold)
        sizes = [one for one in _SMALL if self.pt * one / 100 >= _SMALLEST]
        small = next((one for one in sizes if needs * one / 100 <= room), sizes[-1]) if needs > room else 0
        if needs * (small or 100) / 100 > room:
            text = cut(text, lambda short: _reach(short, self.pt, bold=bold) * small / 100 <= room)
        pen.write(start, text, small=small, bold=bold)


def _reach(text: str, pt: float, *, bold: bool) -> float:
    """Give how wide a name is: what `width` rounds up per letter is a twentieth in a long one that is set small."""
    return width(text, pt, bold=bold) * (1.0 if pt >= LARGE.pt else 0.95)


def _rules(block: Sequence[Entry], room: Room) -> Markup:
    """Draw a line below each entry, a strong one above each heading."""
    row, wide = room.size.row, room.width
    thin = "".join(f"M0 {place * row:.2f}H{wide:.2f}" for place, one in enumerate(block) if place and not one.heading)
    thick = "".join(f"M0 {place * row:.2f}H{wide:.2f}" for place, one in enumerate(block) if one.heading or not place)
    height = len(block) * row
    return Markup(
        '<svg width="{0:.2f}mm" height="{1:.2f}mm" viewBox="0 0 {0:.2f} {1:.2f}" aria-hidden="true">'
        '<path d="{2}" fill="none" stroke="#999" stroke-width=".11"/>'
        '<path d="{3}M0 {4:.2f}H{0:.2f}" fill="none" stroke="#000" stroke-width=".28"/></svg>'
    ).format(wide, height, thin, thick, height - 0.14)
