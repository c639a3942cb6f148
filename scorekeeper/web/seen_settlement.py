"""A sitting's settlement as far as it is for the eyes of whoever asks."""

from dataclasses import replace

from scorekeeper.services.settling import Settlement, settle_sitting
from scorekeeper.services.tournament.lessons import on_its_day
from scorekeeper.storage import Transaction
from scorekeeper.web import access


def sees_event() -> bool:
    """Say whether who asks may see the money of the whole event that the page's sitting belongs to."""
    return access.may("settlement.of_evening")


def seen_settlement(tx: Transaction, sitting: int) -> Settlement:
    """Settle the page's sitting; a table's scorers see nothing of the event's kitty. Raises NotFoundError."""
    settled = settle_sitting(tx, sitting, whole_event=sees_event())
    return replace(settled, event=on_its_day(tx, settled.event, sitting))
