"""Draws eight rounds for halls of many sizes: repeated meetings beside the bound, seconds beside a plain shuffle."""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from scorekeeper.domain.tournament.draw import draw_rounds
from scorekeeper.domain.tournament.rounds import DrawnRound, Wishes
from scorekeeper.domain.tournament.sizes import TableSizes, table_plan

ROUNDS: Final = int(sys.argv[1]) if len(sys.argv) > 1 else 8
SEED: Final = "KDF7-3QPM"
ALLOWED: Final = (4, 5)
HALLS: Final = (
    (16, 4), (20, 4), (22, 4), (32, 4), (33, 4), (40, 4), (40, 5), (42, 4), (42, 5), (100, 4), (100, 5), (103, 4),
    (103, 5), (336, 4), (400, 4), (400, 5),
)  # fmt: skip
"""Players and the usual size of a table."""


def repeated(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Count all meetings but the first of any two."""
    met = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    return sum(times - 1 for times in met.values())


def shuffled(players: int, sizes: Sequence[int]) -> list[list[list[int]]]:
    """Seat everybody by chance alone: the floor, for time and for what chance repeats."""
    dice, order, rounds = Random(SEED), list(range(players)), []  # noqa: S311 the same seats every time
    for _ in range(ROUNDS):
        dice.shuffle(order)
        ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
        rounds.append([order[end - size : end] for end, size in zip(ends, sizes, strict=True)])
    return rounds


def bound(players: int, sizes: Sequence[int]) -> int:
    """Give rounds × tables × C(s, 2) − C(n, 2), at least 0."""
    return max(0, ROUNDS * sum(size * (size - 1) // 2 for size in sizes) - players * (players - 1) // 2)


def drawn(players: int, sizes: TableSizes) -> tuple[float, tuple[DrawnRound, ...]]:
    """Draw all rounds and give the processor seconds, too."""
    start = time.process_time()
    rounds = draw_rounds(range(players), ROUNDS, sizes, Wishes(), (), SEED)
    return time.process_time() - start, rounds


def main() -> None:
    """Print one line per hall."""
    print(f"{ROUNDS} rounds each; tables of {' and '.join(map(str, ALLOWED))}")
    print(f"{'players':>7}  {'tables':<16}{'repeats':>8}{'bound':>7}{'by chance':>11}{'seconds':>9}{'shuffle':>9}")
    for players, preferred in HALLS:
        sizes = TableSizes(preferred, ALLOWED)
        plan = table_plan(players, sizes)
        seconds, rounds = drawn(players, sizes)
        start = time.process_time()
        plain = shuffled(players, plan.tables)
        floor = time.process_time() - start
        found = repeated([one.tables for one in rounds])
        tables = " + ".join(f"{count} × {size}" for count, size in plan.counted)
        print(
            f"{players:>7}  {tables:<16}{found:>8}{bound(players, plan.tables):>7}{repeated(plain):>11}"
            f"{seconds:>9.3f}{floor:>9.4f}"
        )


if __name__ == "__main__":
    main()
