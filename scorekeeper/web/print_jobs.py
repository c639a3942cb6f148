"""Long papers are printed while a page shows how far they are; they lie in files, since any worker may be asked.

A job is named by what is printed: asked for twice it is printed once.
"""

import json
import os
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

from flask import Flask, current_app

from scorekeeper.printing.errors import PrintingBusyError
from scorekeeper.printing.long import print_parts
from scorekeeper.printing.pool import Printer
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import private

_FOLDER: Final = "paper"
_THREAD: Final = "long paper"
_KEPT_SECONDS: Final = 3600
_SILENT_SECONDS: Final = 120
"""A job that has not moved for so long died with its process."""
_AT_ONCE: Final = threading.Semaphore(2)
_MOST: Final = 24
"""So many jobs of a process are printed or wait: more papers than a hall has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """How far a paper is."""

    name: str
    title: str
    back: str
    """Where the same is shown for the browser's own print."""
    of: int
    done: int = 0
    failed: bool = False
    moved: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether the file is there."""
        return self.done > self.of


def init_app(app: Flask) -> None:
    """Clear away what another process left: names and table links are in these papers."""
    folder = Path(app.instance_path) / _FOLDER
    if folder.is_dir():
        _tidy(folder)


def begin(printer: Printer, event: int, title: str, parts: Sequence[str], back: str) -> str:
    """Print parts into one file in the background; give the job's name."""
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part.encode())
    name = digest.hexdigest()
    folder = _folder()
    path = folder / f"{event}-{name}.json"
    with suppress(NotFoundError):
        known = find(event, name)
        if not known.failed:
            return name
        path.unlink(missing_ok=True)
    private.make_folder(folder)
    _tidy(folder)
    job = Job(name=name, title=title, back=back, of=len(parts))
    if sum(1 for one in threading.enumerate() if one.name == _THREAD) >= _MOST:
        raise PrintingBusyError
    if not _note_first(path, job):
        return name
    threading.Thread(target=_print, args=(printer, path, job, tuple(parts)), name=_THREAD, daemon=True).start()
    return name


def find(event: int, name: str) -> Job:
    """Give a job as it stands. Raises NotFoundError."""
    path = _path(event, name, "json")
    try:
        job = Job(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError):
        raise NotFoundError from None
    if not job.finished and time.time() - job.moved > _SILENT_SECONDS:
        return replace(job, failed=True)
    return job


def pdf(event: int, name: str) -> bytes:
    """Give the finished paper. Raises NotFoundError."""
    try:
        return _path(event, name, "pdf").read_bytes()
    except OSError:
        raise NotFoundError from None


def _folder() -> Path:
    return Path(current_app.instance_path) / _FOLDER


def _path(event: int, name: str, kind: str) -> Path:
    if not (name.isascii() and name.isalnum()):
        raise NotFoundError
    return _folder() / f"{event}-{name}.{kind}"


def _print(printer: Printer, path: Path, job: Job, parts: Sequence[str]) -> None:
    while not _AT_ONCE.acquire(timeout=_SILENT_SECONDS / 4):
        _note(path, job)  # it waits for others, and is well
    try:
        joined = print_parts(printer, parts, lambda done: _note(path, replace(job, done=done)))
        written = path.with_suffix(".part")
        written.write_bytes(joined)
        written.replace(path.with_suffix(".pdf"))
        _note(path, replace(job, done=job.of + 1))
    except BaseException:
        with suppress(OSError):
            _note(path, replace(job, failed=True))
        raise
    finally:
        _AT_ONCE.release()
        later = threading.Timer(_KEPT_SECONDS * 1.02, _tidy, [path.parent])
        later.daemon = True  # the end of the process waits for nobody's hour
        later.start()


def _note_first(path: Path, job: Job) -> bool:
    """Keep that a job has begun; of several who ask for the same at the same moment one begins it."""
    written = _written(path, job)
    try:
        path.hardlink_to(written)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)
    return True


def _note(path: Path, job: Job) -> None:
    """Keep how far a job is; whoever reads meanwhile sees the last or this state, never a half."""
    _written(path, job).replace(path)


def _written(path: Path, job: Job) -> Path:
    """Write a state beside the file that is to hold it."""
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(asdict(replace(job, moved=time.time())), file)
    return Path(name)


def _tidy(folder: Path) -> None:
    for path in folder.iterdir():
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                path.unlink()
