"""Penalties and opening balances in force, as pages and sheets show them: one per entry, with everybody in it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import groupby

from scorekeeper.domain.text import N_, Message, Player, Signed, Who
from scorekeeper.storage import Transaction, adjustments


@dataclass(frozen=True, slots=True)
class Adjusted:
    """What one entry added to scores beside the deals."""

    entry: int
    after_deal: int
    """The number of deals before it."""
    reason: str
    units: Mapping[Player, int]


def amounts_text(units: Mapping[Player, int]) -> Message:
    """Say whose score changes and by how much: "Toni −5, Maria +5"."""
    said = [N_("{who} {units}", who=Who((player,)), units=Signed(amount)) for player, amount in units.items()]
    return reduce(lambda first, second: N_("{first}, {second}", first=first, second=second), said)


def adjustments_of(tx: Transaction, sitting_ids: Collection[int]) -> dict[int, tuple[Adjusted, ...]]:
    """Give the adjustments of these sittings, in the order they were made."""
    found: dict[int, tuple[Adjusted, ...]] = dict.fromkeys(sitting_ids, ())
    made = adjustments.of_sittings(tx, sitting_ids)
    for (sitting, entry), rows in groupby(made, lambda row: (row.sitting, row.entry)):
        first, *others = rows
        units = {row.player: row.units for row in (first, *others)}
        found[sitting] += (Adjusted(entry, first.after_deal, first.reason, units),)
    return found
