"""Who asks, as far as their cookie tells."""

from collections.abc import Collection
from dataclasses import dataclass

from scorekeeper.services.links import Kind
from scorekeeper.storage.links import LinkRow
from scorekeeper.storage.organisers import OrganiserRow
from scorekeeper.storage.places import Place


@dataclass(frozen=True, slots=True)
class Principal:
    """The club acted in (None = nobody's), the organiser who logged in, and the links that let this device in.

    `alone` is the one person at this computer, from where nobody else reaches the app: they may do everything.
    """

    club: int | None
    organiser: OrganiserRow | None = None
    links: tuple[LinkRow, ...] = ()
    alone: bool = False

    @property
    def is_organiser(self) -> bool:
        """Whether they may do everything in their club."""
        return self.alone or self.organiser is not None

    @property
    def is_operator(self) -> bool:
        """Whether they may do everything in the installation."""
        return self.alone or (self.organiser is not None and self.organiser.operator)

    @property
    def is_let_in(self) -> bool:
        """Whether they were let in by anything."""
        return self.is_organiser or bool(self.links)

    @property
    def rights(self) -> str:
        """What tells one's pages from somebody else's with other rights."""
        account = self.organiser.id if self.organiser else 0
        return f"{self.club} {account} {[link.id for link in self.links]}"

    def table_link(self, event: int) -> LinkRow | None:
        """Give the link that let this device in at a table of this event."""
        return next((link for link in self.links if link.kind == Kind.TABLE and link.event == event), None)

    def holds(self, kinds: Collection[str], place: Place) -> bool:
        """Whether one of their links is of these kinds and for this place."""
        return any(link.kind in kinds and _leads_to(link, place) for link in self.links)


def _leads_to(link: LinkRow, place: Place) -> bool:
    if link.club != place.club or place.event is None or link.event != place.event:
        return False
    return link.kind != Kind.TABLE or (place.table_number is not None and link.table_number == place.table_number)
