"""One printing process, seen from the web process: started, greeted, given sheets, ended."""

import contextlib
import logging
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import Final

from scorekeeper.bootstrap import pdf_environment, pdf_install_command
from scorekeeper.printing import frames
from scorekeeper.printing.errors import PrintingFailedError, PrintingUnavailableError

_LOG: Final = logging.getLogger(__name__)


class EndedError(Exception):
    """The process died; another one may do better."""


class PrintingProcess:
    """A process and its pipes. One thread prints; a second one may wait for the greeting meanwhile."""

    def __init__(self, command: Sequence[str]) -> None:
        # the fonts that it unpacks and keeps; it is killed, so they are cleared away from here
        self._folder = tempfile.TemporaryDirectory(prefix="scorekeeper-", ignore_cleanup_errors=True)
        environment = {**pdf_environment(), **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), self._folder.name)}
        self._popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)  # noqa: S603 our own module
        self._greeting = threading.Lock()
        self._greeted = False
        self._usable = True
        self.idle_since = time.monotonic()

    @property
    def usable(self) -> bool:
        """Whether it may get another sheet."""
        return self._usable and self._popen.poll() is None

    def print(self, html: bytes, seconds: float) -> bytes:
        """Make a PDF; the process is killed if that takes longer. Raises EndedError or a PrintingError."""
        late = threading.Event()
        timer = threading.Timer(seconds, self._kill_late, (late,))
        timer.daemon = True
        timer.start()
        try:
            self.greet()
            return self._exchange(html)
        except (EndedError, OSError) as error:
            self._usable = False
            if late.is_set():
                _LOG.error("a sheet took longer than %s seconds", seconds)
                raise PrintingFailedError from None
            raise EndedError from error
        finally:
            timer.cancel()
            self.idle_since = time.monotonic()

    def greet(self) -> None:
        """Wait until it has loaded WeasyPrint. Raises PrintingUnavailableError where that failed, or EndedError."""
        with self._greeting:
            if self._greeted:
                return
            kind, body = self._receive()
            if kind == frames.UNAVAILABLE:
                self._usable = False
                _LOG.warning("printing is not available: %s", body.decode(errors="replace"))
                raise PrintingUnavailableError(pdf_install_command())
            self._greeted = True

    def end(self) -> None:
        """End it and wait, so that no zombie stays."""
        self._usable = False
        self._popen.kill()
        with contextlib.suppress(OSError, ValueError):
            self._popen.communicate()
        self._folder.cleanup()

    def _kill_late(self, late: threading.Event) -> None:
        late.set()
        self._popen.kill()

    def _exchange(self, html: bytes) -> bytes:
        assert self._popen.stdin is not None  # noqa: S101  it was asked for
        frames.send(self._popen.stdin, frames.HTML, html)
        kind, body = self._receive()
        if kind != frames.PDF:
            _LOG.error("a sheet could not be printed: %s", body.decode(errors="replace"))
            raise PrintingFailedError
        return body

    def _receive(self) -> tuple[bytes, bytes]:
        assert self._popen.stdout is not None  # noqa: S101  it was asked for
        frame = frames.receive(self._popen.stdout)
        if frame is None:
            self._usable = False
            raise EndedError
        return frame
