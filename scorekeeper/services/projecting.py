"""Keeps the projection: what each deal counts now, and where the sitting stands, in step with the entries."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from scorekeeper.domain.evening import Standing
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.replay import booked
from scorekeeper.domain.text import Player
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
    """The end of the ledger: its last seq, what undo and redo name, and the states in force (0 = none)."""

    seq: int
    undo: int
    redo: int
    closing: Closing
    rules: int
    seats: int
    adjusted: Mapping[Player, int]

    @classmethod
    def of(cls, now: Loaded, seq: int, undo: int, redo: int) -> Self:
        """Give the next head, with every state as it is now."""
        row = now.row
        return cls(seq, undo, redo, Closing(row.closing, row.ended, row.beyond), row.rules, row.seats, row.adjusted)


def add_deal(tx: Transaction, now: Loaded, entry: Entry, standing: Standing) -> None:
    """Add the next deal, of which `standing` is what comes after it."""
    deals.add(tx, now.sitting.club, now.sitting.id, _record(now, entry, standing, 0))


def take_last_deal(tx: Transaction, now: Loaded) -> Standing:
    """Take the last deal away; give where the sitting stands without it."""
    last = now.standing.deals
    deals.remove(tx, now.sitting.id, last)
    return standing_before(tx, now, last)


def rebook(tx: Transaction, now: Loaded, versions: Mapping[int, Entry], revisions: int) -> Standing:
    """Let other versions of deals count, each changed so many times more, and bring everything after them up to date.

    Units, dealers and who sat out of the deals after them are facts and stay; totals and the game's end follow.
    """
    first = min(versions)
    standing = standing_before(tx, now, first)
    changed = []
    for entry, record in deals.onwards(tx, now.sitting.id, first):
        here = versions.get(entry.number, entry)
        standing = booked(now.setup, standing, here)
        new = _record(now, here, standing, record.revisions + (revisions if entry.number in versions else 0))
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
        adjusted=head.adjusted,
        rules=head.rules,
        seats=head.seats,
    )
    sittings.book(tx, now.sitting.id, row)


def _record(now: Loaded, entry: Entry, standing: Standing, revisions: int) -> DealRecord:
    """Say what a deal counts; who came later is not in its totals."""
    if standing.last_dealer is None:
        raise ValueError(standing)
    running = {player: standing.totals[player] for player in now.setup.come_by(entry.number)}
    return DealRecord(
        number=entry.number,
        entry=entry.seq,
        running=running,
        dealer=standing.last_dealer,
        next_dealer=standing.next_dealer,
        carry=standing.progress.carry,
        finished=standing.progress.finished,
        voided=entry.kind is EntryKind.VOID,
        revisions=revisions,
    )
