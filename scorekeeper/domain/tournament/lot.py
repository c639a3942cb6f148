"""The lot: chance from a printed text, the same on every machine and for every version of Python."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

T = TypeVar("T")

_WORD: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15
"""The odd constant of splitmix64 (Steele, Lea, Flood 2014), which steps through all words."""


class Lot:
    """Draw numbers by splitmix64, begun with the SHA-256 of the text."""

    def __init__(self, text: str) -> None:
        self._state = int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def word(self) -> int:
        """Give the next 64 bits."""
        self._state = (self._state + _STEP) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """Give one of 0 … limit − 1, each as likely: words of the last, incomplete run are drawn again."""
        whole = (_WORD + 1) // limit * limit
        word = self.word()
        while word >= whole:
            word = self.word()
        return word % limit

    def one_of(self, things: Sequence[T]) -> T:
        """Give one of these."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Give all of these in an order by lot (Fisher and Yates)."""
        result = list(things)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
