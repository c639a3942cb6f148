"""The instance folder: whether it can be written, and whether others may look into it."""

import os
from collections.abc import Iterator
from pathlib import Path

from scorekeeper import assets
from scorekeeper.cli.doctoring.findings import Finding
from scorekeeper.domain.text import N_
from scorekeeper.storage import NotWritableError, health, private, verify_writable


def writable(url: str) -> Iterator[Finding]:
    """Try the folder and the database's file."""
    folder = assets.instance_path()
    if not folder.exists():
        yield Finding("folder", "fine", N_("{folder} is made at the first start", folder=str(folder)))
        return
    try:
        verify_writable(url)
    except NotWritableError as error:
        yield Finding("folder", "bad", error.message)
    else:
        yield Finding("folder", "fine", N_("{folder} can be written", folder=str(folder)))


def permissions(url: str) -> Iterator[Finding]:
    """Look whether anybody else on this computer may read secrets or the database."""
    instance = assets.instance_path()
    for path, is_secret in ((assets.secret_path(instance), True), (instance, False), (health.file_of(url), False)):
        if path is not None and path.exists() and private.is_open_to_others(path):
            yield _open(path, is_secret=is_secret)
            return
    if os.name != "nt" and instance.exists():
        yield Finding("permissions", "fine", N_("nobody else on this computer can read secret and database"))


def _open(path: Path, *, is_secret: bool) -> Finding:
    mend = N_("To close it: chmod {mode} {path}", mode="700" if path.is_dir() else "600", path=str(path))
    if not is_secret:
        return Finding("permissions", "odd", N_("other users of this computer can open {path}", path=str(path)), mend)
    text = N_("other users of this computer can read the secret {path}: who read it can forge logins", path=str(path))
    help_ = N_(
        "Delete the file and start scorekeeper again: it makes a new one. Everybody logs in again, and links and "
        "codes are made anew."
    )
    return Finding("permissions", "bad", text, help_)
