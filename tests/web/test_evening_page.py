"""The first page with evenings, and the page of an evening."""

import re

import pytest
from flask import Flask

from tests.web.playing import sit_down
from tests.web.test_start import FIVE, begun, draft
from tests.web.visiting import Visitor, words


@pytest.fixture
def event(app: Flask, visitor: Visitor) -> int:
    return begun(
        app, visitor.post("/neu", draft(visitor, player=FIVE, title="Stammtisch", place="Post", do="begin"))
    ).event.id


def test_a_running_evening_is_one_tap_from_its_table(visitor: Visitor, event: int) -> None:
    page = visitor.get("/")
    assert "Stammtisch 15. Jänner 2027, Post Toni, Maria, Franz, Leni, Sepp Weiter zum Tisch" in words(page)
    assert "Beispielabend" not in words(page)
    assert 'href="/partie/1"' in page.text


def test_an_evening_lists_its_sittings_with_table_and_settlement(visitor: Visitor, event: int) -> None:
    page = visitor.get(f"/abend/{event}")
    text = words(page)
    assert "Stammtisch Freitag, 15. Jänner 2027, Post" in text
    assert "Jaggln nach Schipflinger, 0,10 € je Spielpunkt 0 Spiele, läuft" in text
    for address in ("/partie/1", "/partie/1/spiele", "/partie/1/abrechnung", f"/abend/{event}/weiter"):
        assert f'href="{address}"' in page.text


def test_an_evening_is_ended_and_opened_again(visitor: Visitor, event: int) -> None:
    ended = visitor.post(f"/abend/{event}/beenden", {}, follow=True)
    assert "Der Abend ist beendet. Er lässt sich jederzeit wieder öffnen." in words(ended)
    assert "Weiter zum Tisch" not in words(ended)
    assert "Früher" in words(visitor.get("/"))
    opened = visitor.post(f"/abend/{event}/oeffnen", {}, follow=True)
    assert "Weiter zum Tisch" in words(opened)


def test_a_closed_evening_takes_no_further_sitting(visitor: Visitor, event: int) -> None:
    visitor.post(f"/abend/{event}/beenden", {})
    page = visitor.get(f"/abend/{event}/weiter")
    form = {
        "key": "2",
        "game": "jaggln",
        "player": re.findall(r'name="player" value="([^"]+)"', page.text),
        "do": "begin",
    }
    refused = visitor.post(f"/abend/{event}/weiter", form)
    assert refused.status_code == 409
    assert "Das geht so nicht" in words(refused)


def test_each_sitting_can_be_settled_by_itself(visitor: Visitor, event: int) -> None:
    assert "Abrechnung des Abends" in words(visitor.get(f"/abend/{event}"))
    page = visitor.post(f"/abend/{event}/kassa", {"purse": "each"}, follow=True)
    assert "Jede Partie wird für sich abgerechnet." in words(page)
    assert "Abrechnung des Abends" not in words(page)


def test_evenings_are_paged_and_every_one_is_found_once(app: Flask, visitor: Visitor) -> None:
    for number in range(1, 24):
        fields = draft(visitor, player=FIVE, title=f"Abend {number:02}", date=f"2027-01-{number:02}", do="begin")
        now = begun(app, visitor.post("/neu", fields))
        visitor.post(f"/abend/{now.event.id}/beenden", {})
    first = visitor.get("/")
    older = re.search(r'href="(/\?before=\d+)"', first.text)
    assert older
    second = visitor.get(older.group(1))
    found = [re.findall(r"<b>(Abend \d\d)</b>", page.text) for page in (first, second)]
    assert found[0] == [f"Abend {number:02}" for number in range(23, 3, -1)]
    assert found[1] == ["Abend 03", "Abend 02", "Abend 01"]
    assert "Neueste" in words(second)
    assert "Ältere" not in words(second)


def test_the_example_shows_one_evening_per_game(visitor: Visitor) -> None:
    page = visitor.post("/beispiel", {}, follow=True)
    assert page.status_code == 200
    assert "Beispiel" in words(page)
    assert visitor.get("/").text.count('<span class="tag">Beispiel</span>') == 5


def test_an_evening_begun_by_mistake_is_removed_and_taken_back_in(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", ("Toni", "Maria", "Franz", "Leni", "Sepp"))
    assert "Irrtümlich begonnen?" in words(visitor.get("/abend/1"))
    gone = visitor.post("/abend/1/entfernen", {}, follow=True)
    assert "entfernt Irrtümlich begonnen, steht nicht mehr auf der Startseite." in words(gone)
    assert "/abend/1" not in visitor.get("/").text
    assert "Abend entfernt: nichts war eingetragen" in words(visitor.get("/abend/1/verlauf"))
    visitor.post("/abend/1/oeffnen", {})
    assert "/abend/1" in visitor.get("/").text
    table.enter(partner="", gewisse="6")
    assert "Irrtümlich begonnen?" not in words(visitor.get("/abend/1"))
    stays = visitor.post("/abend/1/entfernen", {}, follow=True)
    assert "In diesem Abend ist schon etwas eingetragen: er bleibt." in words(stays)
