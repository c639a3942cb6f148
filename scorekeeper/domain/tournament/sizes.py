"""How many tables of which size: as few sit out as can be, then as few tables as can be differ from the usual size."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Refusal

SMALLEST: Final = 2


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The usual number of players at a table, and what else is allowed, best first (with or without the usual)."""

    preferred: int
    allowed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a table that is none."""
        if min(self.preferred, *self.allowed, self.preferred) < SMALLEST:
            raise RefusedError([Refusal("sizes", N_("a table needs at least {fewest} players", fewest=SMALLEST))])

    @property
    def all(self) -> tuple[int, ...]:
        """Every size that a table may have, smallest first."""
        return tuple(sorted({self.preferred, *self.allowed}))

    @property
    def others(self) -> tuple[int, ...]:
        """The sizes that are allowed but not usual, best first."""
        return tuple(dict.fromkeys(size for size in self.allowed if size != self.preferred))


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The size of each table, the usual ones first, and how many sit out."""

    tables: tuple[int, ...]
    sitting_out: int

    @property
    def counted(self) -> tuple[tuple[int, int], ...]:
        """Give (number of tables, size), smallest size first."""
        return tuple((count, size) for size, count in sorted(Counter(self.tables).items()))


def table_plan(players: int, sizes: TableSizes) -> TablePlan:
    """Say which tables seat so many players. Raises RefusedError for `players` if they are too few for one table."""
    for sitting_out in range(players - sizes.all[0] + 1):
        plans = list(_plans(players - sitting_out, sizes))
        if plans:
            return TablePlan(min(plans, key=lambda tables: _oddness(tables, sizes)), sitting_out)
    message = N_(
        "{players} are present, a table needs {fewest}: wait for more players or allow smaller tables",
        players=players,
        fewest=sizes.all[0],
    )
    raise RefusedError([Refusal("players", message)])


def _plans(seated: int, sizes: TableSizes) -> Iterator[tuple[int, ...]]:
    """Give the plans without anybody sitting out, all with the fewest odd tables.

    That many odd tables as the usual size has seats are never needed: some of them add up to usual tables.
    """
    for odd in range(sizes.preferred):
        found = False
        for others in combinations_with_replacement(sizes.others, odd):
            rest = seated - sum(others)
            if rest >= 0 and rest % sizes.preferred == 0:
                found = True
                yield (sizes.preferred,) * (rest // sizes.preferred) + others
        if found:
            return


def _oddness(tables: tuple[int, ...], sizes: TableSizes) -> tuple[int, list[int]]:
    """Rate a plan: near to the usual size first, then the sizes that were named first."""
    others = [size for size in tables if size != sizes.preferred]
    return sum(abs(size - sizes.preferred) for size in others), [sizes.others.index(size) for size in others]
