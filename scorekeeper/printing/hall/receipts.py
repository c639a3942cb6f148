"""Receipts for the entry fee: eight on a page, to be cut."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Final

from markupsafe import Markup

from scorekeeper.domain.text import N_
from scorekeeper.i18n import Language
from scorekeeper.i18n.dates import day
from scorekeeper.printing.hall.lists import Paper
from scorekeeper.services.evenings import VIENNA

PER_PAGE: Final = 8


@dataclass(frozen=True, slots=True)
class Receipt:
    """A fee that was paid, or was and is taken back: its number stays, so that none is missing."""

    number: str
    name: str
    start_number: str
    amount: str
    paid_on: str
    taken_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipts:
    """The receipts of a tournament."""

    template: ClassVar[str] = "print/hall/receipts.html"
    language: Language
    title: str
    subtitle: str
    made: str
    event: str
    when: str
    pages: tuple[tuple[Receipt, ...], ...]
    landscape: bool = False
    style: Markup = field(default=Markup(""))


def receipts(paper: Paper, whom: Sequence[int] = ()) -> Receipts:
    """Set a receipt for every fee that was paid, or for these start numbers, in the order of their numbers."""
    event, state = paper.event, paper.hall.state
    found = [
        Receipt(
            str(one.receipt), paper.names[0][one.entrant], str(one.entrant), paper.cents(one.cents),
            day(datetime.fromisoformat(one.at).astimezone(VIENNA).date(), paper.language), one in state.money_back,
        )
        for one in sorted((*state.money, *state.money_back), key=lambda one: one.receipt)
        if one.receipt and (not whom or one.entrant in whom)
    ]  # fmt: skip
    return Receipts(
        language=paper.language,
        title=paper.say(N_("Receipts for the entry fee")),
        subtitle=event.title,
        made="",
        event=event.title,
        when=", ".join(filter(None, (event.place, day(event.date, paper.language)))),
        pages=tuple(tuple(found[first : first + PER_PAGE]) for first in range(0, len(found), PER_PAGE)),
    )
