"""`scorekeeper check`: every entry ever made is scored again, and every sitting must hold the invariants."""

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Final

from scorekeeper.domain.checks import History, Kept, KeptDeal, Problem, problems
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.domain.tournament.folding import fold, strangers
from scorekeeper.domain.tournament.record import Fact, Kind
from scorekeeper.services.loading import Loaded, load
from scorekeeper.services.reading import EventHead, SittingHead, event_head, sitting_head
from scorekeeper.storage import Store, Transaction, adjustments, deals, entries, facts, integrity, sittings

_SITTINGS_PER_TASK: Final = 25
_WORTH_A_PROCESS: Final = 200
"""Fewer sittings are checked before a second process has loaded the program."""
_SITTINGS_AT_START: Final = 20
_ENTRIES_AT_START: Final = 1000
"""So many are checked in a quarter of a second."""
_UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError)
"""What nonsense in a row comes to."""


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

    def with_damage(self, complaints: Iterable[str]) -> "Report":
        """Add the database's own complaints."""
        return replace(self, damage=(*complaints, *self.damage))


def check(tx: Transaction) -> Report:
    """Check everything at one moment."""
    return check_sittings(tx, sittings.every(tx)).with_damage((*integrity.complaints(tx), *record_complaints(tx)))


def record_complaints(tx: Transaction) -> list[str]:
    """Fold the record of every tournament and course: its facts have no gaps and name nobody who is not there."""
    found = []
    for event in facts.events(tx):
        try:
            rows = facts.after(tx, event, 0)
            if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
                found.append(f"event {event}: a fact is missing")
            made = tuple(Fact(seq=row.seq, kind=Kind(row.kind), values=row.values, at=row.at) for row in rows)
            found += [
                f"event {event}, fact {seq}: names {entrant}, who takes no part" for seq, entrant in strangers(made)
            ]
            fold(made)
        except _UNREADABLE as error:
            found.append(f"event {event}: {error!r}")
    return found


def check_quickly(tx: Transaction) -> Report:
    """Check the database's own pages and the sittings that were begun last, in less than half a second."""
    numbers: list[int] = []
    left = _ENTRIES_AT_START
    for number, seq in integrity.newest_sittings(tx, _SITTINGS_AT_START):
        left -= seq
        if left < 0:
            break
        numbers.append(number)
    return check_sittings(tx, numbers).with_damage(integrity.quick_complaints(tx))


def check_sittings(tx: Transaction, numbers: Iterable[int]) -> Report:
    """Check these sittings, also before they are committed; not the database's own pages."""
    return _together(_check_sitting(tx, number) for number in numbers)


def check_on_every_core(url: str) -> Report:
    """Check everything, a sitting at one moment: where there are many, on all cores at once."""
    store = Store(url)
    with store.read() as tx:
        numbers = sittings.every(tx)
    cores = os.cpu_count() or 1
    if len(numbers) < _WORTH_A_PROCESS or cores == 1:
        with store.read() as tx:
            report = check(tx)
    else:
        report = _in_processes(store, url, numbers, cores)
    store.close()
    return report


def _in_processes(store: Store, url: str, numbers: Sequence[int], cores: int) -> Report:
    parts = [numbers[first : first + _SITTINGS_PER_TASK] for first in range(0, len(numbers), _SITTINGS_PER_TASK)]
    # started anew, not forked: no process inherits an open connection
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=_open, initargs=(url,)) as pool:
        running = pool.map(_check_part, parts)
        with store.read() as tx:
            damage = [*integrity.complaints(tx), *record_complaints(tx)]
        return _together(running).with_damage(damage)


_opened: list[Store] = []
"""The database of a process of its own, which lives only for one check."""


def _open(url: str) -> None:
    _opened.append(Store(url))


def _check_part(numbers: Sequence[int]) -> Report:
    with _opened[0].read() as tx:
        return check_sittings(tx, numbers)


def _together(reports: Iterable[Report]) -> Report:
    found: list[Finding] = []
    damage: list[str] = []
    count = entered = 0
    for report in reports:
        found += report.findings
        damage += report.damage
        count += report.sittings
        entered += report.entries
    return Report(count, entered, tuple(found), tuple(damage))


def _check_sitting(tx: Transaction, sitting_id: int) -> Report:
    try:
        now = load(tx, sitting_id)
        event, head = event_head(now.event), sitting_head(now.sitting, now.row)
    except (ScorekeeperError, *_UNREADABLE) as error:  # not even its head line can be shown
        return Report(1, 0, (), (f"sitting {sitting_id}: {error!r}",))
    try:
        history = _history(tx, now)
        found: Sequence[Problem] = tuple(problems(history))
    except _UNREADABLE:
        return Report(1, 0, (Finding(event, head, Problem("readable", N_("the entries cannot be read"))),), ())
    return Report(1, len(history.entries), tuple(Finding(event, head, problem) for problem in found), ())


def _history(tx: Transaction, now: Loaded) -> History:
    kept_deals = [
        KeptDeal(record.number, record.entry, record.running, record.voided, record.revisions)
        for record in deals.every(tx, now.sitting.id)
    ]
    made = [(one.entry, one.after_deal, one.player, one.units) for one in adjustments.of_sittings(tx, [now.sitting.id])]
    row = now.row
    kept = Kept(
        kept_deals, now.standing, row.seq, row.ended, row.beyond, row.undo, row.redo, row.adjusted, row.rules,
        row.seats, made,
    )  # fmt: skip
    stakes = [list(stake) for stake in now.sitting.stakes]
    return History(now.setup, now.sitting.stake_cents, stakes, tuple(entries.every(tx, now.sitting.id)), kept)
