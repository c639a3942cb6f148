"""Amounts in notes and coins: the fewest euro pieces that make them up."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

EURO: Final = (20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""What is in circulation, in cents, the largest first; of the 500 euro note none is printed any more."""


def fewest(cents: int) -> dict[int, int]:
    """Say how many of which piece make up an amount, the largest piece first, with as few pieces as there can be.

    With these pieces, taking the largest that still fits is never worse. Raises ValueError for less than 0.
    """
    if cents < 0:
        raise ValueError(cents)
    found: dict[int, int] = {}
    for piece in EURO:
        count, cents = divmod(cents, piece)
        if count:
            found[piece] = count
    return found


def stock(amounts: Iterable[int]) -> dict[int, int]:
    """Say which pieces are needed to hand out every amount by itself, the largest first."""
    needed: Counter[int] = Counter()
    for cents in amounts:
        needed.update(fewest(cents))
    return {piece: needed[piece] for piece in EURO if needed[piece]}


def worth(pieces: Mapping[int, int]) -> int:
    """Add pieces up, in cents."""
    return sum(piece * count for piece, count in pieces.items())
