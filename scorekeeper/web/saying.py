"""What a page says was done just now, read from its address, and what was taken back since."""

from datetime import datetime
from typing import Any, Final

from flask import flash, request

from scorekeeper.domain.ledger import Entry, EntryKind, StaleError
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n.dates import clock
from scorekeeper.i18n.devices import device_text
from scorekeeper.i18n.web import say
from scorekeeper.services import reading
from scorekeeper.services.adjustments import amounts_text
from scorekeeper.services.evenings import VIENNA
from scorekeeper.services.event_words import worded
from scorekeeper.services.reading import SittingNow
from scorekeeper.services.story_entries import done_to, moved
from scorekeeper.web import store
from scorekeeper.web.row_numbers import row_number

ENTERED, TAKEN_BACK, RESTORED = "eingetragen", "zurueck", "wieder"
"""What the address after a redirect says that was done; its value is the seq of the entry that did it."""


_WAYS: Final = (ENTERED, TAKEN_BACK, RESTORED)


def said(now: SittingNow) -> Message | None:
    """Say what was done, as long as nothing else was done since."""
    found = next((told for way in _WAYS if (told := _said(now, way, request.args.get(way, 0, row_number)))), None)
    return worded(found, now.event.kind) if found else None


def _said(now: SittingNow, way: str, seq: int) -> Message | None:
    if way == ENTERED and now.undo is not None and seq == now.undo.seq:
        return _done(now.undo)
    if way == TAKEN_BACK and now.redo is not None and seq == now.seq:
        return N_("{what} taken back", what=done_to(now.redo))
    if way == RESTORED and now.undo is not None and seq == now.seq:
        return N_("{what} restored", what=done_to(now.undo))
    return None


def newest(now: SittingNow, last: Entry | None) -> tuple[str, Message]:
    """Say what was done here last: as the end of the table's address, and for whoever types something else."""
    ways = {EntryKind.UNDO: TAKEN_BACK, EntryKind.REDO: RESTORED}
    way = ways.get(last.kind, ENTERED) if last else ""
    told = _said(now, way, now.seq)
    if last is None or told is None:
        return "", N_("Meanwhile something changed here.")
    if last.kind is EntryKind.DEAL:
        return f"?{way}={now.seq}", N_("Meanwhile deal {number} was entered.", number=last.number)
    return f"?{way}={now.seq}", N_("Meanwhile: {what}.", what=worded(told, now.event.kind))


def _done(entry: Entry) -> Message:
    number = entry.number
    done = {
        EntryKind.CORRECT: N_("deal {number} corrected", number=number),
        EntryKind.VOID: N_("deal {number} struck", number=number),
        EntryKind.END: N_("the sitting is over"),
        EntryKind.REOPEN: N_("the sitting goes on"),
        EntryKind.RULES: _rules_changed(entry),
        EntryKind.UNDO: N_("something taken back"),
        EntryKind.REDO: N_("something restored"),
    }
    if entry.kind is EntryKind.SEATS:
        return N_("seats changed: {what}", what=moved(entry))
    if entry.kind is EntryKind.ADJUST:
        return N_("score adjusted: {reason}, {amounts}", reason=entry.note, amounts=amounts_text(entry.units))
    return done.get(entry.kind) or N_("deal {number} entered", number=number)


def _rules_changed(entry: Entry) -> Message:
    if entry.kind is EntryKind.RULES and entry.answers.get("all"):
        return N_("rules and stake changed, every deal scored again")
    return N_("rules and stake changed from deal {number} on", number=entry.answers.get("after", 0) + 1)


def changed(there: str) -> dict[str, Any]:
    """Tell a page of organisers that lies open that something else is kept by now."""
    return {"go": there, "line": say(N_("Meanwhile something changed here.")), "next": None}


def flash_meanwhile(sitting: int, error: StaleError) -> None:
    """Say on the next page why something was not done."""
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        names = reading.with_moved(tx, now.names, [error.entry] if error.entry else [])
    flash(say(worded(meanwhile(error), now.event.kind), names), "undone")


def meanwhile(error: StaleError) -> Message:
    """Say why something was not done: what was done last instead, when and by which device."""
    entry = error.entry
    if entry is None:
        return N_("Not done: meanwhile something else was entered here.")
    time = clock(datetime.fromisoformat(entry.at).astimezone(VIENNA))
    return N_(
        "Not done: meanwhile something else was entered here. Last: {what} ({time}, {device}).", what=_done(entry),
        time=time, device=device_text(entry.actor, store.organisers()),
    )  # fmt: skip


def revoked(versions: tuple[Entry, ...]) -> set[int]:
    """Give the seqs of the entries that were taken back and not restored."""
    found: set[int] = set()
    for entry in versions:
        if entry.kind is EntryKind.UNDO:
            found.add(entry.target)
        elif entry.kind is EntryKind.REDO:
            found.discard(entry.target)
    return found
