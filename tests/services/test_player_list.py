"""A list of people out of a file: as spreadsheets write it, shown line by line, taken once."""

import contextlib
import io
import zipfile
from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given
from openpyxl import Workbook

from scorekeeper.services import evenings, player_list, players
from scorekeeper.services.auditing import What
from scorekeeper.services.player_files import Listed, ListError, read_as, read_list
from scorekeeper.services.player_list import NEW, Line, ReadIn
from scorekeeper.storage import Store, audit
from tests.services.table import actor, people

UMLAUTS = "Jörg Großrubatscher"


def _names(listed: Listed) -> list[tuple[str, str]]:
    return [(line.name, line.nickname) for line in player_list.judged(listed, (), {})]


def _xlsx(*rows: tuple[str | float | None, ...]) -> bytes:
    book, file = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    for row_of_cells in sheet.iter_rows():
        for cell in row_of_cells:
            if isinstance(cell.value, str):
                cell.data_type = "s"  # a name with = before it is a name
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    "text, names",
    [
        ("Josef\nMaria\n", [("Josef", ""), ("Maria", "")]),
        ("Name\nJosef\n\n  Maria  \n", [("Josef", ""), ("Maria", "")]),
        ("Vorname;Nachname;Spitzname\nHans;Maier;Bäck\nToni;Huber;\n", [("Hans Maier", "Bäck"), ("Toni Huber", "")]),
        ("Familienname\tVorname\r\nMaier\tHans\r\n", [("Hans Maier", "")]),
        ("Name,Vorname\nMaier,Hans\n", [("Hans Maier", "")]),  # here the name is the family's
        ("Nr.;Mitglied;Ort\n1;Hans;Wörgl\n2;Toni;Söll\n", [("Hans", ""), ("Toni", "")]),
        ("1;Hans;Maier\n2;Toni;Huber\n", [("Hans Maier", ""), ("Toni Huber", "")]),
        ("sep=;\nName;Beiname\nHans;Bäck\n", [("Hans", "Bäck")]),
        ('"Huber, geb. Maier"\nToni\n', [("Huber, geb. Maier", ""), ("Toni", "")]),
        ('Name,Zusatz\n"Huber, geb. Maier",Post\n', [("Huber, geb. Maier", "Post")]),
        ("Hans (Bäck)\nHans (Lois)\n", [("Hans", "Bäck"), ("Hans", "Lois")]),
        ('Name\n"Sepp ""der Blitz"" Egger"\n', [('Sepp "der Blitz" Egger', "")]),
        ("Name\nO'Brien\n'Sepp\n", [("O'Brien", ""), ("'Sepp", "")]),
        ("Name\n'=Sepp\n'+Maria\n'-Franz\n'@Leni\n", [("=Sepp", ""), ("+Maria", ""), ("-Franz", ""), ("@Leni", "")]),
        ("Name\n'\uff1dSepp\n'\uff20Leni\n", [("\uff1dSepp", ""), ("\uff20Leni", "")]),
        ("Josef\rMaria\r", [("Josef", ""), ("Maria", "")]),
        ("x" * 60, [("x" * 60, "")]),
    ],
)
def test_lists_are_read_as_they_come(text: str, names: list[tuple[str, str]]) -> None:
    assert _names(read_list(text.encode())) == names


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "cp850", "mac_roman"])
def test_umlauts_are_read_in_every_encoding_that_spreadsheets_write(encoding: str) -> None:
    text = f"Name;Spitzname\r\n{UMLAUTS};Bäck\r\nKäthe Öttl;Über\r\n"
    listed = read_list(text.encode(encoding))
    assert _names(listed) == [(UMLAUTS, "Bäck"), ("Käthe Öttl", "Über")]
    assert listed.is_doubtful is (encoding in {"cp1252", "cp850", "mac_roman"})


def test_an_apostrophe_of_windows_does_not_make_it_another_encoding() -> None:
    assert _names(read_list("Pat O’Brien\nSepp".encode("cp1252"))) == [("Pat O’Brien", ""), ("Sepp", "")]


def test_a_guess_that_was_wrong_is_read_again_without_the_file() -> None:
    listed = read_list("Name\nZoë Bjørn".encode("cp850"))  # nothing German in it
    wrong = read_as(listed, "cp1252")
    assert _names(wrong) != [("Zoë Bjørn", "")]
    assert _names(read_as(read_as(wrong, "mac_roman"), "cp850")) == [("Zoë Bjørn", "")]


