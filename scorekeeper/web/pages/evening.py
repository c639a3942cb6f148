"""The page that begins an evening or its next sitting, and the page of an evening."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Self

from scorekeeper.domain.evening import Setup, beginning, table_for
from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.text import Message, Player
from scorekeeper.i18n import Names
from scorekeeper.services.players import KnownPlayer
from scorekeeper.services.reading import EventHead, EventRow, SittingHead, SittingNow
from scorekeeper.services.tables import RoomTable
from scorekeeper.web.forms import seats as seating
from scorekeeper.web.forms.evening import QUICK_STAKES, Draft, count_message
from scorekeeper.web.forms.options import PREFIX
from scorekeeper.web.pages.sitting import Standings, standings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SameAgain:
    """The people of the last evening, to be seated by one tap."""

    event: int
    date: date
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPage:
    """The form as it stands, and what can be chosen."""

    template: ClassVar[str] = "start.html"
    quick_stakes: ClassVar[tuple[int, ...]] = QUICK_STAKES
    method: ClassVar[str] = "post"
    """How the form is sent."""
    address: str
    draft: Draft
    games: tuple[AnyGame, ...]
    known: tuple[KnownPlayer, ...]
    same: SameAgain | None
    event: EventHead | None
    """The evening that goes on, None for a new one."""
    table: int | None = None
    """At which table it goes on; None where there is one only."""
    further: bool = False
    """Whether it is one more table, with other people."""
    tried: bool
    """Whether "begin" was pressed and refused: only then everything missing is said as a problem."""

    many_known: ClassVar[int] = 12
    """So many names are offered at once, the rest is folded away."""

    @property
    def offered(self) -> tuple[KnownPlayer, ...]:
        """Who can be seated by a tap: everybody who did not retire."""
        return tuple(person for person in self.known if not person.retired)

    @property
    def lookalikes(self) -> Mapping[str, tuple[KnownPlayer, ...]]:
        """Whom a new name may have meant, by its token."""
        return seating.lookalikes(self.draft.seats, self.known)

    @property
    def seated(self) -> frozenset[int]:
        """The remembered people who are chosen."""
        return frozenset(seat.known for seat in self.draft.seats if seat.known is not None)

    @property
    def count(self) -> Message:
        """How many are chosen, and how many it needs."""
        return count_message(self.draft)

    @property
    def problems(self) -> tuple[tuple[Message | None, Message], ...]:
        """What has to be mended, that of an option with the option's name."""
        labels = {PREFIX + option.name: option.asked.label for option in self.draft.game.options}
        return tuple((labels.get(name), message) for name, message in self.draft.problems.items())

    @property
    def opening(self) -> Table | None:
        """How the first deal would be seated, by labels; None while the table is not complete."""
        draft, dealer = self.draft, self.draft.first_dealer
        if not self.complete or dealer is None:
            return None
        labels = tuple(Player(seat.label) for seat in draft.seats)
        setup = Setup(
            game=draft.game, rule_set=draft.rule_set.key, rules=draft.options.rules, players=labels,
            first_dealer=Player(dealer.label),
        )  # fmt: skip
        return table_for(setup, beginning(setup))

    @property
    def complete(self) -> bool:
        """Whether as many are chosen as the game allows."""
        fewest, most = self.draft.game.size(self.draft.options.rules)
        return fewest <= len(self.draft.seats) <= most


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a sitting stands, the highest first."""

    lines: tuple[Standings, ...]
    names: Names

    @classmethod
    def of(cls, now: SittingNow) -> Self:
        """Sort it."""
        return cls(tuple(sorted(standings_of(now), key=lambda one: -one.units)), now.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPage:
    """An evening with its sittings, and what can be done with it."""

    template: ClassVar[str] = "evening.html"
    row: EventRow
    games: Mapping[str, AnyGame]
    tables: tuple[RoomTable, ...]
    twice: tuple[str, ...]
    """Who sits at two tables at once."""
    removed: bool
    """Whether it was begun by mistake and stands on no list."""
    removable: bool
    stands: Mapping[int, Stand]
    """By sitting; for whoever looks on only: the others go to the table."""

    @property
    def current(self) -> SittingHead | None:
        """The sitting that is being played, where there is one table only."""
        return self.tables[0].current if len(self.tables) == 1 else None

    @property
    def goes_on(self) -> bool:
        """Whether anything is being played."""
        return any(table.current for table in self.tables)
