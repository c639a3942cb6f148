"""What is kept in plain words; a person's data handed out and erased, on their page."""

import json

import pytest
from flask import Flask

from scorekeeper.services import evenings
from scorekeeper.services.actor import Actor
from tests.web.playing import NOW, sit_down, words
from tests.web.visiting import Visitor

NAMES = ("Zenzi Kranzlhuber", "Maria", "Franz", "Leni", "Sepp")


@pytest.fixture
def zenzi(app: Flask, visitor: Visitor) -> str:
    """Somebody who sat in an evening that is closed."""
    table = sit_down(app, visitor, "jaggln", NAMES)
    with table.store.write() as tx:
        evenings.end_evening(tx, Actor(1, "Gerät K7", NOW), table.now().event.id)
    return table.ids["Zenzi Kranzlhuber"]


@pytest.mark.parametrize("language, heading", [("de", "Auskunft und Löschen"), ("en", "having it erased")])
def test_everybody_may_read_what_is_kept_and_the_foot_leads_there(
    visitor: Visitor, language: str, heading: str
) -> None:
    visitor.post("/sprache", {"language": language})
    assert 'href="/datenschutz"' in visitor.get("/").text
    page = words(visitor.get("/datenschutz"))
    assert heading in page
    assert "session" in page


def test_the_data_of_a_person_come_as_a_file(visitor: Visitor, zenzi: str) -> None:
    assert f'href="/leute/{zenzi}/daten.json"' in visitor.get(f"/leute/{zenzi}").text
    answer = visitor.get(f"/leute/{zenzi}/daten.json")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="daten-{zenzi}.json"'
    data = json.loads(answer.text)
    assert [one["name"] for one in data["names"]] == ["Zenzi Kranzlhuber"]
    assert [evening["title"] for evening in data["evenings"]] == ["Kartenabend"]


def test_data_are_erased_only_with_the_tick_and_then_the_name_is_on_no_page(visitor: Visitor, zenzi: str) -> None:
    asked = visitor.get(f"/leute/{zenzi}/daten")
    assert "Was bleibt" in words(asked)
    assert visitor.post(f"/leute/{zenzi}/daten", {}).status_code == 422
    assert "Zenzi" in visitor.get(f"/leute/{zenzi}").text
    done = visitor.post(f"/leute/{zenzi}/daten", {"sure": "1"}, follow=True)
    assert "Die Daten sind gelöscht" in words(done)
    assert "Gelöscht 1" in words(done)
    assert "umbenennen" not in done.text
    for address in ("/", "/leute", "/neu", "/abend/1", "/abend/1/verlauf", "/abend/1/abrechnung", "/partie/1"):
        assert "Zenzi" not in visitor.get(address).text, address
    assert "Gelöscht 1" in words(visitor.get("/abend/1"))


def test_a_table_that_goes_on_is_said_and_no_button_offered(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", NAMES)
    page = visitor.get(f"/leute/{table.ids['Maria']}/daten")
    assert "läuft noch" in words(page)
    assert 'name="sure"' not in page.text
    assert visitor.post(f"/leute/{table.ids['Maria']}/daten", {"sure": "1"}).status_code == 422
