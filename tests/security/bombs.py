"""Files that are small and mean much: they unpack to gigabytes, nest without end, or name what lies elsewhere."""

import base64
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Final

import openpyxl

_GIGABYTE: Final = 2**30
_LAUGHS: Final = "".join(
    f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 10)
)  # fmt: skip
_BILLION_LAUGHS: Final = f'<?xml version="1.0"{{}}?><!DOCTYPE x [<!ENTITY l0 "haha">{_LAUGHS}]>'


def spreadsheets() -> Iterator[tuple[str, bytes]]:
    """Give them with what they do."""
    sheet = "xl/worksheets/sheet1.xml"
    for encoding, name in (("utf-8", ""), ("utf-16", ' encoding="utf-16"'), ("utf-16-le", ' encoding="utf-16le"')):
        xml = _BILLION_LAUGHS.format(name) + _sheet("<c t='inlineStr'><is><t>&l9;</t></is></c>")
        yield f"a billion laughs in {encoding}", _book({sheet: xml.encode(encoding)})
    external = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    yield (
        "a file of the system",
        _book({sheet: (external + _sheet("<c t='inlineStr'><is><t>&f;</t></is></c>")).encode()}),
    )
    yield "a gigabyte of spaces", _book({"xl/sharedStrings.xml": _spaces()})
    yield "a gigabyte under a false size", _with_false_size(_book({sheet: b" " * 50_000_000}))
    yield "a cell at the far end", _book({sheet: _sheet("<c r='XFD1048576'><v>1</v></c>", row=1_048_576).encode()})
    yield (
        "a shared string that is not there",
        _book({sheet: _sheet("<c t='s'><v>99999999999999999999</v></c>").encode()}),
    )
    yield "a number too large", _book({sheet: _sheet("<c><v>1e999</v></c><c><v>" + "9" * 5000 + "</v></c>").encode()})
    yield "a date before time", _book({sheet: _sheet("<c t='d'><v>-99999-99-99</v></c>").encode()})
    yield "deep nesting", _book({sheet: (b"<a>" * 500_000)})
    yield (
        "many attributes",
        _book({sheet: b"<worksheet " + b"".join(b'a%d="" ' % place for place in range(100_000)) + b"/>"}),
    )
    yield "a formula", _book({sheet: _sheet("<c t='str'><f>HYPERLINK(\"http://kraut\")</f><v>=kraut</v></c>").encode()})
    yield "many parts", _book({f"xl/{place}.xml": b"" for place in range(5000)})
    yield "parts outside", _book({"../../../../tmp/kraut": b"kraut", "/etc/kraut": b"kraut"})
    yield "a part twice", _book({sheet: b"<worksheet/>"}, twice=True)
    yield "cut off", _book({})[:2000]
    yield "only the beginning", b"PK\x03\x04"
    yield "rubbish inside", _book({"xl/workbook.xml": b"\xff\xfe\x00\x00" * 100})


def evenings() -> Iterator[tuple[str, bytes]]:
    """Give evening files."""
    yield "deep nesting", b'{"format":"scorekeeper-evening/1","game":' + b"[" * 200_000
    yield "deep objects", b'{"a":' * 100_000 + b"1" + b"}" * 100_000
    yield "a number without end", b'{"format":"scorekeeper-evening/1","deals":' + b"9" * 100_000 + b"}"
    yield "half a character", b'{"format":"scorekeeper-evening/1","title":"\\ud800"}'
    yield "a key twice", b'{"format":"scorekeeper-evening/1","game":"jaggln","game":"dobbm"}'
    yield "no number", b'{"format":"scorekeeper-evening/1","stake":{"cents":NaN}}'
    yield "broken UTF-8", b'{"format":"scorekeeper-evening/1","title":"\xff\xfe"}'
    yield "zeros", b"\0" * 100_000
    yield "many lines", b'{"format":"scorekeeper-evening/1"}\n' * 30_000
    yield "many players", json.dumps(_evening(players=[f"P{place}" for place in range(50_000)])).encode()
    yield "many deals", json.dumps(_evening(deals=[{"declarer": "A", "gewisse": 6}] * 100_000)).encode()
    yield "a script", json.dumps(_evening(title="<script>kraut()</script>", place="<kraut onkraut=1>")).encode()
    yield "a format", json.dumps(_evening(title="{0} {kraut} %s {{7*7}}")).encode()
    yield "unknown keys", json.dumps(_evening(**{"<kraut>": 1, "{0}": 2})).encode()
    yield "a table from nowhere", json.dumps(_evening(table_number=10**30)).encode()


