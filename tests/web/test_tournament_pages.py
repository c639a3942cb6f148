"""A tournament set up and looked after on screen: settings, the next step, registration, fees, substitutes."""

import io
import re

import pytest
from flask import Flask

from scorekeeper.domain.text import Player
from scorekeeper.services import changing, merging
from scorekeeper.services.checking import check
from scorekeeper.services.tournament import recording, registering, till
from scorekeeper.storage import Store
from tests.services.table import actor, people
from tests.web.hall_pages import HallPages, hall_of_ten, new_form, sent
from tests.web.visiting import TAG, Visitor, hidden, words


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    return hall_of_ten(app, visitor)


def next_step(hall: HallPages) -> list[str]:
    page = hall.visitor.get(hall.address).text
    found = re.findall(r'<a class="btn main"[^>]*>(.*?)</a>', page, re.DOTALL)
    return [TAG.sub("", one).strip() for one in found]


def test_a_village_tournament_is_three_taps(app: Flask, visitor: Visitor) -> None:
    assert 'href="/turnier/neu"' in visitor.get("/").text
    done = visitor.post("/turnier/neu", new_form(visitor))
    assert done.status_code == 303
    event = int(done.headers["Location"].split("/")[2])
    store: Store = app.extensions["scorekeeper"]
    with store.read() as tx:
        settings = recording.state_of(tx, event).settings
    assert (settings.game, settings.table_size, settings.other_sizes) == ("jaggln", 5, (6,))
    assert (settings.rounds, settings.deals, settings.fee_cents) == (3, 15, 1000)
    assert settings.prizes.kind == "shares"
    assert settings.prizes.places == (500, 300, 200)
    assert settings.tie_breaks == ("best_round", "wins", "lot")
    home = words(visitor.get("/"))
    assert "Turnier Turnier" in home
    assert "Weiter zum Turnier" in home


def test_shares_in_whole_euros_after_the_consolation_are_said_where_prizes_are_set_and_paid(
    app: Flask, visitor: Visitor
) -> None:
    done = visitor.post("/turnier/neu", new_form(visitor, places="45 25 15", consolation="5", round_to="100"))
    address = done.headers["Location"].removesuffix("/anmeldung")
    event = int(address.split("/")[2])
    with app.extensions["scorekeeper"].read() as tx:
        prizes = recording.state_of(tx, event).settings.prizes
    assert (prizes.places, prizes.consolation_cents, prizes.round_to) == ((450, 250, 150), 500, 100)
    page = visitor.get(f"{address}/einstellungen")
    assert "er geht zuerst vom Nenngeld ab, die Anteile gelten für den Rest" in words(page)
    assert 'name="round_to" value="100" checked' in page.text


def test_what_was_typed_stays_when_a_setting_is_refused(visitor: Visitor) -> None:
    fields = new_form(visitor, fee="zehn", places="60 50", title="Preisjaggln beim Wirt")
    refused = visitor.post("/turnier/neu", fields)
    assert refused.status_code == 422
    assert "Vor dem Speichern:" in words(refused)
    assert "Nenngeld: „zehn“ ist keine Zahl" in words(refused)
    for kept in ("zehn", "60 50", "Preisjaggln beim Wirt"):
        assert f'value="{kept}"' in refused.text
    again = visitor.post("/turnier/neu", {**fields, "fee": "12,50 €"})
    assert "zusammen höchstens 100 %" in words(again)


def test_another_game_brings_its_own_tables_and_keeps_what_was_typed(visitor: Visitor) -> None:
    fields = new_form(visitor, game="bauerntarock", title="Hausturnier", fee="7", do="refresh")
    page = visitor.post("/turnier/neu", fields)
    assert 'name="table_size" value="4" checked' in page.text
    assert 'value="Hausturnier"' in page.text
    assert 'name="fee" value="7"' in page.text


def test_a_change_that_matters_is_asked_about_first(hall: HallPages) -> None:
    hall.draw("all")
    fields = {**sent(hall.get("einstellungen").text), "rounds": "2", "do": "save"}
    asked = hall.visitor.post(f"{hall.address}/einstellungen", fields)
    assert asked.status_code == 422
    assert "3 Runden sind schon ausgelost: Sie müssen neu ausgelost werden." in words(asked)
    assert hall.hall.now().settings.rounds == 3
    hall.visitor.post(f"{hall.address}/einstellungen", {**fields, "sure": "1"})
    assert hall.hall.now().settings.rounds == 2


def test_the_game_stays_once_a_round_was_begun_and_its_options_with_it(hall: HallPages) -> None:
    hall.draw()
    hall.hall.begin()
    page = hall.get("einstellungen")
    assert "Spielart und Regeln bleiben" in words(page)
    fields = {**sent(page.text), "game": "bauerntarock", "fee": "15", "do": "save"}
    hall.visitor.post(f"{hall.address}/einstellungen", fields)
    settings = hall.hall.now().settings
    assert (settings.game, settings.fee_cents) == ("jaggln", 1500)


