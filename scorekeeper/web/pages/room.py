"""How phones come in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from scorekeeper.domain.text import Message
from scorekeeper.mode import Mode
from scorekeeper.own_address import is_loopback
from scorekeeper.services.organisers import LONGEST_NAME, LONGEST_PASSWORD, SHORTEST_PASSWORD

_PAPER_AROUND = 2


@dataclass(frozen=True, slots=True)
class RoomPage:
    """The offer to let the phones in; `asks` = nobody could log in yet, so whoever opens makes an account."""

    template: ClassVar[str] = "room/alone.html"
    longest_name: ClassVar[int] = LONGEST_NAME
    shortest_password: ClassVar[int] = SHORTEST_PASSWORD
    longest_password: ClassVar[int] = LONGEST_PASSWORD

    asks: bool
    can_open: bool
    name: str = ""
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
        drawn = segno.make(self.address, error="m").svg_inline(border=_PAPER_AROUND, omitsize=True, svgclass="qr")
        return Markup(drawn)  # noqa: S704 segno's own SVG of modules


@dataclass(frozen=True, slots=True)
class SwitchPage:
    """What is shown while the server starts at its other address; `address` is where it goes on."""

    template: ClassVar[str] = "room/switch.html"

    awaits: Mode
    address: str
