"""The kitty of an evening: what lay in it at the beginning, and what was counted. Undone by setting it again."""

from typing import NamedTuple

from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.text import N_, Cents
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.evenings import event_of
from scorekeeper.services.paying import MOST_CENTS
from scorekeeper.storage import Transaction, clubs, events


class Kept(NamedTuple):
    """What is kept of the kitty, in cents; `counted` None = not counted."""

    float_cents: int
    counted: int | None


def verify_seen(tx: Transaction, event_id: int, seen: Kept, wanted: Kept) -> None:
    """Refuse what was meant for something else than is kept now, unless it is the same. Raises StaleError."""
    found = events.get(tx, event_id)
    if found is None:
        raise NotFoundError
    clubs.lock(tx, found.club)
    now = events.get(tx, event_id) or found
    if Kept(now.float_cents, now.counted_cents) not in {seen, wanted}:
        raise StaleError(N_("Meanwhile the kitty was changed."))


def set_float(tx: Transaction, actor: Actor, event_id: int, cents: int) -> None:
    """Say what lay in the kitty at the beginning. Raises RefusedError, NotFoundError."""
    clubs.lock(tx, actor.club)
    before = event_of(tx, actor, event_id).float_cents
    if not 0 <= cents <= MOST_CENTS:
        raise refuse("float", N_("from {low} to {high}", low=Cents(0), high=Cents(MOST_CENTS)))
    if cents != before:
        events.change(tx, event_id, {"float_cents": cents})
        note(tx, actor, What.FLOAT_SET, event=event_id, values={"from": before, "to": cents})


def set_counted(tx: Transaction, actor: Actor, event_id: int, cents: int | None) -> None:
    """Say what was counted in the kitty; None = not counted. Raises RefusedError, NotFoundError."""
    clubs.lock(tx, actor.club)
    before = event_of(tx, actor, event_id).counted_cents
    if cents is not None and not 0 <= cents <= MOST_CENTS:
        raise refuse("counted", N_("from {low} to {high}", low=Cents(0), high=Cents(MOST_CENTS)))
    if cents != before:
        events.change(tx, event_id, {"counted_cents": cents})
        note(tx, actor, What.KITTY_COUNTED, event=event_id, values={"from": before, "to": cents})
