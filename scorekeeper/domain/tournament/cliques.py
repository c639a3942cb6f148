"""Who are all to be kept apart from each other, noted as one group or pair by pair (Bron and Kerbosch, 1973)."""

from collections.abc import Iterable
from typing import Final

_STEPS: Final = 2_000
"""No hall comes near; where thousands of pairs are noted criss-cross, not every set is told."""


def all_apart(pairs: Iterable[tuple[int, int]], more_than: int) -> tuple[tuple[int, ...], ...]:
    """Give every largest set of more than so many of whom each two are a pair, in order."""
    apart: dict[int, set[int]] = {}
    for one, other in pairs:
        apart.setdefault(one, set()).add(other)
        apart.setdefault(other, set()).add(one)
    found: list[tuple[int, ...]] = []
    waiting: list[tuple[frozenset[int], set[int], set[int]]] = [(frozenset(), set(apart), set())]
    for _step in range(_STEPS):
        if not waiting:
            break
        chosen, left, done = waiting.pop()  # sets of `chosen` and some of `left`; those with one of `done` are known
        if len(chosen) + len(left) <= more_than:
            continue
        if all(len(apart[one] & left) == len(left) - 1 for one in left):  # each with each, or nobody
            if not any(left <= apart[one] for one in done):
                found.append(tuple(sorted(chosen | left)))
            continue
        pivot = max(sorted(left | done), key=lambda one: len(apart[one] & left))
        for one in sorted(left - apart[pivot]):
            waiting.append((chosen | {one}, left & apart[one], done & apart[one]))
            left, done = left - {one}, done | {one}
    return tuple(sorted(found))
