"""How phones come in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import urlsplit

from markupsafe import Markup

from scorekeeper.domain.text import Message
from scorekeeper.mode import Mode
from scorekeeper.own_address import is_loopback
from scorekeeper.printing.qr_code import qr_code
from scorekeeper.web.pages.account import AccountLimits


@dataclass(frozen=True, slots=True)
class RoomPage(AccountLimits):
    """The offer to let the phones in; `asks` = nobody could log in yet, so whoever opens makes an account."""

    template: ClassVar[str] = "room/alone.html"

    asks: bool
    can_open: bool
    name: str = ""
    in_vain: bool = False
    """It was to be opened, but somebody else has the port in the network."""
    problems: Mapping[str, Message] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenPage:
    """To project: the address of the entrance, to type and to scan."""

    template: ClassVar[str] = "room/open.html"

    address: str
    can_close: bool
    evening: int | None
    """The newest evening that is open."""

    @property
    def has_network(self) -> bool:
        """Whether other devices reach the address at all."""
        return not is_loopback(urlsplit(self.address).hostname or "")

    @property
    def typed(self) -> str:
        """The address as it is typed."""
        return self.address.removeprefix("http://").removeprefix("https://").rstrip("/")

    @property
    def qr(self) -> Markup:
        """The address for a camera."""
        return qr_code(self.address)


@dataclass(frozen=True, slots=True)
class SwitchPage:
    """What is shown while the server moves to its other address; `address` is where it goes on, `then` the page.

    From the moment that it is shown nothing can be asked for until the server has moved: its scripts and style sheets
    must all be on the page before it, too, so that the browser has them.
    """

    template: ClassVar[str] = "room/switch.html"

    awaits: Mode
    address: str
    then: str
