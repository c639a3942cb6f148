"""Whether a game's points always sum to 0: a check on what was read off a sheet."""

from collections.abc import Iterator

from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.text import Player


def sums_to_zero(game: AnyGame, rules: object, size: int) -> bool:
    """Say whether everybody's points at a table of this size sum to 0, whatever is played.

    A game that fills in the last amount says so itself; else its own examples do.
    """
    players = tuple(Player(str(number)) for number in range(1, size + 1))
    active = game.active(rules, size)
    table = Table(players, players[0], players[active:])
    rest = game.rest(rules, table, dict.fromkeys(table.active[:-1], 0))
    if rest:
        return not any(rest.values())
    sums = list(_sums(game, rules, table))
    return bool(sums) and not any(sums)


def _sums(game: AnyGame, rules: object, table: Table) -> Iterator[int]:
    for example in game.examples(rules, table):
        deal = game.complete(example, table)
        if not list(game.verify(deal, rules, table)):
            yield sum(game.score(deal, rules, table).units.values())
