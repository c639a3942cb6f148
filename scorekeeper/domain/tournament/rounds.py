"""A round as it was drawn, what is wished for, and what the rounds before say about everybody."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scorekeeper.domain.tournament.sizes import TableSizes

Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """Who sits where: tables[0] is table 1, its first player has the first seat and deals first."""

    tables: Tables
    sitting_out: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody of this round, those who sit out last."""
        return (*(player for table in self.tables for player in table), *self.sitting_out)

    def table_of(self, player: int) -> int | None:
        """Give the number of the player's table; None = not seated."""
        return next((number for number, table in enumerate(self.tables, 1) if player in table), None)


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who is never to sit with whom (couples, family), and who always sits at which table (a wheelchair)."""

    apart: frozenset[frozenset[int]] = frozenset()
    """Groups; no two of a group sit together."""
    fixed: Mapping[int, int] = field(default_factory=dict)
    """The number of the table, from 1."""
    levels: Mapping[int, int] = field(default_factory=dict)
    """What each can do, where that matters: of equals somebody of the level that most have sits out."""

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Give every two who are to be kept apart, in order."""
        return tuple(sorted({pair for group in self.apart for pair in combinations(sorted(group), 2)}))


def meetings(rounds: Iterable[DrawnRound]) -> Counter[tuple[int, int]]:
    """Count how often any two, the smaller number first, sat together."""
    return Counter(pair for drawn in rounds for table in drawn.tables for pair in combinations(sorted(table), 2))


def repeats(rounds: Iterable[DrawnRound]) -> int:
    """Count the repeated meetings: of each two all but the first."""
    return sum(count - 1 for count in meetings(rounds).values())


def sit_outs(rounds: Iterable[DrawnRound]) -> Counter[int]:
    """Count how often each sat out."""
    return Counter(player for drawn in rounds for player in drawn.sitting_out)


def tables_seen(rounds: Iterable[DrawnRound]) -> Counter[tuple[int, int]]:
    """Count how often (player, table number) was."""
    return Counter(
        (player, number) for drawn in rounds for number, table in enumerate(drawn.tables, 1) for player in table
    )


def seats_seen(rounds: Iterable[DrawnRound]) -> Counter[tuple[int, int]]:
    """Count how often (player, seat) was; seat 0 deals first."""
    return Counter((player, seat) for drawn in rounds for table in drawn.tables for seat, player in enumerate(table))


def odd_seen(rounds: Iterable[DrawnRound], sizes: TableSizes) -> Counter[int]:
    """Count how often each sat at a table that is not of the usual size."""
    return Counter(player for table in odd_tables(rounds, sizes) for player in table)


def odd_tables(rounds: Iterable[DrawnRound], sizes: TableSizes) -> Iterator[Sequence[int]]:
    """Give the tables that are not of the usual size."""
    return (table for drawn in rounds for table in drawn.tables if len(table) != sizes.preferred)
