"""What is sent is taken in before it gets its turn: who sends slowly, one letter at a time, keeps nobody from saving.

The server hands a request over as soon as its headers are there; its body is waited for in a thread. There are many
threads for waiting, of which one address gets a few only, and a few turns for what costs time.
"""

import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from ipaddress import IPv6Address, ip_address, ip_network
from typing import IO, Any, Final, Self

from scorekeeper.cli.serving.silence import Silence, Way
from scorekeeper.printing import turn

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

THREADS: Final = 64
_TURNS: Final = 4
_OF_ONE_VISITOR: Final = 8
"""One who sends nothing more keeps its places until `silence` ends that."""
_NETWORK: Final = 64
"""Who has one IPv6 address has all of its network's."""
_OF_ALL: Final = THREADS - 2 * _TURNS
"""So many wait for bodies at most: pages that only look always find a thread."""
_SECONDS: Final = 60
_PIECE: Final = 64 * 1024
_MOST_BYTES: Final = 32 * 2**20
"""More than any form may have: the app says what is too much for which form."""
_FILES: Final = re.compile(
    r"/einlesen(/uebernehmen)?|/einstellungen/bild|/leute/einlesen|/turnier/[0-9]+/anmeldung(/.*)?"
)
"""Where files are handed in; everywhere else nothing is read that does not fit in memory."""
_IN_MEMORY: Final = 2**20
_LARGEST_PLAIN_FORM: Final = 256 * 1024
"""What is larger, the app refuses in words; browsers say the length of everything they send."""


class TakingIn:
    """A WSGI application around another one."""

    def __init__(self, app: Application, *, proxies: int) -> None:
        self._app = app
        self._proxies = proxies
        self._turns = threading.Semaphore(_TURNS)
        self._lock = threading.Lock()
        self._waiting: Counter[str] = Counter()
        self._silence = Silence()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Take the body in, then let the app answer."""
        way = Way(str(environ.get("REMOTE_ADDR", "")), str(environ.get("SERVER_PORT", "")))
        if _has_body(environ):
            refused = self._taken_in(environ, way)
        else:
            refused = None
            environ["wsgi.input"] = BytesIO()  # whoever has a turn waits for nothing, whatever it would let in
        if refused is not None:
            headers = [("Content-Type", "text/plain; charset=utf-8"), ("Retry-After", "5"), ("Connection", "close")]
            start_response(refused, headers)
            return [refused.encode()]
        with self._silence.answered(way), _Turn(self._turns) as mine:
            environ[turn.LEAVE] = mine.leave
            return self._app(environ, start_response)

    def _taken_in(self, environ: dict[str, Any], way: Way) -> str | None:
        """Read the body; give the status if that was refused."""
        visitor = _visitor(environ, self._proxies)
        with self._lock:
            if self._waiting[visitor] >= _OF_ONE_VISITOR or self._waiting.total() >= _OF_ALL:
                return "503 Service Unavailable"
            self._waiting[visitor] += 1
        try:
            with self._silence.arriving(way):
                return _read(environ)
        finally:
            with self._lock:
                self._waiting[visitor] -= 1
                self._waiting += Counter()  # forgets who waits no more


class _Turn:
    """One of the turns, which may be given back before its end."""

    def __init__(self, turns: threading.Semaphore) -> None:
        self._turns = turns
        self._held = False

    def __enter__(self) -> Self:
        self._held = self._turns.acquire()
        return self

    def __exit__(self, *_error: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Let the next one go on."""
        if self._held:
            self._held = False
            self._turns.release()


def _visitor(environ: Mapping[str, Any], proxies: int) -> str:
    """Say who sends; behind proxies that is the address that the outermost of the believed ones saw."""
    forwarded = str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    said = forwarded[-proxies].strip() if 0 < proxies <= len(forwarded) else ""
    text = said or str(environ.get("REMOTE_ADDR", ""))
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, _NETWORK), strict=False))
    return text


def _most(environ: Mapping[str, Any]) -> int:
    return _MOST_BYTES if _FILES.fullmatch(str(environ.get("PATH_INFO", ""))) else _IN_MEMORY


def _has_body(environ: Mapping[str, Any]) -> bool:
    if "HTTP_TRANSFER_ENCODING" in environ:
        return True
    length = str(environ.get("CONTENT_LENGTH") or "0")
    # what is too much altogether is not even read: the app refuses it by its length
    return length.isdecimal() and 0 < int(length[:20]) <= _most(environ)


def _read(environ: dict[str, Any]) -> str | None:
    source: Any = environ["wsgi.input"]
    said = environ.get("CONTENT_LENGTH")
    expected = int(said) if said else _most(environ) + 1
    kept: IO[bytes] = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 the app reads it, its end closes it
    size, until = 0, time.monotonic() + _SECONDS
    refused = None
    while size < expected and refused is None:
        piece = source.read(min(_PIECE, expected - size))
        if not piece:
            # half a form must not be taken for a whole one; without its length nobody knows which it is
            refused = "400 Bad Request" if said else None if size > _LARGEST_PLAIN_FORM else "411 Length Required"
            break
        size += kept.write(piece)
        if time.monotonic() > until:
            refused = "408 Request Timeout"
    if refused is not None:
        kept.close()
        return refused
    kept.seek(0)
    environ["wsgi.input"], environ["CONTENT_LENGTH"] = kept, str(size)
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return None
