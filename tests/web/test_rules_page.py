"""Other rules and another stake on screen: shown before it is done, done with one tap, undone; and what if."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.playing import SEVEN, TableAt, said, sit_down
from tests.web.visiting import Visitor, hidden, words

FIVE = SEVEN[:5]
TAROCKERS = ("Anna", "Bert", "Cilli", "Dora")


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    """Two deals: Maria with Leni wins with 9, the others gematscht (+6 +6 −4 −4 −4); Franz alone loses (−8, +2 × 4)."""
    table = sit_down(app, visitor, "jaggln", FIVE)
    table.enter(partner="Leni", gewisse="9", gematscht="1")
    table.enter(partner="", gewisse="4")
    return table


def get(table: TableAt, where: str) -> TestResponse:
    return table.visitor.get(f"{table.address}/{where}")


def fields_of(page: TestResponse) -> dict[str, str]:
    """Give what the button of the preview sends."""
    form = page.text.split('action="/partie/')[1].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    fields.pop("csrf_token")
    return fields


ROW = re.compile(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', re.DOTALL)


def rows(page: TestResponse) -> dict[str, str]:
    """Give the comparison by name, without tags."""
    return {
        re.sub(r"<small>.*?</small>", "", name): " ".join(re.sub(r"<[^>]*>", " ", cells).split())
        for name, cells in ROW.findall(page.text)
    }


def test_the_form_shows_the_rules_as_they_are_and_asks_from_when(table: TableAt) -> None:
    page = get(table, "regeln")
    text = words(page)
    assert "ab jetzt (Spiel 3)" in text
    assert "alles neu rechnen" in text
    assert 'name="rules" value="schipflinger" checked' in page.text
    assert 'name="stake" value="10"' in page.text


def test_scored_again_shows_the_difference_per_player_before_anything_is_done(table: TableAt) -> None:
    query = "ab=anfang&rules=schipflinger&shown=jaggln/schipflinger&stake=20&option.gematscht_factor=3"
    page = get(table, f"regeln/vorschau?{query}")
    found = rows(page)
    # Toni: −4 + 2 = −2 at 10 cents; with times 3 −6 + 2 = −4 at 20 cents
    assert found["Toni"] == "−2 → −4 −0,20 € → −0,80 € −0,60 €"
    assert found["Maria"].startswith("+8 → +11")
    assert "Ein Spiel zählt anders" in words(page)
    assert "Maria und Leni +6 → +9" in words(page)
    assert "gematscht zählt mal war 2 3" in words(page)
    assert table.now().seq == 2  # nothing done yet


def test_one_tap_does_it_the_table_says_so_and_undo_takes_it_back(table: TableAt) -> None:
    before = table.totals()
    page = get(table, "regeln/vorschau?ab=anfang&rules=mayr-hassler&stake=10")
    page = table.send("regeln", fields_of(page))
    assert said(page) == "Regeln und Einsatz geändert, alle Spiele neu gerechnet"
    # Maria 2/3 of 6 and Leni 1/3, the others −2 each; Franz −4, the others +1
    assert table.totals() == [-2 + 1, 4 + 1, -2 - 4, 2 + 1, -2 + 1]
    table.undo()
    assert table.totals() == before
    assert table.now().head.rule_set == "schipflinger"


def test_the_same_form_sent_twice_is_one_change(table: TableAt) -> None:
    fields = fields_of(get(table, "regeln/vorschau?ab=jetzt&stake=50"))
    table.send("regeln", fields)
    table.send("regeln", fields)
    assert table.now().seq == 3
    assert table.now().head.stake_cents == 50


def test_from_now_on_leaves_scores_and_money_and_says_from_which_deal(table: TableAt) -> None:
    page = get(table, "regeln/vorschau?ab=jetzt&stake=50")
    assert "Punkte und Geld bleiben, wie sie sind. Spiel 3 zählt als erstes nach diesen Regeln." in words(page)
    cents = list(table.now().cents.values())
    page = table.send("regeln", fields_of(page))
    assert said(page) == "Regeln und Einsatz geändert ab Spiel 3"
    assert list(table.now().cents.values()) == cents


def test_a_change_meant_for_an_older_state_is_not_done_and_shown_anew(table: TableAt) -> None:
    fields = fields_of(get(table, "regeln/vorschau?ab=jetzt&stake=50"))
    table.enter(partner="", gewisse="5")
    page = table.send("regeln", fields)
    assert "Nicht ausgeführt: inzwischen wurde hier etwas anderes eingetragen." in words(page)
    assert "Spiel 4 zählt als erstes" in words(page)
    assert table.now().head.stake_cents == 10


def test_deals_that_the_other_rules_do_not_know_are_named(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", SEVEN[:6])  # six play a deal, in the hotel variant five
    table.enter(partner="Leni", gewisse="6")
    page = get(table, "regeln/vorschau?ab=anfang&rules=mayr-hassler")
    text = words(page)
    assert "Diese Regeln kennen ein Spiel nicht:" in text
    assert "Spiel 1: gespielt haben 6, diese Regeln sind für 5" in text
    assert "Alles neu rechnen" not in text
    fields = {"key": "k", "seen": "1", "ab": "anfang", "rules": "mayr-hassler", "stake": "10"}
    assert "Diese Regeln kennen ein Spiel nicht:" in words(table.send("regeln", fields))
    assert table.now().seq == 1


def test_a_game_settled_once_explains_and_offers_the_other_way(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "bauerntarock", TAROCKERS)
    table.enter(declarer="Anna", points="72")
    assert "ein anderer Einsatz kann nur für alles gelten" in words(get(table, "regeln"))
    page = get(table, "regeln/vorschau?ab=jetzt&stake=20")
    assert "Einsatz: dieses Spiel wird einmal abgerechnet, am Schluss" in words(page)
    other = re.search(r'href="([^"]+ab=anfang)"', page.text)
    assert other
    assert rows(table.visitor.get(other.group(1).replace("&amp;", "&")))["Anna"].startswith("+12")


def test_how_it_is_settled_counts_for_the_whole_sitting_and_is_shown(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "bauerntarock", TAROCKERS)
    table.enter(declarer="Anna", points="72")
    query = "ab=jetzt&stake=10&shown=bauerntarock/brixental&option.last_place_surcharge=0&option.active=4"
    page = get(table, f"regeln/vorschau?{query}&option.target=100&option.sumpern_factor=1&option.max_doublings=3")
    assert "Wie abgerechnet wird, gilt für die ganze Partie, nicht erst ab Spiel 2:" in words(page)
    assert rows(page)["Anna"] == "+12 +5,60 € → +3,60 € −2,00 €"


def test_what_cannot_be_read_stays_typed(table: TableAt) -> None:
    page = get(table, "regeln/vorschau?ab=jetzt&stake=viel")
    assert page.status_code == 422
    assert 'value="viel"' in page.text


def test_a_closed_evening_takes_no_other_rules_but_still_answers_what_if(table: TableAt) -> None:
    table.visitor.post(f"/abend/{table.now().event.id}/beenden", {"key": "end"})
    assert "Der Abend ist beendet. Er lässt sich jederzeit wieder öffnen." in words(get(table, "regeln"))
    assert 'action="/partie/' not in get(table, "regeln").text.split("<main")[1].split("</main>")[0]
    assert "Nach diesen Regeln spielen" not in words(get(table, "was-waere-wenn?rules=mayr-hassler"))


def test_what_if_compares_touching_nothing_and_the_address_says_with_what(table: TableAt) -> None:
    same = get(table, "was-waere-wenn")
    assert "Genau wie gespielt: kein Unterschied." in words(same)
    page = get(table, "was-waere-wenn?rules=mayr-hassler&stake=20")
    assert rows(page)["Maria"].startswith("+8 → +5")
    text = words(page)
    assert "2 Spiele zählen anders" in text
    assert "Zahlungen, wie gespielt Franz zahlt an Maria" in text
    assert "Nach diesen Regeln spielen" in text
    assert table.now().seq == 2
    assert table.visitor.post(f"{table.address}/was-waere-wenn", {}).status_code == 405


def test_a_sitting_that_does_not_exist_is_not_found(table: TableAt) -> None:
    for where in ("regeln", "regeln/vorschau", "was-waere-wenn", "plaetze", "plaetze/vorschau"):
        assert table.visitor.get(f"/partie/999/{where}").status_code == 404


def test_the_preview_without_a_comparison_has_no_button(table: TableAt) -> None:
    page = get(table, "regeln/vorschau?ab=jetzt")
    assert "Nichts ändert sich: so wird schon gespielt." in words(page)
    assert hidden(page, "seen") == "2"


def test_a_deal_is_called_what_its_contract_was_called_when_it_was_played(app: Flask, visitor: Visitor) -> None:
    house = {"house_contract": "Bettler", "house_base": 3, "house_aim": "all_tricks"}
    table = sit_down(app, visitor, "matzlfangen", TAROCKERS, **house)
    table.enter(contract="house_contract", declarer="Anna", made="1")
    query = "ab=jetzt&stake=10&shown=matzlfangen/daglinger&option.house_contract=Hochzeit&option.house_base=4"
    rest = "option.house_aim=all_tricks&option.rufen=1&option.treiben=1&option.durch=6&option.trumpf_durch=6"
    table.send("regeln", fields_of(get(table, f"regeln/vorschau?{query}&{rest}")))
    assert table.now().setup.rules.house_contract == "Hochzeit"
    assert "Bettler" in words(get(table, "spiele"))
