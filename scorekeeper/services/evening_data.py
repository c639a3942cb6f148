"""A sitting and an event as an evening file holds them: what its reader gives and its writer takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, Literal, NamedTuple

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.stakes import PaidOut
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
    void: bool = False
    """It was dealt but counts nothing."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or an opening balance: counts for totals and settlement, not for a game's end."""

    player: Player
    units: int
    reason: str = ""
    after: int = 0
    """The number of deals before it: it is paid with the stake of the next."""


class Change(NamedTuple):
    """What is played under from a deal on."""

    first: int
    rule_set: str
    rules: Any
    """The game's Rules with the table's options applied."""
    stake_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingFile:
    """A sitting as written in a file."""

    setup: Setup
    deals: tuple[DealLine, ...]
    about: About = About()
    stake: Stake = Stake()
    payout: Payout = "transfers"
    adjustments: tuple[Adjustment, ...] = ()
    changes: tuple[Change, ...] = ()
    """In the order of their deals; setup and stake are those that the sitting began with."""
    paid_out: Mapping[Player, PaidOut] = field(default_factory=dict)
    ended: bool | None = None
    """True = by the table, False = reopened beyond the game's own end."""
    table: int = 1
    """Its number in the room."""

    def setup_at(self, number: int) -> Setup:
        """Give what a deal is played under."""
        change = next((change for change in reversed(self.changes) if change.first <= number), None)
        return replace(self.setup, rule_set=change.rule_set, rules=change.rules) if change else self.setup

    @property
    def last_setup(self) -> Setup:
        """What the next deal would be played under: by its rules the sitting is settled."""
        return self.setup_at(len(self.deals) + 1)

    @property
    def stakes(self) -> tuple[tuple[int, int], ...]:
        """Each stake from its first deal, in cents."""
        found = [(1, self.stake.cents)]
        found += [(change.first, change.stake_cents) for change in self.changes]
        return tuple(one for place, one in enumerate(found) if not place or one[1] != found[place - 1][1])


@dataclass(frozen=True, slots=True)
class Person:
    """Whom a name in the file stands for."""

    name: str
    nickname: str = ""


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment that was made; nobody is the kitty, `sitting` counts from 1."""

    giver: Player | None
    receiver: Player | None
    cents: int
    note: str = ""
    sitting: int | None = None


@dataclass(frozen=True, slots=True)
class Kitty:
    """What lay in it at the beginning, and what was counted at the end."""

    float_cents: int = 0
    counted_cents: int | None = None


@dataclass(frozen=True, slots=True)
class EventFile:
    """A whole event: its sittings, settled together by `payout`."""

    about: About
    sittings: tuple[SittingFile, ...]
    payout: Payout = "transfers"
    purse: Literal["one", "each"] = "one"
    closed: bool = False
    kitty: Kitty = Kitty()
    payments: tuple[Paid, ...] = ()
    people: Mapping[Player, Person] = field(default_factory=dict)
    """Those whose names do not say by themselves who they are."""
