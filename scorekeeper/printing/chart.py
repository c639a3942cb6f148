"""The running totals as lines: geometry for screen and paper. Floats are only ever pixels here."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from scorekeeper.domain.text import Player
from scorekeeper.printing.axis import deal_ticks, value_ticks
from scorekeeper.printing.names import at_most, short_names
from scorekeeper.printing.pens import PAPER_PEN, SCREEN_PEN, Pen
from scorekeeper.printing.widths import em

Sample = tuple[int, Mapping[Player, int]]
"""A deal's number and the running totals after it."""

DASHES: Final = (
    "", "9 5", "2 4", "11 4 2 4", "16 6", "5 3", "1 6", "14 4 2 4 2 4", "7 3 1 3", "20 4 6 4", "3 3 9 3", "1 3 1 8",
)  # fmt: skip
MARKERS: Final = (
    "circle",
    "open circle",
    "square",
    "open square",
    "triangle",
    "open triangle",
    "open diamond",
    "diamond",
)
_FROM_THE_START: Final[Mapping[Player, int]] = {}
_MARKED_UP_TO: Final = 80
"""So many samples carry markers on the line; the distance between a line's markers grows with their number."""


@dataclass(frozen=True, slots=True)
class Style:
    """A kind of chart: its size, its writing and its pen."""

    width: int
    height: int
    text: float
    axis_text: float
    letters: int
    """Names are cut after so many."""
    marker: float
    """Half a marker's width."""
    pen: Pen


SCREEN: Final = Style(width=360, height=370, text=17, axis_text=15.5, letters=10, marker=4, pen=SCREEN_PEN)
PAPER: Final = Style(width=470, height=236, text=14, axis_text=12.5, letters=14, marker=3.4, pen=PAPER_PEN)


@dataclass(frozen=True, slots=True)
class Wording:
    """What the chart says, in a language."""

    start: str
    label: str
    """What the whole picture is, up to the final totals ("Laufender Stand; am Schluss")."""
    signed: Callable[[int], str]


@dataclass(frozen=True, slots=True)
class _Area:
    """Where the lines go."""

    left: float
    right: float
    top: float
    bottom: float
    first: int
    last: int
    ticks: tuple[int, ...]
    """The values with a line, from the bottom to the top."""

    def x(self, number: int) -> float:
        return self.left + (self.right - self.left) * (number - self.first) / max(1, self.last - self.first)

    def y(self, units: int) -> float:
        return self.bottom - (self.bottom - self.top) * (units - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])


@dataclass(frozen=True, slots=True)
class _Line:
    """One player's line with its end label."""

    player: Player
    dash: str
    marker: str
    first: bool
    text: str
    y: float
    """Where the label stands, after making room."""


def chart(
    samples: Sequence[Sample], names: Mapping[Player, str], style: Style, wording: Wording,
    since: Mapping[Player, int] = _FROM_THE_START,
) -> Markup:  # fmt: skip
    """Draw the running totals of the players in `names`, from 0 or the first sample on, as an svg element.

    Who joined later starts at 0 before the deal that `since` names.
    """
    players = list(names)
    if not samples or samples[0][0] == 1:
        samples = [(0, dict.fromkeys(players, 0)), *samples]
    totals = samples[-1][1]
    area, lines = _layout(samples, names, style, wording)
    pen, parts = style.pen, []
    parts += _axes(area, samples, style, wording)
    ranked = sorted(players, key=lambda player: totals[player])
    for line in sorted(lines, key=lambda line: (line.first, ranked.index(line.player))):
        parts += _curve(line, players.index(line.player), _from(samples, since.get(line.player, 0)), area, style)
    told = ", ".join(f"{names[player]} {wording.signed(totals[player])}" for player in reversed(ranked))
    return pen.picture(style.width, round(_height(lines, area, style)), f"{wording.label} {told}", parts)


def _height(lines: Sequence[_Line], area: _Area, style: Style) -> float:
    """Grow beyond the style's height where many labels need the room."""
    lowest = max((line.y for line in lines), default=0) + style.text * 0.4
    return max(style.height, area.bottom + style.axis_text * 1.85, lowest)


