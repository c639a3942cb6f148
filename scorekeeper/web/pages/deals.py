"""A deal as one line of a list: who, how, and what it paid the player it is about."""

from dataclasses import dataclass

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.replay import setup_of
from scorekeeper.domain.text import Message
from scorekeeper.services.reading import DealRow, deal_of, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """One line."""

    number: int
    title: Message
    details: tuple[Message, ...]
    units: int | None
    """Of the player that the deal is about; None where it is about nobody in particular."""
    voided: bool


def deal_line(setup: Setup, row: DealRow) -> DealLine:
    """Describe a deal as it counts now."""
    frozen = setup_of(setup, row.entry)  # a house contract is called what it was called then
    line = setup.game.describe(deal_of(setup, row.entry), frozen.rules, table_of(setup, row.entry))
    units = None if line.about is None or row.voided else row.entry.units[line.about]
    return DealLine(number=row.number, title=line.title, details=line.details, units=units, voided=row.voided)
