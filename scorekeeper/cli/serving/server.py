"""granian with this app: it finishes what it accepted, and can be stopped in order to serve at another address."""

import errno
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from importlib import import_module
from multiprocessing import get_start_method
from threading import Event, Thread
from types import FrameType
from typing import Final

from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from scorekeeper import assets
from scorekeeper.cli.serving.steady import Steady
from scorekeeper.cli.serving.taking_in import THREADS
from scorekeeper.cli.serving.worker import NOBODY_FORKS, fork_safely, load_app
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_

_APP: Final = "scorekeeper.wsgi:app"
_CODE_OF_APP: Final = "scorekeeper.app"
_HEALTH: Final = "/healthz"
"""What costs next to nothing, asks nobody in, and stands in no log."""
_FROM_HERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 where all may come in, this computer may, too
_SECONDS_BETWEEN_LOOKS: Final = 0.1
_SECONDS_TO_ANSWER: Final = 5
_MOST_CONNECTIONS: Final = 10_000
"""Per worker. Whoever only holds connections open must not use them up: a table that saves gets one all the same."""
_HEADERS_WITHIN: Final = HTTP1Settings(header_read_timeout=10_000)
"""In milliseconds; a connection that asks for nothing, or one letter at a time, is closed then."""
_ENDING: Final = [signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]
"""SIGBREAK is how Windows says it."""
SECONDS_TO_FINISH: Final = 30
"""What was accepted is answered before a worker ends; one that hangs is not waited for longer."""
WORKERS: Final = 1 if os.name == "nt" else 2
"""Two keep both cores of a small machine busy; Windows cannot share a port between processes."""


_NO_SUCH_ADDRESS: Final = N_("this computer has no such address")
_REASONS: Final = {
    errno.EADDRINUSE: N_("it is taken, perhaps by scorekeeper itself"),
    errno.EADDRNOTAVAIL: _NO_SUCH_ADDRESS,
    errno.EACCES: N_("ports below 1024 need an administrator"),
}


class AddressError(ScorekeeperError):
    """The address cannot be served."""

    def __init__(self, host: str, port: int, command: str, error: OSError) -> None:
        by_make = command == "run" and assets.checkout()
        option = f"--port {port + 1}"
        other = f'make run ARGS="{option}"' if by_make else f"scorekeeper {command} {option}"
        known = _NO_SUCH_ADDRESS if isinstance(error, socket.gaierror) else _REASONS.get(error.errno or 0)
        address, reason = f"{host}:{port}", known or str(error.strerror)
        text = N_(
            "{address} cannot be served: {reason}. Another port: {command}",
            address=address, reason=reason, command=other,
        )  # fmt: skip
        super().__init__(text)


class ServerError(ScorekeeperError):
    """No worker can be started, so nothing was ever served."""

    def __init__(self, times: int) -> None:
        text = N_(
            "The app cannot be served: its processes ended {times} times in a row before they answered. What stands "
            "above says why; scorekeeper doctor looks further.", times=times,
        )  # fmt: skip
        super().__init__(text)


class Server:
    """Serves until a signal ends it, which sets `ended`, or until it is told to move."""

    def __init__(self, host: str, port: int, workers: int, ended: Event) -> None:
        self._ended = ended
        self._stopping = Event()
        self._answered = Event()
        _NEWS.stopped_at = None
        logging.getLogger("_granian").addFilter(_NEWS)
        self._granian = Steady(
            _APP,
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=workers,
            blocking_threads=THREADS,
            backpressure=_MOST_CONNECTIONS,
            http1_settings=_HEADERS_WITHIN,
            workers_kill_timeout=SECONDS_TO_FINISH,
            websockets=False,
            log_level=LogLevels.warning,
        )

    def serve(self, announce: Callable[[], None], *, asked_as: str = "localhost") -> None:
        """Serve; `announce` is called as soon as the app answers, which is asked by the name `asked_as`."""
        waiting = Thread(target=self._announce, args=(announce, asked_as), daemon=True)
        self._granian.on_startup(self._listen)
        self._granian.on_startup(waiting.start)
        self._granian.answers = self._answered.is_set
        self._granian.serve(target_loader=load_app)
        if self._granian.why is not None:
            raise ServerError(self._granian.why)
        self._stopping.set()
        waiting.join()

    def move(self) -> None:
        """Finish what was accepted and stop; the program goes on. Any thread may ask for it."""
        self._stopping.set()
        _NEWS.stopped_at = time.monotonic()
        self._granian.signal_handler_interrupt()

    def _announce(self, announce: Callable[[], None], asked_as: str) -> None:
        while not self._stopping.wait(_SECONDS_BETWEEN_LOOKS):
            with NOBODY_FORKS:
                if _answers(self._granian.bind_addr, self._granian.bind_port, asked_as):
                    self._answered.set()
                    announce()
                    return

    def _listen(self) -> None:
        """Tell a signal from a move: granian's own handlers, set just before, take both for the same."""
        for number in _ENDING:
            signal.signal(number, self._end)
        if self._ended.is_set():  # it came when the server before had stopped and still listened
            self.move()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._ended.set()
        self.move()


class _News(logging.Filter):
    """Leaves out what granian says although nothing is wrong."""

    stopped_at: float | None = None

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether it is to be said.

        Most threads only wait for what is sent, see `taking_in`: fewer are not needed. A worker that ended is taken
        for one that did not, as long as the system has not yet cleared it away; one that hangs is waited for.
        """
        text = record.getMessage()
        if text.startswith("Killing worker-") and self.stopped_at is not None:
            return time.monotonic() - self.stopped_at >= SECONDS_TO_FINISH
        return "Python threads" not in text and not text.startswith("Unexpected exit from worker-")  # `steady` says it


_NEWS: Final = _News()


def _answers(host: str, port: int, asked_as: str) -> bool:
    """Say whether the app answers there yet."""
    question = f"GET {_HEALTH} HTTP/1.0\r\nHost: {asked_as}\r\n\r\n".encode()
    try:
        with socket.create_connection((_FROM_HERE.get(host, host), port), _SECONDS_TO_ANSWER) as connection:
            connection.sendall(question)
            return bool(connection.recv(1))
    except OSError:
        return False


def load_once() -> None:
    """Where workers are forked, load the code once for all of them: they start with what is loaded here."""
    if get_start_method() == "fork":
        import_module(_CODE_OF_APP)
        fork_safely()


def free_port(host: str, port: int, command: str) -> int:
    """Give the port that can be served. Raises AddressError: the server itself would share it with whoever has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as probe:
            free: int = probe.getsockname()[1]
            return free
    except OSError as error:
        raise AddressError(host, port, command, error) from error
