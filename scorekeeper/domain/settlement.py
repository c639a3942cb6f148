"""From units to money: whole cents that sum to 0, and who hands what to whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scorekeeper.domain.text import Player

Payout = Literal["transfers", "kitty", "winner"]
Method = Literal["exact", "heuristic", "kitty", "winner"]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment; `giver` or `receiver` None is the kitty."""

    giver: Player | None
    receiver: Player | None
    cents: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The payments, largest first, and how they were found."""

    transfers: tuple[Transfer, ...]
    method: Method


def to_cents(units: Mapping[Player, Fraction], stake_cents: int) -> dict[Player, int]:
    """Turn units into whole cents by largest remainder, ties in seat order. Raises ValueError if units do not sum to 0."""
    raise NotImplementedError


def plan(cents: Mapping[Player, int], payout: Payout, winners: tuple[Player, ...] = ()) -> Plan:
    """Say who hands what to whom so that everybody's balance becomes 0. No payment of 0 cents, deterministic."""
    raise NotImplementedError
