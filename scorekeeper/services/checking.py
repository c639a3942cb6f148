"""`scorekeeper check`: every entry ever made is scored again, and every sitting must hold the invariants."""

from dataclasses import dataclass

from scorekeeper.domain.checks import History, Kept, KeptDeal, Problem, problems
from scorekeeper.domain.text import N_
from scorekeeper.services.loading import load
from scorekeeper.services.reading import EventHead, SittingHead, event_head, sitting_head
from scorekeeper.storage import Transaction, deals, entries, integrity, sittings


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and the sitting that has it."""

    event: EventHead
    sitting: SittingHead
    problem: Problem


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what was found. `damage` is in the database's own words."""

    sittings: int
    entries: int
    findings: tuple[Finding, ...]
    damage: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings and not self.damage


def check(tx: Transaction) -> Report:
    """Check everything."""
    findings: list[Finding] = []
    numbers, count = sittings.every(tx), 0
    for number in numbers:
        found, entered = _check_sitting(tx, number)
        findings += found
        count += entered
    return Report(len(numbers), count, tuple(findings), tuple(integrity.complaints(tx)))


def _check_sitting(tx: Transaction, sitting_id: int) -> tuple[list[Finding], int]:
    now = load(tx, sitting_id)
    head, event = sitting_head(now.sitting, now.row), event_head(now.event)
    try:
        history = tuple(entries.every(tx, sitting_id))
    except (LookupError, TypeError, ValueError):
        return [Finding(event, head, Problem("readable", N_("the entries cannot be read")))], 0
    kept_deals = [
        KeptDeal(record.number, record.entry, record.running, record.voided, record.revisions)
        for record in deals.every(tx, sitting_id)
    ]
    row = now.row
    kept = Kept(
        kept_deals, now.standing, row.seq, row.ended, row.beyond, row.undo, row.redo, row.adjusted, row.rules, row.seats
    )
    found = problems(History(now.setup, now.sitting.stake_cents, history, kept))
    return [Finding(event, head, problem) for problem in found], len(history)
