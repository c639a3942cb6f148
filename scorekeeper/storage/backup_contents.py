"""What is in a database, as far as two of them are compared: by one-time keys, which are the same in every copy."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from sqlalchemy import func, select

from scorekeeper.storage import own_club
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import audit, deal, entry, event, fact, payment, player, sitting, standing


class Mark(NamedTuple):
    """Goes up with everything that is ever written: equal marks of one database mean that nothing changed."""

    entries: int
    payments: int
    audit: int
    facts: int


class Amount(NamedTuple):
    """How much there is."""

    events: int
    deals: int


class EventContents(NamedTuple):
    """An event: its entries, payments and facts by their keys, its deals in force by sitting and number."""

    title: str
    date: date
    sittings: frozenset[str]
    deals: frozenset[tuple[str, int]]
    entries: frozenset[tuple[str, str]]
    payments: frozenset[str]
    facts: frozenset[str]


class Contents(NamedTuple):
    """Everything: the events by their keys, the names of the people, and the lines of the audit."""

    events: Mapping[str, EventContents]
    people: frozenset[tuple[str, str]]
    audit: frozenset[tuple[str, str, str, str | None]]
    """When, by whom, what, and the event's key."""


_LAST_FACT = select(func.max(fact.c.seq)).where(fact.c.event == event.c.id).scalar_subquery()
_MARK = select(
    select(func.coalesce(func.sum(standing.c.seq), 0)).scalar_subquery(),
    select(func.coalesce(func.max(payment.c.id), 0)).scalar_subquery(),
    select(func.coalesce(func.max(audit.c.id), 0)).scalar_subquery(),
    select(func.coalesce(func.sum(_LAST_FACT), 0)).select_from(event).scalar_subquery(),
)
_AMOUNT = select(
    select(func.count()).select_from(event).scalar_subquery(),
    select(func.count()).select_from(deal).where(deal.c.voided.is_(False)).scalar_subquery(),
)
_EVENTS = select(event.c.id, event.c.key, event.c.title, event.c.date).order_by(event.c.date, event.c.id)
_SITTINGS = select(sitting.c.event, sitting.c.key)
_DEALS = select(sitting.c.event, sitting.c.key, deal.c.number).join_from(deal, sitting, sitting.c.id == deal.c.sitting)
_ENTRIES = select(sitting.c.event, sitting.c.key, entry.c.key).join_from(
    entry, sitting, sitting.c.id == entry.c.sitting
)
_PAYMENTS = select(payment.c.event, payment.c.key).where(payment.c.revokes.is_(None))
_FACTS = select(fact.c.event, fact.c.key)
_PEOPLE = select(player.c.name, player.c.nickname)
_AUDIT = select(audit.c.at, audit.c.actor, audit.c.what, event.c.key).select_from(
    audit.outerjoin(event, event.c.id == audit.c.event)
)
_FIRST = select(func.min(event.c.created_at)).where(event.c.demo.is_(False)).execution_options(**own_club.ANY)


def mark(tx: Transaction) -> Mark:
    """Read the mark; as quick with a long history as with a short one."""
    return Mark(*tx.one(_MARK))


def amount(tx: Transaction) -> Amount:
    """Count."""
    return Amount(*tx.one(_AMOUNT))


def first_event_at(tx: Transaction) -> str | None:
    """Give when the first event was made that is no example."""
    first: str | None = tx.execute(_FIRST).scalar()
    return first


def contents(tx: Transaction) -> Contents:
    """Read everything that could be lost."""
    sittings, payments, facts = (defaultdict[int, set[str]](set) for _each in range(3))
    deals, entries = defaultdict[int, set[tuple[str, int]]](set), defaultdict[int, set[tuple[str, str]]](set)
    for number, key in tx.all(_SITTINGS):
        sittings[number].add(key)
    for number, key in tx.all(_PAYMENTS):
        payments[number].add(key)
    for number, key in tx.all(_FACTS):
        facts[number].add(key)
    for number, key, deal_number in tx.all(_DEALS):
        deals[number].add((key, deal_number))
    for number, key, entry_key in tx.all(_ENTRIES):
        entries[number].add((key, entry_key))
    events = {
        key: EventContents(
            title, day, frozenset(sittings[number]), frozenset(deals[number]), frozenset(entries[number]),
            frozenset(payments[number]), frozenset(facts[number]),
        )
        for number, key, title, day in tx.all(_EVENTS)
    }  # fmt: skip
    people = frozenset((name, nickname) for name, nickname in tx.all(_PEOPLE))
    return Contents(events, people, frozenset(tuple(row) for row in tx.all(_AUDIT)))
