"""Where an address leads: the club, event and table that a number in it belongs to."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, null, select

from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import event, player, sitting


class Place(NamedTuple):
    """The club, and as far as the address is about one, the event and the table."""

    club: int
    event: int | None
    table_number: int | None
    holds_back: bool = False
    """Whether a round of the event is kept from whoever asks until the ceremony."""
    waits: bool = False
    """Whether it is this very sitting's round."""


_SITTING = Prepared(
    select(sitting.c.club, sitting.c.event, sitting.c.table_number).where(sitting.c.id == bindparam("number"))
)
_EVENT = Prepared(select(event.c.club, event.c.id, null()).where(event.c.id == bindparam("number")))
_PLAYER = Prepared(select(player.c.club, null(), null()).where(player.c.id == bindparam("number")))

_NEWEST = Prepared(
    select(sitting.c.id)
    .where(sitting.c.event == bindparam("event"), sitting.c.table_number == bindparam("table_number"))
    .order_by(sitting.c.position.desc())
    .limit(1)
)


def of_sitting(tx: Transaction, number: int) -> Place | None:
    """Give where a sitting is played."""
    return _found(_SITTING.one(tx, {"number": number}))


def of_event(tx: Transaction, number: int) -> Place | None:
    """Give whose event it is."""
    return _found(_EVENT.one(tx, {"number": number}))


def of_player(tx: Transaction, number: int) -> Place | None:
    """Give to which club a person belongs."""
    return _found(_PLAYER.one(tx, {"number": number}))


def newest_sitting(tx: Transaction, event_number: int, table_number: int) -> int | None:
    """Give the sitting that was begun last at a table of an event."""
    row = _NEWEST.one(tx, {"event": event_number, "table_number": table_number})
    return row[0] if row else None


def _found(row: Sequence[Any] | None) -> Place | None:
    """Read the three columns; whoever keeps score at a table keeps what was begun there by mistake, too."""
    if row is None:
        return None
    club, event_number, table_number = row
    return Place(club, event_number, abs(table_number) if table_number is not None else None)
