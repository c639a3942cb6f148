"""The page of the history: line by line with time and device, picked out without scripts, page by page, and printed."""

import re

import pytest
from flask import Flask

from scorekeeper.domain.games.jaggln import Deal
from scorekeeper.services import entering, evenings
from scorekeeper.services.actor import Actor
from scorekeeper.web.views import story
from tests.web.playing import NOW, SEVEN, TableAt, sit_down
from tests.web.visiting import Visitor, words


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    """Two deals, the second taken back."""
    table = sit_down(app, visitor, "jaggln", SEVEN)
    table.enter(partner="Hias", gewisse="6", note="im <b>Dreck</b>")
    table.enter(partner="", gewisse="4")
    table.undo()
    return table


def address(table: TableAt, more: str = "") -> str:
    return f"/abend/{table.now().event.id}/verlauf{more}"


def test_every_line_has_its_day_time_and_device(table: TableAt) -> None:
    text = words(table.visitor.get(address(table, "?zuerst=alt")))
    assert "Verlauf Kartenabend, Freitag, 15. Jänner 2027" in text
    assert "20:30 Gerät K7 Abend begonnen : Kartenabend, gemeinsam abgerechnet" in text
    assert "am Tisch: Toni, Maria, Franz, Leni, Sepp, Vroni und Hias, Toni gibt zuerst" in text
    assert re.search(r"\d\d:\d\d Gerät [A-Z]\d+ Spiel 1 : Maria mit Hias, 6 Gwiß, gewonnen Maria \+4, Franz −2", text)
    assert "„im <b>Dreck</b>“" in text


def test_devices_are_named_in_the_language_of_the_page(table: TableAt) -> None:
    told = words(table.visitor.get(address(table, "?zuerst=alt&lang=en")))
    assert "20:30 Device K7 Evening begun" in told
    assert re.search(r"taken back: \d\d:\d\d, Device [A-Z]\d+", told)
    opened = words(table.visitor.get(f"{table.address}/spiele?lang=en"))
    assert re.search(r"Entered at \d\d:\d\d, Device [A-Z]\d+", opened)
    assert "Gerät" not in told + opened


def test_what_was_taken_back_is_struck_through_and_says_when_and_by_which_device(table: TableAt) -> None:
    page = table.visitor.get(address(table))
    assert '<p class="gone"><b>Spiel 2</b>: Franz allein, 4 Gwiß, verloren</p>' in page.text
    text = words(page)
    assert re.search(r"zurückgenommen: \d\d:\d\d, Gerät [A-Z]\d+", text)
    assert text.index("Zurückgenommen: Spiel 2") < text.index("Spiel 2 : Franz") < text.index("Abend begonnen")


def test_the_evening_and_the_settlement_lead_to_the_history(table: TableAt) -> None:
    event = table.now().event.id
    for page in (f"/abend/{event}", f"{table.address}/abrechnung"):
        assert f'href="/abend/{event}/verlauf"' in table.visitor.get(page).text


def test_a_person_is_picked_from_a_list_and_stays_picked(table: TableAt) -> None:
    toni = table.ids["Toni"]
    page = table.visitor.get(address(table, f"?person={toni}&zuerst=alt"))
    text = words(page)
    assert f'<option value="{toni}" selected>Toni</option>' in page.text
    assert "Nur, was Toni betrifft." in text
    assert "Spiel 1" not in text  # Toni sat out
    assert "Spiel 2 : Franz allein, 4 Gwiß, verloren Toni" in text
    assert f"verlauf.pdf?person={toni}&amp;zuerst=alt" in page.text


def test_nonsense_in_the_address_is_left_out(table: TableAt) -> None:
    page = table.visitor.get(address(table, "?person=x&partie=&zuerst=irgendwie&ab=Mond"))
    assert page.status_code == 200
    assert "Spiel 1" in words(page)
    assert table.visitor.get(address(table, "?partie=99")).status_code == 404
    assert table.visitor.get("/abend/99/verlauf").status_code == 404
    assert table.visitor.get(address(table, "?person=99")).status_code == 404
    assert "Hier ist nichts mehr." in words(table.visitor.get(address(table, "?zuerst=alt&ab=999_1.999")))


def test_a_sitting_is_picked_where_there_are_several(table: TableAt) -> None:
    event = table.now().event.id
    assert 'name="partie"' not in table.visitor.get(address(table)).text
    with table.store.write() as tx:
        setup = table.now()
        new = evenings.NewSitting(
            game="dobbm", rule_set="stubai", options={}, stake_cents=10, payout="transfers",
            players=tuple(map(int, setup.setup.players[:4])), first_dealer=int(setup.setup.players[0]),
        )  # fmt: skip
        second = evenings.next_sitting(tx, Actor(evenings.first_club(tx), "Gerät B3", NOW), event, new, "second")
    page = table.visitor.get(address(table, f"?partie={second}"))
    assert f'<option value="{second}" selected>2. Dobbm</option>' in page.text
    assert "2. Partie begonnen" in words(page)
    assert "Spiel 1" not in words(page)


def test_long_histories_come_fifty_lines_at_a_time(table: TableAt) -> None:
    with table.store.write() as tx:
        actor = Actor(evenings.first_club(tx), "Gerät K7", NOW)
        for turn in range(30):
            deal = entering.enter_deal(tx, actor, table.number, key=f"{turn}", number=2, deal=Deal(gewisse=5))
            entering.undo(tx, actor, table.number, key=f"undo {turn}", target=deal.seq)
    first = table.visitor.get(address(table))
    assert first.text.count('<div class="when">') == 50
    found = re.search(r'href="([^"]*ab=[^"]*)"', first.text)
    assert found
    second = table.visitor.get(found[1].replace("&amp;", "&"))
    assert second.text.count('<div class="when">') == 15
    assert "Abend begonnen" in words(second)
    assert "Zum Anfang der Liste" in words(second)
    assert "Weiter" not in words(second)


def test_the_print_view_tells_the_same_from_the_beginning(table: TableAt) -> None:
    text = words(table.visitor.get(address(table, "/druck")))
    assert "Verlauf des Abends" in text
    assert text.index("Abend begonnen") < text.index("Spiel 1") < text.index("Zurückgenommen: Spiel 2")
    hias = table.visitor.get(address(table, f"/druck?person={table.ids['Toni']}"))
    assert "nur, was Toni betrifft" in words(hias)
    assert "Spiel 1" not in words(hias)


def test_a_very_long_history_is_printed_by_the_browser(table: TableAt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "MOST_AS_PDF", 3)
    page = table.visitor.get(address(table, f".pdf?person={table.ids['Franz']}"))
    assert page.status_code == 303
    assert page.location == address(table, f"/druck?person={table.ids['Franz']}")
