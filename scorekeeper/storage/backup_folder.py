"""The folder of the backups: names that say when, files that only their owner reads, and what the last try came to."""

import contextlib
import errno
import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorekeeper import assets

_STAMP: Final = "%Y-%m-%d-%H%M%S"
_NAME: Final = re.compile(r"scorekeeper-(\d{4}-\d\d-\d\d-\d{6})(-unclean)?\.sqlite3")
_UNCLEAN: Final = "-unclean"
_PART: Final = ".part"
_ABANDONED_SECONDS: Final = 3600
"""A copy that is not finished after so long was given up when its program was ended."""
_STATUS: Final = "status.json"


class BackupFile(NamedTuple):
    """A backup in the folder; `at` is the time on the wall when it was made, without a zone."""

    path: Path
    at: datetime
    clean: bool
    size: int


def folder() -> Path:
    """Give the folder, which need not exist yet."""
    return assets.instance_path() / "backups"


def made_folder() -> Path:
    """Make the folder, which only its owner may look into, and give it."""
    home = folder()
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    return home


def files() -> list[BackupFile]:
    """Give the backups, newest first."""
    found: list[BackupFile] = []
    with contextlib.suppress(OSError):  # no such folder, or none that can be looked into
        for entry in os.scandir(folder()):
            name = _NAME.fullmatch(entry.name)
            with contextlib.suppress(FileNotFoundError, ValueError):  # gone meanwhile; a name that is no time
                if name:
                    at = datetime.strptime(name[1], _STAMP)  # noqa: DTZ007 the time on the wall
                    found.append(BackupFile(Path(entry.path), at, name[2] is None, entry.stat().st_size))
    return sorted(found, key=lambda file: (file.at, file.path.name), reverse=True)


@contextmanager
def part_beside(target: Path) -> Iterator[Path]:
    """Lend a new file beside the target, readable by its owner only; what is left of it afterwards is deleted."""
    part = _claimed(target)
    try:
        yield part
    finally:
        remove(part)


@contextmanager
def new_part(at: datetime) -> Iterator[tuple[Path, Path]]:
    """Lend a new file in the folder, and the name it is to have: of a second later if that is taken."""
    home = made_folder()
    while True:
        target = home / name_of(at)
        try:
            part = _claimed(target)
        except FileExistsError:
            at += timedelta(seconds=1)
        else:
            break
    try:
        yield part, target
    finally:
        remove(part)


def _claimed(target: Path) -> Path:
    """Make the file that is to become the target. Raises FileExistsError if somebody else does or did."""
    part = target.with_name(f"{target.name}{_PART}")
    if target.exists() or unclean_name(target).exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return part


def name_of(at: datetime) -> str:
    """Give the name of a backup that is made now."""
    return f"scorekeeper-{at:{_STAMP}}.sqlite3"


def unclean_name(target: Path) -> Path:
    """Give the name of a copy that did not pass its check."""
    return target.with_name(f"{target.stem}{_UNCLEAN}{target.suffix}")


def finish(part: Path, target: Path) -> None:
    """Give a finished file its name once all of it is on the disk."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    if os.name != "nt":  # a folder cannot be opened there
        handle = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove(path: Path) -> None:
    """Delete a file and what SQLite left beside it."""
    for beside in ("", "-wal", "-shm", "-journal"):
        path.with_name(f"{path.name}{beside}").unlink(missing_ok=True)


def remove_abandoned() -> None:
    """Delete what an ended program left unfinished."""
    for part in folder().glob(f"*{_PART}"):
        with contextlib.suppress(FileNotFoundError):
            if part.stat().st_mtime < time.time() - _ABANDONED_SECONDS:
                remove(part)


def read_status() -> Mapping[str, Any]:
    """Give what was noted last; nothing where nothing can be read."""
    try:
        noted = json.loads((folder() / _STATUS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def note_status(values: Mapping[str, Any]) -> None:
    """Note something beside what was noted before."""
    path = made_folder() / _STATUS
    part = path.with_name(f"{_STATUS}-{os.getpid()}{_PART}")
    part.write_text(json.dumps({**read_status(), **values}), encoding="utf-8")
    part.replace(path)
