"""The table page: a deal entered, seen, taken back; never twice, never lost."""

import re

import pytest
from flask import Flask

from tests.web.playing import FOUR, SEVEN, TableAt, dock, said, sit_down
from tests.web.visiting import Visitor, hidden, words


@pytest.fixture
def jaggln(app: Flask, visitor: Visitor) -> TableAt:
    return sit_down(app, visitor, "jaggln", SEVEN)


@pytest.fixture
def matzlfangen(app: Flask, visitor: Visitor) -> TableAt:
    return sit_down(app, visitor, "matzlfangen", FOUR)


@pytest.fixture
def bauerntarock(app: Flask, visitor: Visitor) -> TableAt:
    return sit_down(app, visitor, "bauerntarock", ("Anna", "Bert", "Cilli", "Dora"))


def test_the_page_says_who_deals_who_plays_and_who_sits_out(jaggln: TableAt) -> None:
    text = words(jaggln.page())
    assert "Spiel 1 Jaggln, Toni gibt" in text
    assert "Toni setzt aus" in text
    assert "Maria Spieler" in text
    assert "Fehlt noch: Partner oder kein Partner , Gwiß ." in text


def test_the_preview_says_who_wins_how_much_and_why_before_anything_is_saved(jaggln: TableAt) -> None:
    page = jaggln.preview(partner="Hias", gewisse="6")
    assert dock(page).startswith("Maria und Hias gewinnen: je +4 die anderen 4: je −2. 6 von 9 Gwiß")
    assert jaggln.now().standing.deals == 0


def test_a_deal_saved_shows_its_line_the_new_totals_and_one_tap_takes_it_back(jaggln: TableAt) -> None:
    page = jaggln.enter(partner="Hias", gewisse="6")
    assert said(page) == "Spiel 1 eingetragen"
    assert "1 Maria mit Hias 6 Gwiß, gewonnen +4" in words(page)
    assert jaggln.totals() == [0, 4, -2, -2, -2, -2, 4]
    assert "+4 +0,40 €" in words(page)
    page = jaggln.undo()
    assert said(page) == "Spiel 1 zurückgenommen"
    assert jaggln.totals() == [0] * 7
    redo = jaggln.now().redo
    assert redo
    page = jaggln.send("wiederholen", {"key": "r", "target": str(redo.seq)})
    assert said(page) == "Spiel 1 wiederhergestellt"
    assert jaggln.totals() == [0, 4, -2, -2, -2, -2, 4]


def test_taking_back_twice_the_same_entry_takes_back_one(jaggln: TableAt) -> None:
    jaggln.enter(partner="Hias", gewisse="6")
    jaggln.enter(partner="", gewisse="5")
    undo = jaggln.now().undo
    assert undo
    jaggln.send("rueckgaengig", {"key": "a", "target": str(undo.seq)})
    page = jaggln.send("rueckgaengig", {"key": "b", "target": str(undo.seq)})
    assert "Nicht ausgeführt: inzwischen wurde hier etwas anderes eingetragen." in words(page)
    assert jaggln.now().standing.deals == 1


def test_the_same_form_sent_twice_is_one_deal(jaggln: TableAt) -> None:
    form = jaggln.answers(partner="Hias", gewisse="6")
    jaggln.send("eintragen", form)
    page = jaggln.send("eintragen", form)
    assert said(page) == "Spiel 1 eingetragen"
    assert jaggln.now().standing.deals == 1


def test_the_back_button_with_other_answers_is_no_silent_success(jaggln: TableAt) -> None:
    form = jaggln.answers(partner="Hias", gewisse="6")
    jaggln.send("eintragen", form)
    page = jaggln.send("eintragen", {**form, "gewisse": "3"})
    assert page.status_code == 409
    assert "Spiel 1 wurde inzwischen eingetragen" in words(page)
    assert jaggln.deal(1).entry.answers["gewisse"] == 6


