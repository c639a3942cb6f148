"""Deals of an example by lot, played one after the other as the game goes on, any game's."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from scorekeeper.domain.evening import Setup, after, beginning, play, table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.learning.drawing import drawn_deal
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.text import Player
from scorekeeper.domain.tournament.lot import Lot

_RARE: Final = 30
"""In one deal out of so many something rare may happen."""
_TRIES: Final = 500
_LARGEST: Final = 10


class Dealt(NamedTuple):
    """A deal, and what everybody has after it."""

    deal: Any
    totals: dict[Player, int]


def dealt(lot: Lot, setup: Setup, most: int) -> Iterator[Dealt]:
    """Play so many deals, or fewer if the game is over before."""
    standing = beginning(setup)
    while standing.deals < most and not standing.progress.finished:
        table = table_for(setup, standing)
        played = play(setup, standing, _deal(lot, setup, table), table)
        standing = after(setup, standing, played.deal, table, played.units)
        yield Dealt(played.deal, dict(standing.totals))


def _deal(lot: Lot, setup: Setup, table: Table) -> Any:  # noqa: ANN401 any game's deal
    game, rules = setup.game, setup.rules
    amounts = [question.name for question in game.questions if question.kind is Kind.AMOUNTS]
    if amounts:
        *known, _last = lot.shuffled(table.active)
        given = {player: lot.below(2 * _LARGEST + 1) - _LARGEST for player in known}
        return game.deal(**{amounts[0]: {**given, **game.rest(rules, table, given)}})
    for _try in range(_TRIES):
        deal = drawn_deal(lot, game, rules, table, plain=lot.below(_RARE) > 0)
        if deal is not None:
            return deal
    return next(iter(game.examples(rules, table)))
