"""What amounts are made of: figures per player and step, the same ones on page, on paper and in a spreadsheet."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from scorekeeper.domain.stakes import Section
from scorekeeper.domain.text import N_, Cents, Message, Player
from scorekeeper.services.settling import Settlement, SittingShare

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


@dataclass(frozen=True, slots=True)
class Steps:
    """The columns, the players by what they get, and the cents; None where nothing is paid."""

    columns: tuple[Column, ...]
    players: tuple[Player, ...]
    cents: Mapping[Player, int] | None
    stake_cents: int
    """Per unit; 0 where there is not one stake for all."""


def times(stake_cents: int, currency: str) -> Message:
    """Say that units are multiplied by a stake."""
    return N_("times {stake}", stake=Cents(stake_cents, currency))


def for_money(share: SittingShare) -> bool:
    """Whether a sitting is played for money at all."""
    return any(section.cents for section in share.sections)


def is_free(settlement: Settlement) -> bool:
    """Whether nothing at all is paid."""
    return not any(for_money(share) for share in settlement.sittings)


def steps_of(settlement: Settlement) -> Steps:
    """Take a settlement apart."""
    free = is_free(settlement)
    stake = 0
    if len(settlement.sittings) == 1:
        share = settlement.sittings[0]
        columns = columns_of(share)
        if not free and all(column.unit == "units" for column in columns):
            stake = played_sections(share)[0].cents
    else:
        columns = _sittings(settlement, free=free)
    ranking = settlement.cents if not free else columns[0].values if columns else {}
    players = sorted(settlement.names, key=lambda player: -ranking.get(player, 0))
    return Steps(columns, tuple(players), None if free else settlement.cents, stake)


def columns_of(share: SittingShare) -> tuple[Column, ...]:
    """Take a sitting apart: its points, then, where one stake does not say it all, the money step by step."""
    in_cents = _in_cents(share) if for_money(share) else ()
    by_section = any(column.unit == "units" for column in in_cents)  # each is settled by itself
    return (*(standing_columns(share) if by_section else _unit_columns(share)), *in_cents)


def _unit_columns(share: SittingShare) -> tuple[Column, ...]:
    """Give a sitting's units: deals and adjustments apart, then how the game settles them."""
    totals = {player: Fraction(units) for player, units in share.totals.items()}
    lead = standing_columns(share)
    parts = [Column(part.label, part.units) for part in share.shares.parts]
    if not parts:
        return lead
    if parts[0].values == totals:
        parts = parts[1:]
    return (*lead, *parts, Column(UNITS, share.shares.units)) if parts else lead


def standing_columns(share: SittingShare) -> tuple[Column, ...]:
    """Give a sitting's totals, and what they are made of where there were adjustments."""
    totals = {player: Fraction(units) for player, units in share.totals.items()}
    settled_so = len(share.shares.parts) <= 1
    head = UNITS if settled_so and not sum(share.totals.values()) else N_("Final total")
    if not share.adjusted:
        return (Column(head, totals),)
    played = {player: Fraction(share.played.get(player, 0)) for player in totals}
    adjusted = {player: totals[player] - played[player] for player in totals}
    return (Column(N_("Deals"), played), Column(N_("Adjustments"), adjusted), Column(head, totals))


def _in_cents(share: SittingShare) -> tuple[Column, ...]:
    """Give the money of each stake, and of who left early; nothing where one stake says it all."""
    sections, columns = played_sections(share), []
    if len(sections) == 1 and not share.kept:
        return ()
    for section in sections:
        if len(sections) > 1:
            columns.append(Column(span(section, share.sitting.deals), section.units))
        cents = {player: units * section.cents for player, units in section.units.items()}
        columns.append(Column(UNITS, cents, "cents", section.cents))
    if share.kept:
        columns.append(Column(N_("Left early"), share.kept, "cents"))
    return tuple(columns)


def played_sections(share: SittingShare) -> tuple[Section, ...]:
    """Give the stakes under which anything was played already."""
    found = [each for each in share.sections if each.first <= share.sitting.deals or any(each.units.values())]
    return tuple(found) or share.sections[:1]


def span(section: Section, deals: int) -> Message:
    """Say which deals a stake counts for, of so many played."""
    if section.last is None:
        return N_("from deal {first} on", first=section.first) if section.first < deals else _one(section.first)
    if section.first == section.last:
        return _one(section.first)
    return N_("deals {first} to {last}", first=section.first, last=section.last)


def _one(number: int) -> Message:
    return N_("deal {number}", number=number)


def _sittings(settlement: Settlement, *, free: bool) -> tuple[Column, ...]:
    played = Counter(share.setup.game.key for share in settlement.sittings)
    columns = []
    for share in settlement.sittings:
        label = share.setup.game.label
        head = label if played[share.setup.game.key] == 1 else numbered(label, share.sitting.position)
        if free:
            columns.append(
                Column(head, {share.person(player): Fraction(units) for player, units in share.totals.items()})
            )
        elif for_money(share):
            amounts = {share.person(player): amount for player, amount in share.amounts.items()}
            columns.append(Column(head, amounts, "cents"))
    return tuple(columns)


def numbered(label: Message, position: int) -> Message:
    """Name a sitting of several of the same game."""
    return N_("{game} ({position})", game=label, position=position)
