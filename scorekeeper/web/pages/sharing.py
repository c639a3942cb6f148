"""Who has access: to the club, and to one evening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Self

from markupsafe import Markup

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.text import N_, Message
from scorekeeper.printing.qr_code import qr_code
from scorekeeper.services import links
from scorekeeper.services.evening_fields import MOST_TABLES
from scorekeeper.services.evenings import VIENNA
from scorekeeper.services.links import LONGEST_LABEL, Kind
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tables import RoomTable
from scorekeeper.storage.links import LinkRow
from scorekeeper.storage.organisers import OrganiserRow
from scorekeeper.web.pages.account import AccountLimits


def qr(address: str) -> Markup:
    """Draw an address for a camera; the white around it is part of it."""
    return qr_code(address, border=3, light="#fff")


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link with everything that it is handed on by."""

    row: LinkRow
    address: str
    code: str
    event: EventHead | None = None

    @classmethod
    def of(cls, row: LinkRow, address: str, secret: str, event: EventHead | None = None) -> Self:
        """Make its code readable."""
        return cls(row, address, links.shown(links.code_of(row, secret)), event)

    @property
    def is_for_table(self) -> bool:
        """Whether score is kept with it."""
        return self.row.kind == Kind.TABLE

    @property
    def is_for_viewers(self) -> bool:
        """Whether it only shows an evening."""
        return self.row.kind == Kind.VIEWER

    @property
    def title(self) -> Message:
        """What it is for."""
        if self.is_for_table:
            return N_("Table {number}", number=self.row.table_number or 1)
        return N_("Viewers") if self.is_for_viewers else N_("Invitation to organise")

    @property
    def since(self) -> datetime:
        """When it was made, in Vienna."""
        return datetime.fromisoformat(self.row.created_at).astimezone(VIENNA)

    @property
    def until(self) -> datetime | None:
        """When it ends by itself, in Vienna; None where something else ends it."""
        return datetime.fromisoformat(self.row.expires_at).astimezone(VIENNA) if self.row.expires_at else None

    @property
    def qr(self) -> Markup:
        """Its address for a camera."""
        return qr(self.address)


@dataclass(frozen=True, slots=True)
class Refused:
    """What was wrong with a form of the page, and what was typed."""

    form: str = ""
    """Which of the forms: `invite`, `password`, `password-` and an organiser's number, or `organiser`."""
    field: str = ""
    message: Message | None = None
    typed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharingPage(AccountLimits):
    """Who may organise the club, and every link that lets somebody in."""

    template: ClassVar[str] = "sharing/page.html"
    longest_label: ClassVar[int] = LONGEST_LABEL
    organisers: Sequence[OrganiserRow]
    gone: Mapping[int, str]
    """Who organised once, by account, as far as their names were not forgotten."""
    own: OrganiserRow | None
    """Whose device it is; None for the one person at this computer."""
    links: Sequence[ShownLink]
    room: str
    """Where the app is opened to the room; empty where it is open."""
    alone: bool
    refused: Refused = field(default_factory=Refused)


@dataclass(frozen=True, slots=True)
class TableAccess:
    """A table of the evening: what is played there, and the link to keep score with."""

    number: int
    table: RoomTable | None
    link: ShownLink | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningSharingPage:
    """Who may keep score and who may look at one evening."""

    template: ClassVar[str] = "sharing/evening.html"
    most_tables: ClassVar[int] = MOST_TABLES
    longest_label: ClassVar[int] = LONGEST_LABEL
    event: EventHead
    games: dict[str, AnyGame]
    tables: Sequence[TableAccess]
    viewers: Sequence[ShownLink]
    room: str
    alone: bool
    problem: Message | None = None

    @property
    def has_cards(self) -> bool:
        """Whether there is anything to print."""
        return any(one.link for one in self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPage:
    """One link, large: to project, or to hold a phone against."""

    template: ClassVar[str] = "sharing/link.html"
    link: ShownLink
    typed_at: str
    """Where the code is typed."""
