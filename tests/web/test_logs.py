"""What is logged, and above all what is not: a table types names, passwords and codes, and a log keeps none of them."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, session

from scorekeeper.app import create_app
from scorekeeper.mode import HOST_NAMES, MODE, PROXIES
from scorekeeper.services import links, organisers, players
from scorekeeper.services.actor import Actor
from scorekeeper.storage import Store
from scorekeeper.web import access, logs
from scorekeeper.web.log_files import DailyFile
from tests.apps import KeptTemplates
from tests.web.playing import NOW

SECRETS = ("Zenzi", "Kranzlhuber", "geheimes-wort", "K7QX2M9V", "verrechnet beim Bäcker", "198.51.100.7", "Hüttenwirt")
"""A name, a nickname, a password, a code, a note, an address, and what a browser says of itself."""
Serve = Callable[[str], Flask]


@pytest.fixture
def serve(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates) -> Iterator[Serve]:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    made: list[Flask] = []

    def start(mode: str) -> Flask:
        monkeypatch.setenv(MODE, mode)
        monkeypatch.setenv(HOST_NAMES, "localhost")
        app = create_app(sqlite_url)
        app.jinja_env.bytecode_cache = compiled
        made.append(app)
        return app

    yield start
    logs._set_handler(None)
    for app in made:
        app.extensions["scorekeeper"].close()


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def log_in(app: Flask, client: Any) -> int:  # noqa: ANN401 Flask's test client
    store: Store = app.extensions["scorekeeper"]
    with store.write() as tx:
        actor = Actor(app.extensions["scorekeeper.club"], "Gerät K7", NOW)
        found = organisers.add_organiser(tx, actor, "Zenzi Kranzlhuber", "a hash")
    with app.test_request_context(), store.write() as tx:
        access.log_in(tx, found)
        logged_in = dict(session)
    with client.session_transaction() as cookie:
        cookie.update(logged_in)
    return found.id


def break_a_page(app: Flask) -> None:
    """Let the help page fail with somebody's name in its words."""

    def fail() -> str:
        try:
            return str(int(SECRETS[0]))
        except ValueError as error:
            raise LookupError(SECRETS[1]) from error

    app.view_functions["help.page"] = fail


