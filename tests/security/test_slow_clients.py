"""A real server: neither a thousand idle connections nor hundreds of slow ones keep a table from saving."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

from scorekeeper.storage import Store
from tests.cli.serving import Browser, Server
from tests.services.table import At, sit_down

ELSEWHERE: Final = ("127.0.0.2", 0)
"""The attacker's address."""
TOO_MUCH: Final = b"a=" + b"x" * 600_000


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("instance")


@pytest.fixture(scope="module")
def server(instance: Path) -> Iterator[Server]:
    server = Server(instance)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def table(server: Server, instance: Path) -> Iterator[At]:
    store = Store(f"sqlite:///{instance / 'scorekeeper.sqlite3'}")
    yield sit_down(store)
    store.close()


@contextmanager
def held_open(server: Server, count: int, sent: bytes) -> Iterator[None]:
    """Hold connections open on which nothing more comes."""
    host, port = server.address.split(":")
    with ExitStack() as stack:
        for _number in range(count):
            connection = socket.create_connection((host, int(port)), source_address=ELSEWHERE)
            stack.enter_context(closing(connection)).sendall(sent)
        yield


def head(server: Server, *lines: str) -> bytes:
    """Give the beginning of a form that is sent."""
    plain = ("POST /neu HTTP/1.1", f"Host: {server.address}", "Content-Type: application/x-www-form-urlencoded", *lines)
    return "\r\n".join((*plain, "", "")).encode()


def answered(server: Server, sent: bytes, *, hang_up: bool = False) -> str:
    """Give the answer's head and body."""
    host, port = server.address.split(":")
    with closing(socket.create_connection((host, int(port)), timeout=60)) as connection:
        connection.sendall(sent)
        if hang_up:
            connection.shutdown(socket.SHUT_WR)
        got = b""
        while b"</html>" not in got and (piece := connection.recv(65536)):
            got += piece
    return got.decode()


def saves(table: At, server: Server) -> None:
    """Enter the next deal on a connection of its own."""
    browser, number = Browser(server.address), table.now().standing.deals + 1
    browser.get(f"/partie/{table.sitting}")
    form = {"key": f"deal {number}", "number": str(number), "target": "0", "gewisse": "6", "partner": ""}
    assert browser.post(f"/partie/{table.sitting}/eintragen", form).status == 303
    browser.close()
    assert table.now().standing.deals == number


def test_a_thousand_idle_connections_keep_nobody_from_saving(server: Server, table: At) -> None:
    with held_open(server, 1000, b""):
        saves(table, server)


def test_who_sends_headers_letter_by_letter_keeps_nobody_from_saving(server: Server, table: At) -> None:
    with held_open(server, 200, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "):
        saves(table, server)


def test_who_sends_forms_letter_by_letter_keeps_nobody_from_saving(server: Server, table: At) -> None:
    with held_open(server, 200, head(server, "Content-Length: 1000") + b"a"):
        saves(table, server)


@pytest.mark.parametrize(
    "lines, body",
    [
        ((f"Content-Length: {len(TOO_MUCH)}",), TOO_MUCH),
        (("Content-Length: 99999999999999",), b"a"),
        (("Transfer-Encoding: chunked",), b"%x\r\n" % len(TOO_MUCH) + TOO_MUCH + b"\r\n0\r\n\r\n"),
    ],
)
def test_what_is_too_much_gets_a_page_that_says_so(server: Server, lines: tuple[str, ...], body: bytes) -> None:
    answer = answered(server, head(server, *lines) + body)
    assert answer.startswith("HTTP/1.1 413 ")
    assert "Ein Formular fasst 256 kB." in answer


@pytest.mark.parametrize(
    "lines, body",
    [
        (("Content-Length: 100",), b"a=1"),
        (("Transfer-Encoding: chunked",), b"3\r\na=1\r\n0\r\n\r\n"),
        (("Content-Length: 5", "Transfer-Encoding: chunked"), b"3\r\na=1\r\n0\r\n\r\n"),
        (("Content-Length: -5",), b"a=1"),
        (("Content-Length: 3", "Content-Length: 4"), b"a=12"),
    ],
)
def test_half_a_form_is_none(server: Server, table: At, lines: tuple[str, ...], body: bytes) -> None:
    answer = answered(server, head(server, *lines, "Connection: close") + body, hang_up=True)
    assert not answer or answer.startswith("HTTP/1.1 4")
    saves(table, server)
