"""The audit: one line for everything that is not an entry of a sitting's ledger, in the same transaction."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from scorekeeper.services.actor import Actor
from scorekeeper.storage import Transaction, audit
from scorekeeper.storage.removed import REMOVAL


class What(StrEnum):
    """What was done."""

    PLAYER_ADDED = "player_added"
    PLAYER_RENAMED = "player_renamed"
    PLAYER_RETIRED = "player_retired"
    PLAYER_BACK = "player_back"
    PLAYER_DELETED = "player_deleted"
    PLAYERS_MERGED = "players_merged"
    PLAYERS_SEPARATED = "players_separated"
    PLAYERS_TOLD_APART = "players_told_apart"
    PLAYERS_READ_IN = "players_read_in"
    PERSON_ERASED = "person_erased"
    EVENING_STARTED = "evening_started"
    EVENT_IMPORTED = "event_imported"
    SITTING_STARTED = "sitting_started"
    PAYOUT_CHANGED = "payout_changed"
    PURSE_CHANGED = "purse_changed"
    EVENING_ENDED = "evening_ended"
    EVENING_REMOVED = REMOVAL
    EVENING_REOPENED = "evening_reopened"
    PAID = "paid"
    PAYMENT_TAKEN_BACK = "payment_taken_back"
    FLOAT_SET = "float_set"
    KITTY_COUNTED = "kitty_counted"
    RESTORED = "restored"
    ORGANISER_ADDED = "organiser_added"
    ORGANISER_REMOVED = "organiser_removed"
    ORGANISER_FORGOTTEN = "organiser_forgotten"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 what was done
    LINK_MADE = "link_made"
    LINK_REVOKED = "link_revoked"
    SETTINGS_CHANGED = "settings_changed"
    PICTURE_CHANGED = "picture_changed"


def note(  # noqa: PLR0913 one column each
    tx: Transaction, actor: Actor, what: What, *, event: int | None = None, sitting: int | None = None,
    values: Mapping[str, Any],
) -> None:  # fmt: skip
    """Write the line."""
    audit.add(
        tx,
        {
            "club": actor.club, "event": event, "sitting": sitting, "what": what.value, "values": values,
            "at": actor.stamp, "actor": actor.device,
        },
    )  # fmt: skip
