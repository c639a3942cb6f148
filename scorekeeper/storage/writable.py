"""Whether the program may write where it keeps its files: said before anybody types, not after."""

import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scorekeeper import assets
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, Message
from scorekeeper.storage.addresses import parsed
from scorekeeper.storage.private import make_folder

_ONE_PAGE = 4096


class NotWritableError(ScorekeeperError):
    """A file or folder that the program keeps cannot be written."""

    def __init__(self, path: Path, number: int | None) -> None:
        super().__init__(_advice(str(path), number))


def _advice(path: str, number: int | None) -> Message:
    if number == errno.ENOSPC:
        return N_("The disk with {path} is full. Make room there, then start again.", path=path)
    return N_(
        "{path} cannot be written. Let this program write there, or name another folder in SCOREKEEPER_INSTANCE.",
        path=path,
    )


def verify_writable(url: str) -> None:
    """Try the instance folder and a SQLite file with all that lies beside it. Raises NotWritableError."""
    for folder in dict.fromkeys(_folders(url)):
        _try_folder(folder)
    for file in _files(url):
        if file.exists() and not os.access(file, os.W_OK):
            raise NotWritableError(file, None)


def _folders(url: str) -> Iterator[Path]:
    instance = assets.instance_path()
    if not assets.secret_path(instance).exists():
        yield instance
    for file in _files(url):
        yield file.parent


def _files(url: str) -> Iterator[Path]:
    """Give the database's file, its log and its index, if it is SQLite."""
    try:
        address = parsed(url)
    except OSError as error:  # a folder above cannot be written either
        raise NotWritableError(Path(str(error.filename)), error.errno) from error
    if address.get_backend_name() == "sqlite":
        for end in ("", "-wal", "-shm"):
            yield Path(f"{address.database}{end}")


def _try_folder(folder: Path) -> None:
    try:
        make_folder(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_ONE_PAGE))
            file.flush()
    except OSError as error:
        raise NotWritableError(folder, error.errno) from error
