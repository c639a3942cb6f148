"""Warm printing processes: the first one starts on demand or ahead of it, a second one when the first is busy."""

import contextlib
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from scorekeeper.printing.errors import PrintingBusyError, PrintingFailedError, PrintingUnavailableError
from scorekeeper.printing.process import EndedError, PrintingProcess

RECHECK_SECONDS: Final = 20.0
"""So long a computer without the libraries is not asked again."""
PATIENCE_SECONDS: Final = 4.0
"""So long a sheet waits for a process, unless its asker says otherwise."""
_WAITING: Final = 16
"""So many sheets wait at most: each keeps a thread of the server. Of guests only a few get so far (print_turns)."""


class Printer:
    """Turns HTML into PDF in processes of its own. Safe to share between threads."""

    def __init__(
        self, static: Path, *, processes: int = 2, seconds: float = 60.0, idle_seconds: float = 600.0,
        command: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        self._command = command or (sys.executable, "-m", "scorekeeper.printing.worker", str(static))
        self._seconds = seconds
        self._idle_seconds = idle_seconds
        self._room = threading.Semaphore(processes + _WAITING)
        self._slots = threading.Semaphore(processes)
        self._lock = threading.Lock()
        self._idle: list[PrintingProcess] = []
        self._all: list[PrintingProcess] = []
        self._unavailable: tuple[float, PrintingUnavailableError] | None = None
        self._closed = False

    def warm(self, processes: int = 1) -> None:
        """Start so many processes in the background if there are fewer; returns at once."""
        with self._lock:
            if self._closed or self._known_missing():
                return
            begun = [self._start() for _more in range(processes - len(self._all))]
            self._idle += begun
        for process in begun:
            threading.Thread(target=self._try_out, args=(process,), daemon=True).start()

    def missing(self) -> PrintingUnavailableError | None:
        """Say what is known to be missing; None if printing works or nobody has tried yet."""
        with self._lock:
            return self._known_missing()

    def pdf(self, html: str, patience: float | None = None) -> bytes:
        """Make a PDF, waiting so many seconds for a process; one that died is replaced once. Raises a PrintingError."""
        missing = self.missing()
        if missing is not None:
            raise missing
        body = html.encode()
        with self._slot(PATIENCE_SECONDS if patience is None else patience):
            for _attempt in range(2):
                with contextlib.suppress(EndedError), self._process() as process:
                    return process.print(body, self._seconds)
        raise PrintingFailedError

    def close(self) -> None:
        """End every process."""
        with self._lock:
            self._closed = True
            processes, self._all, self._idle = self._all, [], []
        for process in processes:
            process.end()

    @contextlib.contextmanager
    def _slot(self, patience: float) -> Iterator[None]:
        """Wait a little until a process is free. Raises PrintingBusyError."""
        if not self._room.acquire(blocking=False):
            raise PrintingBusyError
        try:
            if not self._slots.acquire(timeout=patience):
                raise PrintingBusyError
            try:
                yield
            finally:
                self._slots.release()
        finally:
            self._room.release()

    def _known_missing(self) -> PrintingUnavailableError | None:
        if self._unavailable is None:
            return None
        since, error = self._unavailable
        return error if time.monotonic() - since < RECHECK_SECONDS else None

    def _start(self) -> PrintingProcess:
        process = PrintingProcess(self._command)
        self._all.append(process)
        return process

    @contextlib.contextmanager
    def _process(self) -> Iterator[PrintingProcess]:
        """Lend a process, the one that was used last if one is idle."""
        with self._lock:
            process = self._idle.pop() if self._idle else self._start()
        try:
            yield process
        except PrintingUnavailableError as error:
            self._note(error)
            raise
        finally:
            self._take_back(process)

    def _try_out(self, process: PrintingProcess) -> None:
        """Find out ahead of the first sheet whether printing works."""
        try:
            process.greet()
        except PrintingUnavailableError as error:
            self._note(error)
        except (EndedError, OSError):
            pass  # the first sheet will start another one
        if not process.usable:
            self._discard(process)

    def _note(self, error: PrintingUnavailableError) -> None:
        with self._lock:
            self._unavailable = (time.monotonic(), error)

    def _take_back(self, process: PrintingProcess) -> None:
        if not process.usable:
            self._discard(process)
            return
        with self._lock:
            wanted = not self._closed
            if wanted:
                self._idle.append(process)
        if not wanted:
            process.end()
            return
        timer = threading.Timer(self._idle_seconds, self._retire)
        timer.daemon = True
        timer.start()

    def _discard(self, process: PrintingProcess) -> None:
        with self._lock:
            for keeping in (self._idle, self._all):
                if process in keeping:
                    keeping.remove(process)
        process.end()

    def _retire(self) -> None:
        """End the processes that nobody has needed for a while."""
        with self._lock:
            now = time.monotonic()
            tired = [process for process in self._idle if now - process.idle_since >= self._idle_seconds]
            for process in tired:
                self._idle.remove(process)
                self._all.remove(process)
        for process in tired:
            process.end()
