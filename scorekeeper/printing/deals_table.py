"""The table of deals: columns in the order of the form, units per player, running totals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.questions import Kind, Question
from scorekeeper.domain.text import N_, Player
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.figures import signed
from scorekeeper.printing.answers import asked_on_paper, cell
from scorekeeper.printing.columns import TEXT_PT, Figures, Layout, Wanted, lay_out, width
from scorekeeper.printing.lines import STOP, Block, blocks
from scorekeeper.printing.names import short_names
from scorekeeper.printing.rows import PrintedDeal, Row

NAME_PTS: Final = (8.0, 7.2, 6.5)
_GAP: Final = 1.3
"""What stays free between a text and the next column, in millimetres."""
REAL_TABLE_UP_TO: Final = 60
"""So many deals stand in real cells; a longer list is set line by line, which is several times faster."""
ABSENT: Final = "–"
"""What stands in the deals before somebody came and after they left."""
UNITS_HEAD: Final = N_("deal")
TOTALS_HEAD: Final = N_("total")


@dataclass(frozen=True, slots=True)
class DealsTable:
    """A table of deals, ready to be set."""

    anchor: str
    layout: Layout
    heads: tuple[str, ...]
    centred: tuple[bool, ...]
    players: tuple[str, ...]
    rows: tuple[Row, ...]
    blocks: tuple[Block, ...]
    """Instead of rows where there are many."""
    feet: tuple[tuple[str, tuple[str, ...]], ...]
    """Below: what the row is, and a figure per player."""

    @property
    def style(self) -> Markup:
        """The widths as style rules; a style sheet of their own, since no attribute may carry style."""
        return self.style_of(f"#{self.anchor}")

    def style_of(self, selector: str, seats: int = 0) -> Markup:
        """Give the style rules of all tables that a selector finds, of so many seats if `players` are of several."""
        layout = self.layout
        columns = [layout.number, *layout.questions]
        for _seat in range(seats or len(self.players)):
            columns += [layout.units, layout.totals] if layout.running else [layout.units]
        columns[-1] += layout.page - sum(columns)
        rules = [f"{selector} .c{place}{{width:{value:.2f}mm}}" for place, value in enumerate(columns)]
        if layout.text_pt < TEXT_PT:
            rules.append(f"{selector}{{font-size:{layout.text_pt:.2f}pt}}")
        rules.append(f"{selector} .sum{{font-size:{layout.foot_pt}pt}}{selector} .nm{{font-size:{self._name_pt}pt}}")
        return Markup("".join(rules))  # noqa: S704 numbers only

    def of(self, names: Sequence[str]) -> "DealsTable":
        """Give the same columns for others."""
        return replace(self, players=tuple(names))

    @property
    def _name_pt(self) -> float:
        """The largest size in which no name has to be broken within a word, if there is one."""
        words = [word for name in self.players for word in name.split()]
        room = self.layout.player - 1.6
        return next((pt for pt in NAME_PTS if all(width(word, pt, bold=True) <= room for word in words)), NAME_PTS[-1])


def deals_table(  # noqa: PLR0913, PLR0917 all that stands in it
    anchor: str, game: AnyGame, deals: Sequence[PrintedDeal], names: Mapping[Player, str], language: Language,
    feet: Sequence[tuple[str, Sequence[str]]],
) -> DealsTable:  # fmt: skip
    """Set the deals. Columns that no deal used are left out; `feet` has a figure per player, in seat order."""
    questions = [
        question for question in asked_on_paper(game.questions)
        if any(cell(question, deal.deal, language, names) for deal in deals)
    ]  # fmt: skip
    rows = [_row(deal, questions, names, language) for deal in deals]
    wanted = [
        Wanted(
            render(question.short, language),
            [row.answers[place] for row in rows],
            is_text(question),
            question.kind is Kind.PLAYER,
        )
        for place, question in enumerate(questions)
    ]
    figures = Figures(
        (render(UNITS_HEAD, language), render(TOTALS_HEAD, language)),
        max((text for row in rows for text in row.units), key=len, default=""),
        max((text for row in rows for text in row.totals), key=len, default=""),
        [text for _label, texts in feet for text in texts],
        max((deal.number for deal in deals), default=0),
        [label for label, _texts in feet],
    )
    long = len(rows) > REAL_TABLE_UP_TO
    layout = lay_out(wanted, len(names), figures, STOP if long else 0.0)
    if layout.text_pt < TEXT_PT:  # set line by line it would have one size for all
        long, layout = False, lay_out(wanted, len(names), figures)
    rows = _shortened(rows, wanted, questions, layout, names)
    centred = tuple(not column.text for column in wanted)
    return DealsTable(
        anchor=anchor, layout=layout, heads=tuple(column.head for column in wanted), centred=centred,
        players=tuple(names.values()), rows=() if long else tuple(rows),
        blocks=blocks(rows, centred, layout) if long else (),
        feet=tuple((label, tuple(texts)) for label, texts in feet) if layout.foot_pt else (),
    )  # fmt: skip


def is_text(question: Question) -> bool:
    """Whether the column holds words of any length."""
    return question.kind in {Kind.PLAYER, Kind.CHOICE, Kind.TEXT}


def _row(deal: PrintedDeal, questions: Sequence[Question], names: Mapping[Player, str], language: Language) -> Row:
    units = {player: deal.units.get(player, 0) for player in names}
    moves_all = sum(units.values()) == 0
    absent = set(names) - set(deal.present) if deal.present else set()
    return Row(
        deal.number,
        tuple(cell(question, deal.deal, language, names) for question in questions),
        tuple(
            ABSENT
            if player in absent
            else signed(amount, language)
            if amount or (moves_all and player not in deal.sitting_out)
            else ""
            for player, amount in units.items()
        ),
        tuple(amount > 0 for amount in units.values()),
        tuple("" if player in absent else signed(deal.running[player], language) for player in names),
        deal.voided,
    )


def _shortened(
    rows: Sequence[Row], wanted: Sequence[Wanted], questions: Sequence[Question], layout: Layout,
    names: Mapping[Player, str],
) -> list[Row]:  # fmt: skip
    """Cut what is wider than its column, the same name in the same way all down the column."""
    replaced: list[dict[str, str]] = []
    for column, question, room in zip(wanted, questions, layout.questions, strict=True):
        texts = dict.fromkeys(column.cells)
        if question.kind is Kind.PLAYER:
            texts |= dict.fromkeys(names.values())
        short = short_names({Player(text): text for text in texts}, _fits(room))
        replaced.append({text: short[Player(text)] for text in texts} if column.text else {})
    return [
        Row(
            row.number,
            tuple(known.get(text, text) for text, known in zip(row.answers, replaced, strict=True)),
            row.units, row.won, row.totals, row.voided,
        )
        for row in rows
    ]  # fmt: skip


def _fits(room: float) -> Callable[[str], bool]:
    return lambda text: width(text) <= room - _GAP
