"""One person as a page shows it: every record that belongs to it, the evenings, and what is open."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from scorekeeper.domain.text import Message, Player
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.merging import record_of
from scorekeeper.services.players import KnownPlayer, known_from, why_kept
from scorekeeper.services.settling import settle_event
from scorekeeper.storage import Transaction, players
from scorekeeper.storage.players import PlayedRow

_MOST_OPEN: Final = 5
"""Of so many evenings that are not closed yet the balance is reckoned; there are hardly ever more than one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An evening somebody was in."""

    id: int
    title: str
    place: str
    date: date
    demo: bool
    closed: bool
    sittings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBalance:
    """What somebody still gets (+) or owes (−) in an evening that is not closed."""

    evening: Evening
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody with all that hangs on them."""

    known: KnownPlayer
    evenings: tuple[Evening, ...]
    kept: Message | None
    """Why they cannot be deleted; None = they can."""
    erased: bool = False
    """Nobody knows any more who it was."""


def person_at(tx: Transaction, actor: Actor, player_id: int) -> Person:
    """Give somebody by the number of any of their records. Raises NotFoundError."""
    record = record_of(tx, actor, player_id)
    row = players.person(tx, actor.club, record.merged_into or record.id)
    if row is None:
        raise NotFoundError
    known = known_from(row, players.absorbed(tx, actor.club).get(row.id, ()))
    played = players.played(tx, [known.id, *(merged.id for merged in known.merged)])
    stands = record_of(tx, actor, known.id)
    return Person(
        known=known, evenings=tuple(_evenings(played)), kept=why_kept(tx, stands), erased=stands.erased_at is not None
    )  # fmt: skip


def _evenings(played: list[PlayedRow]) -> Iterator[Evening]:
    for _event, group in groupby(played, key=lambda row: row.event):
        first, *others = group
        yield Evening(
            id=first.event, title=first.title, place=first.place, date=first.date, demo=first.demo,
            closed=first.closed_at is not None, sittings=1 + len(others),
        )  # fmt: skip


def open_balances(tx: Transaction, person: Person) -> tuple[OpenBalance, ...]:
    """Reckon what is open for somebody in the evenings that go on, the newest first."""
    going_on = [evening for evening in person.evenings if not evening.closed and not evening.demo]
    return tuple(_balance(tx, person.known, evening) for evening in going_on[:_MOST_OPEN])


def _balance(tx: Transaction, known: KnownPlayer, evening: Evening) -> OpenBalance:
    balances = settle_event(tx, evening.id).balances
    records = (Player(str(number)) for number in (known.id, *(record.id for record in known.merged)))
    return OpenBalance(evening=evening, cents=sum(balances.get(record, 0) for record in records))
