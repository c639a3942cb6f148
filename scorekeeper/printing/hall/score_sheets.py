"""Score sheets of a round: one per table with its names in seat order, the columns those of the form."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar, Final

from markupsafe import Markup

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Player
from scorekeeper.domain.tournament.record import RoundState
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.i18n import Language, render
from scorekeeper.printing.columns import Layout
from scorekeeper.printing.deals_table import DealsTable
from scorekeeper.printing.facts import facts, stake_text
from scorekeeper.printing.score_sheet import ROW, blank_table, lines_on
from scorekeeper.printing.settlement_sheet import subtitle
from scorekeeper.printing.sheets import Fact
from scorekeeper.services.answers import read_rules
from scorekeeper.services.reading import EventHead

_FEET: Final = (N_("Final total"), N_("Initials"))
_AROUND: Final = 60.0
"""What stands above and below lines and names, in millimetres."""
_PER_PART: Final = 25
"""So many tables at most are a part printed by itself: each reads styles and fonts anew, and few are not worth it."""
_FEW: Final = 8


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table's sheet: its number, and who sits there."""

    number: int
    names: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many sit there."""
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Blank:
    """What the sheets of all tables of a size have alike."""

    table: DealsTable
    legend: tuple[Fact, ...]
    grid: Markup
    numbers: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheets:
    """The sheets of a round."""

    template: ClassVar[str] = "print/hall/score_sheets.html"
    language: Language
    title: str
    subtitle: str
    made: str
    facts: tuple[Fact, ...]
    feet: tuple[str, ...]
    round: int
    tables: tuple[TableSheet, ...]
    blanks: Mapping[int, Blank]
    """By how many sit at a table."""
    landscape: bool = False

    @property
    def style(self) -> Markup:
        """The widths of all tables."""
        return Markup("").join(blank.table.style_of(f".t{size}", size) for size, blank in sorted(self.blanks.items()))

    @property
    def parts(self) -> tuple["ScoreSheets", ...]:
        """The same in parts that can be printed at the same time."""
        count = len(self.tables)
        pairs = ceil(count / (2 * _PER_PART)) if count > _FEW else 0
        per = ceil(count / (2 * pairs)) if pairs else max(1, count)
        return tuple(replace(self, tables=self.tables[first : first + per]) for first in range(0, count, per))


def score_sheets(  # noqa: PLR0913 what they show, and how
    event: EventHead, settings: Settings, found: RoundState, names: Mapping[int, str], language: Language, *,
    currency: str,
) -> ScoreSheets:  # fmt: skip
    """Set the sheets of a round that was drawn; `names` are by start number."""
    tables = tuple(
        TableSheet(number, tuple(f"{seat} {names[seat]}" for seat in seats))
        for number, seats in enumerate(found.drawn.tables, 1)
    )
    setups = {size: _setup(settings, size) for size in sorted({table.size for table in tables if table.size})}
    return ScoreSheets(
        language=language,
        title=render(N_("Score sheets, round {round}", round=found.number), language),
        subtitle=subtitle(event, language),
        made="",
        facts=_facts(settings, next(iter(setups.values())), language, currency) if setups else (),
        feet=tuple(render(foot, language) for foot in _FEET),
        round=found.number,
        tables=tuple(table for table in tables if table.size),
        blanks={size: _blank(setup, settings, tables, language) for size, setup in setups.items()},
    )


def _setup(settings: Settings, size: int) -> Setup:
    game = GAMES[settings.game]
    rules = read_rules(game, settings.rule_set, dict(settings.options))
    players = tuple(Player(str(seat)) for seat in range(1, size + 1))
    return Setup(game=game, rule_set=settings.rule_set, rules=rules, players=players, first_dealer=players[0])


def _facts(settings: Settings, setup: Setup, language: Language, currency: str) -> tuple[Fact, ...]:
    rules, stake, *options = facts(setup, stake_text(settings.stake_cents, language, currency), language)
    said = [rules]
    if settings.deals:
        said.append(Fact(render(N_("Deals"), language), str(settings.deals)))
    elif settings.minutes:
        said.append(
            Fact(render(N_("Time"), language), render(N_("{minutes} minutes", minutes=settings.minutes), language))
        )
    if settings.stake_cents:
        said.insert(1, stake)
    return (*said, *options)


def _blank(setup: Setup, settings: Settings, tables: Sequence[TableSheet], language: Language) -> Blank:
    size = len(setup.players)
    names = [name for table in tables if table.size == size for name in table.names]
    table, legend = blank_table(setup, names, f"t{size}", language, _FEET)
    fitting = lines_on(table.layout, names, legend, _AROUND)
    count = min(settings.deals or fitting, fitting)
    numbers = Markup("\n").join(str(number) for number in range(1, count + 1))
    return Blank(table, legend, _grid(table.layout, size, count), numbers)


def _grid(layout: Layout, players: int, lines: int) -> Markup:
    """Draw the lines to write on: a drawing costs the printer a twentieth of what cells do."""
    height, page = lines * ROW, layout.page
    thin = "".join(f"M0 {line * ROW:.2f}H{page}" for line in range(1, lines) if line % 5)
    thick = "".join(f"M0 {line * ROW:.2f}H{page}" for line in range(5, lines, 5))
    start = layout.number
    for room in layout.questions:
        thin += f"M{start:.2f} 0V{height:.2f}"
        start += room
    grey = ""
    for left, right in _totals(layout, players, start):
        grey += f"M{left:.2f} 0H{right:.2f}V{height:.2f}H{left:.2f}Z"
        thin += f"M{left:.2f} 0V{height:.2f}"
    thick += "".join(f"M{start + place * layout.player:.2f} 0V{height:.2f}" for place in range(players))
    return Markup(
        '<svg width="{0}mm" height="{1:.2f}mm" viewBox="0 0 {0} {1:.2f}" aria-hidden="true"><path d="{2}" '
        'fill="#efefef"/><path d="{3}" fill="none" stroke="#999" stroke-width=".11"/><path d="{4}" fill="none" '
        'stroke="#000" stroke-width=".28"/></svg>'
    ).format(page, height, grey, thin, thick)


def _totals(layout: Layout, players: int, start: float) -> Iterator[tuple[float, float]]:
    """Give where the columns of running totals begin and end."""
    for place in range(players if layout.running else 0):
        left = start + place * layout.player + layout.units
        yield left, layout.page if place == players - 1 else start + (place + 1) * layout.player
