"""What a change of a draw by hand comes to, before it is saved: a tournament's round and a lesson's tables alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from scorekeeper.domain.text import Message
from scorekeeper.domain.tournament.consequences import new_consequences
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.i18n import Names
from scorekeeper.services.reading import EventHead


class Seated(Protocol):
    """Somebody in a round: a start number or a learner, as the page shows them."""

    @property
    def name(self) -> str:
        """The name."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A round as it was and as it would be: only the tables that change, 0 = who sits out."""

    what: Message
    before: tuple[tuple[int, tuple[int, ...]], ...]
    after: tuple[tuple[int, tuple[int, ...]], ...]
    new: tuple[Message, ...]
    mended: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePage:
    """What it comes to, with the button that saves it."""

    template: ClassVar[str] = "hall/change.html"

    event: EventHead
    where: Message
    """Which round or lesson it is."""
    change: Change
    names: Names
    people: Mapping[int, Seated]
    fields: tuple[tuple[str, str], ...]
    seen: int
    address: str
    """Where it is saved."""
    back: str

    def who(self, seats: Sequence[int]) -> tuple[Seated, ...]:
        """Give who has these seats."""
        return tuple(self.people[one] for one in seats)


def compared(
    what: Message, before: DrawnRound, after: DrawnRound, said: Callable[[DrawnRound], Sequence[Message]]
) -> Change:  # fmt: skip
    """Compare a round with what a change makes of it; `said` tells what is not as it should be in a round."""
    return Change(
        what=what, before=_differing(before, after), after=_differing(after, before),
        new=new_consequences(before, after, said), mended=new_consequences(after, before, said),
    )  # fmt: skip


def _differing(one: DrawnRound, other: DrawnRound) -> tuple[tuple[int, tuple[int, ...]], ...]:
    tables = [
        (table, seats) for table, seats in enumerate(one.tables, 1) if seats not in other.tables[table - 1 : table]
    ]
    if one.sitting_out != other.sitting_out:
        tables.append((0, one.sitting_out))
    return tuple(tables)
