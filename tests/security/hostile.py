"""What somebody with bad intentions, or a cat on the keyboard, sends: texts, numbers, whole bodies and headers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, quote_from_bytes

from hypothesis import strategies as st

SCRIPT: Final = "<kraut onkraut=1>"
TEXTS: Final = (
    SCRIPT, "<script>kraut()</script>", '"><kraut>', "'><kraut>", '" onkraut="1', "' onkraut='1",
    "javascript:kraut()",
    "</textarea><kraut>", "</title><kraut>", "]]><kraut>", "<!--<kraut>-->", "&lt;kraut&gt;", "kraut{{7*7}}kraut",
    "kraut{%print 7*7%}kraut", "{0}", "{name}", "{kraut.__class__}", "%s%n%(kraut)s", "%", "${7*7}",
    "'; DROP TABLE player;--", '" OR 1=1 --', "' UNION SELECT name FROM organiser --", "%' ESCAPE '\\", "\\",
    '=HYPERLINK("http://kraut")', "+cmd|' /C calc'!A0", "@SUM(1+1)", "-1+1", "\t=1",
    "Kraut\r\nX-Kraut: 1", "Kraut\nSet-Cookie: kraut=1", "../../../etc/passwd", "..\\..\\secret.key", "/etc/passwd",
    "file:///etc/passwd", "http://127.0.0.1:1/kraut", "//kraut.example/", "/\\kraut.example", "https:kraut.example",
    "\0", "Kraut\0garten", "\x1b[31m", "\x7f", "\u202egart", "\ufeff", "\u200b", "e\u0301" * 40, "\U0001f0a1" * 30,
    "ﬃ",
    "", " ", "\u00a0", "İ", "ß", "½", "٣", "\uff11\uff12", "1e9", "0x10", "1_000", "+1", "-1", "--1", "−1",
    "0,1,2", "1.000.000,00", "NaN",
    "inf", "True", "null", "[]", "{}", "9" * 11, "9" * 400, "9" * 5000, "-" + "9" * 30, "2147483647", "2147483648",
    "9223372036854775808", "a" * 200, "b" * 5000, "c" * 60_000, "Ä" * 61, ",".join("abcdefgh"), ":" * 50, "1:2:3",
    "0", "00",
)  # fmt: skip
BYTES: Final = (b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"Kraut\xe4", b"%zz", b"\xe2\x82")
"""Broken UTF-8: half a surrogate, an overlong zero, beyond Unicode, Latin 1, cut off."""
KINDS: Final = (
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data", "multipart/form-data; boundary=x", "multipart/form-data; boundary=" + "x" * 300,
    "application/json", "text/plain", "", "kraut", 'application/x-www-form-urlencoded; charset="',
)  # fmt: skip
HEADERS: Final = (
    "Referer", "Origin", "Accept-Language", "Cookie", "If-None-Match", "If-Modified-Since", "Range", "Host",
    "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Proto", "HX-Request", "User-Agent", "Accept", "X-HTTP-Method-Override",
    "X-CSRFToken",
    "X-Request-Id", "Forwarded", "Transfer-Encoding", "Content-Encoding",
)  # fmt: skip
_PRINTED: Final = re.compile(r"[^\x20-\x7e]")

texts: Final = st.sampled_from(TEXTS) | st.text(max_size=80) | st.integers(-(10**20), 10**20).map(str)
values: Final = (
    texts.map(lambda text: text.encode(errors="surrogatepass")) | st.sampled_from(BYTES) | st.binary(max_size=40)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """What is done to a request that would be taken as it is."""

    place: int
    """Which address, modulo how many there are."""
    role: str
    target: str
    changed: Mapping[int, bytes]
    """By the position of a field what is put there instead."""
    dropped: frozenset[int]
    repeated: frozenset[int]
    more: tuple[tuple[str, bytes], ...]
    """Fields beside those of the form."""
    query: tuple[tuple[str, bytes], ...]
    kind: str | None
    """Another content type than the right one."""
    body: bytes | None
    """Something else altogether."""
    headers: Mapping[str, str]
    path: bytes | None
    """In an address, instead of a text."""


positions: Final = st.integers(0, 12)
names: Final = st.sampled_from(
    (
        "do", "step", "open", "missed", "suche", "ab", "before", "mit", "person", "partie", "weiter", "back",
        "lang", "coins",
        "muenzen", "choice.1", "choice.99999999999", "option.opponent_rate", "units.1", "side.1", "player", "line",
        "doppelt",
        "zuerst", "seen", "target", "number", "key", "rules", "shown", "game", "csrf_token", "file", "list",
        "link", "table",
    )
) | texts.map(lambda text: text[:40])  # fmt: skip
pairs: Final = st.lists(st.tuples(names, values), max_size=3).map(tuple)
attacks: Final = st.builds(
    Attack,
    place=st.integers(0, 10_000),
    role=st.sampled_from(("organiser", "operator", "organiser", "table", "viewer", "nobody", "their organiser")),
    target=st.sampled_from(("own", "own", "own", "own", "second table", "foreign", "absent")),
    changed=st.dictionaries(positions, values, max_size=3),
    dropped=st.frozensets(positions, max_size=2),
    repeated=st.frozensets(positions, max_size=2),
    more=pairs,
    query=pairs,
    kind=st.none() | st.none() | st.none() | st.sampled_from(KINDS),
    body=st.none() | st.none() | st.none() | st.none() | st.binary(max_size=300) | st.sampled_from(
        (
            b"&" * 2500, b"a=1&" * 3000, b"--x\r\n", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
            b'--x\r\nContent-Disposition: form-data; name="file"; filename="../../x"\r\n\r\n{}\r\n--x--\r\n',
            b"--x\r\n" + b"A: b\r\n" * 500 + b"\r\n\r\n--x--", b"[" * 20_000, b'{"a":' * 5000,
        )
    ),
    headers=st.dictionaries(st.sampled_from(HEADERS), texts.map(lambda text: _PRINTED.sub("?", text)[:200]),
    max_size=2),
    path=st.none() | values,
)  # fmt: skip


def encoded(pairs_: list[tuple[str, bytes]]) -> bytes:
    """Write a form as a browser does, only that its values need not be text."""
    return "&".join(f"{quote(name, errors='replace')}={quote_from_bytes(value)}" for name, value in pairs_).encode()


def changed(fields: Mapping[str, Any], attack: Attack) -> list[tuple[str, bytes]]:
    """Do to the fields of a form what the attack says."""
    plain = [
        (name, one) for name, value in fields.items() for one in (value if isinstance(value, list) else [value])
    ]  # fmt: skip
    sent: list[tuple[str, bytes]] = []
    for position, (name, value) in enumerate(plain):
        if position in attack.dropped:
            continue
        content = attack.changed.get(position, str(value).encode())
        sent += [(name, content)] * (2 if position in attack.repeated else 1)
    return [*sent, *attack.more]


def complaints(text: str, headers: str) -> list[str]:
    """Say what of the hostile texts came out as something else than text."""
    found = [sign for sign in ("<kraut", "<script>kraut", '" onkraut=', "' onkraut=", "kraut49kraut") if sign in text]
    return found + [f"header {name}" for name in ("X-Kraut", "kraut=1;") if f"\n{name}" in headers]
