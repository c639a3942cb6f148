"""The organiser's page about backups."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from scorekeeper.services.backing_up import KEPT, KEPT_DAYS, Condition
from scorekeeper.storage.backup_folder import BackupFile

_KILO: Final = 1000
_MEGA: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class BackupPage:
    """When the last backup was made, which there are, where they lie and how one is restored."""

    template: ClassVar[str] = "backup.html"
    kept: ClassVar[int] = KEPT
    kept_days: ClassVar[int] = KEPT_DAYS
    condition: Condition

    @property
    def to_restore(self) -> str:
        """Name the file that stands in the command as it would be typed."""
        last = self.condition.last
        path = str(last.path if last else self.condition.folder / "scorekeeper-….sqlite3")
        return f'"{path}"' if " " in path else path

    def kilobytes(self, file: BackupFile) -> int:
        """Say how large a file is; a started kilobyte counts."""
        return -(-file.size // _KILO)

    def megabytes(self, file: BackupFile) -> Fraction | None:
        """Say how large a large file is, in tenths; None for a smaller one."""
        return None if file.size < _MEGA else Fraction(-(-file.size * 10 // _MEGA), 10)
