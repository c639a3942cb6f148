"""What amounts are made of: figures per player and step, the same ones on page, on paper and in a spreadsheet."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.domain.stakes import Section
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.services.columns import UNITS, Column, money_columns, settled_by_stake, with_deals
from scorekeeper.services.settling import Settlement, SittingShare


@dataclass(frozen=True, slots=True)
class Steps:
    """The columns, the players by what they get, and the cents; None where nothing is paid."""

    columns: tuple[Column, ...]
    players: tuple[Player, ...]
    cents: Mapping[Player, int] | None
    stake_cents: int
    """Per unit; 0 where there is not one stake for all."""


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
    money = money_columns(share.sections, share.kept, share.sitting.deals)
    return (*(standing_columns(share) if settled_by_stake(money) else _unit_columns(share)), *money)


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


def played_sections(share: SittingShare) -> tuple[Section, ...]:
    """Give the stakes under which anything was played already."""
    return with_deals(share.sections, share.sitting.deals)


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
