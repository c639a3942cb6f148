"""Who has access: links made, shown, renewed, ended and printed; organisers invited and removed."""

import html
import re
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.mode import MODE, Mode
from scorekeeper.services import links
from scorekeeper.services.links import Kind
from scorekeeper.storage import Transaction
from scorekeeper.storage.links import LinkRow
from scorekeeper.web import reaching
from tests.apps import KeptTemplates
from tests.conftest import ON_BOTH
from tests.web.playing import sit_down
from tests.web.room import NAME, PASSWORD, Device, Room, opened_room
from tests.web.visiting import Visitor, words

ADDRESS = re.compile(r'value="(http://[^"]+/karte#[^"]+)"')


@pytest.fixture
def room(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates) -> Iterator[Room]:
    monkeypatch.setattr(reaching, "own_address", lambda: "192.0.2.7")
    with opened_room(sqlite_url, tmp_path / "instance", monkeypatch, compiled) as opened:
        yield opened


def comes_in(room: Room, address: str) -> bool:
    """Say whether somebody is let in by what stands behind the # of an address."""
    token = html.unescape(address).partition("#")[2]
    return room.device().post("/karte", {"token": token}).status_code == 303


def test_a_table_gets_link_code_and_qr_code_and_a_phone_comes_in_by_each(room: Room) -> None:
    organiser = room.organiser()
    page = organiser.post("/abend/1/zugang/tische", {"table": "1"}, follow=True)
    [address] = ADDRESS.findall(page.text)
    assert address.startswith("http://192.0.2.7/karte#1.")
    assert 'class="qr"' in page.text
    assert comes_in(room, address)
    code = re.search(r'class="short-code">([0-9A-Z]{4}-[0-9A-Z]{4})<', page.text)
    assert code
    assert room.device().type_code(code.group(1)).status_code == 303
    again = organiser.post("/abend/1/zugang/tische", {"table": "1"}, follow=True)
    assert ADDRESS.findall(again.text) == [address], "a second tap makes no second link"


@pytest.mark.parametrize(
    "asked, handed",
    [
        ("https://karten.example/", "https://karten.example"),
        ("https://karten.example/club/", "https://karten.example/club"),
        ("http://192.0.2.9:8000/", "http://192.0.2.9:8000"),
        ("http://127.0.0.1:8000/", "http://192.0.2.7:8000"),
        ("http://localhost:8123/", "http://192.0.2.7:8123"),
        ("http://[::1]:8000/", "http://192.0.2.7:8000"),
    ],
)
def test_links_begin_with_the_address_asked_under_or_with_this_machines_own(
    app: Flask, monkeypatch: pytest.MonkeyPatch, asked: str, handed: str
) -> None:
    monkeypatch.setattr(reaching, "own_address", lambda: "192.0.2.7")
    app.config["TRUSTED_HOSTS"] = None  # as where others reach it
    with app.test_request_context("/", base_url=asked):
        assert reaching.base() == handed


def test_missing_links_are_made_for_all_tables_up_to_a_number_and_printed_one_card_each(room: Room) -> None:
    organiser = room.organiser()
    assert organiser.get("/abend/1/tischkarten/druck").status_code == 404, "there is nothing to print yet"
    page = organiser.post("/abend/1/zugang/tische", {"up_to": "5"}, follow=True)
    assert len(ADDRESS.findall(page.text)) == 5
    sheet = organiser.get("/abend/1/tischkarten/druck")
    assert re.findall(r"<h1>(Tisch \d)</h1>", sheet.text) == [f"Tisch {number}" for number in range(1, 6)]
    assert sheet.text.count('<section class="four">') == 2, "four on a page"
    assert "192.0.2.7/code" in words(sheet)
    for wrong in ({"up_to": "1000"}, {"table": "0"}, {"up_to": "x"}, {}):
        assert organiser.post("/abend/1/zugang/tische", wrong).status_code == 422


def test_a_renewed_link_takes_the_place_of_the_old_one_and_an_ended_one_is_gone(room: Room) -> None:
    organiser, old = room.organiser(), room.link()
    scorer = room.scorer(old)
    page = organiser.post(f"/zugang/link/{old.id}/erneuern", {"back": "/abend/1/zugang"}, follow=True)
    [address] = ADDRESS.findall(page.text)
    assert not comes_in(room, f"#{links.token_of(old, room.secret)}")
    assert scorer.get("/partie/1").status_code != 200
    assert comes_in(room, address)
    organiser.post(f"/zugang/link/{old.id + 1}/beenden", {})
    assert not comes_in(room, address)
    assert "Keine. Links für Tische" in words(organiser.get("/zugang"))
    for gone in (f"/zugang/link/{old.id}", f"/zugang/link/{old.id + 1}"):
        assert organiser.get(gone).status_code == 404


def test_alone_at_the_computer_a_forgotten_password_is_set_anew(room: Room) -> None:
    organiser = room.organiser()
    assert organiser.post("/zugang/organisator/1/passwort", {"password": "laub sticht schelle"}).status_code == 404
    room.app.config[MODE] = Mode.ALONE
    alone = room.device()
    assert "Neues Passwort setzen" in words(alone.get("/zugang"))
    assert "mindestens 10 Zeichen" in words(alone.post("/zugang/organisator/1/passwort", {"password": "kurz"}))
    assert alone.post("/zugang/organisator/1/passwort", {"password": "laub sticht schelle"}).status_code == 303
    room.app.config[MODE] = Mode.ROOM
    assert room.device().log_in(password="laub sticht schelle").status_code == 303


