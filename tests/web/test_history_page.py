"""The list of deals: explained, corrected, struck; nothing saved that changes nothing, nothing lost that was typed."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.playing import SEVEN, TableAt, dock, sit_down
from tests.web.visiting import Visitor, hidden, words


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    """Three deals: Maria with Hias, Franz alone, Leni with Toni."""
    table = sit_down(app, visitor, "jaggln", SEVEN)
    table.enter(partner="Hias", gewisse="6")
    table.enter(partner="", gewisse="4")
    table.enter(partner="Toni", gewisse="9", gematscht="1", note="im Dreck")
    return table


def history(table: TableAt, query: str = "") -> TestResponse:
    return table.visitor.get(f"{table.address}/spiele{query}")


def correction(table: TableAt, number: int) -> TestResponse:
    return table.visitor.get(f"{table.address}/spiele/{number}/korrigieren")


def filled_in(page: TestResponse) -> dict[str, str]:
    """Give everything that a browser would send of the page's form."""
    form = page.text.split('id="eintrag"')[1].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    fields.update(re.findall(r'type="(?:radio|checkbox)" name="([^"]+)" value="([^"]*)" checked', form))
    fields.update(dict(re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)<', form)))
    fields.pop("csrf_token")
    return fields


def save(table: TableAt, number: int, fields: dict[str, str]) -> TestResponse:
    return table.visitor.post(f"{table.address}/spiele/{number}/korrigieren", fields, follow=True)


def test_every_deal_opens_to_its_steps_what_each_paid_who_dealt_and_the_note(table: TableAt) -> None:
    text = words(history(table))
    assert "3 Spiele Jaggln, Freitag, 15. Jänner 2027" in text
    assert "3 Leni mit Toni 9 Gwiß, gewonnen, gematscht +8" in text
    assert "Franz setzt aus" in text
    assert "im Dreck" in text
    assert re.search(r"Eingetragen um \d\d:\d\d, Gerät [A-Z]\d+\. Es gab Franz\.", text)
    assert text.index("3 Leni mit Toni") < text.index("2 Franz allein") < text.index("1 Maria mit Hias")


def test_correcting_an_old_deal_changes_every_total_and_keeps_who_dealt_later(table: TableAt) -> None:
    assert table.totals() == [2 + 8, 4 + 0 - 4, -2 - 10 + 0, -2 + 2 + 8, -2 + 2 - 4, -2 + 2 - 4, 4 + 2 - 4]
    page = save(table, 1, {**filled_in(correction(table, 1)), "gewisse": "3"})
    assert "Spiel 1 korrigiert" in words(page)
    assert table.totals() == [2 + 8, -4 + 0 - 4, 2 - 10 + 0, 2 + 2 + 8, 2 + 2 - 4, 2 + 2 - 4, -4 + 2 - 4]
    assert table.deal(3).entry.dealer == table.ids["Franz"]
    assert "1 Maria mit Hias 3 Gwiß, verloren −4" in words(page)


def test_saving_unchanged_changes_nothing_and_says_so(table: TableAt) -> None:
    seq = table.now().seq
    for number in (1, 2, 3):
        page = save(table, number, filled_in(correction(table, number)))
        assert f"Spiel {number}: nichts geändert, nichts gespeichert." in words(page)
    assert table.now().seq == seq


def test_a_note_alone_can_be_changed(table: TableAt) -> None:
    save(table, 2, {**filled_in(correction(table, 2)), "note": "allein gegen alle"})
    assert table.deal(2).entry.note == "allein gegen alle"
    assert table.deal(2).revisions == 1


def test_a_stale_correction_shows_the_present_state_and_keeps_what_was_typed(app: Flask, table: TableAt) -> None:
    late = {**filled_in(correction(table, 1)), "gewisse": "8", "note": "spät"}
    save(table, 1, {**filled_in(correction(table, 1)), "gewisse": "3"})
    page = save(table, 1, late)
    assert page.status_code == 409
    text = words(page)
    assert "Noch nicht gespeichert: Spiel 1 wurde inzwischen geändert." in text
    assert "1 Maria mit Hias 3 Gwiß, verloren" in text
    assert 'name="gewisse" value="8" checked' in page.text
    assert "spät" in page.text
    page = save(table, 1, {**late, "target": hidden(page, "target"), "key": hidden(page, "key")})
    assert "Spiel 1 korrigiert" in words(page)
    assert table.deal(1).entry.answers["gewisse"] == 8


def test_a_correction_that_cannot_be_says_so_at_its_question(table: TableAt) -> None:
    page = save(table, 1, {**filled_in(correction(table, 1)), "gematscht": "1"})
    assert page.status_code == 422
    assert "erst bei 9 Gwiß" in words(page)
    assert table.deal(1).revisions == 0


def test_a_correction_is_previewed(table: TableAt) -> None:
    form = {**filled_in(correction(table, 2)), "gewisse": "5"}
    page = table.visitor.post(f"{table.address}/spiele/2/vorschau", form)
    assert dock(page).startswith("Franz gewinnt: +10")
    assert "Korrektur speichern" in words(page)


def test_a_struck_deal_keeps_its_number_counts_nothing_and_comes_back(table: TableAt) -> None:
    seq = table.deal(2).entry.seq
    page = table.send("spiele/2/streichen", {"key": "v", "target": str(seq)})
    assert "Spiel 2 gestrichen" in words(page)
    assert "2 Franz allein gestrichen" in words(page)
    assert table.totals() == [8, 0, -2, 6, -6, -6, 0]
    assert table.now().standing.deals == 3
    table.undo()
    assert table.totals()[2] == -12


def test_changes_are_listed_field_by_field(table: TableAt) -> None:
    save(table, 1, {**filled_in(correction(table, 1)), "gewisse": "3", "note": "verzählt"})
    page = table.visitor.get(f"{table.address}/spiele/1/aenderungen")
    text = words(page)
    assert "Spiel 1 : Maria mit Hias, 6 Gwiß, gewonnen Maria +4, Franz −2, Leni −2, Sepp −2, Vroni −2, Hias +4" in text
    assert "später korrigiert" in text
    assert "Spiel 1 korrigiert Gwiß: 3 statt 6 Notiz: „verzählt“ Maria −4 statt +4," in text
    table.undo()
    text = words(table.visitor.get(f"{table.address}/spiele/1/aenderungen"))
    assert "Zurückgenommen: Korrektur von Spiel 1" in text
    assert re.search(r"Hias \+4 statt −4", text)
    assert "später korrigiert" not in text


def test_a_correction_shows_what_it_changes_before_it_is_saved(table: TableAt) -> None:
    assert "Was sich ändert Nichts: genauso ist es schon eingetragen." in words(correction(table, 1))
    form = {**filled_in(correction(table, 1)), "gewisse": "3"}
    page = table.visitor.post(f"{table.address}/spiele/1/vorschau", form)
    assert (
        "Was sich ändert Gwiß: 3 statt 6 Maria −4 statt +4, Franz +2 statt −2, Leni +2 statt −2, Sepp +2 statt −2, "
        "Vroni +2 statt −2, Hias −4 statt +4"
    ) in words(page)
    note = table.visitor.post(f"{table.address}/spiele/1/vorschau", {**filled_in(correction(table, 1)), "note": "x"})
    assert "Was sich ändert Notiz: „x“ Die Punkte bleiben gleich." in words(note)


def test_what_was_taken_back_stays_struck_through_and_can_be_restored(table: TableAt) -> None:
    table.undo()
    text = words(history(table))
    assert "3 Leni mit Toni zurückgenommen" in text
    assert "Wiederholen" in text


def test_long_histories_come_fifty_at_a_time(table: TableAt) -> None:
    for _ in range(3, 53):
        table.enter(partner="", gewisse="5")
    page = history(table)
    assert 'id="spiel-53"' in page.text
    assert 'id="spiel-3"' not in page.text
    older = re.search(r'href="[^"]*/spiele\?before=(\d+)"', page.text)
    assert older
    page = history(table, f"?before={older.group(1)}")
    assert 'id="spiel-3"' in page.text
    assert 'id="spiel-4"' not in page.text


def test_a_deal_that_does_not_exist_is_not_found(table: TableAt) -> None:
    assert correction(table, 9).status_code == 404
    assert table.visitor.get(f"{table.address}/spiele/9/aenderungen").status_code == 404
