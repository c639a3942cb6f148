"""The first page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.backing_up import Condition
from scorekeeper.services.reading import EventRow, SittingHead
from scorekeeper.services.tables import tables_of

_KINDS: Final = {"tournament": N_("Tournament"), "course": N_("Course")}
_MANY: Final = 12
"""More people than that are counted, not named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """Evenings that go on, those that are played and not closed yet, those that are over, and the games."""

    template: ClassVar[str] = "home.html"
    kinds: ClassVar[Mapping[str, Message]] = _KINDS
    many: ClassVar[int] = _MANY
    running: tuple[EventRow, ...]
    to_settle: tuple[EventRow, ...]
    """All sittings are ended, the evening is not."""
    past: tuple[EventRow, ...]
    older: int | None
    """Where the next page of evenings begins; None on the last."""
    first: bool
    """Whether this is the first page of evenings."""
    games: tuple[AnyGame, ...]
    backups: Condition
    club: str
    """What the club is called; may be empty."""
    registered: Mapping[int, int]
    """How many are registered, by tournament and course: a substitute sits at a table and takes no number."""

    @property
    def foremost(self) -> EventRow | None:
        """The evening whose table is the one main button of the page; an example never is."""
        played = (row for row in self.running if self.is_hall(row) or self.current(row) or self.has_tables(row))
        return next((row for row in played if not row.head.demo), None)

    @property
    def empty(self) -> bool:
        """Whether nothing was ever played here."""
        return self.first and not (self.running or self.to_settle or self.past)

    def current(self, row: EventRow) -> SittingHead | None:
        """Give the sitting that an evening goes on with."""
        return current_sitting(row)

    def is_hall(self, row: EventRow) -> bool:
        """Whether it is a tournament or a course, which has a page of its own."""
        return row.head.kind in _KINDS

    def has_tables(self, row: EventRow) -> bool:
        """Whether an evening is played at several tables."""
        return len(tables_of(row)) > 1

    @classmethod
    def of(  # noqa: PLR0913 all that the page shows
        cls,
        rows: Sequence[EventRow],
        games: tuple[AnyGame, ...],
        backups: Condition,
        *,
        club: str,
        before: int | None,
        limit: int,
        registered: Mapping[int, int],
    ) -> Self:
        """Sort the evenings, newest first; one more than fits says that there are older ones."""
        shown = tuple(rows[:limit])
        return cls(
            running=tuple(row for row in shown if not row.head.closed and _goes_on(row)),
            to_settle=tuple(row for row in shown if not row.head.closed and not _goes_on(row)),
            past=tuple(row for row in shown if row.head.closed),
            older=shown[-1].head.id if len(rows) > limit else None,
            first=before is None,
            games=games,
            backups=backups,
            club=club,
            registered=registered,
        )


def _goes_on(row: EventRow) -> bool:
    return row.head.kind in _KINDS or not all(sitting.ended for sitting in row.sittings)


def current_sitting(row: EventRow) -> SittingHead | None:
    """Give the sitting that is being played: the last one, if it goes on; None where several tables play."""
    tables = tables_of(row)
    return tables[0].current if len(tables) == 1 else None