def test_a_request_is_one_line_with_route_status_and_number_of_who_asked(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    app = serve("hosted")
    client = app.test_client()
    organiser = log_in(app, client)
    answer = client.get("/leute?suche=Zenzi", headers={"User-Agent": "Hüttenwirt"})
    [line] = lines(capsys.readouterr().err)
    assert line.pop("time").endswith("+00:00")
    assert line.pop("ms") >= 0
    assert line == {
        "level": "info", "logger": "scorekeeper.web.logs", "message": "request", "id": answer.headers["X-Request-Id"],
        "method": "GET", "route": "/leute", "status": 200, "who": f"organiser {organiser}",
    }  # fmt: skip


def test_whoever_came_by_a_link_is_its_number(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    app = serve("hosted")
    with app.extensions["scorekeeper"].write() as tx:
        actor = Actor(app.extensions["scorekeeper.club"], "Gerät K7", NOW)
        link = links.make_link(tx, actor, links.Kind.INVITATION, secret="s", label="für Zenzi")
    client = app.test_client()
    with client.session_transaction() as cookie:
        cookie["links"] = [link.id]
    client.get("/nirgends/Zenzi")
    [line] = lines(capsys.readouterr().err)
    assert (line["who"], line["route"], line["status"]) == ("nobody", "none", 404)


@pytest.mark.parametrize("mode", ["hosted", "room"])
def test_no_log_holds_what_was_typed_or_who_typed_it(
    serve: Serve, capsys: pytest.CaptureFixture[str], tmp_path: Path, mode: str
) -> None:
    app = serve(mode)
    break_a_page(app)
    client = app.test_client()
    log_in(app, client)
    typed = dict(zip(("name", "nickname", "password", "code", "note"), SECRETS, strict=False))
    headers = {"User-Agent": SECRETS[-1], "X-Request-Id": "K7QX2M9V", "Cookie": "device=Zenzi"}
    around = {"REMOTE_ADDR": SECRETS[-2]}
    for rule in app.url_map.iter_rules():
        address = re.sub("<[^>]*>", "Zenzi", re.sub("<int:[^>]*>", "1", rule.rule))
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            client.open(
                f"{address}?suche=Kranzlhuber", method=method, headers=headers, environ_base=around,
                data={"csrf_token": "IjEyMyI.geheimes-wort", **typed} if method == "POST" else None,
            )  # fmt: skip
    client.open("/hilfe", method="ZENZI")
    said = capsys.readouterr()
    written = said.err + said.out + "".join(path.read_text() for path in (tmp_path / "instance").rglob("*.log"))
    assert len(lines(written)) > 100
    assert any("traceback" in line for line in lines(written))
    assert [secret for secret in SECRETS if secret.lower() in written.lower()] == []
    assert [secret for secret in SECRETS if json.dumps(secret)[1:-1] in written] == []


def test_an_error_says_where_it_happened_and_the_page_says_its_number(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    app = serve("hosted")
    break_a_page(app)
    page = app.test_client().get("/hilfe")
    error, request = lines(capsys.readouterr().err)
    assert page.status_code == 500
    assert f"Vorgang {error['id']}" in page.text
    assert error["id"] == request["id"] == page.headers["X-Request-Id"]
    assert (error["level"], error["route"], request["status"]) == ("error", "/hilfe", 500)
    kinds = [line for line in error["traceback"] if not line.startswith(" ")]
    assert kinds == ["builtins.LookupError", "builtins.ValueError"]
    assert any("int(SECRETS[0])" in line for line in error["traceback"])  # our own source may be told


def test_a_request_is_named_by_a_trusted_proxy_and_by_nobody_else(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, wild = {"X-Request-Id": "0a1b2c3d4e5f"}, {"X-Request-Id": "Zenzi <b>hat verloren"}
    by_itself = serve("hosted").test_client()
    assert by_itself.get("/hilfe", headers=named).headers["X-Request-Id"] != "0a1b2c3d4e5f"
    monkeypatch.setenv(PROXIES, "1")
    behind_one = serve("hosted").test_client()
    assert behind_one.get("/hilfe", headers=named).headers["X-Request-Id"] == "0a1b2c3d4e5f"
    assert "Zenzi" not in behind_one.get("/hilfe", headers=wild).headers["X-Request-Id"]


def test_alone_nothing_is_logged_but_trouble_and_a_refusal_bears_no_number(
    serve: Serve, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    client = serve("alone").test_client()
    assert "Vorgang" not in client.get("/nirgends").text
    client.get("/leute")
    assert capsys.readouterr().err == ""
    assert not (tmp_path / "instance" / "logs").exists()


def test_the_logs_of_a_room_lie_in_a_file_a_day_for_its_owner_and_old_ones_go(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for name in ("scorekeeper-2027-01-01.log", "scorekeeper-2027-01-02.log", "somebody-elses.log"):
        (folder / name).write_text("")
    several = [DailyFile(folder) for _ in range(2)]
    for number, handler in enumerate(several):
        record = logging.LogRecord("scorekeeper", logging.INFO, "", 0, f"line {number}", None, None)
        record.created = 1_800_014_400.0  # 15 January 2027, noon in Greenwich
        handler.handle(record)
        handler.close()
    kept = sorted(path.name for path in folder.iterdir())
    assert kept == ["scorekeeper-2027-01-02.log", "scorekeeper-2027-01-15.log", "somebody-elses.log"]
    today = folder / "scorekeeper-2027-01-15.log"
    assert today.read_text() == "line 0\nline 1\n"
    assert today.stat().st_mode & 0o077 == 0


def test_a_name_that_an_error_of_the_database_quotes_stays_out(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    app = serve("hosted")

    def twice() -> str:
        store: Store = app.extensions["scorekeeper"]
        with store.write() as tx:
            actor = Actor(app.extensions["scorekeeper.club"], "Gerät K7", NOW)
            number = players.add_player(tx, actor, "Zenzi")
            tx.driver.execute("INSERT INTO player SELECT * FROM player WHERE id = ?", (number,))
        return ""

    app.view_functions["help.page"] = twice
    assert app.test_client().get("/hilfe").status_code == 500
    written = capsys.readouterr().err
    assert "sqlite3.IntegrityError SQLITE_CONSTRAINT" in written
    assert "name = 'Zenzi'" not in written
    assert "UNIQUE constraint failed" not in written
