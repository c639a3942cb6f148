"""Ends connections on which a form does not arrive: its sender has fallen silent, or sends one letter after the other.

The server waits for a body for as long as it takes, in a thread that nothing wakes but the end of its connection. Linux
says of every connection when either side spoke last; elsewhere nothing is ended here, and a proxy has to (deploy/).
"""

import os
import socket
import stat
import struct
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

_OWN_FILES: Final = Path("/proc/self/fd")
_SPOKE: Final = struct.Struct("44xI4xI")
"""Of Linux's `struct tcp_info`: milliseconds since something was last sent, and since something last came."""
_READS_INFO: Final = sys.platform == "linux"


class Limits(NamedTuple):
    """In seconds: how long a sender may be silent, how long all of it may take, how often that is looked at.

    While more than `many` are waited for, a sender may be silent for less.
    """

    silent: float = 20
    whole: float = 60
    between: float = 2
    many: int = 20
    silent_among_many: float = 3


class Way(NamedTuple):
    """From where connections come, whoever a proxy there speaks for, and the port that they come to."""

    peer: str
    port: str


class _Connection(NamedTuple):
    """Seconds since we spoke, and since its other end did; `number` tells it from all others that are open."""

    number: int
    ours: float
    theirs: float

    @property
    def is_awaited(self) -> bool:
        """Whether the other end spoke last: it sends something, or waits for an answer.

        Who was answered in the same millisecond counts, too: an idle connection may be ended, another one is opened.
        """
        return self.theirs <= self.ours


_Noted = dict[object, tuple[Way, float]]


class Silence:
    """Knows who is waited for; a thread of its own looks after them from the first one on."""

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008 frozen
        self._limits = limits
        self._arriving: _Noted = {}
        self._answered: _Noted = {}
        self._awaited: dict[int, float] = {}
        """By connection, since when it was seen to be awaited."""
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def arriving(self, way: Way) -> Iterator[None]:
        """Say that something is waited for that comes this way."""
        self._start()
        with _noted(self._arriving, way):
            yield

    @contextmanager
    def answered(self, way: Way) -> Iterator[None]:
        """Say that somebody there is being answered: they are right to be silent."""
        with _noted(self._answered, way):
            yield

    def _start(self) -> None:
        if self._thread is not None or not _READS_INFO:
            return
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_after, daemon=True)
                self._thread.start()

    def _look_after(self) -> None:
        while True:
            time.sleep(self._limits.between)
            self._look()

    def _look(self) -> None:
        """End what is awaited for too long."""
        now, allowed = time.monotonic(), self._allowed()
        seen: dict[int, float] = {}
        for handle in _own_sockets() if allowed else ():
            with suppress(OSError):  # it has just ended by itself, or is no connection
                way = _way(handle)
                if way is None or way not in allowed:
                    continue
                one = _spoken(handle)
                if not one.is_awaited:
                    continue
                spoken = one.ours < self._limits.between  # since it was last looked at
                seen[one.number] = now if spoken else self._awaited.get(one.number, now)
                drips = now - seen[one.number] > self._limits.whole and one.theirs < self._limits.between
                if drips or one.theirs > allowed[way]:
                    handle.shutdown(socket.SHUT_RDWR)
        self._awaited = seen

    def _allowed(self) -> dict[Way, float]:
        """Give how long anybody may be silent there where something is awaited, and nobody is answered as long."""
        arriving, answered = _longest(self._arriving), _longest(self._answered)
        usual, among_many = self._limits.silent, self._limits.silent_among_many
        found: dict[Way, float] = {}
        for way, waited in arriving.items():
            for allowed in (among_many, usual) if len(self._arriving) > self._limits.many else (usual,):
                if waited > allowed / 2 and answered.get(way, 0) < allowed * 3 / 4:
                    found[way] = allowed
                    break
        return found


def _longest(noted: _Noted) -> dict[Way, float]:
    now = time.monotonic()
    found: dict[Way, float] = {}
    for way, since in list(noted.values()):
        found[way] = max(found.get(way, 0), now - since)
    return found


@contextmanager
def _noted(where: _Noted, way: Way) -> Iterator[None]:
    mine = object()
    where[mine] = (way, time.monotonic())
    try:
        yield
    finally:
        del where[mine]


def _own_sockets() -> Iterator[socket.socket]:
    """Lend this process's sockets, one after the other.

    Nothing is closed here, not even a copy: with any number of a file that a process closes, it loses all its locks on
    that file. The database would take itself for closed, and others would clear away what is being written to.
    """
    for file in _OWN_FILES.iterdir():
        with suppress(OSError):  # it was closed meanwhile
            number = int(file.name)
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                handle = socket.socket(fileno=number)
                try:
                    yield handle
                finally:
                    handle.detach()


def _way(handle: socket.socket) -> Way | None:
    """Give from where a connection comes. Raises OSError if it is none."""
    if handle.family not in {socket.AF_INET, socket.AF_INET6}:
        return None
    return Way(handle.getpeername()[0], str(handle.getsockname()[1]))


def _spoken(handle: socket.socket) -> _Connection:
    ours, theirs = _SPOKE.unpack(handle.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _SPOKE.size))
    return _Connection(os.fstat(handle.fileno()).st_ino, ours / 1000, theirs / 1000)
