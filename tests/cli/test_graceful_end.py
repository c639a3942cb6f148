"""Asked to end, the server answers what it accepted, takes nothing new, and ends well."""

import logging
import os
import signal
import socket
import sqlite3
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.cli.serving import server as serving
from scorekeeper.storage import Store, migrate
from tests.cli.serving import STARTS_WITHIN, Browser, Server
from tests.services.table import At, sit_down

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a signal is sent another way there")
AT_ONCE = 6  # of the eight that two workers answer at the same time


@pytest.fixture
def table(tmp_path: Path) -> Iterator[At]:
    url = f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"
    migrate(url)
    store = Store(url)
    yield sit_down(store)
    store.close()


def request(server: Server, path: str, form: dict[str, str]) -> tuple[bytes, bytes]:
    """Prepare a form of a device of its own: head and body."""
    with closing(Browser(server.address)) as browser:
        browser.get(path)
        body = urlencode({"csrf_token": browser.token, **form}).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    head = (
        f"POST {path}/eintragen HTTP/1.1\r\nHost: {server.address}\r\nCookie: {cookies}\r\nExpect: 100-continue\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode(), body


def sent(server: Server, head: bytes, body: bytes) -> socket.socket:
    """Send a form after the server has begun to read it, which it says itself."""
    host, port = server.address.split(":")
    connection = socket.create_connection((host, int(port)), timeout=STARTS_WITHIN)
    connection.sendall(head)
    assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
    connection.sendall(body)
    return connection


def status(connection: socket.socket) -> int:
    """Wait for the answer; give its status."""
    said = b""
    while b"\r\n" not in said:
        more = connection.recv(4096)
        assert more, "hung up without an answer"
        said += more
    return int(said.split()[1])


def is_refused(address: str) -> bool:
    host, port = address.split(":")
    try:
        socket.create_connection((host, int(port)), timeout=STARTS_WITHIN).close()
    except OSError:
        return True
    return False


def test_requests_in_flight_are_answered_nothing_new_is_taken_and_the_end_is_a_good_one(
    tmp_path: Path, table: At
) -> None:
    path = f"/partie/{table.sitting}"
    server = Server(tmp_path)
    with ExitStack() as stack:
        stack.callback(server.kill)
        busy = stack.enter_context(closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite3", isolation_level=None)))
        forms = [
            request(
                server,
                path,
                {"key": uuid.uuid4().hex, "number": "1", "target": "0", "partner": table.player(2), "gewisse": "6"},
            )
            for _ in range(AT_ONCE)
        ]
        busy.execute("BEGIN IMMEDIATE")  # whoever saves has to wait until this is over
        waiting = [stack.enter_context(sent(server, *form)) for form in forms]
        server.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + STARTS_WITHIN
        while not is_refused(server.address):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        busy.execute("COMMIT")
        answers = [status(connection) for connection in waiting]
        # six wanted to enter deal 1: one did, the others heard about it; where all this took too long, that it was busy
        assert answers.count(303) <= 1
        assert set(answers) <= {303, 409, 503}
        assert server.process.wait(timeout=STARTS_WITHIN) == 0
    assert table.now().standing.deals == answers.count(303)


def test_a_worker_that_ended_in_time_is_not_said_to_be_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    news = logging.makeLogRecord({"msg": "Killing worker-1 after it refused to gracefully stop"})
    for seconds, is_said in ((1, False), (31, True)):  # it has thirty to finish
        monkeypatch.setattr(serving._NEWS, "stopped_at", time.monotonic() - seconds)
        assert serving._NEWS.filter(news) is is_said
