"""A sitting and an event as an evening file holds them: what its reader gives and its writer takes."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import Player

FORMAT: Final = "scorekeeper-evening/1"


@dataclass(frozen=True, slots=True)
class About:
    """What is said of a sitting or an event besides its results."""

    title: str = ""
    day: date | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Stake:
    """Money per unit."""

    cents: int = 0
    currency: str = "EUR"


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal as written; dealer and sitting out follow from the rules unless given."""

    deal: Any
    dealer: Player | None = None
    sitting_out: tuple[Player, ...] | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or an opening balance: counts for totals and settlement, not for a game's end."""

    player: Player
    units: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingFile:
    """A sitting as written in a file."""

    setup: Setup
    deals: tuple[DealLine, ...]
    about: About = About()
    stake: Stake = Stake()
    payout: Payout = "transfers"
    adjustments: tuple[Adjustment, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFile:
    """A whole event: its sittings, settled together by `payout`."""

    about: About
    sittings: tuple[SittingFile, ...]
    payout: Payout = "transfers"
