"""A list of people out of a file: CSV in the encodings and separators that spreadsheets write, or XLSX.

What is read are cells; what the columns mean is said by a header line, else asked for.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args

from openpyxl import load_workbook

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.texts import one_line

Role = Literal["name", "first", "last", "nickname"]
Encoding = Literal["utf-8", "utf-16", "cp1252", "cp850", "mac_roman", "xlsx"]
GUESSED: Final[tuple[Encoding, ...]] = ("cp1252", "cp850", "mac_roman")
"""Encodings of one byte a letter: nothing in the file says which it is, so that it is shown and can be changed."""

MOST_BYTES: Final = 2 * 1024 * 1024
MOST_LINES: Final = 2000
MOST_CELL: Final = 200
_MOST_UNPACKED: Final = 16 * 1024 * 1024
_MOST_PARTS: Final = 1000
_MOST_COLUMNS: Final = 40
_MOST_ROWS: Final = 20_000
"""Empty ones included."""
_LOOKED_AT: Final = 50
"""So many lines say which separator it is."""
_SINGLE_COLUMN: Final = "\x1f"
_LATIN_ENDS: Final = "\u0180"
_GUARD: Final = re.compile(r"^'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""The apostrophe that keeps a spreadsheet from taking a name for a formula."""
_HEADS: Final[dict[Role, frozenset[str]]] = {
    "name": frozenset({
        "name", "namen", "spieler", "spielerin", "spieler/in", "spielername", "mitglied", "teilnehmer", "player",
        "full name", "vor- und nachname", "vor- und zuname", "vorname nachname",
    }),
    "first": frozenset({"vorname", "vornamen", "first name", "firstname", "given name", "first"}),
    "last": frozenset({
        "nachname", "familienname", "zuname", "last name", "lastname", "surname", "family name", "last",
    }),
    "nickname": frozenset({"spitzname", "beiname", "zusatz", "rufname", "hausname", "nickname", "nick"}),
}  # fmt: skip


class ListError(ScorekeeperError):
    """The file is no list that can be read."""


class Row(NamedTuple):
    """A line of the file by its number, with the cells of the columns that count as they stand there."""

    line: int
    cells: tuple[str, ...]
    broken: bool = False
    """A quotation mark is missing."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What is in a file: its lines without the header, and what each column means."""

    rows: tuple[Row, ...]
    roles: tuple[Role, ...]
    header: bool
    encoding: Encoding

    @property
    def arrangements(self) -> tuple[tuple[Role, ...], ...]:
        """What the columns may mean, where no header says it."""
        return () if self.header or len(self.roles) < len(_ARRANGEMENTS[0]) else _ARRANGEMENTS

    @property
    def is_doubtful(self) -> bool:
        """Whether the umlauts must be looked at: the encoding was guessed and something depends on it."""
        return self.encoding in GUESSED and any(not cell.isascii() for row in self.rows for cell in row.cells)


_ARRANGEMENTS: Final[tuple[tuple[Role, ...], ...]] = (("first", "last"), ("last", "first"), ("name", "nickname"))
"""What two columns without a header may mean."""


def read_list(data: bytes) -> Listed:
    """Read a file. Raises ListError."""
    if not data.strip():
        raise ListError(N_("The file is empty."))
    if len(data) > MOST_BYTES:
        raise ListError(too_large())
    if data.startswith(b"PK\x03\x04"):
        return _arranged(_spreadsheet(data), "xlsx")
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise ListError(
            N_("That is an old Excel file, or one with a password. Saved as .xlsx or as CSV it can be read in.")
        )
    text, encoding = _decoded(data)
    if not text.strip():
        raise ListError(N_("The file is empty."))
    return _arranged(list(_separated(text)), encoding)


