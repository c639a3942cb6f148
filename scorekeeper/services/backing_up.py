"""Backups: made of one moment, checked in full before they get their name, kept in rotation, and reported.

The files are the truth about what there is; `status.json` beside them only remembers the last try and the last check.
"""

import errno
import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Protocol

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, NN_, Message
from scorekeeper.services.checking import Report, check_on_every_core, check_quickly
from scorekeeper.services.evenings import VIENNA
from scorekeeper.storage import Transaction, backup, backup_contents, backup_folder
from scorekeeper.storage.backup_contents import Amount
from scorekeeper.storage.backup_folder import BackupFile
from scorekeeper.storage.trouble import detail_of, trouble_of

_LOG: Final = logging.getLogger(__name__)

KEPT: Final = 10
KEPT_DAYS: Final = 30
_KEPT_UNCLEAN: Final = 3
_NOT_WRITABLE: Final = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR}
_OLD: Final = timedelta(days=7)


class Source(Protocol):
    """Whatever can be read at one moment: a Store, or a database that is held alone."""

    def read(self) -> AbstractContextManager[Transaction]:
        """Open a snapshot."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made: where, what is in it, and what its check said."""

    file: Path
    amount: Amount
    report: Report


@dataclass(frozen=True, slots=True)
class Condition:
    """How the backups stand. `trouble` is what went wrong at the last try, `finding` what the last check found."""

    folder: Path
    files: tuple[BackupFile, ...]
    outdated: bool
    trouble: Message | None
    finding: Message | None
    checked_at: datetime | None
    """When the last start looked the database over; on the wall."""

    @property
    def last(self) -> BackupFile | None:
        """The newest backup that passed its check."""
        return next((file for file in self.files if file.clean), None)

    @property
    def notice(self) -> Message | None:
        """What should be said on the first page; None while all is well."""
        if self.finding:
            return N_("When scorekeeper started, its data were not in order.")
        if self.trouble:
            return N_("The last backup failed.")
        return N_("The last backup is more than a week old.") if self.outdated else None


def _on_the_wall(now: datetime) -> datetime:
    return now.astimezone(VIENNA).replace(tzinfo=None)


def back_up(source: Source, now: datetime) -> Backup:
    """Make a backup in the folder and delete the superfluous ones; what it came to is noted either way."""
    at = _on_the_wall(now)
    try:
        with backup_folder.new_part(at) as (part, target):
            made = _make(source, part, target)
    except Exception as error:
        _note_trouble(in_words(error))
        raise
    if made.report.clean:
        with backup.opened(made.file) as tx:
            mark = backup_contents.mark(tx)
        backup_folder.note_status({"trouble": None, "finding": None, "mark": list(mark)})
    else:
        _note_trouble(summary(made.report))
    for file in superfluous(backup_folder.files(), at.date()):
        backup_folder.remove(file.path)
    backup_folder.remove_abandoned()
    return made


def back_up_to(source: Source, target: Path, now: datetime) -> Backup:
    """Make a backup under a name of one's own, or in a folder of one's own. Raises FileExistsError."""
    if target.is_dir():
        target /= backup_folder.name_of(_on_the_wall(now))
    with backup_folder.part_beside(target) as part:
        return _make(source, part, target)


def back_up_if_changed(source: Source, now: datetime) -> Backup | None:
    """Make a backup unless there is nothing in the database that is not in the last one."""
    with source.read() as tx:
        mark, empty = backup_contents.mark(tx), not backup_contents.amount(tx).events
    last = next((file for file in backup_folder.files() if file.clean), None)
    if (empty and last is None) or (last is not None and _mark_of(last.path) == mark):
        return None
    return back_up(source, now)


def _mark_of(file: Path) -> backup_contents.Mark | None:
    """Read a backup's mark; None if that is not possible."""
    try:
        with backup.opened(file) as tx:
            return backup_contents.mark(tx)
    except Exception as error:
        if trouble_of(error) is None and not isinstance(error, OSError):
            raise
        return None


def _make(source: Source, part: Path, target: Path) -> Backup:
    """Copy, check, and only then give the name; a copy that is not clean gets another one."""
    with source.read() as tx:
        backup.copy(tx, part)
    report, amount = checked(part)
    named = target if report.clean else backup_folder.unclean_name(target)
    backup_folder.finish(part, named)
    return Backup(named, amount, report)