def test_the_one_large_button_leads_from_registration_to_the_standings(hall: HallPages) -> None:
    assert next_step(hall) == ["Runden auslosen"]
    hall.draw()
    assert next_step(hall) == ["Runde 1 beginnen"]
    hall.hall.begin()
    assert next_step(hall) == ["Runde 1: Uhr und Ergebnisse"]
    for table in (1, 2):
        hall.type_in(1, table, "4", "-1", "-1", "-1", "-1")
    hall.post("runde/1/abschliessen", {})
    assert next_step(hall) == ["Runde 2 auslosen"]
    for number in (2, 3):
        hall.hall.play(number)
    assert next_step(hall) == ["Zur Endrangliste"]
    hall.post("beenden", {})
    assert "Das Turnier ist abgeschlossen." in words(hall.visitor.get(hall.address))
    hall.post("oeffnen", {})
    assert next_step(hall) == ["Zur Endrangliste"]


def test_an_evenings_address_leads_to_the_tournament(hall: HallPages) -> None:
    found = hall.visitor.get(f"/abend/{hall.hall.event}")
    assert found.headers["Location"] == hall.address


def test_a_name_typed_is_registered_and_the_field_is_ready_for_the_next(hall: HallPages) -> None:
    page = hall.post("anmeldung", {"line": "Vroni", "paid": "1"})
    assert "Nummer 11: Vroni" in words(page)
    assert re.search(r'id="line"[^>]*autofocus', page.text)
    assert re.search(r'name="paid" value="1" checked', page.text)
    now = hall.hall.now()
    assert till.open_fee(now, 11) == 0
    again = hall.post("anmeldung", {"line": "Vroni"})
    assert "Vroni ist schon angemeldet, Nummer 11." in words(again)
    assert re.search(r'id="line"[^>]*value="Vroni"', again.text)  # to be told apart
    assert len(hall.hall.now().entrants) == 11


def test_a_pasted_list_keeps_its_order_and_couples_apart(hall: HallPages) -> None:
    listed = "1. Resi Huber; Sepp Huber\n2. Toni\n\nAnna\n3) Traudl + Urban\n"
    page = hall.post("anmeldung", {"line": "", "list": listed})
    assert "5 angemeldet, Nummer 11 bis 15." in words(page)
    assert "Anna ist schon angemeldet, Nummer 1." in words(page)
    assert hall.hall.now().apart == (frozenset({11, 12}), frozenset({14, 15}))
    assert "nicht mit 12" in words(page)


def test_a_name_twice_in_a_list_is_one_person_and_that_is_said(hall: HallPages) -> None:
    page = hall.post("anmeldung", {"list": "Resi Huber\nToni + Urban\nresi huber\nAnna\nAnna\nToni + Vroni\nToni"})
    assert "4 angemeldet, Nummer 11 bis 14." in words(page)
    assert "Mehrfach in der Liste und einmal angemeldet: Resi Huber, Toni." in words(page)
    assert words(page).count("Anna ist schon angemeldet, Nummer 1.") == 1
    assert [sorted(hall.hall.now().apart_from(one)) for one in (12, 13, 14)] == [[13, 14], [12], [12]]


def test_a_slip_of_the_finger_is_asked_about_and_nothing_is_lost(app: Flask, hall: HallPages) -> None:
    (known,) = people(app.extensions["scorekeeper"], ("Hubert Gasteiger",))
    asked = hall.post("anmeldung", {"list": "Hubert Gasteigr\nToni"})
    assert asked.status_code == 422
    assert "Hubert Gasteiger gemeint?" in words(asked)
    assert "Von diesen 2 Namen ist noch keiner angemeldet." in words(asked)
    one = words(hall.post("anmeldung", {"line": "Hubert Gasteigr"}))
    assert "Hubert Gasteigr ist noch nicht angemeldet." in one
    assert "Hubert Gasteigr\nToni</textarea>" in asked.text
    assert len(hall.hall.now().entrants) == 10
    hall.post("anmeldung", {"list": "Hubert Gasteigr\nToni", "meint.hubert gasteigr": str(known)})
    now = hall.hall.now()
    assert now.entrants[11].first_player == known
    assert len(now.entrants) == 12


def test_names_come_out_of_a_file_and_are_shown_before_they_count(hall: HallPages) -> None:
    file = (io.BytesIO("Vorname;Nachname\nResi;Huber\nJörg;Übel\n".encode("cp1252")), "liste.csv")
    shown = hall.post("anmeldung/datei", {"file": [file]})  # type: ignore[list-item]  # a file beside texts
    assert "Resi Huber\nJörg Übel</textarea>" in shown.text
    assert len(hall.hall.now().entrants) == 10


