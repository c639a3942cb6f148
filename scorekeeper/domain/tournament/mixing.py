"""A course's tables: beginners and the experienced are each shared out over all of them, so that everybody learns.

Nothing of the draw is changed by it. Whoever has a level besides the middle one is put into groups of as many people as
there are tables, by lot; each group is kept apart like a couple, so no table gets a second one before all have one.
"""

from collections.abc import Mapping
from typing import Final

from scorekeeper.domain.tournament.lot import Lot
from scorekeeper.domain.tournament.rounds import Wishes

BEGINNER: Final = 0
PRACTISED: Final = 1
EXPERIENCED: Final = 2
LEVELS: Final = (BEGINNER, PRACTISED, EXPERIENCED)


def mixed(wishes: Wishes, levels: Mapping[int, int], tables: int, seed: str) -> Wishes:
    """Give the wishes for a draw of those whose `levels` are given, with the groups that mix them at so many tables."""
    lot = Lot(f"{seed} mixed")
    groups = set(wishes.apart)
    for level in (BEGINNER, EXPERIENCED):
        alike = lot.shuffled(sorted(player for player, own in levels.items() if own == level))
        groups.update(frozenset(alike[first : first + tables]) for first in range(0, len(alike), tables))
    return Wishes(frozenset(group for group in groups if len(group) > 1), wishes.fixed)


def spread(tables: tuple[tuple[int, ...], ...], levels: Mapping[int, int], level: int) -> tuple[int, ...]:
    """Count who is of a level, table by table."""
    return tuple(sum(1 for player in table if levels[player] == level) for table in tables)
