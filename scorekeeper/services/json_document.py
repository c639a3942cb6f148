"""JSON read strictly: UTF-8, no key twice, no NaN, nothing too deep or too large, and every value with its place."""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message, Refusal

MOST_BYTES: Final = 64 * 2**20
_ESCAPED_SURROGATE: Final = "\\ud"
_PLACE_LENGTH: Final = 60


def refuse(place: str, message: Message) -> NoReturn:
    """Refuse one place of a document."""
    raise RefusedError([Refusal(place, message)])


def parse(content: bytes) -> Any:  # noqa: ANN401 any JSON value
    """Parse a document. Raises RefusedError."""
    if len(content) > MOST_BYTES:
        refuse("", N_("is larger than {most} megabytes", most=MOST_BYTES // 2**20))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedError([Refusal("", N_("is not UTF-8: byte {position}", position=error.start + 1))]) from error
    try:
        return _parse(text)
    except RecursionError as error:
        raise RefusedError([Refusal("", N_("is nested too deeply"))]) from error


def _parse(text: str) -> Any:  # noqa: ANN401 as above
    suspects = _Suspects()
    try:
        document = json.loads(text, object_pairs_hook=suspects.pairs, parse_constant=suspects.constant)
    except json.JSONDecodeError as error:
        where = N_("is not JSON: line {line}, column {column}", line=error.lineno, column=error.colno)
        raise RefusedError([Refusal("", where)]) from error
    except ValueError as error:  # an integer with more digits than Python converts
        raise RefusedError([Refusal("", N_("holds a number with too many digits"))]) from error
    if suspects.found or _ESCAPED_SURROGATE in text.lower():
        _search(document, "")
    return document


class _Twice(dict[str, Any]):
    """An object that names a key twice; its place is found once all is parsed."""

    key = ""


class _Constant:
    """NaN or Infinity."""


@dataclass(slots=True)
class _Suspects:
    """Notes what the JSON standard leaves open and we refuse."""

    found: bool = False

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        plain = dict(pairs)
        if len(plain) == len(pairs):
            return plain
        self.found = True
        twice = _Twice(plain)
        often = Counter(key for key, _value in pairs)
        twice.key = next(key for key, times in often.items() if times > 1)
        return twice

    def constant(self, _name: str) -> _Constant:
        self.found = True
        return _Constant()


def _search(value: Any, place: str) -> None:  # noqa: ANN401 any JSON value
    """Refuse the first suspect."""
    if isinstance(value, _Twice):
        refuse(member(place, value.key), N_("is there twice"))
    if isinstance(value, _Constant):
        refuse(place, N_("is not a number"))
    if isinstance(value, str) and not _encodable(value):
        refuse(place, N_("holds half a character"))
    if isinstance(value, dict):
        for key, inner in value.items():
            if not _encodable(key):
                refuse(member(place, key), N_("holds half a character"))
            _search(inner, member(place, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            _search(inner, f"{place}[{index}]")


def _encodable(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def member(place: str, key: str) -> str:
    """Name the place of an object's member."""
    shown = key if len(key) <= _PLACE_LENGTH else f"{key[:_PLACE_LENGTH]}…"
    if not key.isidentifier():
        return f"{place}[{json.dumps(shown, ensure_ascii=False)}]"
    return f"{place}.{shown}" if place else shown


_MISSING: Final = object()


@dataclass(frozen=True, slots=True)
class Fields:
    """The members of one object, to be asked for by name."""

    members: Mapping[str, Any]
    place: str

    @classmethod
    def of(cls, value: object, place: str, known: Iterable[str]) -> "Fields":
        """Look into an object. Raises RefusedError for anything else and for an unknown member."""
        if not isinstance(value, dict):
            refuse(place, N_("needs an object in braces"))
        for key in value:
            if key not in known:
                refuse(member(place, key), N_("is unknown; there is {known}", known=", ".join(known)))
        return cls(value, place)

    def at(self, key: str) -> str:
        """Name the place of a member."""
        return member(self.place, key)

    def take(self, key: str, default: Any = _MISSING) -> Any:  # noqa: ANN401 any JSON value
        """Give a member as it is."""
        value = self.members.get(key, default)
        if value is _MISSING:
            refuse(self.at(key), N_("is missing"))
        return value

    def text(self, key: str, default: Any = _MISSING, *, most: int = 200, one_line: bool = True) -> str:  # noqa: ANN401 as above
        """Give a text."""
        return verified_text(self.take(key, default), self.at(key), most, one_line=one_line)

    def whole(self, key: str, low: int, high: int, default: Any = _MISSING) -> int:  # noqa: ANN401 as above
        """Give a whole number."""
        value = self.take(key, default)
        if type(value) is not int or not low <= value <= high:
            refuse(self.at(key), N_("needs a whole number from {low} to {high}", low=low, high=high))
        return value

    def flag(self, key: str, *, default: bool | None) -> bool | None:
        """Give yes or no."""
        value = self.take(key, default)
        if value is not default and type(value) is not bool:
            refuse(self.at(key), N_("needs true or false"))
        return value

    def one_of(self, key: str, choices: Iterable[str], default: Any = _MISSING) -> str:  # noqa: ANN401 as above
        """Give one of some words."""
        value = self.take(key, default)
        known = tuple(choices)
        if not isinstance(value, str) or value not in known:
            refuse(self.at(key), N_("needs one of {choices}", choices=", ".join(f'"{choice}"' for choice in known)))
        return value

    def items(self, key: str, most: int, default: Any = _MISSING) -> list[Any]:  # noqa: ANN401 as above
        """Give a list."""
        value = self.take(key, default)
        if not isinstance(value, list):
            refuse(self.at(key), N_("needs a list in square brackets"))
        if len(value) > most:
            refuse(self.at(key), N_("holds more than {most} entries", most=most))
        return value


def verified_text(value: object, place: str, most: int, *, one_line: bool = True) -> str:
    """Verify a text, by default without control characters. Raises RefusedError."""
    if not isinstance(value, str):
        refuse(place, N_("needs a text"))
    if len(value) > most:
        refuse(place, N_("needs a text of at most {most} letters", most=most))
    if one_line and any(unicodedata.category(letter) == "Cc" for letter in value):
        refuse(place, N_("needs a text on one line"))
    return value
