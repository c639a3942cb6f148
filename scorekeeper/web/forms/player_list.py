"""The form that a list of people passes through before it is taken: its lines travel with it, nothing is left here."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from scorekeeper.services.player_files import MOST_CELL, MOST_LINES, Encoding, Listed, Role, Row, read_as
from scorekeeper.web.row_numbers import row_number_or

Form = MultiDict[str, str]
CHOICE: Final = "choice."
TAKE: Final = "take"
_MOST_CELLS: Final = 4


def dumped(listed: Listed) -> str:
    """Write a list into a field of the form."""
    rows = [[row.line, list(row.cells), row.broken] for row in listed.rows]
    return json.dumps([rows, listed.roles, listed.header, listed.encoding], separators=(",", ":"))


def loaded(text: str) -> Listed:
    """Read it again. Raises BadRequest if it is none of ours."""
    try:
        rows, roles, header, encoding = json.loads(text)
        listed = Listed(tuple(map(_row, rows)), tuple(map(_role, roles)), header is True, _encoding(encoding))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadRequest from error
    if not 0 < len(listed.rows) <= MOST_LINES or not 0 < len(listed.roles) <= _MOST_CELLS:
        raise BadRequest
    return listed


def _row(written: Any) -> Row:  # noqa: ANN401 out of JSON
    line, cells, broken = written
    texts = tuple(cell[:MOST_CELL] for cell in cells if isinstance(cell, str))
    if type(line) is not int or len(texts) != len(cells) or len(texts) > _MOST_CELLS:
        raise ValueError(written)
    return Row(line, texts, broken is True)


def _role(written: Any) -> Role:  # noqa: ANN401 out of JSON
    roles: tuple[Role, ...] = get_args(Role)
    return roles[roles.index(written)]


def _encoding(written: Any) -> Encoding:  # noqa: ANN401 out of JSON
    encodings: tuple[Encoding, ...] = get_args(Encoding)
    return encodings[encodings.index(written)]


def acted(listed: Listed, action: str) -> Listed:
    """Do what the tapped button says: "as:cp850" reads the umlauts otherwise, "columns:last-first" the columns."""
    verb, _, what = action.partition(":")
    if verb == "as":
        encoding = next((known for known in get_args(Encoding) if known == what), listed.encoding)
        return read_as(listed, encoding)
    if verb == "columns":
        roles = next((known for known in listed.arrangements if "-".join(known) == what), listed.roles)
        return replace(listed, roles=roles)
    if verb == "skip" and len(listed.rows) > 1:
        return replace(listed, rows=listed.rows[1:])
    return listed


def choices(form: Form) -> Mapping[int, int]:
    """Read by line number whom a name means; 0 = somebody new."""
    chosen = {
        row_number_or(name.removeprefix(CHOICE), 0): row_number_or(value, 0)
        for name, value in form.items()
        if name.startswith(CHOICE)
    }
    chosen.pop(0, None)
    return chosen