def test_two_devices_with_the_same_deal_show_what_was_entered_and_keep_what_was_typed(
    app: Flask, jaggln: TableAt
) -> None:
    late = jaggln.answers(partner="Sepp", gewisse="7", note="knapp")
    jaggln.enter(partner="Hias", gewisse="6")
    other = Visitor(app)
    page = other.post(f"{jaggln.address}/eintragen", late)
    assert page.status_code == 409
    text = words(page)
    assert "Noch nicht eingetragen: Spiel 1 wurde inzwischen eingetragen." in text
    assert "1 Maria mit Hias 6 Gwiß, gewonnen" in text
    assert re.search(r"\d\d:\d\d, Gerät [A-Z]\d+", text)
    assert "Als Spiel 2 eintragen" in text
    assert f'value="{jaggln.ids["Sepp"]}" checked' in page.text
    assert 'name="gewisse" value="7" checked' in page.text
    assert "knapp" in page.text
    again = {**late, "key": hidden(page, "key"), "number": hidden(page, "number")}
    assert said(other.post(f"{jaggln.address}/eintragen", again, follow=True)) == "Spiel 2 eingetragen"


def test_a_form_that_missed_two_deals_says_so(app: Flask, jaggln: TableAt) -> None:
    late = jaggln.answers(partner="Sepp", gewisse="7")
    jaggln.enter(partner="Hias", gewisse="6")
    jaggln.enter(partner="", gewisse="3")
    page = Visitor(app).post(f"{jaggln.address}/eintragen", late)
    assert "Inzwischen wurden 2 Spiele ab Nummer 1 eingetragen." in words(page)
    assert "Als Spiel 3 eintragen" in words(page)


def test_a_refused_form_says_what_is_missing_at_the_top_and_in_the_language(app: Flask, jaggln: TableAt) -> None:
    page = jaggln.enter(gewisse="6")
    assert page.status_code == 422
    assert "Noch nicht eingetragen: Partner: fehlt" in words(page)
    assert 'href="#frage-partner"' in page.text
    assert 'name="gewisse" value="6" checked' in page.text
    jaggln.visitor.client.set_cookie("language", "en")
    assert "Not entered yet: Partner: missing" in words(jaggln.enter(gewisse="6"))


def test_what_cannot_be_is_greyed_out_with_its_reason_once_the_answers_say_so(jaggln: TableAt) -> None:
    assert "disabled" not in jaggln.page().text
    page = jaggln.preview(partner="Hias", gewisse="6")
    assert re.search(r'name="gematscht" value="1" disabled.*?erst bei 9 Gwiß', page.text)
    page = jaggln.preview(partner="Hias", gewisse="9")
    assert 'name="gematscht" value="1" disabled' not in page.text


def test_an_answer_that_was_given_stays_open_to_be_taken_back(jaggln: TableAt) -> None:
    page = jaggln.enter(partner="Hias", gewisse="6", gematscht="1")
    assert page.status_code == 422
    assert 'name="gematscht" value="1" checked aria-invalid="true"' in page.text


def test_another_declarer_is_one_button_away_and_keeps_the_other_answers(jaggln: TableAt) -> None:
    page = jaggln.preview(partner="Hias", gewisse="6", open="declarer")
    assert "Wer spielt?" in words(page)
    assert f'type="hidden" name="partner" value="{jaggln.ids["Hias"]}"' in page.text
    page = jaggln.preview(declarer="Franz", partner="Hias", gewisse="6")
    assert dock(page).startswith("Franz und Hias gewinnen: je +4")
    assert "Hinweis: Franz hat gespielt" in dock(page)
    assert f'type="hidden" name="declarer" value="{jaggln.ids["Franz"]}"' in page.text


def test_another_dealer_moves_forehand_and_who_sits_out(jaggln: TableAt) -> None:
    page = jaggln.preview(dealer="Leni", partner="Hias", gewisse="6")
    assert "Leni setzt aus" in words(page)
    assert dock(page).startswith("Sepp und Hias gewinnen")
    jaggln.enter(dealer="Leni", partner="Hias", gewisse="6")
    assert jaggln.deal(1).entry.dealer == jaggln.ids["Leni"]
    assert jaggln.deal(1).entry.sitting_out == (jaggln.ids["Leni"],)


def test_others_sit_out_if_somebody_is_ticked_and_too_many_are_refused(jaggln: TableAt) -> None:
    chosen = {**jaggln.answers(partner="Hias", gewisse="6"), "sitting_out": [jaggln.ids["Sepp"]]}
    page = jaggln.send("vorschau", chosen)
    assert "Sepp setzt aus" in words(page)
    chosen["sitting_out"] = [jaggln.ids["Sepp"], jaggln.ids["Vroni"], jaggln.ids["Leni"]]  # four cannot play
    assert jaggln.send("eintragen", chosen).status_code == 422


