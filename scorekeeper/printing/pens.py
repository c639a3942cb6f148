"""How a chart's shapes are written down: with classes for the page's style sheet, or with attributes of their own.

WeasyPrint does not apply a page's style sheet inside an svg, so what goes on paper carries everything itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pen:
    """One way to write shapes. `looks` gives a role's attributes, ready-made."""

    looks: Mapping[str, str]
    svg: str

    def picture(self, width: int, height: int, label: str, parts: Iterable[Markup]) -> Markup:
        """Wrap the shapes into an image with a spoken label."""
        shapes = Markup("\n").join(parts)
        head = Markup('<svg {} viewBox="0 0 {} {}" role="img" aria-label="{}">').format(self._svg, width, height, label)
        return head + shapes + Markup("</svg>")

    @property
    def _svg(self) -> Markup:
        return Markup(self.svg)  # noqa: S704 written here

    def look(self, role: str, *, first: bool = False) -> Markup:
        """Give a role's attributes."""
        return Markup(self.looks[f"{role} first" if first and f"{role} first" in self.looks else role])  # noqa: S704 written here

    def rule(self, role: str, left: float, right: float, y: float) -> Markup:
        """Draw a horizontal line."""
        return Markup('<line {} x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}"/>').format(
            self.look(role), left, right, y, y
        )

    def text(self, role: str, x: float, y: float, text: str, anchor: str, *, first: bool = False) -> Markup:  # noqa: PLR0913 a text has a place
        """Write a label; the anchor says where x is."""
        return Markup('<text {} x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
            self.look(role, first=first), x, y, anchor, text
        )

    def line(self, points: Sequence[Point], dash: str, *, first: bool) -> Markup:
        """Draw a dashed line through the points; dots get round ends."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = Markup('stroke-dasharray="{}" ').format(dash) if dash else Markup("")
        cap = "round" if dash.startswith("1 ") else "butt"
        return Markup('<polyline {} {}stroke-linecap="{}" points="{}"/>').format(
            self.look("s", first=first), dashes, cap, path
        )

    def leader(self, start: Point, end: Point) -> Markup:
        """Lead from a line's end to its label."""
        return Markup('<path {} d="M{:.1f} {:.1f} L{:.1f} {:.1f}"/>').format(self.look("lead"), *start, *end)

    def marker(self, kind: str, x: float, y: float, half: float, *, first: bool) -> Markup:
        """Draw a line's sign."""
        look = self.look("m o" if kind.startswith("open ") else "m", first=first)
        match kind.removeprefix("open "):
            case "circle":
                return Markup('<circle {} cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>').format(look, x, y, half)
            case "square":
                side = half * 1.75
                return Markup('<rect {} x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>').format(
                    look, x - side / 2, y - side / 2, side, side
                )
            case "triangle":
                reach = half * 1.15
                return Markup('<path {} d="M{:.1f} {:.1f} {:.1f} {:.1f}H{:.1f}Z"/>').format(
                    look, x, y - reach, x + reach, y + reach * 0.78, x - reach
                )
        reach = half * 1.25
        return Markup('<path {} d="M{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}Z"/>').format(
            look, x, y - reach, x + reach, y, x, y + reach, x - reach, y
        )


SCREEN_PEN: Final = Pen(
    {role: f'class="{role}"' for role in ("zero", "grid", "ax", "s", "s first", "m", "m first", "m o", "m o first",
                                          "lead", "end", "end first")},
    'class="chart"',
)  # fmt: skip

_AX: Final = 'font-family="Fira Sans, Fira Sans Ext" font-size="12.5" fill="#333"'
_END: Final = 'font-family="Fira Sans, Fira Sans Ext" font-size="14"'
_MARK: Final = 'stroke="#000" stroke-width="1.3"'
PAPER_PEN: Final = Pen(
    {
        "zero": 'stroke="#000" stroke-width="1.2"',
        "grid": 'stroke="#c8c8c8" stroke-width=".8"',
        "ax": _AX,
        "s": 'fill="none" stroke="#000" stroke-width="1.7" stroke-linejoin="round"',
        "s first": 'fill="none" stroke="#000" stroke-width="3.2" stroke-linejoin="round"',
        "m": f'fill="#000" {_MARK}',
        "m o": f'fill="#fff" {_MARK}',
        "lead": 'stroke="#555" stroke-width=".8" fill="none"',
        "end": _END,
        "end first": f'{_END} font-weight="700"',
    },
    'class="chart"',
)
