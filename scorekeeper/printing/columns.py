"""How wide the columns of a deals table are, and whether the sheet must lie on its side. All lengths in millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from scorekeeper.printing.widths import em

MM_PER_PT: Final = 25.4 / 72
TEXT_PT: Final = 8.6
HEAD_PT: Final = 7.6
SUB_HEAD_PT: Final = 7.0
FOOT_PTS: Final = (9.4, 8.6, 7.8, 7.0)
PORTRAIT: Final = 186.0
LANDSCAPE: Final = 273.0
_PADDING: Final = 1.7
_WIDEST_NAME: Final = 25.0
_WIDEST_TEXT: Final = 46.0
_NARROWEST_NAME: Final = 11.0
_NARROWEST_TEXT: Final = 20.5


def width(text: str, pt: float = TEXT_PT, *, bold: bool = False) -> float:
    """Give the width of a text on paper."""
    return em(text, bold=bold) * pt * MM_PER_PT


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one question's column holds; a text may be cut with "…", a figure never."""

    head: str
    cells: Sequence[str]
    text: bool
    name: bool = False
    room: float = 0.0
    """What a hand needs to write in it."""

    @property
    def least(self) -> float:
        """The width below which it cannot be read."""
        head = max(width(word, HEAD_PT) for word in self.head.split() or [""])
        if self.text:
            narrowest = _NARROWEST_NAME if self.name else _NARROWEST_TEXT
            return max(self.room, head + _PADDING, min(narrowest, self.most))
        return max(self.room, max(head, *map(width, self.cells), 0.0) + _PADDING)

    @property
    def most(self) -> float:
        """The width beyond which it does not need any."""
        longest = max((width(text) for text in self.cells), default=0.0)
        widest = _WIDEST_NAME if self.name else _WIDEST_TEXT
        return max(self.room, min(longest + _PADDING, widest), width(self.head, HEAD_PT) + _PADDING)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the players' columns hold: their heads, the longest figures, and the sums below."""

    heads: tuple[str, str]
    units: str
    totals: str
    feet: Sequence[str]
    deals: int
    foot_labels: Sequence[str] = ()
    room: tuple[float, float] = (0.0, 0.0)
    """What a hand needs to write units and running totals."""

    def number(self, answers: float) -> float:
        """The width of the column of deal numbers; beside few answers it has to hold what the sums are called."""
        words = [word for label in self.foot_labels for word in label.split()]
        label = max((width(word, FOOT_PTS[0], bold=True) for word in words), default=0.0) + _PADDING
        own = max(width("0" * len(str(self.deals)), bold=True) + 2.2, width("Nr.", HEAD_PT) + _PADDING)
        return max(own, label - answers)

    @property
    def unit(self) -> float:
        """The width of a player's units."""
        return max(self.room[0], max(width(self.units, bold=True), width(self.heads[0], SUB_HEAD_PT)) + _PADDING)

    @property
    def total(self) -> float:
        """The width of a player's running total."""
        return max(self.room[1], max(width(self.totals), width(self.heads[1], SUB_HEAD_PT)) + _PADDING)

    def foot_pt(self, room: float) -> float:
        """Give the largest size in which every sum fits; 0 if none does."""
        fitting = (pt for pt in FOOT_PTS if all(width(text, pt, bold=True) + _PADDING <= room for text in self.feet))
        return next(fitting, 0.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """The widths of a table's columns, which fill the page."""

    landscape: bool
    running: bool
    """Whether each player has a second column with the running total."""
    number: float
    questions: tuple[float, ...]
    units: float
    totals: float
    foot_pt: float
    """The size of the sums below a player's columns; 0 where they do not fit."""
    text_pt: float = TEXT_PT
    """The size of the figures: smaller only where even a sheet on its side is too narrow."""

    @property
    def player(self) -> float:
        """The width of all that belongs to one player."""
        return self.units + (self.totals if self.running else 0.0)

    @property
    def page(self) -> float:
        """The width between the margins."""
        return LANDSCAPE if self.landscape else PORTRAIT


def lay_out(wanted: Sequence[Wanted], players: int, figures: Figures, grid: float = 0.0) -> Layout:
    """Take the first way that fits: upright, on its side, on its side without running totals (then also smaller).

    With a grid every column but the last is a multiple of it wide.
    """

    def snap(length: float) -> float:
        return ceil(length / grid - 1e-6) * grid if grid else length

    least = [snap(column.least) for column in wanted]
    number, unit, total = snap(figures.number(sum(least))), snap(figures.unit), snap(figures.total)
    ways = ((False, True), (True, True), (True, False))
    landscape, running = next(
        (
            way for way in ways
            if number + sum(least) + players * (unit + total * way[1]) <= (LANDSCAPE if way[0] else PORTRAIT)
        ),
        ways[-1],
    )  # fmt: skip
    page = LANDSCAPE if landscape else PORTRAIT
    spare = page - number - sum(least) - players * (unit + total * running)
    text_pt = TEXT_PT
    if spare < 0:
        least, spare = _squeezed(least, spare), 0.0
        room = min(unit, (page - number - sum(least)) / players)
        text_pt, unit = TEXT_PT * (room - _PADDING) / (unit - _PADDING), room
    questions, spare = _widened(wanted, least, spare, grid)
    more = _shared(spare, players, running=running, grid=grid)
    if grid:
        number += (spare - players * sum(more)) // grid * grid
    mine = unit + more[0] + (total + more[1] if running else 0.0)
    return Layout(
        landscape, running, number, tuple(questions), unit + more[0], total + more[1], figures.foot_pt(mine), text_pt
    )  # fmt: skip


def _shared(spare: float, players: int, *, running: bool, grid: float) -> tuple[float, float]:
    """Share what is left among the players' columns: how much wider units and running totals get."""
    each = spare / players
    if not grid:
        return (each / 2, each / 2) if running else (each, 0.0)
    steps = int(each / grid)
    return ((steps // 2) * grid, (steps - steps // 2) * grid) if running else (steps * grid, 0.0)


def _widened(wanted: Sequence[Wanted], least: Sequence[float], spare: float, grid: float) -> tuple[list[float], float]:
    """Give the questions what they would like, as far as it goes round; return what is left over."""
    wishes = [max(0.0, column.most - width) for column, width in zip(wanted, least, strict=True)]
    part = min(1.0, spare / sum(wishes)) if sum(wishes) else 0.0
    granted = [wish * part for wish in wishes]
    if grid:
        granted = [wish // grid * grid for wish in granted]
    return [width + more for width, more in zip(least, granted, strict=True)], spare - sum(granted)


def _squeezed(least: Sequence[float], spare: float) -> list[float]:
    """Where not even the least goes in, every column gives up the same part; what does not fit is cut, not run over."""
    part = max(0.2, 1 + spare / sum(least)) if least else 1.0
    return [width * part for width in least]
