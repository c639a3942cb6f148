"""The tables of an evening in the room: what is played at each, and who sits at two of them at once."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.services.reading import EventRow, SittingHead, sitting_now
from scorekeeper.storage import Transaction, players


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table in the room and its sittings, in the order they were played."""

    number: int
    sittings: tuple[SittingHead, ...]

    @property
    def current(self) -> SittingHead | None:
        """The sitting that is being played: the last one, if it goes on."""
        return None if self.sittings[-1].ended else self.sittings[-1]


def tables_of(row: EventRow) -> tuple[RoomTable, ...]:
    """Give an evening's tables by number."""
    by_table = sorted(row.sittings, key=lambda head: head.table)  # stable: within a table as they were played
    return tuple(RoomTable(number, tuple(heads)) for number, heads in groupby(by_table, lambda head: head.table))


def at_two_tables(tx: Transaction, club: int, row: EventRow) -> tuple[str, ...]:
    """Name everybody who sits at two tables that are being played."""
    current = [table.current for table in tables_of(row) if table.current]
    if len(current) <= 1 or row.head.closed:
        return ()
    merged = players.merged(tx, club)
    labels: dict[int, str] = {}
    count: Counter[int] = Counter()
    for head in current:
        now = sitting_now(tx, head.id)
        for player in now.setup.present(now.standing.deals + 1):
            person = merged.get(int(player), int(player))
            labels[person] = now.names[player]
            count[person] += 1
    return tuple(labels[person] for person, tables in count.items() if tables > 1)
