"""What a page says was done just now, read from its address, and what was taken back since."""

from typing import Final

from flask import request

from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.reading import SittingNow
from scorekeeper.web.pages.sitting import done_to

_SAID: Final = {
    "eingetragen": N_("{what} entered"),
    "zurueck": N_("{what} taken back"),
    "wieder": N_("{what} restored"),
}
"""What the address after a redirect says that was done; its value is the seq of the entry that did it."""


def said(now: SittingNow) -> Message | None:
    """Read from the address what was done; said only as long as nothing else was done since."""
    for what, sentence in _SAID.items():
        seq = request.args.get(what, 0, int)
        entry = now.redo if what == "zurueck" else now.undo
        if entry is not None and seq == (entry.seq if what == "eingetragen" else now.seq):
            return N_(sentence.id, what=done_to(entry))
    return None


def revoked(versions: tuple[Entry, ...]) -> set[int]:
    """Give the seqs of the entries that were taken back and not restored."""
    found: set[int] = set()
    for entry in versions:
        if entry.kind is EntryKind.UNDO:
            found.add(entry.target)
        elif entry.kind is EntryKind.REDO:
            found.discard(entry.target)
    return found
