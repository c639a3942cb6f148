"""Amounts per player: won or lost by button, how much by number, and the rest offered to the last one."""

from dataclasses import dataclass

from scorekeeper.domain.questions import UNANSWERED, Question
from scorekeeper.domain.text import Message, Player
from scorekeeper.web.forms.answers import LOST, amount_input, side_input
from scorekeeper.web.forms.judging import Judged
from scorekeeper.web.pages.board import Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountRow:
    """One player's amount."""

    player: Player
    input: str
    side: str
    lost: bool
    text: str
    refusal: Message | None
    units: int | None
    cents: int | None
    rest: int | None
    """What follows for this player from the others' amounts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountRows:
    """The amounts of all active players, and those who sit out."""

    rows: tuple[AmountRow, ...]
    sitting_out: tuple[Player, ...]


def amount_rows(judged: Judged, question: Question, totals: Totals) -> AmountRows:
    """Give one row per active player."""
    value = judged.value(question.name)
    given = {} if value is UNANSWERED else dict(value)
    rest = judged.setup.game.rest(judged.setup.rules, judged.table, given)
    rows = tuple(
        _row(judged, question, player, totals, (given.get(player), rest.get(player))) for player in judged.table.active
    )
    return AmountRows(rows=rows, sitting_out=judged.table.sitting_out)


def _row(
    judged: Judged, question: Question, player: Player, totals: Totals, amount: tuple[int | None, int | None]
) -> AmountRow:
    """Give a player's row; `amount` is what was given and what is left over for this player."""
    name = amount_input(question, player)
    units, rest = amount
    typed = judged.filled.texts.get(name, "")
    refused = judged.refusals.get(name)
    return AmountRow(
        player=player,
        input=name,
        side=side_input(question, player),
        lost=units < 0 if units else judged.filled.texts.get(side_input(question, player)) == LOST,
        text=str(abs(units)) if units is not None and refused is None else typed,
        refusal=refused,
        units=totals.units.get(player),
        cents=totals.cents.get(player),
        rest=rest,
    )
