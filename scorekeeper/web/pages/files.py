"""The pages on which evenings are read in from a file."""

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from scorekeeper.domain.text import N_, Message
from scorekeeper.services.evening_lines import FaultyFileError
from scorekeeper.services.importing import Preview

MOST_BYTES: Final = 16 * 2**20
MOST_DEALS: Final = 3000
"""Where others play too: SQLite has one writer, and these take it about as long as a sheet takes to print."""
_MOST_SHOWN: Final = 10


class LostFileError(ValueError):
    """What the form carried is not what it was made of."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a file, and where."""

    line: int | None
    place: str
    message: Message


def faults_of(error: FaultyFileError) -> tuple[Fault, ...]:
    """Give what is wrong, the first few of it."""
    return tuple(Fault(error.line, place, message) for place, message in error.refusals[:_MOST_SHOWN])


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePage:
    """A file is asked for; what was wrong with the one before."""

    template: ClassVar[str] = "files/file.html"
    megabytes: ClassVar[int] = MOST_BYTES // 2**20
    name: str = ""
    faults: tuple[Fault, ...] = ()
    problem: Message | None = None
    left_out: Message | None = None
    """How many tournaments and courses a file of all evenings does not hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPage:
    """What is in the file, before it is taken. The form carries the file along, so that nothing is kept meanwhile."""

    template: ClassVar[str] = "files/preview.html"
    key: str
    content: bytes
    previews: Mapping[int | None, Preview]
    tried: bool = False
    """Whether it was to be taken although an event is there already, and nobody said that it is meant."""

    @property
    def packed(self) -> str:
        """The file as the form carries it."""
        return base64.b64encode(zlib.compress(self.content)).decode()

    @property
    def there(self) -> int:
        """How many of the events are kept already."""
        return sum(preview.there is not None for preview in self.previews.values())

    @property
    def problem(self) -> Message | None:
        """What hinders it."""
        return N_("Nothing was read in yet: it must be said that it is to be there twice.") if self.tried else None


def unpacked(packed: str) -> bytes:
    """Give the file that a form carried. Raises LostFileError."""
    unpack = zlib.decompressobj()
    try:
        content = unpack.decompress(base64.b64decode(packed, validate=True), MOST_BYTES + 1)
    except (ValueError, zlib.error) as error:
        raise LostFileError(error) from error
    if len(content) > MOST_BYTES or not unpack.eof:
        raise LostFileError(len(content))
    return content