def test_a_fee_is_paid_at_a_tap_and_taken_back_at_another(hall: HallPages) -> None:
    page = hall.get("anmeldung")
    key, value = hidden(page, "key"), f"2:{hall.hall.now().seq}"
    row = hall.post("anmeldung/nenngeld", {"key": key, "fee": value}, headers={"HX-Request": "true"})
    assert row.text.count("<li id=") == 1
    assert "1 bezahlt" in words(row)
    twice = hall.post("anmeldung/nenngeld", {"key": key, "fee": value})
    assert twice.status_code == 200
    assert till.paid_fee(hall.hall.now(), 2) == 1000
    hall.post("anmeldung/nenngeld", {"key": key, "fee": f"-2:{hall.hall.now().seq}"})
    assert till.paid_fee(hall.hall.now(), 2) == 0


def test_the_list_is_searched_by_name_and_number(hall: HallPages) -> None:
    assert words(hall.get("anmeldung?suche=cil")).count("Cilli") == 1
    found = hall.get("anmeldung?suche=7").text
    assert re.findall(r'<li id="e(\d+)"', found) == ["7"]


def test_another_size_of_the_tables_brings_the_sizes_beside_it_along(hall: HallPages) -> None:
    form = {"game": "jaggln", "shown": "jaggln/schipflinger", "other_size": "6", "table_size": "6"}
    asked = hall.visitor.post("/turnier/neu", {**form, "size_shown": "5", "do": "refresh"})
    assert re.findall(r'name="other_size" value="(\d)" checked', asked.text) == ["5", "7"]
    kept = hall.visitor.post("/turnier/neu", {**form, "size_shown": "6", "other_size": "7", "do": "refresh"})
    assert re.findall(r'name="other_size" value="(\d)" checked', kept.text) == ["7"]


def test_a_page_frees_only_whom_it_showed_every_other_pair_stays(hall: HallPages) -> None:
    usual = {"level": "1"}
    hall.post("anmeldung/1", {**usual, "apart": "2, 3"})
    hall.post("anmeldung/4", {**usual, "apart": "1"})
    assert [sorted(hall.hall.now().apart_from(one)) for one in (1, 2, 3, 4)] == [[2, 3, 4], [1], [1], [1]]
    assert 'name="shown" value="2 3 4"' in hall.get("anmeldung/1").text
    # this page was opened before the pair 1 and 4 was noted
    hall.post("anmeldung/1", {**usual, "apart": "3, 5", "shown": "2 3"})
    assert [sorted(hall.hall.now().apart_from(one)) for one in (1, 2, 3, 4)] == [[3, 4, 5], [], [1], [1]]


def test_a_refused_round_is_said_once_in_the_form_that_was_sent(hall: HallPages) -> None:
    hall.post("anmeldung/5/ersatz", {"whom": "Vroni", "round": "1", "own": "0"})
    for address, fields in (("da", {"do": "left"}), ("ersatz", {"whom": "Zita", "own": "0"})):
        refused = hall.post(f"anmeldung/5/{address}", {**fields, "round": "77"})
        assert (refused.status_code, refused.text.count('id="wrong-round"')) == (422, 1), address


def test_a_substitute_who_sits_at_the_table_already_is_refused_in_words_and_what_helps_is_said(hall: HallPages) -> None:
    hall.hall.draw()
    hall.hall.begin()
    one, other, *_rest = hall.table(1, 1)
    vroni, ana = people(hall.hall.store, ("Vroni", "Ana"))
    sitting = hall.hall.now().rounds[1].sittings[1]
    leaving, who = Player(str(hall.hall.now().entrants[other].first_player)), actor(hall.hall.store)
    with hall.hall.store.write() as tx:  # the table seats her by itself, at another place
        changing.change_seats(tx, who, sitting, key="s", seen=0, leaving=leaving, joining=vroni)
    refused = hall.post(f"anmeldung/{one}/ersatz", {"whom": "Vroni", "round": "1", "own": "0"})
    assert refused.status_code == 422
    assert "Vroni kann sich jetzt nicht an Tisch 1 setzen. Zuerst die Plätze dort ändern" in words(refused)
    assert "sitzt schon an diesem Tisch" in words(refused)
    assert len(hall.hall.now().entrants[one].players) == 1
    # somebody registered twice by a slip does not come back beside themselves: said in the form that was sent
    (number,) = hall.hall.do(registering.register, (ana,))
    hall.hall.do(registering.leave, number, 1)
    with hall.hall.store.write() as tx:
        merging.merge(tx, who, ana, hall.hall.ids[0])
    back = hall.post(f"anmeldung/{number}/da", {"do": "back", "round": "2"})
    presence, _colon, substitute = back.text.partition("Ersatz</h2>")
    assert "Anna ist schon angemeldet" in presence
    assert "schon angemeldet" not in substitute


