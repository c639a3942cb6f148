"""Keeps the projection: what each deal counts now, and where the sitting stands, in step with the entries."""

from typing import NamedTuple, Self

from scorekeeper.domain.evening import Standing
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.replay import booked
from scorekeeper.services.loading import Loaded, standing_before
from scorekeeper.storage import Transaction, deals, sittings
from scorekeeper.storage.deals import DealRecord
from scorekeeper.storage.sittings import StandingRow


class Closing(NamedTuple):
    """The END or REOPEN in force, and what it says; seq 0 = none."""

    seq: int = 0
    ended: bool = False
    beyond: bool = False

    @classmethod
    def of(cls, entry: Entry | None) -> Self:
        """Read it off its entry."""
        return cls(entry.seq, entry.kind is EntryKind.END, entry.beyond) if entry else cls()


class Head(NamedTuple):
    """The end of the ledger: its last seq, and what undo and redo name (0 = nothing)."""

    seq: int
    undo: int
    redo: int
    closing: Closing


def add_deal(tx: Transaction, now: Loaded, entry: Entry, standing: Standing) -> None:
    """Add the next deal, of which `standing` is what comes after it."""
    deals.add(tx, now.sitting.club, now.sitting.id, _record(entry, standing, 0))


def take_last_deal(tx: Transaction, now: Loaded) -> Standing:
    """Take the last deal away; give where the sitting stands without it."""
    last = now.standing.deals
    deals.remove(tx, now.sitting.id, last)
    return standing_before(tx, now, last)


def rebook(tx: Transaction, now: Loaded, version: Entry, revisions: int) -> Standing:
    """Let another version of a deal count, and bring everything after it up to date.

    Units, dealers and who sat out of the deals after it are facts and stay; totals and the game's end follow.
    """
    standing = standing_before(tx, now, version.number)
    changed = []
    for entry, record in deals.onwards(tx, now.sitting.id, version.number):
        here = version if entry.number == version.number else entry
        standing = booked(now.setup, standing, here)
        new = _record(here, standing, revisions if here is version else record.revisions)
        if new != record:
            changed.append(new)
    deals.change(tx, now.sitting.id, changed)
    return standing


def keep(tx: Transaction, now: Loaded, standing: Standing, head: Head) -> None:
    """Keep where the sitting stands."""
    row = StandingRow(
        seq=head.seq,
        deals=standing.deals,
        totals=standing.totals,
        last_dealer=standing.last_dealer,
        next_dealer=standing.next_dealer,
        carry=standing.progress.carry,
        finished=standing.progress.finished,
        closing=head.closing.seq,
        ended=head.closing.ended,
        beyond=head.closing.beyond,
        undo=head.undo,
        redo=head.redo,
    )
    sittings.book(tx, now.sitting.id, row)


def _record(entry: Entry, standing: Standing, revisions: int) -> DealRecord:
    if standing.last_dealer is None:
        raise ValueError(standing)
    return DealRecord(
        number=entry.number,
        entry=entry.seq,
        running=standing.totals,
        dealer=standing.last_dealer,
        next_dealer=standing.next_dealer,
        carry=standing.progress.carry,
        finished=standing.progress.finished,
        voided=entry.kind is EntryKind.VOID,
        revisions=revisions,
    )
