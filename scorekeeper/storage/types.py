"""Column types that behave the same on both databases."""

import json
from typing import Any

from sqlalchemy import Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().decode  # json.loads asks every time what it is given


class Json(TypeDecorator[Any]):
    """A plain JSON value as compact text; neither database needs to look into it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ANN401, ARG002 any JSON value; SQLAlchemy's signature
        """Write it."""
        return _encode(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ANN401, ARG002 as above
        """Read it; NULL comes from an outer join."""
        return None if value is None else _decode(value)
