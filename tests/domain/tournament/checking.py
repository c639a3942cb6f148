"""Counting what a draw did, apart from the program's own counting."""

from collections import Counter
from collections.abc import Iterable, Sequence

from scorekeeper.domain.tournament.rounds import DrawnRound


def meetings_of(rounds: Iterable[DrawnRound]) -> dict[frozenset[int], int]:
    """Count the meetings of any two."""
    found: dict[frozenset[int], int] = {}
    for drawn in rounds:
        for table in drawn.tables:
            for place, one in enumerate(table):
                for other in table[place + 1 :]:
                    pair = frozenset({one, other})
                    found[pair] = found.get(pair, 0) + 1
    return found


def repeats_of(rounds: Iterable[DrawnRound]) -> int:
    """Count all meetings but the first of any two."""
    return sum(max(0, times - 1) for times in meetings_of(rounds).values())


def assert_seats_everybody(drawn: DrawnRound, present: Iterable[int], allowed: set[int]) -> None:
    """Everybody has one place, at a table of an allowed size or among those who sit out."""
    places = [player for table in drawn.tables for player in table] + list(drawn.sitting_out)
    assert sorted(places) == sorted(present)
    assert {len(table) for table in drawn.tables} <= allowed


def assert_sits_out_in_turn(rounds: Sequence[DrawnRound]) -> None:
    """Nobody of those present sits out who has done so more often than somebody at a table."""
    times: Counter[int] = Counter()
    for drawn in rounds:
        seated = [times[player] for table in drawn.tables for player in table]
        assert all(times[player] <= min(seated) for player in drawn.sitting_out)
        times.update(drawn.sitting_out)