def checked(file: Path) -> tuple[Report, Amount]:
    """Check a backup in full; a file that cannot be read through is damaged."""
    try:
        report = check_on_every_core(backup.url_of(file))
        with backup.opened(file) as tx:
            return report, backup_contents.amount(tx)
    except Exception as error:
        if trouble_of(error) is None:
            raise
        complaint = detail_of(error).strip("()") or str(error)
        return Report(0, 0, (), (complaint,)), Amount(0, 0)


def superfluous(files: Sequence[BackupFile], today: date) -> list[BackupFile]:
    """Choose what can go: all but the last ten and the last of each of the last thirty days.

    Copies that did not pass their check count by themselves, so that they never push out a good one.
    """
    clean = [file for file in files if file.clean]
    kept = set(clean[:KEPT])
    days: set[date] = set()
    for file in clean:
        day = file.at.date()
        if day not in days and day > today - timedelta(days=KEPT_DAYS):
            kept.add(file)
        days.add(day)
    unclean = [file for file in files if not file.clean]
    return [file for file in clean if file not in kept] + unclean[_KEPT_UNCLEAN:]


def look_over(source: Source, now: datetime) -> Report:
    """Check quickly, as at every start, and note what was found."""
    with source.read() as tx:
        report = check_quickly(tx)
    finding = None if report.clean else summary(report)
    at = _on_the_wall(now).isoformat(timespec="minutes")
    backup_folder.note_status({"finding": _kept(finding), "checked_at": at})
    return report


def condition(tx: Transaction, now: datetime) -> Condition:
    """Say how the backups stand."""
    status, files = backup_folder.read_status(), tuple(backup_folder.files())
    checked_at = None
    with suppress(KeyError, TypeError, ValueError):
        checked_at = datetime.fromisoformat(status["checked_at"])
    return Condition(
        folder=backup_folder.folder(), files=files, outdated=_outdated(tx, files, status.get("mark"), now),
        trouble=_message(status.get("trouble")), finding=_message(status.get("finding")), checked_at=checked_at,
    )  # fmt: skip


def found(name: str) -> BackupFile | None:
    """Find a backup by its file's name."""
    return next((file for file in backup_folder.files() if file.path.name == name), None)


def _outdated(tx: Transaction, files: Sequence[BackupFile], mark: object, now: datetime) -> bool:
    """Tell whether something was played since the last backup, which was made more than a week ago."""
    a_week_ago = _on_the_wall(now) - _OLD
    last = next((file for file in files if file.clean), None)
    if last is None:
        first = backup_contents.first_event_at(tx)
        return first is not None and datetime.fromisoformat(first) < now - _OLD
    if last.at > a_week_ago:
        return False
    present = backup_contents.mark(tx)
    if not isinstance(mark, list):
        return True
    facts = mark[3:] or [present.facts]  # noted before facts were counted
    return [present.entries, present.payments, present.facts] != [*mark[:2], *facts]


def in_words(error: Exception) -> Message:
    """Say what kept a backup from being made."""
    if isinstance(error, ScorekeeperError):
        return error.message
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return N_("The disk is full.")
    if isinstance(error, OSError) and error.errno in _NOT_WRITABLE:
        return N_("{file} cannot be written.", file=str(error.filename).removesuffix(".part"))
    return trouble_of(error) or N_("Something went wrong: {detail}", detail=" ".join(str(error).split()))


def summary(report: Report) -> Message:
    """Say in one sentence what a check found."""
    if report.damage:
        return N_("The database file is damaged: {complaint}", complaint=report.damage[0])
    first = report.findings[0]
    return NN_(
        "The check found one fault, in “{title}”: {problem}.",
        "The check found {n} faults, the first in “{title}”: {problem}.",
        len(report.findings), title=first.event.title, problem=first.problem.text,
    )  # fmt: skip


def _note_trouble(trouble: Message) -> None:
    """Note why there is no new backup; on a full disk not even that may go."""
    try:
        backup_folder.note_status({"trouble": _kept(trouble)})
    except OSError:
        _LOG.exception("the status of the backups could not be noted")


def _kept(message: Message | None) -> Any:  # noqa: ANN401 JSON
    """Give a message as it is kept, so that it can be said in either language later."""
    if message is None:
        return None
    values = {name: _kept(value) if isinstance(value, Message) else value for name, value in message.values.items()}
    return {"id": message.id, "plural": message.plural, "n": message.n, "values": values}


def _message(kept: object) -> Message | None:
    """Read a message that was kept."""
    if not isinstance(kept, Mapping):
        return None
    values = {name: _message(value) or str(value) for name, value in kept.get("values", {}).items()}
    return Message(str(kept.get("id", "")), values, str(kept.get("plural", "")), int(kept.get("n", 0)))
