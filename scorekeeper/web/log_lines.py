"""A line of the log as JSON: what the program itself says, and of an error where it happened, never its words.

The words of an error may hold what somebody typed ("invalid literal: 'Toni'"); where it happened is our own code.
"""

import json
import logging
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

HERE: Final = "facts"
"""Under this name a record carries what else belongs into its line."""
_OURS: Final = "scorekeeper"
_CODES: Final = ("sqlite_errorname", "sqlstate", "errno")
"""What databases and the system call an error by."""


class JsonLines(logging.Formatter):
    """Writes records; `here` tells in which request one was made."""

    def __init__(self, here: Callable[[], dict[str, Any]]) -> None:
        super().__init__()
        self._here = here

    def format(self, record: logging.LogRecord) -> str:
        """Give the line, without its end."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "logger": record.name}
        line["message"] = record.getMessage() if _is_ours(record) else str(record.msg)
        line |= self._here() | getattr(record, HERE, {})
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["traceback"] = list(_told(error))
        return json.dumps(line, ensure_ascii=True)


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether the program wrote it: what a library puts into its own sentences nobody knows."""
    return record.name.partition(".")[0] == _OURS


def _told(error: BaseException) -> Iterator[str]:
    """Tell an error and what caused it: kinds, codes and places."""
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        codes = [str(code) for name in _CODES if (code := getattr(following, name, None)) is not None]
        yield " ".join((f"{type(following).__module__}.{type(following).__qualname__}", *codes))
        for place in traceback.extract_tb(following.__traceback__):
            yield f"  {place.filename}:{place.lineno} {place.name}: {place.line}"
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