def test_a_link_for_viewers_is_made_for_somebody_and_stands_among_the_open_links(room: Room) -> None:
    organiser = room.organiser()
    page = organiser.post("/abend/1/zugang/zuschauer", {"label": "Beamer"}, follow=True)
    assert "Zuschauer: Beamer" in words(page)
    listed = words(organiser.get("/zugang"))
    assert "Zuschauer: Beamer" in listed
    assert re.search(r"seit \d+\. \S+ \d{4}, \d\d:\d\d, von Maria", listed)
    too_long = organiser.post("/abend/1/zugang/zuschauer", {"label": "x" * 61})
    assert too_long.status_code == 422
    assert "höchstens 60 Zeichen" in words(too_long)


def test_an_ended_evening_makes_no_link_for_tables(room: Room) -> None:
    organiser = room.organiser()
    organiser.post("/abend/1/beenden", {})
    assert organiser.post("/abend/1/zugang/tische", {"table": "1"}).status_code == 422
    assert "Link und Code machen" not in words(organiser.get("/abend/1/zugang"))


def invited(room: Room, organiser: Device) -> str:
    page = organiser.post("/zugang/einladen", {"label": "Franz"}, follow=True)
    assert "Einladung in die Spielleitung: Franz" in words(page)
    [address] = ADDRESS.findall(page.text)
    return html.unescape(address)


def test_an_invitation_makes_one_organiser_who_can_be_removed_again(room: Room) -> None:
    organiser = room.organiser()
    assert organiser.post("/zugang/einladen", {"label": "  "}).status_code == 422
    token = invited(room, organiser).partition("#")[2]
    assert invited(room, organiser).endswith(token), "the same name shows the invitation that is open"
    franz = room.device()
    asked = franz.get(franz.post("/karte", {"token": token}).headers["Location"])
    action = re.search(r'action="(/einladung[^"]*)"', asked.text)
    assert action
    franz.send(asked, action.group(1), name="Franz", password="schelln sticht laub")
    page = organiser.get("/zugang")
    assert "Franz Entfernen" in words(page)
    remove = re.search(r'action="(/zugang/organisator/\d+/entfernen)"', page.text)
    assert remove
    assert franz.get("/zugang").status_code == 200
    organiser.post(remove.group(1), {})
    assert franz.get("/zugang").status_code != 200
    assert organiser.post("/zugang/organisator/1/entfernen", {}).status_code == 409, "who runs the installation stays"


def test_a_new_password_counts_here_and_logs_the_other_devices_out(room: Room) -> None:
    here, other = room.organiser(), room.organiser()
    wrong = here.post("/zugang/passwort", {"old": "geraten", "password": "laub sticht schelln"})
    assert wrong.status_code == 422
    assert "Das bisherige Passwort lautet anders." in words(wrong)
    short = here.post("/zugang/passwort", {"old": PASSWORD, "password": "kurz"})
    assert "mindestens 10" in words(short)
    assert other.get("/zugang").status_code == 200
    here.post("/zugang/passwort", {"old": PASSWORD, "password": "laub sticht schelln"})
    assert here.get("/zugang").status_code == 200
    assert other.get("/zugang").status_code == 303
    assert room.device().log_in(NAME, "laub sticht schelln").status_code == 303


@pytest.mark.parametrize("kind", [Kind.TABLE, Kind.VIEWER])
def test_nobody_but_organisers_sees_or_makes_links(room: Room, kind: Kind) -> None:
    link = room.link(kind)
    device = room.scorer(link)
    for address in ("/zugang", "/abend/1/zugang", f"/zugang/link/{link.id}", "/abend/1/tischkarten.pdf"):
        assert device.get(address).status_code == 404
    assert device.post("/abend/1/zugang/tische", {"table": "1"}).status_code == 404
    assert "Zugang" not in words(device.get("/"))


def test_alone_at_this_computer_it_is_said_that_nobody_else_reaches_it_yet(app: Flask, visitor: Visitor) -> None:
    sit_down(app, visitor, "jaggln", ("Toni", "Maria", "Franz", "Leni", "Sepp"))
    for address in ("/zugang", "/abend/1/zugang"):
        assert "Noch ist die App nur auf diesem Computer erreichbar." in words(visitor.get(address))
    assert "Zugang" not in words(visitor.get("/"))
    evening = visitor.get("/abend/1")
    assert 'href="/abend/1/zugang"' in evening.text
    assert "Die Handys an den Tischen sind dann draußen" not in words(evening), "none is in"
    assert visitor.post("/zugang/passwort", {"old": "x", "password": "y"}).status_code == 404


@ON_BOTH
def test_a_double_tap_at_the_same_moment_makes_one_invitation(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates
) -> None:
    together, look = threading.Barrier(2), links.open_links

    def looked(tx: Transaction, club: int, now: datetime) -> Sequence[LinkRow]:
        found = look(tx, club, now)
        with suppress(threading.BrokenBarrierError):  # the other one waits for the lock
            together.wait(0.5)
        return found

    with opened_room(database_url, tmp_path / "instance", monkeypatch, compiled) as room:
        taps = [room.organiser() for _tap in range(2)]
        monkeypatch.setattr(links, "open_links", looked)
        with ThreadPoolExecutor(2) as tapping:
            answers = list(tapping.map(lambda tap: tap.post("/zugang/einladen", {"label": "Franz"}), taps))
        assert len({answer.headers["Location"] for answer in answers}) == 1
