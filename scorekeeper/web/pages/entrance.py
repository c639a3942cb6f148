"""The entrance, and what lies right behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Literal

from scorekeeper.domain.text import Message
from scorekeeper.services.links import CODE_LENGTH
from scorekeeper.web.kept import Kept
from scorekeeper.web.pages.account import AccountLimits

Way = Literal["", "code", "name"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrancePage(AccountLimits):
    """Both ways in, what was typed if it was wrong, and what waits to be done after it."""

    template: ClassVar[str] = "entrance/page.html"
    longest_code: ClassVar[int] = 3 * CODE_LENGTH
    """With blanks or dashes as somebody may type them."""

    onward: str = ""
    """Where to go after it; "" = where the code or the account leads."""
    kept: Kept | None = None
    way: Way = ""
    """Which way was chosen or tried, and has its problem beside it; "" = the problem stands above both."""
    problem: Message | None = None
    name: str = ""
    code: str = ""
    by_link: bool = False
    """Whether a scanned link leads here: a script takes it in at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationPage(AccountLimits):
    """Becoming an organiser of the club that invited."""

    template: ClassVar[str] = "entrance/invitation.html"

    club: str
    name: str
    problems: Mapping[str, Message]
    """By the field that they are about; "" = none in particular."""


@dataclass(frozen=True, slots=True)
class InvitationGonePage:
    """An invitation that was used, revoked, or lay too long."""

    template: ClassVar[str] = "entrance/invitation_gone.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPage:
    """A table at which nothing was begun yet."""

    template: ClassVar[str] = "entrance/waiting.html"
    seconds: ClassVar[int] = 15

    table: int
    event: str
    link: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Where one of a device's links leads; `table` is None for a whole evening."""

    link: int
    table: int | None
    title: str
    date: date


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorsPage:
    """The first page of a device that was let in by several links."""

    template: ClassVar[str] = "entrance/doors.html"

    doors: tuple[Door, ...]
