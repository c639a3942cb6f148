"""Column types that behave the same on both databases."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().decode  # json.loads asks every time what it is given


class Json(TypeDecorator[Any]):
    """A plain JSON value as compact text; neither database needs to look into it."""

    impl = Text
    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], str]:  # noqa: ARG002 SQLAlchemy's signature
        """Write it."""
        return _write

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[str | None], Any]:  # noqa: ARG002 SQLAlchemy's signature
        """Read it; NULL comes from an outer join. Given as one function: a check reads a million of them."""
        return _read


_EMPTY: Final[Mapping[str, Callable[[], Any]]] = {"{}": dict, "[]": list}
"""Half of all values."""
_WRITTEN_EMPTY: Final[Mapping[type, str]] = {dict: "{}", list: "[]", tuple: "[]"}


def _write(value: Any) -> str:  # noqa: ANN401 any JSON value
    return _encode(value) if value else _WRITTEN_EMPTY.get(type(value)) or _encode(value)


def _read(value: str | None) -> Any:  # noqa: ANN401 any JSON value
    if value is None:
        return None
    empty = _EMPTY.get(value)
    return _decode(value) if empty is None else empty()
