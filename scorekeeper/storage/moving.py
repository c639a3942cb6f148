"""What moving house needs beside the other tables' queries: who somebody is, and events by title and day."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from sqlalchemy import bindparam, func, select

from scorekeeper.storage.removed import REMOVED
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import event, player, seat, sitting


class Seated(NamedTuple):
    """Somebody who sat at a table: the record that the sitting knows, and the one that stands for it since a merger."""

    seated: int
    person: int
    name: str
    nickname: str


_seated = player.alias()
_SEATED = (
    select(_seated.c.id, player.c.id, player.c.name, player.c.nickname)
    .select_from(
        seat.join(sitting, sitting.c.id == seat.c.sitting)
        .join(_seated, _seated.c.id == seat.c.player)
        .join(player, player.c.id == func.coalesce(_seated.c.merged_into, _seated.c.id))
    )
    .where(sitting.c.event == bindparam("event"))
    .order_by(sitting.c.position, seat.c.position)
)
_ALIKE = (
    select(event.c.id)
    .where(
        event.c.club == bindparam("club"),
        event.c.kind == "evening",
        event.c.title == bindparam("title"),
        event.c.date == bindparam("day"),
    )
    .order_by(event.c.id)
)
_EVERY = (
    select(event.c.id)
    .where(event.c.club == bindparam("club"), event.c.kind == "evening", event.c.demo.is_(False), ~REMOVED)
    .order_by(event.c.date, event.c.id)
)

_HALLS = select(func.count()).where(
    event.c.club == bindparam("club"), event.c.kind != "evening", event.c.demo.is_(False)
)  # fmt: skip


def seated(tx: Transaction, event_id: int) -> list[Seated]:
    """Give everybody of an event in the order they sat down, once per sitting."""
    return [Seated(*row) for row in tx.all(_SEATED, {"event": event_id})]


def alike(tx: Transaction, club: int, title: str, day: date) -> Iterable[int]:
    """Give the evenings of this title and day."""
    return [row[0] for row in tx.all(_ALIKE, {"club": club, "title": title, "day": day})]


def every(tx: Transaction, club: int) -> Iterable[int]:
    """Give a club's evenings except examples and those begun by mistake, the oldest first.

    A tournament or course is more than its sittings: no evening file holds it.
    """
    return [row[0] for row in tx.all(_EVERY, {"club": club})]


def halls(tx: Transaction, club: int) -> int:
    """Count a club's tournaments and courses except examples."""
    return int(tx.execute(_HALLS, {"club": club}).scalar_one())
