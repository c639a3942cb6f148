"""The app is opened to the room on its page: an account, then a file that the server watches; and closed again."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import mode
from scorekeeper.app import create_app
from scorekeeper.mode import Mode
from scorekeeper.services import organisers
from tests.web.playing import sit_down
from tests.web.visiting import Visitor, words

ACCOUNT = {"name": "Maria", "password": "herz sticht eichel", "again": "herz sticht eichel"}


Restart = Callable[[Visitor], Visitor]


@pytest.fixture
def restarted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Restart]:
    """Starts the app again, open to the room, as the server does; a browser keeps its cookies."""
    with ExitStack() as closing:

        def restart(visitor: Visitor) -> Visitor:
            monkeypatch.setenv(mode.MODE, Mode.ROOM)
            again = create_app(app.extensions["scorekeeper"].url)
            closing.callback(again.extensions["scorekeeper"].close)
            again.jinja_env.bytecode_cache = app.jinja_env.bytecode_cache
            same = Visitor(again)
            for cookie in (visitor.client.get_cookie(name) for name in ("session", "device")):
                if cookie is not None:
                    same.client.set_cookie(cookie.key, cookie.value)
            return same

        yield restart


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "open-8000.door"
    monkeypatch.setenv(mode.DOOR, str(file))
    return file


def loaded(page: TestResponse) -> set[str]:
    """Give the scripts and style sheets that a page needs."""
    head = page.text.split("</head>")[0]
    return set(re.findall(r'(?:src|rel="stylesheet" href)="([^"]+)"', head))


def names(app: Flask) -> list[str]:
    with app.extensions["scorekeeper"].read() as tx:
        return [one.name for one in organisers.all_of(tx, 1)]


def test_the_first_page_offers_to_let_the_phones_in(visitor: Visitor, door: Path) -> None:
    assert 'href="/raum"' in visitor.get("/").text
    assert "Für die Handys im Raum öffnen" in words(visitor.get("/raum"))


def test_opening_makes_the_first_account_and_the_browser_stays_logged_in(
    app: Flask, visitor: Visitor, door: Path, restarted: Restart
) -> None:
    opened = visitor.post("/raum/oeffnen", ACCOUNT)
    assert opened.status_code == 200
    assert 'data-ask="/raum/stand" data-then="/raum?nach=oeffnen"' in opened.text
    assert door.exists()
    assert names(app) == ["Maria"]
    assert visitor.get("/raum/stand").get_json() == {"moves": True}
    visitor = restarted(visitor)
    assert visitor.get("/raum/stand").get_json() == {"moves": False}
    visitor.client.delete_cookie("session")
    assert visitor.get("/raum").status_code == 303  # nobody else is logged in


@pytest.mark.parametrize(
    "typed, said",
    [
        ({"password": "kurz", "again": "kurz"}, "mindestens 10 Zeichen"),
        ({"again": "herz sticht laub"}, "ist nicht gleich"),
        ({"name": " ? "}, "kein Buchstabe im Namen"),
    ],
)
def test_what_is_no_account_is_said_and_nothing_is_opened(
    app: Flask, visitor: Visitor, door: Path, typed: dict[str, str], said: str
) -> None:
    refused = visitor.post("/raum/oeffnen", {**ACCOUNT, **typed})
    assert refused.status_code == 422
    assert said in words(refused)
    assert not door.exists()
    assert names(app) == []


def test_with_an_account_opening_is_one_tap(app: Flask, visitor: Visitor, door: Path) -> None:
    visitor.post("/raum/oeffnen", ACCOUNT)
    door.unlink()
    assert 'name="password"' not in visitor.get("/raum").text
    visitor.post("/raum/oeffnen", {})
    assert door.exists()
    assert names(app) == ["Maria"]


def test_where_no_server_watches_there_is_nothing_to_open(visitor: Visitor) -> None:
    assert "scorekeeper run --lan" in words(visitor.get("/raum"))
    assert visitor.post("/raum/oeffnen", ACCOUNT).status_code == 404


def test_the_page_to_project_shows_the_address_that_phones_reach(
    visitor: Visitor, door: Path, restarted: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.post("/raum/oeffnen", ACCOUNT)
    visitor = restarted(visitor)
    monkeypatch.setattr("scorekeeper.web.views.room.own_address", lambda: "192.168.1.5")
    page = visitor.client.get("/raum", base_url="http://localhost:8000")
    assert "192.168.1.5:8000" in words(page)
    assert "localhost" not in words(page)


def test_the_page_to_project_leads_on_to_the_codes_of_the_newest_evening_or_to_make_one(
    app: Flask, visitor: Visitor, door: Path, restarted: Restart
) -> None:
    visitor.post("/raum/oeffnen", ACCOUNT)
    opened = restarted(visitor)
    assert "Zuerst einen Abend anlegen" in words(opened.get("/raum"))
    sit_down(app, visitor, "jaggln", ("Toni", "Maria", "Franz", "Leni", "Sepp"))
    page = opened.get("/raum")
    assert "Codes und Karten der Tische" in words(page)
    assert 'href="/abend/1/zugang"' in page.text


def test_without_a_network_the_page_says_so(
    visitor: Visitor, door: Path, restarted: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.post("/raum/oeffnen", ACCOUNT)
    visitor = restarted(visitor)
    monkeypatch.setattr("scorekeeper.web.views.room.own_address", lambda: "127.0.0.1")
    assert "Dieser Computer ist in keinem Netz" in words(visitor.get("/raum"))


def test_closing_takes_the_file_away_and_says_where_it_goes_on(
    visitor: Visitor, door: Path, restarted: Restart
) -> None:
    visitor.post("/raum/oeffnen", ACCOUNT)
    visitor = restarted(visitor)
    closed = visitor.post("/raum/schliessen", {})
    assert 'data-ask="/raum/stand" data-then="/raum"' in closed.text
    assert "http://127.0.0.1/" in words(closed)
    assert not door.exists()


def test_the_page_that_waits_needs_nothing_that_the_page_before_it_did_not_load(
    visitor: Visitor, door: Path, restarted: Restart
) -> None:
    before = visitor.get("/raum")
    waits = visitor.post("/raum/oeffnen", ACCOUNT)
    assert any("js/room.js" in address for address in loaded(waits))
    assert loaded(waits) <= loaded(before)
    visitor = restarted(visitor)
    before = visitor.get("/raum")
    assert loaded(visitor.post("/raum/schliessen", {})) <= loaded(before)


def test_a_server_that_cannot_move_lets_the_page_go_on_and_it_says_why(visitor: Visitor, door: Path) -> None:
    visitor.post("/raum/oeffnen", ACCOUNT)
    assert "Es bleibt geschlossen." not in words(visitor.get("/raum?nach=oeffnen"))  # it has not tried yet
    door.unlink()  # as `run` does when somebody else has the port
    assert visitor.get("/raum/stand").get_json() == {"moves": False}
    assert "Es bleibt geschlossen. Ein anderes Programm hat diesen Port" in words(visitor.get("/raum?nach=oeffnen"))
    assert "Es bleibt geschlossen." not in words(visitor.get("/raum"))