def lists() -> Iterator[tuple[str, bytes]]:
    """Give lists of names."""
    yield "quotes without end", b'"' * 200_000
    yield "one line", b"a" * 1_900_000
    yield "many lines", b"Toni Kraut\n" * 100_000
    yield "many columns", b";".join([b"a"] * 200_000)
    yield "formulas", b'Name\n=HYPERLINK("http://kraut")\n+kraut\n@kraut\n-kraut\n\t=kraut\n'
    yield "scripts", b"Name;Spitzname\n<kraut onkraut=1>;<script>kraut()</script>\n{{7*7}};{0}\n"
    yield "UTF-16 cut off", b"\xff\xfea\x00b"
    yield "UTF-16 half a character", "Toni".encode("utf-16") + b"\x00\xd8"
    yield "control characters", bytes(range(1, 32)) * 50 + b"\nToni\n"
    yield "strange separators", b"sep=\x85\nToni\x85Maria\n\x1c\x1d\x1e"
    yield "old Excel", b"\xd0\xcf\x11\xe0" + b"\0" * 1000


def packed() -> Iterator[tuple[str, str]]:
    """Give what the form that carries a file along may be made to hold."""
    yield "a gigabyte", base64.b64encode(_deflated(_GIGABYTE)).decode()
    yield "a stream cut off", base64.b64encode(_deflated(1000)[:-8]).decode()
    yield "no letters of base64", "ÄÖÜ" * 100
    yield "nothing", ""


def pictures() -> Iterator[tuple[str, bytes]]:
    """Give pictures: one of forty thousand by forty thousand signs, and others that are none."""
    header = b"\x89PNG\r\n\x1a\n"
    size = (40_000).to_bytes(4, "big")
    chunk = b"IHDR" + size + size + b"\x08\x02\x00\x00\x00"
    huge = header + b"\x00\x00\x00\r" + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    data = b"IDAT" + _deflated(50_000_000)
    yield "huge", huge + (len(data) - 4).to_bytes(4, "big") + data + zlib.crc32(data).to_bytes(4, "big")
    yield (
        "SVG with a script",
        b'<svg xmlns="http://www.w3.org/2000/svg" onload="kraut()"><script>kraut()</script></svg>',
    )
    yield "HTML", b"<html><kraut onkraut=1></html>"
    yield "GIF and script", b"GIF89a/*" + b"\0" * 50 + b"*/=1;kraut()"
    yield "PNG cut off", huge
    yield "rubbish", b"\xff\xd8\xff\xe0" + b"\xff" * 5000


def _evening(**more: object) -> Mapping[str, object]:
    names = ["A", "B", "C", "D", "E"]
    return {"format": "scorekeeper-evening/1", "game": "jaggln", "players": names, "deals": [], **more}


def _sheet(cells: str, row: int = 1) -> str:
    spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f"<worksheet xmlns='{spreadsheet}'><sheetData><row r='{row}'>{cells}</row></sheetData></worksheet>"


def _book(parts: Mapping[str, bytes], *, twice: bool = False) -> bytes:
    """Give a workbook with some of its parts replaced."""
    plain, made = io.BytesIO(), io.BytesIO()
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Toni Kraut"])
    book.save(plain)
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, parts.get(name, source.read(name)))
        for name, content in parts.items():
            if name not in source.namelist() or twice:
                target.writestr(f"{name}.xml" if twice else name, content)
    return made.getvalue()


def _with_false_size(book: bytes) -> bytes:
    """Let the directory say that every part has one byte."""
    changed = bytearray(book)
    place = changed.find(b"PK\x01\x02")
    while place >= 0:
        changed[place + 24 : place + 28] = (1).to_bytes(4, "little")
        place = changed.find(b"PK\x01\x02", place + 4)
    return bytes(changed)


def _spaces() -> bytes:
    return b"<sst>" + b" " * 60_000_000 + b"</sst>"


def _deflated(size: int) -> bytes:
    packer, step = zlib.compressobj(9), b"0" * 2**20
    return b"".join(packer.compress(step[: size - done]) for done in range(0, size, 2**20)) + packer.flush()