@given(st.binary(min_size=1, max_size=300))
def test_whatever_bytes_come_they_are_read_or_refused_in_words(data: bytes) -> None:
    with contextlib.suppress(ListError):
        player_list.judged(read_list(data), (), {})


@given(st.lists(st.text(st.characters(codec="cp1252", categories=["L"]), min_size=1, max_size=20), min_size=1))
def test_no_letter_is_lost_from_one_encoding_to_another_and_back(names: list[str]) -> None:
    listed = read_list(("Vorname;Nachname\n" + "\n".join(f"{name};ß" for name in names)).encode("cp1252"))
    again = read_as(read_as(read_as(listed, "cp850"), "mac_roman"), "cp1252")
    assert [row.cells[0] for row in again.rows] == names


def test_a_spreadsheet_is_read_and_its_numbers_and_empty_lines_left_out() -> None:
    data = _xlsx(
        ("Nr.", "Nachname", "Vorname", "Zusatz"),
        (1, "Großrubatscher", "Jörg", None),
        (),
        (2.0, "=Egger", "Sepp", "Post"),
    )
    listed = read_list(data)
    assert _names(listed) == [("Jörg Großrubatscher", ""), ("Sepp =Egger", "Post")]
    assert [row.line for row in listed.rows] == [2, 4]
    assert not listed.is_doubtful


def test_without_a_header_two_columns_can_be_arranged() -> None:
    listed = read_list(b"Maier;Hans\nHuber;Toni\n")
    assert listed.arrangements == (("first", "last"), ("last", "first"), ("name", "nickname"))
    assert _names(replace(listed, roles=("last", "first"))) == [("Hans Maier", ""), ("Toni Huber", "")]
    assert _names(replace(listed, roles=("name", "nickname"))) == [("Maier", "Hans"), ("Huber", "Toni")]
    assert read_list(b"Name\nHans").arrangements == ()


def test_a_line_that_cannot_be_read_is_named_with_its_reason_and_the_others_stay() -> None:
    data = b'Vorname;Nachname\nHans;Maier\n;\n;" "\n"Toni;Huber\n17;4\nLeni;Egger\nhans;maier\n'
    data += f"{'x' * 40};{'y' * 40}\n".encode()
    lines = player_list.judged(read_list(data), (), {})
    assert [(line.number, line.name or None, line.problem.id if line.problem else None) for line in lines] == [
        (2, "Hans Maier", None),
        (5, None, "a quotation mark is missing"),
        (6, None, "no letter in the name"),
        (7, "Leni Egger", None),
        (8, "hans maier", "stands in line {line} already"),
        (9, None, "at most {most} letters"),
    ]


def test_a_letter_that_cannot_be_read_is_no_name() -> None:
    line = player_list.judged(read_as(read_list(b"Name\nJ\x81rg"), "cp1252"), (), {})[0]
    assert line.problem is not None
    assert line.problem.id == "a letter cannot be read"


def _bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/workbook.xml", b" " * 40_000_000)
    return file.getvalue()


def _zip(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parts:
        for name, content in files.items():
            parts.writestr(name.replace("__", "/") + ".xml", content)
    return file.getvalue()


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "The file is empty."),
        (b" \n\n ", "The file is empty."),
        ("\ufeff".encode(), "The file is empty."),
        (b"Name\n", "Below the header there is no line."),
        (b"x" * (2 * 1024 * 1024 + 1), "The file is too large: at most {most} MB."),
        (b"\n".join(b"Sepp %d" % number for number in range(2001)), "The list is too long: at most {most} lines."),
        (b"\x89PNG\r\n\0\0", "That is no list of names. A CSV file or an Excel file (.xlsx) can be read in."),
        (b"\xff\xfe\0", "That is no list of names. A CSV file or an Excel file (.xlsx) can be read in."),
        (_zip(mimetype=b""), "That is no list of names. A CSV file or an Excel file (.xlsx) can be read in."),
        (
            _zip(xl__workbook=b'<!DOCTYPE x [<!ENTITY a "b">]><x/>'),
            "That is no list of names. A CSV file or an Excel file (.xlsx) can be read in.",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "That is an old Excel file, or one with a password. Saved as .xlsx or as CSV it can be read in.",
        ),
        (_bomb(), "The Excel file is too large when unpacked. A list with names only can be read in."),
        (_xlsx(("Name",), *((f"Sepp {n}",) for n in range(2001))), "The list is too long: at most {most} lines."),
        (_xlsx(), "The file is empty."),
        (b"PK\x03\x04rubbish", "The Excel file cannot be read. Saved once more, or as CSV, it often can."),
        (_zip(xl__workbook=b"<x/>"), "The Excel file cannot be read. Saved once more, or as CSV, it often can."),
    ],
)
def test_a_bad_file_is_refused_with_what_helps(data: bytes, message: str) -> None:
    with pytest.raises(ListError) as caught:
        read_list(data)
    assert caught.value.message.id == message


