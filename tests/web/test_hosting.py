"""Behind a proxy: whose word about the visitor counts, and under which names the app answers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask, request

from scorekeeper import mode
from scorekeeper.app import create_app
from scorekeeper.mode import Mode
from tests.apps import KeptTemplates

NAME = "karten.example.at"
CHAIN = "198.51.100.1, 203.0.113.7"
"""The first one is what the visitor claims, the second one what the proxy saw."""


Hosted = Callable[[int], Flask]


@pytest.fixture
def hosted(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates
) -> Iterator[Hosted]:
    """Makes the application behind so many proxies."""
    with ExitStack() as closing:

        def behind(proxies: int) -> Flask:
            monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
            monkeypatch.setenv(mode.MODE, Mode.HOSTED)
            monkeypatch.setenv(mode.PROXIES, str(proxies))
            monkeypatch.setenv(mode.HOST_NAMES, f"{NAME},www.{NAME}")
            app = create_app(sqlite_url)
            closing.callback(app.extensions["scorekeeper"].close)
            app.jinja_env.bytecode_cache = compiled
            return app

        yield behind


@pytest.mark.parametrize(
    "proxies, address, scheme", [(0, "127.0.0.1", "http"), (1, "203.0.113.7", "https"), (2, "198.51.100.1", "http")]
)
def test_as_many_proxies_are_believed_as_were_said(hosted: Hosted, proxies: int, address: str, scheme: str) -> None:
    app = hosted(proxies)
    seen: list[str | None] = []
    app.before_request_funcs[None].insert(0, lambda: seen.extend((request.remote_addr, request.scheme)))
    headers = {"X-Forwarded-For": CHAIN, "X-Forwarded-Proto": "https"}
    answer = app.test_client().get("/anmelden", base_url=f"http://{NAME}", headers=headers)
    assert seen == [address, scheme]
    assert ("Strict-Transport-Security" in answer.headers) == (scheme == "https")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_it_answers_to_its_names_and_to_no_other(hosted: Hosted) -> None:
    client = hosted(1).test_client()
    statuses = [
        client.get("/anmelden", base_url=f"http://{host}").status_code
        for host in (NAME, f"www.{NAME}", "evil.example", f"{NAME}.evil.example", "127.0.0.1")
    ]
    assert statuses == [200, 200, 400, 400, 400]
    wrong = client.get("/", base_url="http://evil.example", headers={"Accept-Language": "de"})
    assert "Scorekeeper antwortet unter dieser Adresse nicht" in wrong.text
    assert "evil.example" not in wrong.text


def test_this_computer_may_call_itself_by_its_newer_number(app: Flask) -> None:
    client = app.test_client()
    statuses = [
        client.get("/hilfe", headers={"Host": host}).status_code
        for host in ("[::1]:8000", "[::1]", "127.0.0.1:8000", "[::2]:8000", "[::1].evil.example", "evil.example")
    ]
    assert statuses == [200, 200, 200, 400, 400, 400]