def test_everything_about_somebody_is_said_on_their_page(hall: HallPages) -> None:
    hall.post("anmeldung/1", {"fixed_table": "2", "level": "2", "note": "Rollstuhl", "apart": "4, Emil"})
    hall.post("anmeldung/3/da", {"round": "2", "do": "left"})
    hall.post("anmeldung/5/ersatz", {"whom": "Vroni", "round": "2", "own": "1"})
    now = hall.hall.now()
    assert (now.entrants[1].fixed_table, now.entrants[1].level, now.entrants[1].note) == (2, 2, "Rollstuhl")
    assert now.apart == (frozenset({1, 4}), frozenset({1, 5}))
    assert now.present(2) == (1, 2, 4, 5, 6, 7, 8, 9, 10)
    assert [own for _since, _player, own in now.entrants[5].players] == [False, True]
    text = words(hall.get("anmeldung"))
    assert "Anna immer an Tisch 2 · nicht mit 4, 5 · erfahren · Rollstuhl" in text
    refused = hall.post("anmeldung/1", {"fixed_table": "3", "level": "2", "apart": "Wastl", "shown": "4"})
    assert refused.status_code == 422
    assert all(kept in refused.text for kept in ('value="Wastl"', 'name="shown" value="4"', 'value="3"'))
    assert hall.hall.now().entrants[1].fixed_table == 2
    hall.hall.do(registering.leave, 4, 1)
    assert "Dora ist nicht mehr dabei. nicht dabei ab Runde 1 Ab Runde 1 2 3 ab dieser Runde wieder dabei" in words(
        hall.get("anmeldung/4")
    )
    assert "Erfahrung" not in words(hall.get("anmeldung/4"))  # that is a course's matter
    hall.post("anmeldung/3/da", {"round": "3", "do": "back"})
    assert hall.hall.now().entrants[3].is_there(3)


def test_the_history_tells_the_record_and_marks_what_was_taken_back(hall: HallPages) -> None:
    hall.hall.do(till.fee_paid, 2)
    hall.hall.do(recording.take_back, hall.hall.now().seq)
    hall.draw()
    hall.hall.begin()
    page = hall.visitor.get(f"/abend/{hall.hall.event}/verlauf")
    text = words(page)
    assert "Runde 1 begonnen" in text
    assert "Nenngeld bezahlt von Bert" in text
    assert "Zurückgenommen: eine Zahlung" in text
    assert "zurückgenommen" in text  # the payment itself is marked
    bert = hall.hall.now().entrants[2].first_player
    about = words(hall.visitor.get(f"/abend/{hall.hall.event}/verlauf?person={bert}"))
    assert "Nenngeld bezahlt von Bert" in about
    assert "Anna angemeldet" not in about


def test_whoever_is_registered_is_not_deleted(hall: HallPages) -> None:
    anna = hall.hall.now().entrants[1].first_player
    text = words(hall.visitor.post(f"/leute/{anna}/loeschen", {}, follow=True))
    assert "Anna ist bei einem Turnier oder Kurs angemeldet." in text


def test_the_check_reads_the_record_and_everything_is_exported(hall: HallPages) -> None:
    hall.hall.play(1)
    with hall.hall.store.read() as tx:
        assert check(tx).clean
    everything = hall.visitor.get("/alles.jsonl")
    assert (everything.status_code, everything.text) == (200, "")


def test_tables_that_are_drawn_get_their_cards_before_anybody_plays(hall: HallPages) -> None:
    hall.draw()
    address = f"/abend/{hall.hall.event}/zugang"
    page = hall.visitor.get(address)
    assert re.findall(r'id="tisch-(\d+)"', page.text) == ["1", "2"]
    assert "Hier eine Partie beginnen" not in words(page)
    hall.visitor.post(f"{address}/tische", {"up_to": re.findall(r'name="up_to"[^>]* value="(\d+)"', page.text)[0]})
    assert hall.visitor.get(address).text.count('class="short-code"') == 2


def test_what_is_usual_lies_folded_with_its_value_and_what_was_refused_is_open(visitor: Visitor) -> None:
    page = visitor.get("/turnier/neu")
    assert "Uhr und Auslosung keine Uhr, nach Los" in words(page)
    assert "Größe der Tische 5 am Tisch, auch 6" in words(page)
    assert "Bei Gleichstand die beste einzelne Runde, mehr gewonnene Tische, das Los" in words(page)
    assert "Preise Anteile der Nenngelder: 50 30 20" in words(page)
    assert '<details class="fold" open>' not in page.text
    refused = visitor.post("/turnier/neu", new_form(visitor, places="viel", minutes="bald"))
    opened = re.findall(r'<details class="fold" open><summary><span>([^<]+)', refused.text)
    assert opened == ["Uhr und Auslosung", "Preise"]
