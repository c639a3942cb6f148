"""Files of many evenings: JSON Lines, one document a line; a file of one document is read as well."""

import json
from contextlib import suppress

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services.evening_data import EventFile
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.importing import as_event


class FaultyFileError(RefusedError):
    """A document cannot be read; `line` is where it stands in a file of many, None in a file of one."""

    def __init__(self, error: RefusedError, line: int | None) -> None:
        super().__init__(error.refusals)
        self.line = line


def read_events(content: bytes) -> dict[int | None, EventFile]:
    """Read every document of a file, by its line; None where the file is one document. Raises FaultyFileError."""
    lines = [(number, line) for number, line in enumerate(content.splitlines(), 1) if line.strip()]
    if len(lines) < 2 or not _is_document(lines[0][1]):  # noqa: PLR2004 one line is one document anyway
        return {None: _read(content, None)}
    return {number: _read(line, number) for number, line in lines}


def _is_document(line: bytes) -> bool:
    with suppress(ValueError, RecursionError):
        return isinstance(json.loads(line), dict)
    return False


def _read(content: bytes, line: int | None) -> EventFile:
    try:
        return as_event(read_evening(content))
    except RefusedError as error:
        raise FaultyFileError(error, line) from error
