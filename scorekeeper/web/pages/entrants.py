"""Who takes part in a tournament: the list with fees, and one of them with everything that can be said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from scorekeeper.domain.spelling import is_meant
from scorekeeper.domain.text import Message
from scorekeeper.domain.tournament.points import seats
from scorekeeper.domain.tournament.record import FEE, Entrant, Tournament
from scorekeeper.services.players import sort_key
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament.signing_up import Group, Named


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantLine:
    """A line of the list."""

    number: int
    name: str
    there: bool
    """In the next round."""
    open_cents: int
    paid_cents: int
    fixed_table: int
    apart: tuple[int, ...]
    level: int
    note: str
    stands_in: bool
    """Whether somebody else plays than who was registered."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many there are."""

    registered: int
    there: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantsPage:
    """The registration."""

    template: ClassVar[str] = "entrants/page.html"

    event: EventHead
    key: str
    seq: int
    """Of the record: what is tapped on a page that was loaded before another tap counts once."""
    fee_cents: int
    tally: Tally
    lines: tuple[EntrantLine, ...]
    known: tuple[str, ...]
    """Names that the field offers."""
    state: str
    """How this state of the page is called: it asks whether it is still the same."""
    query: str = ""
    by_name: bool = False
    typed: str = ""
    pasted: str = ""
    paid: bool = False
    groups: tuple[Group, ...] = ()
    """The names that were sent, where something about them is still open."""
    problems: Mapping[str, Message] = field(default_factory=dict)

    @property
    def names(self) -> tuple[Named, ...]:
        """Give the names that were sent, each once."""
        return tuple(one for group in self.groups for one in group if not one.again)

    @property
    def doubtful(self) -> tuple[Named, ...]:
        """Give the names about which is asked."""
        return tuple(one for group in self.groups for one in group if one.is_doubtful)

    @property
    def chosen(self) -> tuple[Named, ...]:
        """Give the names about which was decided."""
        return tuple(one for group in self.groups for one in group if one.choice is not None and not one.again)

    @property
    def broken(self) -> tuple[Named, ...]:
        """Give what is no name."""
        return tuple(one for group in self.groups for one in group if one.problem is not None and not one.again)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantPage:
    """One of them."""

    template: ClassVar[str] = "entrants/one.html"

    event: EventHead
    line: EntrantLine
    entrant: Entrant
    names: Mapping[int, str]
    """What everybody is called, by start number."""
    players: Mapping[int, str]
    """What everybody is called who played under this number, by record."""
    rounds: int
    next_round: int
    apart: str
    """With whom never at one table, as they can be typed."""
    person: int
    """The record of who plays now."""
    known: tuple[str, ...]
    problems: Mapping[str, Message] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)

    @property
    def own_line(self) -> str:
        """Name whose own line is being played for; empty = that of who was registered."""
        playing = next(seat for seat in seats(self.entrant) if seat.plays_on)
        return self.players[playing.player] if playing.part else ""

    @property
    def replaced(self) -> str:
        """Name who was registered, if somebody else plays now; empty = nobody does."""
        first = self.entrant.first_player
        return self.players[first] if self.entrant.players[-1][1] != first else ""


def lines_of(state: Tournament, names: Mapping[int, str]) -> tuple[EntrantLine, ...]:
    """Give everybody by start number."""
    paid: dict[int, int] = {}
    for one in state.money:
        if one.what == FEE:
            paid[one.entrant] = paid.get(one.entrant, 0) + one.cents
    fee = state.settings.fee_cents
    return tuple(
        EntrantLine(
            number=one.number, name=names[one.number], there=one.is_there(state.next_number),
            paid_cents=paid.get(one.number, 0), open_cents=max(0, fee - paid.get(one.number, 0)),
            fixed_table=one.fixed_table, apart=tuple(sorted(state.apart_from(one.number))),
            level=one.level, note=one.note, stands_in=len(one.players) > 1,
        )
        for one in sorted(state.entrants.values(), key=lambda one: one.number)
    )  # fmt: skip


def tally_of(lines: Sequence[EntrantLine]) -> Tally:
    """Count them."""
    there = sum(1 for one in lines if one.there)
    return Tally(len(lines), there, sum(1 for one in lines if not one.open_cents))


def picked(lines: Sequence[EntrantLine], query: str, *, by_name: bool) -> tuple[EntrantLine, ...]:
    """Give those whose start number or name is meant, by number or by name."""
    wanted = query.strip()
    found = [one for one in lines if wanted == str(one.number) or is_meant(wanted, one.name)]
    return tuple(sorted(found, key=lambda one: sort_key(one.name)) if by_name else found)
