"""Cards for the tables of an evening: a phone held against one keeps score at its table. Four on a page, to be cut."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from markupsafe import Markup

from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.dates import weekday
from scorekeeper.printing.qr_code import qr_code
from scorekeeper.services.reading import EventHead

PER_PAGE = 4


@dataclass(frozen=True, slots=True)
class Card:
    """A table's number, the address that its QR code holds, and the code to type."""

    number: int
    address: str
    code: str

    @property
    def qr(self) -> Markup:
        """The address for a camera."""
        return qr_code(self.address)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCards:
    """The cards of an evening."""

    template: ClassVar[str] = "print/table_cards.html"
    language: Language
    title: str
    subtitle: str
    made: str
    pages: tuple[tuple[Card, ...], ...]
    typed_at: str
    """Where the code is typed."""
    landscape: bool = False
    style: Markup = field(default=Markup(""))


def table_cards(event: EventHead, cards: Sequence[Card], typed_at: str, language: Language) -> TableCards:
    """Set the cards of an evening."""
    about = [weekday(event.date, language), event.place]
    return TableCards(
        language=language,
        title=render(N_("Cards for the tables"), language),
        subtitle=", ".join([event.title, *filter(None, about)]),
        made="",
        pages=tuple(tuple(cards[first : first + PER_PAGE]) for first in range(0, len(cards), PER_PAGE)),
        typed_at=typed_at.partition("//")[2],
    )
