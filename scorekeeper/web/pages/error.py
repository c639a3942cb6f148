"""The page of an error."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.text import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """What happened, what helps, and everything that was typed, to be sent again."""

    template: ClassVar[str] = "error.html"
    status: int
    title: Message
    text: Message
    again: bool
    """Whether sending the same once more may help."""
    address: str
    fields: tuple[tuple[str, str], ...]
