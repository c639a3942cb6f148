"""Seats on screen: who sits out when, who comes and goes, with what it comes to shown before it is done."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.playing import SEVEN, TableAt, said, sit_down
from tests.web.visiting import Visitor, chosen, words

FOUR = ("Burgi", "Lois", "Kathi", "Schorsch")


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    """Seven at the table: Toni and Maria have dealt and sat out once, Franz is next."""
    table = sit_down(app, visitor, "jaggln", SEVEN)
    table.enter(partner="Hias", gewisse="6")
    table.enter(partner="", gewisse="4")
    return table


def seats(table: TableAt, query: str = "") -> TestResponse:
    return table.visitor.get(f"{table.address}/plaetze{query}")


def preview(table: TableAt, **moves: str) -> TestResponse:
    query = "&".join(
        f"{name}={table.ids.get(value, value) if name != 'name' else value}" for name, value in moves.items()
    )
    return seats(table, f"/vorschau?{query}")


def do(table: TableAt, page: TestResponse) -> TestResponse:
    """Press the button of the preview."""
    form = page.text.split("<main")[1].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    fields.pop("csrf_token")
    return table.send("plaetze", fields)


def test_the_page_says_who_sits_where_who_is_next_and_who_sat_out(table: TableAt) -> None:
    text = words(seats(table))
    assert "7 am Tisch, erlaubt sind 5 bis 7" in text
    assert "3 Franz gibt setzt aus" in text
    assert "4 Leni Vorhand" in text
    assert "Pausenbuch Toni einmal Maria einmal Franz noch nie" in text
    assert "Spiel 3 Franz; Spiel 4 Leni; Spiel 5 Sepp" in text


def test_who_leaves_is_shown_with_score_and_consequences_and_may_be_paid_out(table: TableAt) -> None:
    page = preview(table, leaving="Franz")
    text = words(page)
    assert "Franz hört auf" in text
    assert "Franz geht mit −12 −1,20 €" in text
    assert "Geber Leni sonst wäre es Franz" in text
    assert "Setzt aus niemand sonst wäre es Franz" in text
    assert table.now().seq == 2
    page = do(table, page)
    assert said(page) == "Plätze geändert: Franz geht"
    assert f'href="/abend/{table.now().event.id}/auszahlen/{table.ids["Franz"]}"' in page.text
    assert "Spiele 1 bis 2" in words(page)
    assert table.now().setup.present(3) == tuple(table.ids[name] for name in SEVEN if name != "Franz")


def test_a_substitute_is_a_new_person_only_when_it_is_done(table: TableAt) -> None:
    page = preview(table, leaving="Franz", name="Resi")
    assert "Resi statt Franz" in words(page)
    assert "Geber Resi sonst wäre es Franz" in words(page)
    assert "Resi" not in words(table.visitor.get("/neu"))
    page = do(table, page)
    assert "Resi" in words(page)
    assert list(table.now().names.values())[2:4] == ["Franz", "Resi"]
    undone = words(table.undo())
    assert "Änderung der Plätze (Resi kommt für Franz) zurückgenommen" in undone  # also who sits nowhere any more
    assert len(table.now().setup.players) == 7


def test_who_joins_sits_where_it_was_said_and_the_table_says_so(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", SEVEN[:6])
    page = preview(table, name="Hias", before="Maria")
    assert "Hias kommt dazu" in words(page)
    assert "Hias beginnt mit 0" in words(page)
    page = do(table, page)
    assert said(page) == "Plätze geändert: Hias kommt dazu"
    assert list(table.now().names.values()) == ["Toni", "Hias", "Maria", "Franz", "Leni", "Sepp", "Vroni"]


def test_what_cannot_be_is_said_before_it_is_tried(table: TableAt, app: Flask, visitor: Visitor) -> None:
    assert "dieses Spiel braucht 5 bis 7 Spieler, hier sind 8" in words(preview(table, name="Resi"))
    assert "sitzt schon an diesem Tisch" in words(preview(table, leaving="Franz", name="Toni"))
    four = sit_down(app, visitor, "matzlfangen", FOUR)
    assert "braucht 4 bis 5 Spieler, hier sind 3" in words(preview(four, leaving="Burgi"))
    assert "niemand kommt und niemand geht" in words(preview(four))
    assert "höchstens 60" in words(preview(four, name="x" * 61)) or "60 Buchstaben" in words(
        preview(four, name="x" * 61)
    )
    assert "12 ist kein Name: kein Buchstabe darin" in words(preview(four, name="12"))


def test_who_comes_back_is_told_to_take_a_seat_in_the_next_sitting(table: TableAt) -> None:
    do(table, preview(table, leaving="Franz"))
    text = words(preview(table, name="Franz"))
    assert "saß schon an diesem Tisch: In der nächsten Partie ist wieder ein Platz frei" in text


def test_a_change_meant_for_an_older_state_is_not_done(table: TableAt) -> None:
    page = preview(table, leaving="Franz")
    table.enter(partner="", gewisse="5")
    shown = do(table, page)
    assert "Nicht ausgeführt: inzwischen wurde hier etwas anderes eingetragen." in words(shown)
    assert len(table.now().setup.present(4)) == 7


def test_when_the_sitting_is_over_nobody_comes_or_goes(table: TableAt) -> None:
    table.send("beenden", {"key": "end", "seen": "2"})
    assert "Die Partie ist zu Ende." in words(seats(table))
    fields = {"key": "k", "seen": "3", "leaving": table.ids["Franz"]}
    assert table.send("plaetze", fields).status_code == 409


def test_the_next_sitting_begins_with_those_who_are_still_there(table: TableAt) -> None:
    do(table, preview(table, leaving="Franz", name="Resi"))
    page = table.visitor.get(f"/abend/{table.now().event.id}/weiter")
    assert chosen(page) == ["Toni", "Maria", "Resi", "Leni", "Sepp", "Vroni", "Hias"]
