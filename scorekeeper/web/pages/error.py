"""The page of an error."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.text import Message
from scorekeeper.web.kept import Kept


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """What happened, what helps, and everything that was typed, to be sent again."""

    template: ClassVar[str] = "error.html"
    status: int
    title: Message
    text: Message
    again: Kept | None
    """What was typed, where sending the same once more may help."""


@dataclass(frozen=True, slots=True)
class WrongHostPage:
    """The app was called by a name that is not its own: nothing on the page may lead anywhere."""

    template: ClassVar[str] = "wrong_host.html"
