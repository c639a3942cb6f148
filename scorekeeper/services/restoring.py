"""Restoring: a backup looked through first, what would be lost said, the present state kept, then all or nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.backing_up import Backup, back_up, checked, summary
from scorekeeper.services.checking import check
from scorekeeper.services.evenings import VIENNA, first_club
from scorekeeper.storage import Store, backup, backup_contents, backup_folder, backup_restore, logins, migrate
from scorekeeper.storage.backup_contents import Amount, Contents, EventContents
from scorekeeper.storage.trouble import trouble_of

DEVICE: Final = "scorekeeper restore"
_SAID_ELSEWHERE: Final = frozenset(
    {What.PLAYER_ADDED, What.EVENING_STARTED, What.SITTING_STARTED, What.PAID, What.RESTORED}
)
"""What these lines of the audit tell is counted as an event, a sitting, a payment or a name."""


class UncleanBackupError(ScorekeeperError):
    """The backup does not pass the check."""


class FailedRestoreError(ScorekeeperError):
    """What was restored does not pass the check; the state before is back."""

    def __init__(self) -> None:
        super().__init__(N_("What was restored did not pass the check. Everything is as it was before."))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A backup that could be restored: a checked copy of it, of the present revision."""

    file: Path
    copy: Path
    amount: Amount
    contents: Contents


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLoss:
    """What is not in the backup of an event; `whole`: the event itself is not."""

    title: str
    date: date
    whole: bool
    sittings: int
    deals: int
    changes: int
    """Corrections, deals taken back, ends and the like."""
    payments: int
    facts: int = 0
    """What was written into the record of a tournament or course: people, draws, totals, fees, who was there."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What is in the present database and not in the backup."""

    events: tuple[EventLoss, ...]
    people: tuple[str, ...]
    others: int
    """Changes of names, purses and the like."""

    @property
    def nothing(self) -> bool:
        """Whether everything is in the backup."""
        return not (self.events or self.people or self.others)


@contextmanager
def looked_through(file: Path, now: datetime) -> Iterator[Candidate]:
    """Check a backup on a copy, which goes when the block ends.

    Raises ForeignFileError, NewerBackupError and UncleanBackupError.
    """
    with backup_folder.new_part(now.astimezone(VIENNA).replace(tzinfo=None)) as (copy, _name):
        try:
            backup.take_in(file, copy)
        except Exception as error:
            if trouble_of(error) is None or isinstance(error, ScorekeeperError):
                raise
            raise UncleanBackupError(N_("{file} is damaged and cannot be read.", file=str(file))) from error
        report, amount = checked(copy)
        if not report.clean:
            problem = summary(report)
            raise UncleanBackupError(N_("{file} cannot be restored. {problem}", file=str(file), problem=problem))
        with backup.opened(copy) as tx:
            contents = backup_contents.contents(tx)
        yield Candidate(file, copy, amount, contents)


def present(url: str) -> Contents | None:
    """Give what is in the present database, brought up to date first; None if it cannot be read."""
    if not backup_restore.readable(url):
        return None
    store = Store(url)
    try:
        migrate(url)
        with store.read() as tx:
            return backup_contents.contents(tx)
    except Exception as error:
        if not backup_restore.is_damage(error):
            raise
        return None
    finally:
        store.close()


def is_empty(contents: Contents) -> bool:
    """Tell whether there is nothing to lose."""
    return not contents.events and not contents.people


def losses(contents: Contents, kept: Contents) -> Losses:
    """Compare what is with what would be."""
    found = []
    for key, event in contents.events.items():
        loss = _loss(event, kept.events.get(key))
        if loss is not None:
            found.append(loss)
    gone = contents.events.keys() - kept.events.keys()
    others = [
        line for line in contents.audit - kept.audit if line[2] not in _SAID_ELSEWHERE and line[3] not in gone
    ]  # fmt: skip
    people = sorted(f"{name} ({nick})" if nick else name for name, nick in contents.people - kept.people)
    return Losses(tuple(found), tuple(people), len(others))


def _loss(event: EventContents, kept: EventContents | None) -> EventLoss | None:
    nothing = EventContents(event.title, event.date, *[frozenset()] * 5)
    other = kept or nothing
    deals = len(event.deals - other.deals)
    changes = max(len(event.entries - other.entries) - deals, 0)
    sittings, payments = len(event.sittings - other.sittings), len(event.payments - other.payments)
    facts = len(event.facts - other.facts)
    if kept is not None and not (deals or changes or sittings or payments or facts):
        return None
    return EventLoss(
        title=event.title, date=event.date, whole=kept is None, sittings=sittings, deals=deals, changes=changes,
        payments=payments, facts=facts,
    )  # fmt: skip


def restore(url: str, candidate: Candidate, now: datetime) -> Backup:
    """Put a backup in the place of everything and give the backup of what was there before.

    Raises InUseError while somebody else has the database open, and FailedRestoreError.
    """
    _note_restored(candidate, now)
    with backup_restore.alone(url) as held:
        before = back_up(held, now)
        held.replace(candidate.copy, before.file)
        with held.read() as tx:
            if not check(tx).clean:
                raise FailedRestoreError
    return before


def restore_over_damaged(url: str, candidate: Candidate, now: datetime) -> Path:
    """Put a backup in the place of a file that cannot be read, and give where that one is kept."""
    _note_restored(candidate, now)
    with backup_folder.new_part(now.astimezone(VIENNA).replace(tzinfo=None)) as (_part, name):
        aside = backup_folder.unclean_name(name)
        backup_restore.put_in_place_of_damaged(url, candidate.copy, aside)
    migrate(url)
    return aside


def _note_restored(candidate: Candidate, now: datetime) -> None:
    """Write the line of the audit into the copy, so that it comes with it or not at all; nobody is logged in there."""
    store = Store(backup.url_of(candidate.copy))
    try:
        with store.write() as tx:
            actor = Actor(first_club(tx), DEVICE, now.astimezone(UTC))
            logins.remove_every(tx)
            note(tx, actor, What.RESTORED, values={"file": candidate.file.name})
    finally:
        store.close()
