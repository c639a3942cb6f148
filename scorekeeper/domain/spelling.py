"""Names that are written much alike: slips of the finger, and the spellings of one sound ("Maier", "Mayer").

Names of different people differ in as little (Leni and Lena, Maria and Mario, Huber and Gruber): only what reads like
a slip counts. An ending makes a name of its own, short names must sound the same.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

_SOUNDS: Final = (
    ("ph", "f"), ("th", "t"), ("dt", "t"), ("tz", "z"), ("ck", "k"), ("ch", "c"), ("c", "k"), ("y", "i"),
    ("ae", "a"), ("oe", "o"), ("ue", "u"), ("ai", "ei"), ("ie", "i"), ("v", "f"), ("ß", "s"),
)  # fmt: skip
"""What is written for the same sound, replaced in this order."""
_TWICE: Final = re.compile(r"(.)\1+")
_NO_LETTER: Final = re.compile(r"[\W_]+")
_SLIPS_FROM: Final = 5
"""Letters of a word from which on one letter may differ."""
_SWAPS_FROM: Final = 4
_FIRST_LETTER_FROM: Final = 6
_TWO_SLIPS_FROM: Final = 10
_SLIPS_TO: Final = 24
"""Longer words, which no name has, are the same or not: their keys would fill the memory."""


class Name(NamedTuple):
    """What somebody is called."""

    name: str
    nickname: str = ""


@lru_cache(maxsize=8192)
def heard(name: str) -> tuple[str, ...]:
    """Give the words of a name as they sound, without accents and double letters."""
    return tuple(word for word in map(_sound, _NO_LETTER.split(name.casefold())) if word)


def _plain(text: str) -> str:
    """Leave accents out."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


def _sound(word: str) -> str:
    plain = _plain(word)
    for written, sound in _SOUNDS:
        plain = plain.replace(written, sound)
    return _TWICE.sub(r"\1", plain)


def is_meant(typed: str, name: str) -> bool:
    """Whether a name may be meant by what was typed of it so far: any part as it is written, or words as they sound.

    "mu" and "mue" mean Müller and Mueller, "mai" means Mayer, too.
    """
    if _plain(typed.strip().casefold()) in _plain(name.casefold()):
        return True
    words, sounds = heard(typed), heard(name)
    return bool(words) and all(any(sound.startswith(word) for sound in sounds) for word in words)


def alike(one: Name, other: Name) -> bool:
    """Whether two names may mean one person. The very same name is told apart by its nicknames."""
    if one.name.lower() == other.name.lower():
        both = bool(one.nickname and other.nickname)
        return both and one.nickname.lower() != other.nickname.lower() and _same(one.nickname, other.nickname)
    nicknames = (one.nickname, other.nickname)
    return _same(one.name, other.name) and (not all(nicknames) or _same(*nicknames))


def _same(one: str, other: str) -> bool:
    mine, theirs = heard(one), heard(other)
    if not mine or not theirs:
        return False
    if "".join(mine) == "".join(theirs) or sorted(mine) == sorted(theirs):
        return True
    return len(mine) == len(theirs) and all(map(_slip, mine, theirs))


@lru_cache(maxsize=8192)
def _slip(one: str, other: str) -> bool:
    """Whether two words are the same but for a slip inside."""
    if one == other:
        return True
    shorter = min(len(one), len(other))
    most = 2 if shorter >= _TWO_SLIPS_FROM else 1
    if one[-1] != other[-1] or abs(len(one) - len(other)) > most or max(len(one), len(other)) > _SLIPS_TO:
        return False
    if one[0] != other[0] and shorter < _FIRST_LETTER_FROM:
        return False
    if shorter < _SLIPS_FROM:
        return shorter >= _SWAPS_FROM and len(one) == len(other) and _swapped(one, other)
    return distance(one, other) <= most


def _swapped(one: str, other: str) -> bool:
    differing = [place for place, (mine, theirs) in enumerate(zip(one, other, strict=True)) if mine != theirs]
    match differing:
        case [first, second]:
            return second == first + 1 and one[first] == other[second] and one[second] == other[first]
    return False


def distance(one: str, other: str) -> int:
    """Count the letters left out, put in, exchanged, or swapped with their neighbour."""
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, mine in enumerate(one, 1):
        here = [row]
        for column, theirs in enumerate(other, 1):
            cost = min(above[column] + 1, here[column - 1] + 1, above[column - 1] + (mine != theirs))
            if row > 1 and column > 1 and mine == other[column - 2] and one[row - 2] == theirs:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        before, above = above, here
    return above[-1]


class Index:
    """Many names, asked for those that are alike without comparing all of them."""

    def __init__(self, names: Sequence[Name]) -> None:
        self._names = names
        self._by_key: defaultdict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(names):
            words = heard(name.name)
            for key in _keys(words, words):
                self._by_key[key].append(place)

    def like(self, name: Name) -> list[int]:
        """Give the places of the names that are alike, in order."""
        words = heard(name.name)
        near = {place for key in _keys(words, sorted(words, key=len)[-1:]) for place in self._by_key.get(key, ())}
        return sorted(place for place in near if alike(name, self._names[place]))


@lru_cache(maxsize=4)
def index_of(names: tuple[Name, ...]) -> Index:
    """Give the index of these names, made once: they are asked for on every tap, and seldom change."""
    return Index(names)


@lru_cache(maxsize=4)
def pairs(names: tuple[Name, ...], most: int) -> tuple[tuple[int, int], ...]:
    """Give the places of names that are alike, two by two, at most so many."""
    index = index_of(names)
    found = (
        (place, other) for place, name in enumerate(names) for other in index.like(name) if place < other
    )  # fmt: skip
    return tuple(islice(found, most))


def _keys(words: Sequence[str], looked_at: Sequence[str]) -> set[str]:
    """Give keys of which two names that are alike share one: the whole, and a word without the letters of slips."""
    return {"".join(words), "".join(sorted(words)), *(key for word in looked_at for key in _without(word))}


def _without(word: str) -> Iterator[str]:
    yield word
    if not _SWAPS_FROM <= len(word) <= _SLIPS_TO:
        return
    shorter = _one_less([word])
    yield from shorter
    if len(word) >= _TWO_SLIPS_FROM:
        yield from _one_less(shorter)


def _one_less(words: Iterable[str]) -> set[str]:
    return {word[:place] + word[place + 1 :] for word in words for place in range(len(word))}
