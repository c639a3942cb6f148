"""How the web process and a printing process talk: frames of one letter, a length and that many bytes."""

import struct
from typing import IO, Final

_HEAD: Final = struct.Struct(">cQ")

READY: Final = b"r"
UNAVAILABLE: Final = b"u"
HTML: Final = b"h"
PDF: Final = b"p"
FAILED: Final = b"f"


def send(pipe: IO[bytes], kind: bytes, body: bytes = b"") -> None:
    """Write a frame. Raises OSError if nobody reads any more."""
    pipe.write(_HEAD.pack(kind, len(body)) + body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> tuple[bytes, bytes] | None:
    """Read a frame; None if the other side has ended."""
    head = pipe.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, length = _HEAD.unpack(head)
    body = pipe.read(length)
    return (kind, body) if len(body) == length else None
