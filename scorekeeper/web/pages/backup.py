"""The organiser's page about backups."""

import re
import shutil
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, Final

from markupsafe import Markup

from scorekeeper.services.backing_up import KEPT, KEPT_DAYS, Condition
from scorekeeper.storage.backup_folder import BackupFile

_KILO: Final = 1000
_MEGA: Final = 1_000_000
_SHOWN: Final = 5
_SOME_FILE: Final = "scorekeeper-….sqlite3"
_STICKS: Final = {"win32": "E:\\", "darwin": "/Volumes/STICK/"}


@dataclass(frozen=True, slots=True)
class BackupPage:
    """When the last backup was made, which there are, where they lie and how one is restored."""

    template: ClassVar[str] = "backup.html"
    kept: ClassVar[int] = KEPT
    kept_days: ClassVar[int] = KEPT_DAYS
    condition: Condition

    @property
    def newest(self) -> tuple[BackupFile, ...]:
        """The backups that are shown at once."""
        return self.condition.files[:_SHOWN]

    @property
    def older(self) -> tuple[BackupFile, ...]:
        """Those that are shown when asked for."""
        return self.condition.files[_SHOWN:]

    @property
    def command(self) -> Markup:
        """Give the command that restores the last backup, as it is typed on this computer."""
        last = self.condition.last
        return _command(str(last.path if last else self.condition.folder / _SOME_FILE))

    @property
    def stick_command(self) -> Markup:
        """Give the command that restores a backup from a stick, where this computer would find one."""
        last = self.condition.last
        stick = _STICKS.get(sys.platform, "/media/STICK/")
        return _command(stick + (last.path.name if last else _SOME_FILE))

    @property
    def folder(self) -> Markup:
        """Give where the backups lie."""
        return _path(str(self.condition.folder))

    def kilobytes(self, file: BackupFile) -> int:
        """Say how large a file is; a started kilobyte counts."""
        return -(-file.size // _KILO)

    def megabytes(self, file: BackupFile) -> Fraction | None:
        """Say how large a large file is, in tenths; None for a smaller one."""
        return None if file.size < _MEGA else Fraction(-(-file.size * 10 // _MEGA), 10)


def _command(file: str) -> Markup:
    return _path(" ".join([_program(), "restore", _quoted(file)]))


def _path(text: str) -> Markup:
    """Let a path be broken after a folder, nowhere else if that can be helped."""
    whole = Markup('<span class="nb">{}</span>')
    words = (re.split(r"(?<=[/\\])(?=[^/\\])", word) for word in text.split(" "))
    return Markup(" ").join(Markup("<wbr>").join(map(whole.format, parts)) for parts in words)


def _program() -> str:
    """Name this program: by its path, as it lies in a folder where no shell looks for it."""
    beside = shutil.which("scorekeeper", path=str(Path(sys.executable).parent))
    return _quoted(beside) if beside else f"{_quoted(sys.executable)} -m scorekeeper"


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path
