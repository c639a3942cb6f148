"""A deal as one line of a list: who, how, and what it paid the player it is about."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.replay import setup_of
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.event_words import worded
from scorekeeper.services.reading import DealRow, SittingNow, deal_of, table_of

VOIDED: Final = N_("Struck: counts nothing, the deal keeps its number.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """One line."""

    number: int
    title: Message
    details: tuple[Message, ...]
    units: int | None
    """Of the player that the deal is about; None where it is about nobody in particular."""
    voided: bool
    tag: Message | None = None
    """That it does not count."""


def deal_line(now: SittingNow, row: DealRow) -> DealLine:
    """Describe a deal as it counts now."""
    setup = now.setup
    frozen = setup_of(setup, row.entry)  # a house contract is called what it was called then
    line = setup.game.describe(deal_of(setup, row.entry), frozen.rules, table_of(setup, row.entry))
    units = None if line.about is None or row.voided else row.entry.units[line.about]
    return DealLine(
        number=row.number, title=line.title, details=line.details, units=units, voided=row.voided,
        tag=worded(N_("struck"), now.event.kind) if row.voided else None,
    )  # fmt: skip
