"""An evening begun by mistake is taken off the lists, as long as nothing was entered in it; reopened, it is back."""

from scorekeeper.domain.text import N_, Message
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.evenings import event_of
from scorekeeper.storage import Transaction, clubs, events, removed, sittings
from scorekeeper.storage.events import EventRow
from scorekeeper.storage.removed import is_removed

__all__ = ["is_removed", "remove_evening", "why_it_stays"]


def remove_evening(tx: Transaction, actor: Actor, event_id: int) -> None:
    """Take an evening off the lists; done already, nothing happens. Raises RefusedError, NotFoundError."""
    clubs.lock(tx, actor.club)
    found = event_of(tx, actor, event_id)
    if found.kind != "evening":
        raise NotFoundError
    for row, _standing in sittings.of_events(tx, [event_id]):
        sittings.lock(tx, row.id)  # a deal that is being entered is seen below, or finds the evening closed
    if is_removed(tx, event_id):
        return
    reason = why_it_stays(tx, found)
    if reason is not None:
        raise refuse("event", reason)
    events.change(tx, event_id, {"closed_at": actor.stamp})
    note(tx, actor, What.EVENING_REMOVED, event=event_id, values={"title": found.title, "date": found.date.isoformat()})


def why_it_stays(tx: Transaction, event: EventRow) -> Message | None:
    """Say why an evening cannot be removed, None if it can."""
    entered = any(standing.seq for _row, standing in sittings.of_events(tx, [event.id]))
    counted = event.float_cents or event.counted_cents is not None
    if entered or counted or removed.was_paid(tx, event.id):
        return N_("Something was entered in this evening already: it stays.")
    return None
