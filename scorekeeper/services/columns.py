"""Columns of how amounts came about; needs no database, so that a file's result shows the same ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from scorekeeper.domain.stakes import Section
from scorekeeper.domain.text import N_, Cents, Message, Player

UNITS: Final = N_("Units")


@dataclass(frozen=True, slots=True)
class Column:
    """One step: units, or exact cents."""

    head: Message
    values: Mapping[Player, Fraction]
    unit: Literal["units", "cents"] = "units"
    stake_cents: int | None = None
    """The column before it times this stake: then the head says no more than that."""

    @property
    def total(self) -> Fraction:
        """The sum over all players."""
        return sum(self.values.values(), Fraction(0))

    def heading(self, currency: str) -> Message:
        """Say what stands in it."""
        return self.head if self.stake_cents is None else times(self.stake_cents, currency)


def times(stake_cents: int, currency: str) -> Message:
    """Say that units are multiplied by a stake."""
    return N_("times {stake}", stake=Cents(stake_cents, currency))


def money_columns(sections: Sequence[Section], kept: Mapping[Player, Fraction], deals: int) -> tuple[Column, ...]:
    """Give the money of each stake, and of who left early; nothing where one stake says it all, or none is paid."""
    played, columns = with_deals(sections, deals), []
    if not any(section.cents for section in sections) or (len(played) == 1 and not kept):
        return ()
    for section in played:
        if len(played) > 1:
            columns.append(Column(span(section, deals), section.units))
        cents = {player: units * section.cents for player, units in section.units.items()}
        columns.append(Column(UNITS, cents, "cents", section.cents))
    if kept:
        columns.append(Column(N_("Left early"), kept, "cents"))
    return tuple(columns)


def settled_by_stake(columns: Sequence[Column]) -> bool:
    """Whether each stake is settled by itself, so that nothing is said about how the game settles all of it."""
    return any(column.unit == "units" for column in columns)


def with_deals(sections: Sequence[Section], deals: int) -> tuple[Section, ...]:
    """Give the stakes under which anything was played already."""
    found = [each for each in sections if each.first <= deals or any(each.units.values())]
    return tuple(found or sections[:1])


def span(section: Section, deals: int) -> Message:
    """Say which deals a stake counts for, of so many played."""
    if section.last is None:
        return N_("from deal {first} on", first=section.first) if section.first < deals else _one(section.first)
    if section.first == section.last:
        return _one(section.first)
    return N_("deals {first} to {last}", first=section.first, last=section.last)


def _one(number: int) -> Message:
    return N_("deal {number}", number=number)
