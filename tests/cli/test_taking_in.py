"""Who waits for bodies and who has a turn, without a server: the bodies come when the test says so."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from flask import request

from scorekeeper.app import create_app
from scorekeeper.cli.serving.taking_in import TakingIn
from scorekeeper.printing.turn import LEAVE

BOUND = 30
"""Seconds; nothing here takes them unless something is broken."""


class App:
    """Answers with how long the body is; sheets are ready when the test says so."""

    def __init__(self) -> None:
        self.sheets = threading.Semaphore(0)
        self.printing = threading.Semaphore(0)
        self.bodies: list[BytesIO] = []

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        if environ["PATH_INFO"].endswith(".pdf"):
            environ[LEAVE]()
            self.printing.release()
            assert self.sheets.acquire(timeout=BOUND)
        with environ["wsgi.input"] as body:
            self.bodies.append(body)
            return [str(len(body.read())).encode()]


class Silent(BytesIO):
    """A body of which nothing comes until its sender hangs up."""

    def __init__(self, begun: threading.Semaphore, hung_up: threading.Event) -> None:
        super().__init__()
        self._begun, self._hung_up = begun, hung_up

    def read(self, _size: int | None = -1) -> bytes:
        self._begun.release()
        assert self._hung_up.wait(BOUND)
        return b""


def ask(app: TakingIn, path: str = "/neu", body: BytesIO | None = None, length: int = 0, **more: str) -> str:
    """Give the status and what the answer says."""
    statuses: list[str] = []
    environ = {"PATH_INFO": path, "wsgi.input": body or BytesIO(), "REMOTE_ADDR": "127.0.0.1", **more}
    environ["CONTENT_LENGTH"] = str(length)
    said = b"".join(app(environ, lambda status, _headers: statuses.append(status)))
    return f"{statuses[0][:3]} {said.decode()}"


@contextmanager
def silent_senders(app: TakingIn, count: int, **more: str) -> Iterator[None]:
    begun, hung_up = threading.Semaphore(0), threading.Event()
    with ThreadPoolExecutor(count) as senders:
        try:
            for _sender in range(count):
                senders.submit(ask, app, "/neu", Silent(begun, hung_up), 5, **more)
            for _sender in range(count):
                assert begun.acquire(timeout=BOUND)
            yield
        finally:
            hung_up.set()


def test_however_many_sheets_are_printed_a_save_gets_its_turn() -> None:
    inner = App()
    app = TakingIn(inner, proxies=0)
    with ThreadPoolExecutor(8) as viewers:
        sheets = [viewers.submit(ask, app, "/abend/1/abrechnung.pdf") for _viewer in range(8)]
        for _sheet in sheets:
            assert inner.printing.acquire(timeout=BOUND)
        assert ask(app, body=BytesIO(b"a=123"), length=5) == "200 5"
        inner.sheets.release(8)
        assert [sheet.result() for sheet in sheets] == ["200 0"] * 8


def test_a_turn_that_was_left_is_given_back_once() -> None:
    inner = App()
    app = TakingIn(inner, proxies=0)
    inner.sheets.release(9)
    for _sheet in range(9):
        ask(app, "/x.pdf")
    assert app._turns._value == 4


def test_behind_a_proxy_one_visitor_holds_eight_places_and_others_save() -> None:
    app = TakingIn(App(), proxies=1)
    with silent_senders(app, 8, HTTP_X_FORWARDED_FOR="198.51.100.1"):
        refused = ask(app, body=BytesIO(b"a=123"), length=5, HTTP_X_FORWARDED_FOR="203.0.113.7, 198.51.100.1")
        assert refused.startswith("503 ")
        assert ask(app, body=BytesIO(b"a=123"), length=5, HTTP_X_FORWARDED_FOR="203.0.113.7") == "200 5"
    assert ask(app, body=BytesIO(b"a=123"), length=5, HTTP_X_FORWARDED_FOR="198.51.100.1") == "200 5"


def test_one_network_of_the_new_addresses_counts_as_one_visitor() -> None:
    app = TakingIn(App(), proxies=1)
    with silent_senders(app, 8, HTTP_X_FORWARDED_FOR="2001:db8::1"):
        assert ask(app, body=BytesIO(b"a"), length=1, HTTP_X_FORWARDED_FOR="2001:db8::2").startswith("503 ")
        assert ask(app, body=BytesIO(b"a"), length=1, HTTP_X_FORWARDED_FOR="2001:db8:0:1::2") == "200 1"


def test_what_forwarding_claims_counts_only_where_a_proxy_is_believed() -> None:
    app = TakingIn(App(), proxies=0)
    with silent_senders(app, 8, HTTP_X_FORWARDED_FOR="198.51.100.1"):
        assert ask(app, body=BytesIO(b"a"), length=1, HTTP_X_FORWARDED_FOR="203.0.113.7").startswith("503 ")


def test_only_where_files_are_taken_is_a_large_body_read() -> None:
    inner, size = App(), 3 * 2**20
    app = TakingIn(inner, proxies=0)
    lists = ("/leute/einlesen", "/turnier/12/anmeldung", "/turnier/12/anmeldung/datei")
    for path in ("/einlesen", "/einlesen/uebernehmen", "/einstellungen/bild", *lists):
        assert ask(app, path, BytesIO(bytes(size)), size) == f"200 {size}"
    for path in ("/neu", "/einlesenx", "/anmelden", "/einstellungen/bild/entfernen", "/turnier/12/kassa"):
        sent = BytesIO(bytes(size))
        assert ask(app, path, sent, size) == "200 0"  # the app refuses it by its length
        assert sent.tell() == 0


def test_all_that_the_app_lets_in_is_taken_in(sqlite_url: str) -> None:
    app = create_app(sqlite_url)
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            address = rule.build(dict.fromkeys(rule.arguments, 1), append_unknown=False)
            assert address is not None
            with app.test_request_context(address[1], method="POST"):
                for prepare in app.url_value_preprocessors.get(rule.endpoint.partition(".")[0], ()):
                    prepare(rule.endpoint, {})
                most = request.max_content_length
            inner = App()
            assert most is not None
            assert ask(TakingIn(inner, proxies=0), address[1], BytesIO(bytes(most)), most) == f"200 {most}", rule