def _layout(
    samples: Sequence[Sample], names: Mapping[Player, str], style: Style, wording: Wording
) -> tuple[_Area, list[_Line]]:
    totals = samples[-1][1]
    best = max(totals[player] for player in names)
    leaders = {player for player in names if totals[player] == best and best > min(totals[each] for each in names)}
    short = short_names(names, at_most(style.letters))
    texts = {player: f"{wording.signed(totals[player])} {short[player]}" for player in names}
    values = [units for _number, running in samples for player, units in running.items() if player in names]
    ticks = value_ticks(min(0, *values), max(0, *values), 6)
    margin = style.text * max(em(text, bold=player in leaders) for player, text in texts.items())
    left = 6 + style.axis_text * max(em(wording.signed(tick)) for tick in (ticks[0], ticks[-1]))
    left = max(left, style.axis_text * em(wording.start) / 2)
    top, pitch = 12.0, style.text * 1.22
    bottom = max(style.height - style.axis_text * 1.85, top + pitch * (len(names) - 1))
    right = style.width - margin - 8.5 * style.marker
    area = _Area(left, right, top, bottom, samples[0][0], samples[-1][0], tuple(ticks))
    heights = _spread({player: area.y(totals[player]) for player in names}, pitch, top, bottom)
    lines = [
        _Line(
            player, DASHES[seat % len(DASHES)], MARKERS[(seat + seat // len(DASHES)) % len(MARKERS)],
            player in leaders, texts[player], heights[player],
        )
        for seat, player in enumerate(names)
    ]  # fmt: skip
    return area, lines


def _spread(wanted: Mapping[Player, float], pitch: float, top: float, bottom: float) -> dict[Player, float]:
    """Move labels apart to one pitch at least, each cluster as near to its lines as can be, none outside."""
    clusters: list[list[Player]] = []
    starts: list[float] = []
    for player in sorted(wanted, key=lambda player: wanted[player]):
        clusters.append([player])
        starts.append(min(max(wanted[player], top), bottom))
        while len(clusters) > 1 and starts[-2] + pitch * len(clusters[-2]) > starts[-1]:
            merged = clusters[-2] + clusters[-1]
            del clusters[-2:], starts[-2:]
            clusters.append(merged)
            middle = sum(wanted[member] - pitch * place for place, member in enumerate(merged)) / len(merged)
            starts.append(min(max(middle, top), bottom - pitch * (len(merged) - 1)))
    return {
        player: start + pitch * place
        for cluster, start in zip(clusters, starts, strict=True)
        for place, player in enumerate(cluster)
    }


def _axes(area: _Area, samples: Sequence[Sample], style: Style, wording: Wording) -> list[Markup]:
    pen, parts = style.pen, []
    for tick in area.ticks:
        y = area.y(tick)
        parts.append(pen.rule("zero" if tick == 0 else "grid", area.left, area.right, y))
        parts.append(pen.text("ax", area.left - 6, y + style.axis_text * 0.36, wording.signed(tick), "end"))
    last = samples[-1][0]
    room = max(2, int((area.right - area.left) / (style.axis_text * (em(str(last)) + 1))))
    for tick in deal_ticks(area.first, last, min(6, room)):
        text = wording.start if tick == 0 else str(tick)
        parts.append(pen.text("ax", area.x(tick), area.bottom + style.axis_text * 1.45, text, "middle"))
    return parts


def _from(samples: Sequence[Sample], first: int) -> Sequence[Sample]:
    """Give what somebody's line goes through: at the end there is always something."""
    if samples[0][0] >= first - 1:
        return samples
    return [(first - 1, Counter()), *(sample for sample in samples if sample[0] >= first)]


def _curve(line: _Line, seat: int, samples: Sequence[Sample], area: _Area, style: Style) -> list[Markup]:
    pen = style.pen
    points = [(area.x(number), area.y(running[line.player])) for number, running in samples]
    parts = [pen.line(points, line.dash, first=line.first)]
    gap = max(4, len(samples) // 9)
    if len(samples) <= _MARKED_UP_TO:
        for x, y in points[1 + (seat * 5) % gap : -1 : gap]:
            parts.append(pen.marker(line.marker, x, y, style.marker, first=line.first))
    x, y = points[-1]
    step = style.marker * 1.25
    parts.append(pen.leader((x + step, y), (x + 3.5 * step, line.y)))
    parts.append(pen.marker(line.marker, x + 5 * step - 1, line.y, style.marker, first=line.first))
    parts.append(pen.text("end", x + 6.6 * step - 1, line.y + style.text * 0.35, line.text, "start", first=line.first))
    return parts
