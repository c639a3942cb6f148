"""A log of several processes: a file a day that all of them add to, so that nobody ever has to rotate it."""

import contextlib
import logging
import os
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from scorekeeper.storage import private

KEPT_DAYS: Final = 14
_LARGEST_DAY: Final = 20 * 1024 * 1024
"""Whoever asks without end must not fill the disk: after so many bytes a day only warnings are written."""
_NAME: Final = re.compile(r"scorekeeper-(\d{4}-\d\d-\d\d)\.log")


class DailyFile(logging.Handler):
    """Adds lines to today's file (of the calendar in UTC), which its owner alone reads, and deletes what is too old."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._day: date | None = None
        self._file = -1

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line in one piece: other processes write to the same file."""
        with contextlib.suppress(OSError):  # a full disk: whoever keeps score must not hear of the log
            self._turn_to(datetime.fromtimestamp(record.created, UTC).date())
            if record.levelno >= logging.WARNING or os.fstat(self._file).st_size < _LARGEST_DAY:
                os.write(self._file, f"{self.format(record)}\n".encode())

    def close(self) -> None:
        """Close the file."""
        with self.lock or contextlib.nullcontext():
            self._put_away()
        super().close()

    def _turn_to(self, day: date) -> None:
        if day == self._day and self._file >= 0:
            return
        self._put_away()
        private.make_folder(self._folder)
        path = self._folder / f"scorekeeper-{day.isoformat()}.log"
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._day = day
        self._delete_older(day - timedelta(days=KEPT_DAYS))

    def _put_away(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _delete_older(self, oldest: date) -> None:
        for path in self._folder.iterdir():
            name = _NAME.fullmatch(path.name)
            with contextlib.suppress(OSError, ValueError):  # somebody else was quicker; a name that is no day
                if name and date.fromisoformat(name[1]) <= oldest:
                    path.unlink()
