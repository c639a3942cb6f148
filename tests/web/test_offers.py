"""Pages offer what somebody may do and nothing else: every link and every button that they show leads somewhere."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urldefrag

import pytest

from scorekeeper.printing.pool import Printer
from scorekeeper.services import organisers
from scorekeeper.services.links import Kind
from scorekeeper.web import limits
from tests.apps import KeptTemplates
from tests.web.room import PASSWORD, Device, Room, opened_room
from tests.web.visiting import words

HREF = re.compile(r'<a [^>]*?href="([^"]+)"')
ACTION = re.compile(r'<form[^>]*? method="post"[^>]*? action="([^"]+)"|formaction="([^"]+)"|hx-post="([^"]+)"')


@pytest.fixture
def room(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates) -> Iterator[Room]:
    monkeypatch.setattr(Printer, "pdf", lambda _printer, html, _patience=0: html.encode())
    monkeypatch.setattr(Printer, "missing", lambda _printer: None)
    monkeypatch.setattr(Printer, "warm", lambda _printer: None)
    monkeypatch.setattr(
        limits, "SHEETS_OF_ADDRESS", limits.Limit("sheet-address", 1000, 60)
    )  # nobody else taps so fast
    with opened_room(sqlite_url, tmp_path / "instance", monkeypatch, compiled) as opened:
        for gewisse in ("6", "4"):
            opened.table.visitor = opened.organiser()
            opened.table.enter(declarer="Toni", partner="Franz", gewisse=gewisse)
        opened.organiser().post(
            f"{opened.table.address}/spiele/1/korrigieren",
            {"key": "k", "target": "1", "declarer": opened.table.ids["Toni"], "partner": "", "gewisse": "6"},
        )
        yield opened


def dead_ends(device: Device) -> tuple[list[str], set[str]]:
    """Follow everything that pages offer; give what leads nowhere, and every page that was seen."""
    waiting, seen, wrong = ["/"], {"/"}, []
    tried: set[str] = set()
    while waiting:
        address = waiting.pop()
        answer = device.get(address)
        text = answer.text if answer.mimetype == "text/html" and "/druck" not in address else ""
        found = list(HREF.findall(text))
        if answer.status_code == 303:
            found = [answer.headers["Location"]]
        if answer.status_code not in {200, 303} or found[:1] == ["/anmelden"] or "/anmelden?" in "".join(found):
            wrong.append(f"{address}: {answer.status_code}")
        for link in found:
            onward = urldefrag(html.unescape(link)).url
            if onward and onward not in seen:
                seen.add(onward)
                waiting.append(onward)
        for action in {html.unescape(one) for many in ACTION.findall(text) for one in many if one}:
            if action not in tried:
                tried.add(action)
                status = device.client.post(action, data={}).status_code
                if status == 405:  # a form that only asks
                    status = 400 if device.get(action).status_code in {200, 303} else 404
                if status != 400:  # let in, and asked for the form's token
                    wrong.append(f"{action} on {address}: {status}")
    return wrong, seen | tried


def test_a_table_scorer_is_offered_the_table_and_nothing_that_is_not_theirs(room: Room) -> None:
    wrong, seen = dead_ends(room.scorer())
    assert wrong == []
    table = room.table.address
    assert {f"{table}/eintragen", f"{table}/rueckgaengig", f"{table}/beenden", f"{table}/spiele/2/korrigieren"} <= seen
    assert {f"{table}/abrechnung", f"{table}/spiele/1/aenderungen", "/abmelden"} <= seen
    assert not {one for one in seen if one.startswith(("/abend", "/neu", "/leute", "/sicherung"))}


def test_a_viewer_is_offered_the_boards_and_no_form(room: Room) -> None:
    wrong, seen = dead_ends(room.viewer())
    assert wrong == []
    assert {f"/abend/{room.event}", room.table.address, f"{room.table.address}/spiele"} <= seen
    assert not [one for one in seen if one.endswith(("eintragen", "vorschau", "rueckgaengig", "bezahlt", "beenden"))]


def test_an_ended_sitting_and_a_closed_evening_offer_no_dead_ends_either(room: Room) -> None:
    scorer, viewer = room.scorer(), room.viewer()
    scorer.post(f"{room.table.address}/beenden", {"key": "end"})
    assert "Was hier jetzt gespielt wird" in words(scorer.get(room.table.address))
    assert dead_ends(scorer)[0] == []
    room.organiser().post(f"/abend/{room.event}/beenden", {})
    assert dead_ends(viewer)[0] == []


def test_an_organiser_who_does_not_run_the_installation_is_not_offered_its_backups(room: Room) -> None:
    with room.store.write() as tx:
        organisers.add_organiser(tx, room.actor(), "Franz", organisers.hashed(PASSWORD))
    franz = room.device()
    franz.log_in("Franz")
    wrong, seen = dead_ends(franz)
    assert wrong == []
    assert "/neu" in seen
    assert "/sicherung" not in seen


def test_viewers_see_who_stands_how_without_the_form(room: Room) -> None:
    page = room.viewer().get(room.table.address)
    assert 'id="eintrag"' not in page.text
    assert "Toni +" in words(page)
    assert f'data-ask="{room.table.address}/stand"' in page.text  # what is entered appears by itself
    assert 'id="eintrag"' in room.scorer().get(room.table.address).text


def test_every_page_says_who_is_in(room: Room) -> None:
    assert "Tisch 1 Verlassen" in words(room.scorer().get("/hilfe"))
    assert "Zuschauen Verlassen" in words(room.viewer().get("/hilfe"))
    assert "Maria Abmelden" in words(room.organiser().get("/hilfe"))
    assert "Verlassen" not in words(room.device().get("/hilfe"))


def test_a_page_that_was_kept_is_not_shown_to_somebody_else(room: Room) -> None:
    device = room.scorer(room.link(Kind.VIEWER))
    first = device.get(room.table.address)
    device.scan(room.link())
    second = device.get(room.table.address, **{"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert 'id="eintrag"' in second.text