def test_exactly_two_thousand_lines_are_read() -> None:
    assert len(read_list(b"Name\n" + b"\n".join(b"Sepp %d" % number for number in range(2000))).rows) == 2000


LIST = "Name;Beiname\nJosef;\nJoisef;\nMaria;\nHans;Bäck\nVroni;\n;Post\n".encode()


def _judged(store: Store, choices: dict[int, int] | None = None) -> tuple[Line, ...]:
    with store.read() as tx:
        known = players.known_players(tx, evenings.first_club(tx))
        return player_list.judged(read_list(LIST), known, choices or {})


def _read_in(store: Store, choices: dict[int, int], key: str = "key") -> ReadIn:
    with store.write() as tx:
        return player_list.read_in(tx, actor(store), read_list(LIST), choices, key)


def _everybody(store: Store) -> list[str]:
    with store.read() as tx:
        return sorted(person.label for person in players.known_players(tx, evenings.first_club(tx)))


def test_every_line_is_new_known_much_like_somebody_or_unreadable(sqlite_store: Store) -> None:
    josef, maria = people(sqlite_store, ("Josef", "Maria"))
    lines = _judged(sqlite_store)
    assert [line.known.id if line.known else None for line in lines] == [josef, None, maria, None, None, None]
    assert [[person.id for person in line.alike] for line in lines] == [[], [josef], [], [], [], []]
    assert [line.choice for line in lines] == [NEW, josef, NEW, NEW, NEW, NEW]
    assert [line.is_new for line in lines] == [False, False, False, True, True, False]
    assert _judged(sqlite_store, {3: NEW})[1].is_new
    assert _judged(sqlite_store, {3: 4711})[1].is_new


def test_a_list_is_taken_all_at_once_and_only_once(store: Store) -> None:
    josef, _maria = people(store, ("Josef", "Maria"))
    assert _read_in(store, {3: josef}) == ReadIn(added=2, known=3)
    assert _read_in(store, {3: NEW}) == ReadIn(added=2, known=3)  # the same form sent twice
    assert _everybody(store) == ["Hans", "Josef", "Maria", "Vroni"]
    assert _read_in(store, {3: NEW}, "another") == ReadIn(added=1, known=4)
    assert _everybody(store) == ["Hans", "Joisef", "Josef", "Maria", "Vroni"]
    with store.read() as tx:
        made = audit.of_kind(tx, evenings.first_club(tx), What.PLAYERS_READ_IN)
    assert [line.values for line in made] == [
        {"key": "key", "added": 2, "known": 3},
        {"key": "another", "added": 1, "known": 4},
    ]


def test_somebody_who_was_added_while_the_list_was_looked_at_swallows_nobody(store: Store) -> None:
    shown = _judged(store)
    assert shown[1].is_new  # nobody is like Joisef yet, so there was nothing to choose
    people(store, ("Josef",))
    _read_in(store, {})
    assert "Joisef" in _everybody(store)


def test_two_thousand_lines_are_judged_against_two_thousand_people_in_no_time(sqlite_store: Store) -> None:
    """No figure of speed: with every line compared to everybody this test would hit its time limit."""
    known = tuple(
        players.KnownPlayer(number, f"Sepp {number:04}a", "", f"Sepp {number:04}a", None) for number in range(1, 2001)
    )
    listed = read_list(b"Name\n" + b"\n".join(b"Sepp %04db" % number for number in range(2000)))
    assert sum(line.is_new for line in player_list.judged(listed, known, {})) == 2000
