"""What typical deals pay under the rules in force: the scoring table, and examples worked out step by step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.game import Line, Table
from scorekeeper.domain.learning.drawing import NAMES, table_of
from scorekeeper.domain.learning.endings import ending
from scorekeeper.domain.learning.exercise import Exercise, Source, of_deal
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.text import N_, Message, Player

EACH_OPPONENT: Final = N_("each opponent")
_MORE_SEATS: Final = 2
"""Tables with so many more than the fewest are looked at."""
_MOST_EXAMPLES: Final = 6


@dataclass(frozen=True, slots=True)
class PayRow:
    """A typical deal: players are called by their roles."""

    line: Line
    names: Mapping[Player, Message]
    pays: tuple[int | None, ...]
    """One figure per head; None where the deal has nobody of the role."""


@dataclass(frozen=True, slots=True)
class PayTable:
    """What deals pay with so many at the table."""

    present: int
    heads: tuple[Message, ...]
    rows: tuple[PayRow, ...]


def pay_tables(source: Source) -> tuple[PayTable, ...]:
    """Let the game compute its typical deals; a number of players that pays as one before is not shown again."""
    found: list[PayTable] = []
    fewest, most = source.game.size(source.rules)
    for count in range(fewest, min(most, fewest + _MORE_SEATS) + 1):
        if any(source.game.rules_problems(source.rules, count)):
            continue
        table = pay_table(source, _seated(source, count))
        if table.rows and all([row.pays for row in table.rows] != [row.pays for row in one.rows] for one in found):
            found.append(table)
    return tuple(found)


def _seated(source: Source, count: int) -> Table:
    """Seat invented people so that those who play come first."""
    players = NAMES[:count]
    return table_of(source.game, source.rules, players, players[-1])


def pay_table(source: Source, table: Table) -> PayTable:
    """Let the game compute what its typical deals pay at this table."""
    roles = {
        question.name: question.asked.role
        for question in source.game.questions
        if question.kind is Kind.PLAYER and question.asked.role is not None
    }
    deals = [source.game.complete(deal, table) for deal in source.game.examples(source.rules, table)]
    rows = tuple(_pay_row(source, table, deal, roles) for deal in deals)
    return PayTable(len(table.present), (*roles.values(), EACH_OPPONENT), rows)


def _pay_row(source: Source, table: Table, deal: Any, roles: Mapping[str, Message]) -> PayRow:  # noqa: ANN401 any game's deal
    seats: dict[str, Player | None] = {name: getattr(deal, name) for name in roles}
    names = {player: roles[name] for name, player in seats.items() if player is not None}
    units = source.game.score(deal, source.rules, table).units
    other = next(player for player in table.active if player not in names)
    pays = tuple(None if player is None else units.get(player, 0) for player in (*seats.values(), other))
    return PayRow(source.game.describe(deal, source.rules, table), names, pays)


def worked(source: Source) -> tuple[Exercise, ...]:
    """Work out the plainest deal, those others that show most steps not seen before, and the game's end."""
    fewest, _most = source.game.size(source.rules)
    table = _seated(source, fewest)
    deals = [source.game.complete(deal, table) for deal in source.game.examples(source.rules, table)]
    left = [of_deal(source, table, deal) for deal in deals]
    found = left[:1]
    steps = {step for one in left for step in _steps(one)}.difference(*map(_steps, found))
    while steps and len(found) < _MOST_EXAMPLES:
        best = max(left, key=lambda one: len(steps & _steps(one)))
        found.append(best)
        steps -= _steps(best)
    return (*found, *_at_the_end(source))


def _steps(one: Exercise) -> set[str]:
    return {reason.text.id for reason in one.reasons}


def _at_the_end(source: Source) -> tuple[Exercise, ...]:
    """Settle a game that is settled with its winner: one past the target, one on the way, one below 0."""
    target = getattr(source.rules, "target", None)
    if not target or not source.game.to_winner(source.rules):
        return ()
    one = ending(source, dict(zip(NAMES, (target + 12, target * 2 // 5, -15), strict=False)))
    return (one,) if one else ()
