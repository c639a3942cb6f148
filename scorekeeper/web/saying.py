"""What a page says was done just now, read from its address, and what was taken back since."""

from flask import request

from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.reading import SittingNow
from scorekeeper.web.pages.sitting import done_to
from scorekeeper.web.row_numbers import row_number

ENTERED, TAKEN_BACK, RESTORED = "eingetragen", "zurueck", "wieder"
"""What the address after a redirect says that was done; its value is the seq of the entry that did it."""


def said(now: SittingNow) -> Message | None:
    """Say what was done, as long as nothing else was done since."""
    if now.undo is not None and request.args.get(ENTERED, 0, row_number) == now.undo.seq:
        return _done(now.undo)
    if now.redo is not None and request.args.get(TAKEN_BACK, 0, row_number) == now.seq:
        return N_("{what} taken back", what=done_to(now.redo))
    if now.undo is not None and request.args.get(RESTORED, 0, row_number) == now.seq:
        return N_("{what} restored", what=done_to(now.undo))
    return None


def _done(entry: Entry) -> Message:
    number = entry.number
    done = {
        EntryKind.CORRECT: N_("deal {number} corrected", number=number),
        EntryKind.VOID: N_("deal {number} struck", number=number),
        EntryKind.END: N_("the sitting is over"),
        EntryKind.REOPEN: N_("the sitting goes on"),
        EntryKind.RULES: N_("rules and stake changed"),
        EntryKind.SEATS: N_("seats changed"),
        EntryKind.ADJUST: N_("score adjusted: {reason}", reason=entry.note),
    }
    return done.get(entry.kind) or N_("deal {number} entered", number=number)


def revoked(versions: tuple[Entry, ...]) -> set[int]:
    """Give the seqs of the entries that were taken back and not restored."""
    found: set[int] = set()
    for entry in versions:
        if entry.kind is EntryKind.UNDO:
            found.add(entry.target)
        elif entry.kind is EntryKind.REDO:
            found.discard(entry.target)
    return found
