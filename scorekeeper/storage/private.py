"""Files and folders that are nobody else's business: secrets, the database, logs and backups."""

import os
import stat
from pathlib import Path
from typing import Final

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def is_open_to_others(path: Path) -> bool:
    """Whether anybody but the owner may do anything with it. Windows has no such bits: there the folder's own apply."""
    return os.name != "nt" and bool(path.stat().st_mode & _OTHERS)


def close_to_others(path: Path) -> None:
    """Leave it to its owner alone. Raises OSError where it is somebody else's."""
    path.chmod(0o700 if path.is_dir() else 0o600)


def make_folder(path: Path) -> None:
    """Make a folder that its owner alone looks into; one that is there already stays as it is."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file that its owner alone reads; one that is there already stays as it is."""
    if not path.exists():
        path.touch(mode=0o600)