def too_large() -> Message:
    """Say how large a file may be."""
    return N_("The file is too large: at most {most} MB.", most=MOST_BYTES // 1024 // 1024)


def _decoded(data: bytes) -> tuple[str, Encoding]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError as error:
            raise ListError(_no_list()) from error
    if b"\0" in data:
        raise ListError(_no_list())
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        encoding = max(GUESSED, key=lambda each: (_plausible(decoded_as(data, each)), -GUESSED.index(each)))
        return decoded_as(data, encoding), encoding


def _no_list() -> Message:
    return N_("That is no list of names. A CSV file or an Excel file (.xlsx) can be read in.")


def decoded_as(data: bytes, encoding: Encoding) -> str:
    """Decode; the few bytes that Windows-1252 leaves open stay as they are, so that nothing is lost."""
    return data.decode(encoding, errors="surrogateescape")


def _plausible(text: str) -> int:
    """Weigh how much like German names a text reads: umlauts for it, signs that stand in no name against it."""
    usual = sum(text.count(sign) for sign in "äöüÄÖÜßé")
    strange = sum(not (sign.isascii() or sign in "’‘–" or (sign.isalpha() and sign < _LATIN_ENDS)) for sign in text)
    return usual - 3 * strange


def read_as(listed: Listed, encoding: Encoding) -> Listed:
    """Read the same bytes in another encoding."""
    if listed.encoding not in GUESSED or encoding not in GUESSED:
        return listed
    rows = tuple(
        row._replace(cells=tuple(_reread(cell, listed.encoding, encoding) for cell in row.cells)) for row in listed.rows
    )
    return Listed(rows, listed.roles, listed.header, encoding)


def _reread(cell: str, was: Encoding, now: Encoding) -> str:
    try:
        return decoded_as(cell.encode(was, errors="surrogateescape"), now)
    except UnicodeEncodeError:  # not out of this file
        return cell


def _separated(text: str) -> Iterator[Row]:
    lines = text.splitlines()
    separator = _separator(lines)
    if lines[0].lower().startswith("sep=") and len(lines[0]) == len("sep=;"):
        separator = lines[0][-1]
        text = "\n" + text.split("\n", 1)[-1]
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        found, before = [], 0
        for cells in reader:
            found.append(Row(before + 1, tuple(cells[:_MOST_COLUMNS])))
            before = reader.line_num
        yield from found
    except csv.Error:  # a quotation mark too few: then line by line, and the broken ones are named
        for number, line in enumerate(lines, 1):
            yield _one_line(number, line, separator)


def _one_line(number: int, line: str, separator: str) -> Row:
    try:
        cells = next(csv.reader([line], delimiter=separator, strict=True), [])
    except csv.Error:
        return Row(number, (line[:MOST_CELL],), broken=True)
    return Row(number, tuple(cells[:_MOST_COLUMNS]))


def _separator(lines: Sequence[str]) -> str:
    """Find what most lines have; names may have a comma, too."""
    looked_at = [re.sub(r'"[^"]*"', "", line) for line in lines[:_LOOKED_AT] if line.strip()]
    for separator in ";\t":
        if sum(separator in line for line in looked_at) * 2 >= len(looked_at):
            return separator
    return "," if sum("," in line for line in looked_at) * 2 > len(looked_at) else _SINGLE_COLUMN


def _spreadsheet(data: bytes) -> list[Row]:
    """Read the first sheet that has something in it."""
    try:
        _verify_parts(data)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        return next(filter(None, (_sheet(sheet) for sheet in book.worksheets)), [])
    except ListError:
        raise
    except Exception as error:  # whatever a broken file lets the reader stumble over
        raise ListError(N_("The Excel file cannot be read. Saved once more, or as CSV, it often can.")) from error


def _sheet(sheet: Any) -> list[Row]:  # noqa: ANN401 openpyxl's types do not know that a sheet may be read-only
    sheet.reset_dimensions()  # what the file says of its size need not be true
    found: list[Row] = []
    rows = sheet.iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS, values_only=True)
    for number, cells in enumerate(rows, 1):
        if any(cell is not None for cell in cells):
            found.append(Row(number, tuple(map(_shown, cells))))
        if len(found) > MOST_LINES + 1:
            raise ListError(_too_long())
    return found


def _verify_parts(data: bytes) -> None:
    """Refuse what would unpack to more than a list of names comes to, and what is no spreadsheet."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        infos = parts.infolist()
        names = {info.filename for info in infos}
        if "xl/workbook.xml" not in names:
            raise ListError(_no_list())
        if len(infos) > _MOST_PARTS or sum(info.file_size for info in infos) > _MOST_UNPACKED:
            raise ListError(N_("The Excel file is too large when unpacked. A list with names only can be read in."))
        for name in names:
            if name.endswith((".xml", ".rels")) and b"<!DOCTYPE" in parts.read(name):
                raise ListError(_no_list())


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _arranged(rows: Sequence[Row], encoding: Encoding) -> Listed:
    filled = [row for row in rows if any(map(str.strip, row.cells))]
    if not filled:
        raise ListError(N_("The file is empty."))
    columns = _columns(filled[0].cells)
    header = bool({"name", "first", "last"} & set(columns.values()))
    body = filled[1:] if header else filled
    if not body:
        raise ListError(N_("Below the header there is no line."))
    if len(body) > MOST_LINES:
        raise ListError(_too_long())
    if not header:
        columns = _guessed(body)
    taken = tuple(
        row if row.broken else row._replace(cells=tuple(_cell(row.cells, place) for place in columns)) for row in body
    )
    return Listed(taken, tuple(columns.values()), header, encoding)


def _too_long() -> Message:
    return N_("The list is too long: at most {most} lines.", most=MOST_LINES)


def tidy_cell(cell: str) -> str:
    """Tidy a cell; the apostrophe before a sign that begins a formula goes, any other stays."""
    return _GUARD.sub("", one_line(cell))


def _cell(cells: Sequence[str], place: int) -> str:
    return cells[place][:MOST_CELL] if place < len(cells) else ""


def _columns(cells: Sequence[str]) -> dict[int, Role]:
    """Give what each column means that a header line names; nothing if it is none."""
    found: dict[int, Role] = {}
    for place, cell in enumerate(cells):
        head = one_line(cell).casefold().rstrip(":*")
        role = next((role for role in get_args(Role) if head in _HEADS[role]), None)
        if role is not None and role not in found.values():
            found[place] = role
    if "first" in found.values() and "last" not in found.values():  # "Name, Vorname": there the name is the family's
        found = {place: "last" if role == "name" else role for place, role in found.items()}
    return found


def _guessed(rows: Sequence[Row]) -> dict[int, Role]:
    """Take the first two columns that hold words in at least half of the lines, not running numbers."""
    width = max(len(row.cells) for row in rows)
    worded = [place for place in range(width) if sum(_is_worded(row, place) for row in rows) * 2 >= len(rows)]
    roles: tuple[Role, ...] = ("name",) if len(worded) <= 1 else _ARRANGEMENTS[0]
    return dict(zip(worded or [0], roles, strict=False))


def _is_worded(row: Row, place: int) -> bool:
    return not row.broken and any(sign.isalpha() for sign in _cell(row.cells, place))
