"""A course's tables: beginners and the experienced are each shared out over all of them, so that everybody learns.

Nothing of the draw is changed by it. Whoever has a level besides the middle one is put into groups of as many people as
there are tables, by lot; each group is kept apart like a couple, so no table gets a second one before all have one.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.lot import Lot
from scorekeeper.domain.tournament.rounds import Tables, Wishes

BEGINNER: Final = 0
PRACTISED: Final = 1
EXPERIENCED: Final = 2
LEVELS: Final = (BEGINNER, PRACTISED, EXPERIENCED)


def mixed(wishes: Wishes, levels: Mapping[int, int], tables: int, seed: str) -> Wishes:
    """Give the wishes for a draw of those whose `levels` are given, with the groups that mix them at so many tables.

    Whoever must sit out is somebody of the level that most have, not the only one who could explain the game.
    """
    lot = Lot(f"{seed} mixed")
    groups = set(wishes.apart)
    for level in (BEGINNER, EXPERIENCED):
        alike = lot.shuffled(sorted(player for player, own in levels.items() if own == level))
        groups.update(frozenset(alike[first : first + tables]) for first in range(0, len(alike), tables))
    different = levels if len(set(levels.values())) > 1 else {}
    return Wishes(frozenset(group for group in groups if len(group) > 1), wishes.fixed, different)


def spread(tables: Tables, levels: Mapping[int, int], level: int) -> tuple[int, ...]:
    """Count who is of a level, table by table."""
    return tuple(sum(1 for player in table if levels[player] == level) for table in tables)


def unmixed(tables: Tables, levels: Mapping[int, int]) -> Iterator[Message]:
    """Say where beginners sit together although another table has none, and where only others have the experienced."""
    beginners, experienced = (spread(tables, levels, level) for level in (BEGINNER, EXPERIENCED))
    if 0 in beginners:
        for number, count in enumerate(beginners, 1):
            if count > 1:
                yield N_(
                    "table {table} has {count} beginners, table {other} has none",
                    table=number, count=count, other=beginners.index(0) + 1,
                )  # fmt: skip
    most = max(experienced, default=0)
    if most > 1:
        for number, count in enumerate(experienced, 1):
            if not count:
                yield N_(
                    "nobody at table {table} is experienced, {count} are at table {other}",
                    table=number, count=most, other=experienced.index(most) + 1,
                )  # fmt: skip