def test_where_nobody_has_to_sit_out_somebody_may_pause_all_the_same(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", SEVEN[:6])
    page = table.page()
    assert "Macht jemand Pause? Hier antippen." in words(page)
    chosen = {**table.answers(partner="Franz", gewisse="6"), "sitting_out": [table.ids["Vroni"]]}
    assert said(table.send("eintragen", chosen)) == "Spiel 1 eingetragen"
    assert table.deal(1).entry.sitting_out == (table.ids["Vroni"],)
    assert table.totals()[5] == 0


def test_where_everybody_is_needed_nobody_may_pause(matzlfangen: TableAt) -> None:
    assert "Pause" not in words(matzlfangen.page())


def test_points_are_typed_stepped_or_taken_from_the_other_side(matzlfangen: TableAt) -> None:
    page = matzlfangen.preview(contract="rufen", partner="Kathi", **{"points.other": "28"})
    assert 'name="points" type="text" inputmode="numeric" autocomplete="off" value="102"' in page.text
    page = matzlfangen.preview(contract="rufen", partner="Kathi", points="102", step="points:+1")
    assert 'value="103"' in page.text
    page = matzlfangen.preview(contract="rufen", partner="Kathi", points="102", **{"points.other": "30"})
    assert "102 und 30 sind 132, es müssen 130 sein" in words(page)


def test_nought_is_an_answer_like_any_other_number(jaggln: TableAt, bauerntarock: TableAt) -> None:
    jaggln.enter(partner="", gewisse="0")  # alone against five: each gets 2
    assert jaggln.deal(1).entry.answers["gewisse"] == 0
    assert sorted(jaggln.totals()) == [-10, 0, 2, 2, 2, 2, 2]
    bauerntarock.enter(declarer="Anna", points="0")  # 0 − 60
    assert sorted(bauerntarock.totals()) == [-60, 0, 0, 0]


def test_numbers_are_read_as_people_type_them_and_the_ambiguous_is_refused(matzlfangen: TableAt) -> None:
    page = matzlfangen.preview(contract="rufen", partner="Kathi", points="1.234")
    assert 'value="1.234"' in page.text
    assert "kann zwei Zahlen meinen" in words(page)
    assert "von 0 bis 130" in words(matzlfangen.preview(contract="rufen", partner="Kathi", points="131"))
    assert "von 0 bis 130" in words(matzlfangen.preview(contract="rufen", partner="Kathi", points="−3"))
    assert dock(matzlfangen.preview(contract="rufen", partner="Kathi", points=" 0 ")).startswith(
        "Lois und Kathi verlieren"
    )


def test_the_ladder_offers_the_next_step_only_and_takes_back(matzlfangen: TableAt) -> None:
    page = matzlfangen.preview(contract="rufen", partner="Kathi", points="102", raises="1", step="raises:2")
    assert 'name="raises" value="2"' in page.text
    assert page.text.count('value="raises:3"') == 1
    assert "Re zurücknehmen" in words(page)
    assert dock(page).startswith("Lois und Kathi gewinnen: je +6")


def test_questions_that_the_contract_does_not_ask_are_not_shown(matzlfangen: TableAt) -> None:
    page = matzlfangen.preview(contract="durch", declarer="Burgi")
    assert "frage-points" not in page.text
    assert "frage-partner" not in page.text
    assert "frage-made" in page.text
    assert dock(matzlfangen.preview(contract="durch", declarer="Burgi", made="1")).startswith("Burgi gewinnt: +18")


def test_a_house_contract_that_the_table_has_not_named_is_not_offered(matzlfangen: TableAt) -> None:
    assert "house_contract" not in matzlfangen.page().text


def test_amounts_are_won_or_lost_by_button_and_the_rest_is_offered(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "free", ("Anna", "Bert", "Cilli"))
    a, b, c = (f"amounts.{table.ids[name]}" for name in ("Anna", "Bert", "Cilli"))
    typed = {a: "5", b: "2", f"{b}.side": "lost"}
    page = table.preview(**typed)
    assert f'value="{c}:=-3"' in page.text
    page = table.preview(**typed, step=f"{c}:=-3")
    assert dock(page).startswith("Anna gewinnt: +5 Bert −2; Cilli −3")
    page = table.enter(**typed, **{c: "0"})
    assert page.status_code == 422
    assert "die Summe ist +3 statt 0, um 3 zu viel" in words(page)
    table.enter(**typed, **{c: "−3"})
    assert table.totals() == [5, -2, -3]


def test_the_last_round_is_announced_the_end_comes_by_itself_and_a_correction_goes_on(bauerntarock: TableAt) -> None:
    assert "letzte Runde, noch 3 Spiele" in words(bauerntarock.enter(declarer="Anna", points="120", doublings="1"))
    for _ in range(2):
        bauerntarock.enter(declarer="Bert", points="60")
    page = bauerntarock.enter(declarer="Bert", points="60")
    text = words(page)
    assert "Anna hat gewonnen" in text
    assert 'id="eintrag"' not in page.text
    for label in ("Abrechnung", "Nächste Partie", "Wieder öffnen"):
        assert label in text
    assert f'action="{bauerntarock.address}/rueckgaengig"' in page.text  # the last deal can be taken back, too
    assert "Spiel 4 Bauerntarock" in words(bauerntarock.undo())


def test_a_sitting_is_ended_by_a_button_and_the_end_undone(jaggln: TableAt) -> None:
    jaggln.enter(partner="Hias", gewisse="6")
    page = jaggln.send("beenden", {"key": "e"})
    assert said(page) == "Die Partie ist beendet"
    assert "Maria, Hias" not in words(page)
    assert "Maria und Hias haben gewonnen Endstand nach einem Spiel" in words(page)
    home = words(jaggln.visitor.get("/"))
    assert "Abzurechnen Kartenabend" in home  # every sitting is ended, the evening is not
    assert "Läuft gerade" not in home
    assert f'action="{jaggln.address}/rueckgaengig"' in page.text
    assert said(jaggln.undo()) == "Ende der Partie zurückgenommen"
    assert 'id="eintrag"' in jaggln.page().text


def test_the_browser_gets_the_page_again_only_if_something_changed(jaggln: TableAt) -> None:
    page = jaggln.page()
    tag = page.headers["ETag"]
    assert page.headers["Cache-Control"] == "private, no-cache"
    assert jaggln.visitor.get(jaggln.address, **{"If-None-Match": tag}).status_code == 304
    jaggln.visitor.client.set_cookie("theme", "dark")
    assert jaggln.visitor.get(jaggln.address, **{"If-None-Match": tag}).status_code == 200
    jaggln.visitor.client.delete_cookie("theme")
    jaggln.enter(partner="Hias", gewisse="6")
    assert jaggln.visitor.get(jaggln.address, **{"If-None-Match": tag}).status_code == 200


def test_a_script_gets_the_form_alone(jaggln: TableAt) -> None:
    form = {**jaggln.answers(partner="Hias", gewisse="6"), "csrf_token": hidden(jaggln.page(), "csrf_token")}
    page = jaggln.visitor.client.post(f"{jaggln.address}/vorschau", data=form, headers={"HX-Request": "true"})
    assert page.text.lstrip().startswith("<form")
    assert "<html" not in page.text


def test_names_are_shown_as_they_are_and_never_as_markup(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", ("<b>Toni</b>", "O'Brien", "Änne", "Leni", "Maximilianusbergmann"))
    assert "<b>Toni</b>" in words(table.page()) or "&lt;b&gt;Toni&lt;/b&gt;" in table.page().text
    assert "<b><b>Toni" not in table.page().text


def test_a_sitting_that_does_not_exist_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("/partie/99").status_code == 404
    assert visitor.post("/partie/99/eintragen", {"key": "k", "number": "1"}).status_code == 404


def test_a_step_that_can_be_said_again_and_again_is_shown_once_among_those_to_come(
    app: Flask, visitor: Visitor
) -> None:
    dobbm = sit_down(app, visitor, "dobbm", FOUR)
    assert dobbm.page().text.count(">retour</span>") == 1
    page = dobbm.preview(step="doublings:3")
    assert page.text.count("retour</span>") == 3  # two said, the next
