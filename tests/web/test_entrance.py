"""The entrance: who gets in by what, where it leads, and that nothing typed is lost on the way."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from scorekeeper.mode import Mode
from scorekeeper.services import evenings, links, organisers
from scorekeeper.services.links import Kind
from scorekeeper.storage import sittings
from scorekeeper.storage.places import Place
from scorekeeper.web import limits
from scorekeeper.web.limits import TooManyError
from scorekeeper.web.principal import Principal
from tests.apps import KeptTemplates
from tests.web.room import NAME, PASSWORD, Room, fields, opened_room
from tests.web.visiting import hidden, words


def code_of(room: Room, table: int = 1) -> str:
    return links.code_of(room.link(table=table), room.secret)


def test_whoever_looks_on_reads_table_and_scores_on_the_evenings_page(room: Room) -> None:
    sit_down_again(room, table=2)
    scorer = replace(room.table, visitor=room.scorer())
    assert scorer.enter(partner="Franz", gewisse="6").status_code == 200
    page = words(room.viewer().get(f"/abend/{room.event}"))
    assert "Tisch 1 anschauen" in page
    assert "Weiter zu Tisch" not in page
    assert re.search(r"\w+ \+\d+ ", page.partition("anschauen")[2])
    assert "Tisch 1 · Jaggln" in words(room.viewer().get(room.table.address))


def sit_down_again(room: Room, table: int) -> int:
    new = evenings.NewSitting(
        game="jaggln", rule_set="schipflinger", options={}, stake_cents=10, payout="transfers",
        players=tuple(map(int, room.table.ids.values())), first_dealer=int(room.table.ids["Toni"]),
    )  # fmt: skip
    with room.store.write() as tx:
        sitting = evenings.next_sitting(tx, room.actor(), room.event, new, f"next {datetime.now(UTC)}")
        sittings.change(tx, sitting, {"table_number": table})
    return sitting


def test_a_stranger_is_led_to_both_ways_in_and_then_on_to_where_they_wanted_to_go(room: Room) -> None:
    device = room.device()
    answer = device.get("/abend/1/abrechnung?muenzen=1")
    assert answer.headers["Location"] == "/anmelden?weiter=/abend/1/abrechnung?muenzen%3D1"
    page = device.get(answer.headers["Location"])
    assert words(page).index("Code vom Tisch") < words(page).index("Für die Spielleitung")
    answer = device.send(page, "/anmelden", name=NAME, password=PASSWORD)
    assert answer.headers["Location"] == "/abend/1/abrechnung?muenzen=1"


def test_a_wrong_password_keeps_the_name_and_never_the_password(room: Room) -> None:
    answer = room.device().log_in("Maria", "gras sticht schelln")
    assert answer.status_code == 401
    assert "Name oder Passwort stimmt nicht." in words(answer)
    assert fields(answer, "/anmelden")["name"] == "Maria"
    assert "gras sticht" not in answer.text


def test_an_unknown_name_is_answered_like_a_wrong_password_and_locked_out_alike(room: Room) -> None:
    answers = {}
    for name in (NAME, "Niemand"):
        with time_machine.travel(datetime(2027, 1, 15, 19, 30, tzinfo=UTC), tick=False):
            device = room.device()
            got = [device.log_in(name, "falsch geraten") for _try in range(12)]
        assert [answer.status_code for answer in got] == [401] * 10 + [429] * 2
        texts = [re.sub(r'value="[^"]*"', "", answer.text).replace(name, "") for answer in got]
        answers[name] = [texts[0], texts[-1]]
    assert answers[NAME] == answers["Niemand"]


def test_who_is_locked_out_is_told_until_when_and_keeps_what_was_typed(room: Room) -> None:
    device = room.device()
    with time_machine.travel(datetime(2027, 1, 15, 19, 30, 20, tzinfo=UTC), tick=False) as clock:
        for _try in range(10):
            device.log_in(NAME, "falsch geraten")
        answer = device.log_in(NAME, PASSWORD)
        assert answer.status_code == 429
        assert "Zu viele falsche Versuche. Weiter geht es um 20:46." in words(answer)
        assert 899 <= int(answer.headers["Retry-After"]) <= 901
        assert fields(answer, "/anmelden")["name"] == NAME
        clock.shift(timedelta(minutes=15, seconds=1))
        assert device.log_in().status_code == 303


def test_the_right_password_is_not_counted(room: Room) -> None:
    for _visit in range(14):
        assert room.device().log_in().status_code == 303


def test_a_code_leads_to_its_table_however_it_is_typed(room: Room) -> None:
    code = code_of(room)
    device = room.device()
    answer = device.type_code(f" {code[:4].lower()} {code[4:]}")
    assert device.get(answer.headers["Location"]).headers["Location"] == room.table.address
    assert device.get(room.table.address).status_code == 200
    assert device.get("/leute").status_code == 404


def test_a_wrong_code_stands_in_its_field_again_and_is_locked_out_in_the_end(room: Room) -> None:
    device = room.device()
    answers = [device.type_code("ABCD-234Z") for _try in range(21)]
    assert [answer.status_code for answer in answers] == [422] * 20 + [429]
    assert fields(answers[0], "/code")["code"] == "ABCD-234Z"
    assert "der QR-Code geht trotzdem" in words(answers[-1])
    assert device.type_code(code_of(room)).status_code == 429
    assert device.scan(room.link()).status_code == 303


def test_a_table_link_leads_to_the_newest_sitting_of_its_table_and_waits_until_there_is_one(room: Room) -> None:
    device = room.scorer(room.link(table=2))
    page = device.get("/weiter")
    assert "An diesem Tisch ist noch nichts begonnen." in words(page)
    assert 'http-equiv="refresh"' in page.text
    assert device.get(room.table.address).status_code == 404
    begun = sit_down_again(room, table=2)
    assert device.get("/weiter").headers["Location"] == f"/partie/{begun}"
    again = sit_down_again(room, table=2)
    assert device.get("/").headers["Location"] == f"/partie/{again}"
    assert device.get(f"/partie/{begun}").status_code == 200
    assert room.scorer().get("/").headers["Location"] == room.table.address


def test_a_viewers_link_leads_to_the_evening_and_two_links_to_a_choice(room: Room) -> None:
    device = room.viewer()
    assert device.get("/weiter").headers["Location"] == f"/abend/{room.event}"
    assert device.get("/").headers["Location"] == f"/abend/{room.event}"
    link = room.link()
    device.scan(link)
    page = device.get("/")
    assert "Wohin?" in words(page)
    assert f'href="/weiter?link={link.id}"' in page.text
    assert device.get(f"/weiter?link={link.id}").headers["Location"] == room.table.address


def test_a_link_that_was_revoked_lets_nobody_in_and_its_devices_out(room: Room) -> None:
    link = room.link()
    device = room.scorer(link)
    assert device.get(room.table.address).status_code == 200
    room.revoke(link)
    assert device.get(room.table.address).headers["Location"].startswith("/anmelden")
    answer = room.device().scan(link)
    assert answer.status_code == 422
    assert "Dieser Link gilt nicht mehr." in words(answer)


def test_a_closed_evening_is_said_to_whoever_holds_its_link_not_to_whoever_tries_codes(room: Room) -> None:
    link = room.link()
    device = room.scorer(link)
    with room.store.write() as tx:
        evenings.end_evening(tx, room.actor(), room.event)
    over = "Der Abend ist abgeschlossen, darum führt der Link nicht mehr an den Tisch."
    assert over in words(room.device().scan(link))
    device.get(room.table.address)
    assert over in words(device.get("/anmelden"))
    said = [
        words(room.device().type_code(code)).count("Dieser Code gilt nicht: vertippt, durch einen neuen ersetzt")
        for code in (links.code_of(link, room.secret), "ABCD-234Z")
    ]
    assert said == [1, 1]


def test_a_form_in_a_page_whose_link_was_ended_brings_the_plain_head_and_foot(room: Room) -> None:
    link = room.link()
    device = room.scorer(link)
    device.get(room.table.address)
    room.revoke(link)
    answer = device.client.post(f"{room.table.address}/eintragen", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Retarget"], answer.headers["HX-Reselect"]) == (401, "body", "unset")
    assert "Dieser Link gilt nicht mehr." in words(answer)


def test_the_page_of_a_scanned_link_works_without_scripts_by_code(room: Room) -> None:
    page = room.device().get("/karte")
    assert page.status_code == 200
    assert "Ohne Skripte" in words(page)
    assert 'name="code"' in page.text


def test_an_invitation_makes_one_account_in_the_club_that_invited(room: Room) -> None:
    invitation = room.link(Kind.INVITATION)
    first, second = room.device(), room.device()
    for device in (first, second):
        assert device.scan(invitation).headers["Location"] == "/einladung"
        assert device.get("/einladung").status_code == 200
    refused = first.post("/einladung", {"name": "Franz", "password": "kurz"})
    assert refused.status_code == 422
    assert "mindestens 10" in words(refused)
    assert fields(refused, "/einladung")["name"] == "Franz"
    assert first.post("/einladung", {"name": NAME, "password": PASSWORD}).status_code == 422
    answer = first.post("/einladung", {"name": "Franz", "password": PASSWORD}, follow=True)
    assert "Willkommen, Franz." in words(answer)
    assert first.get("/leute").status_code == 200
    assert second.post("/einladung", {"name": "Sepp", "password": PASSWORD}).status_code == 410
    assert second.get("/einladung").status_code == 410
    with room.store.read() as tx:
        assert [row.name for row in organisers.all_of(tx, 1)] == ["Franz", NAME]
        franz = organisers.find(tx, "franz")
    assert franz is not None
    assert not franz.operator


def test_a_link_whose_number_another_one_got_after_a_restore_lets_nobody_in(room: Room) -> None:
    scorer, invited = room.scorer(), room.device()
    invited.scan(room.link(Kind.INVITATION))
    assert scorer.get("/partie/1").status_code == 200
    assert invited.get("/einladung").status_code == 200
    with room.store.write() as tx:
        tx.connection.exec_driver_sql("UPDATE link SET nonce = 'another link of this number ' || id")
    assert scorer.get("/partie/1").status_code == 303
    assert invited.get("/einladung").status_code == 410


def test_the_password_so_far_is_not_tried_for_hours_on_a_device_that_is_logged_in(room: Room) -> None:
    found = room.organiser()
    form = {"old": "wrong", "password": "laub sticht schelle"}
    answers = [found.post("/zugang/passwort", form).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]
    assert found.post("/zugang/passwort", {**form, "old": PASSWORD}).status_code == 429


def test_what_was_typed_waits_behind_the_door_and_is_sent_with_one_tap(room: Room) -> None:
    table, device = room.table, room.scorer()
    page = device.get(table.address)
    deal = {
        "key": hidden(page, "key"), "number": "1", "target": "0", "declarer": table.ids["Toni"],
        "partner": table.ids["Franz"], "gewisse": "6", "note": 'Zeile 1\nZeile 2 <"\'&>',
    }  # fmt: skip
    device.client.delete_cookie("session")
    kept = device.post(f"{table.address}/eintragen", deal)
    assert kept.status_code == 401
    assert "Alles Eingetippte ist hier aufgehoben" in words(kept)
    wrong = device.send(kept, "/code", code="ABCD-2345")
    assert wrong.status_code == 422
    again = device.send(wrong, "/code", code=code_of(room))
    assert again.status_code == 200
    assert table.now().standing.deals == 0
    saved = device.send(again, f"{table.address}/eintragen")
    assert saved.status_code == 303
    assert table.now().standing.deals == 1
    assert table.deal(1).entry.note == "Zeile 1\nZeile 2 <\"'&>"


def test_a_part_of_a_page_that_is_sent_after_the_session_ended_gets_the_whole_entrance_with_everything_kept(
    room: Room,
) -> None:
    device = room.organiser()
    part = {"HX-Request": "true"}
    device.client.delete_cookie("session")
    kept = device.client.post("/neu", data={"typed": "Anna", "do": "add"}, headers=part)
    assert kept.status_code == 401
    assert 'id="main"' in kept.text
    again = device.send(kept, "/anmelden", name=NAME, password=PASSWORD)
    assert fields(again, "/neu") | {"csrf_token": ""} == {"typed": "Anna", "do": "add", "csrf_token": ""}
    device.client.delete_cookie("session")
    led = device.get("/partie/1/was-waere-wenn", **part, **{"HX-Current-URL": "http://localhost/partie/1"})
    assert led.headers["HX-Redirect"] == "/anmelden?weiter=/partie/1"


def test_what_a_foreign_page_sends_gets_no_second_try(room: Room) -> None:
    for header in ({"Origin": "https://example.org"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = room.device().client.post("/leute", data={"name": "Eve"}, headers=header)
        assert "Eve" not in answer.text
        answer = room.organiser().client.post("/neu", data={"typed": "Eve"}, headers=header)
        assert answer.status_code == 400
        assert "Eve" not in answer.text
    ours = room.device().client.post("/neu", data={"typed": "Anna"}, headers={"Origin": "http://localhost"})
    assert "Anna" in ours.text


def test_passwords_are_never_kept_and_asked_for_once_more(room: Room) -> None:
    page = room.device().client.post("/anmelden", data={"name": NAME, "password": PASSWORD})
    assert page.status_code == 400
    assert PASSWORD not in page.text
    assert '<input class="field" name="password" type="password"' in page.text


def test_a_session_is_new_after_logging_in_and_gone_after_logging_out(room: Room) -> None:
    device = room.device()
    device.get("/anmelden")
    with device.client.session_transaction() as session:
        before = session["csrf_token"]
        session["planted"] = "by somebody else"
    device.log_in()
    device.get("/neu")
    with device.client.session_transaction() as session:
        assert session["csrf_token"] != before
        assert "planted" not in session
    assert "Maria" in words(device.get("/"))
    device.post("/abmelden", {})
    assert device.get("/neu").headers["Location"].startswith("/anmelden")


def test_a_copied_cookie_lets_nobody_in_after_logging_out_and_other_devices_stay(room: Room) -> None:
    device, other = room.organiser(), room.organiser()
    copied = room.device()
    with device.client.session_transaction() as own, copied.client.session_transaction() as session:
        session.update(own)
    assert copied.get("/neu").status_code == 200
    device.post("/abmelden", {})
    assert copied.get("/neu").headers["Location"].startswith("/anmelden")
    assert other.get("/neu").status_code == 200


def test_who_logs_in_once_more_ends_the_login_before(room: Room) -> None:
    device, copied = room.organiser(), room.device()
    with device.client.session_transaction() as own, copied.client.session_transaction() as session:
        session.update(own)
    device.log_in()
    assert device.get("/neu").status_code == 200
    assert copied.get("/neu").headers["Location"].startswith("/anmelden")


def test_another_password_logs_the_other_devices_out(room: Room) -> None:
    laptop = room.organiser()
    with room.store.write() as tx:
        maria = organisers.find(tx, NAME)
        assert maria
        organisers.change_password(tx, room.actor(), maria.id, organisers.hashed("laub sticht schelle"))
    assert laptop.get("/neu").headers["Location"].startswith("/anmelden")
    assert laptop.log_in().status_code == 401
    assert laptop.log_in(password="laub sticht schelle").status_code == 303


def test_after_a_month_a_device_logs_in_again(room: Room) -> None:
    with time_machine.travel(datetime(2027, 1, 15, 19, 30, tzinfo=UTC), tick=False) as clock:
        device = room.organiser()
        clock.shift(timedelta(days=29))
        assert device.get("/neu").status_code == 200
        clock.shift(timedelta(days=2))
        assert device.get("/neu").headers["Location"].startswith("/anmelden")


@pytest.mark.parametrize("mode", [Mode.ROOM, Mode.HOSTED])
def test_the_cookie_is_out_of_reach_for_scripts_and_other_pages(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates, mode: Mode
) -> None:
    with opened_room(sqlite_url, tmp_path, monkeypatch, compiled, mode) as hosted:
        cookie = hosted.device().get("/anmelden").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert ("Secure" in cookie) is (mode is Mode.HOSTED)


def test_one_table_writes_generously_and_no_more(room: Room) -> None:
    with time_machine.travel(datetime(2027, 1, 15, 19, 30, tzinfo=UTC), tick=False) as clock:
        device = room.scorer()
        address = f"{room.table.address}/vorschau"
        token = {"csrf_token": "none", "note": "bleibt stehen"}
        answers = [device.client.post(address, data=token).status_code for _tap in range(241)]
        assert answers == [400] * 240 + [429]
        page = device.client.post(address, data=token)
        assert "bleibt stehen" in page.text
        assert "Weiter geht es um 20:31; alles Eingetippte ist hier aufgehoben." in words(page)
        clock.shift(timedelta(seconds=61))
        assert device.client.post(address, data=token).status_code == 400


def test_a_hundred_phones_behind_one_address_are_never_kept_from_saving(room: Room) -> None:
    with room.app.test_request_context(environ_base={"REMOTE_ADDR": "198.51.100.1"}):
        for table in range(1, 26):
            scorer = Principal(1, None, (room.link(table=table),))
            for _save in range(4 * 40):  # four phones, each with forty taps in this minute
                limits.write(scorer, Place(1, room.event, table))


def test_who_collects_links_writes_no_more_at_a_table(room: Room) -> None:
    collected = (*(room.link(Kind.VIEWER) for _link in range(3)), room.link(table=2), room.link())
    at = Place(1, room.event, 1)
    with room.app.test_request_context(environ_base={"REMOTE_ADDR": "198.51.100.1"}):
        for number in range(240):
            limits.write(Principal(1, None, (*collected[: number % 5], collected[-1])), at)
        for number in range(5):
            with pytest.raises(TooManyError):
                limits.write(Principal(1, None, (*collected[:number], collected[-1])), at)


def test_alone_at_this_computer_there_is_no_door(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates
) -> None:
    with opened_room(sqlite_url, tmp_path, monkeypatch, compiled) as other:
        other.app.config["SCOREKEEPER_MODE"] = Mode.ALONE
        device = other.device()
        for address in ("/anmelden", "/karte", "/einladung"):
            assert device.get(address).headers["Location"] == "/"
        assert "Abmelden" not in words(device.get("/"))


def test_every_address_on_a_card_is_answered_and_the_code_is_asked_for(room: Room) -> None:
    link = room.link()
    organiser = room.organiser()
    seen = {
        where
        for page in (f"/abend/{room.event}/tischkarten/druck", f"/zugang/link/{link.id}")
        for where in re.findall(r"[\w.:]+(/code|/karte)\b", organiser.get(page).text)
    }
    assert "/code" in seen
    assert {room.device().get(where).status_code for where in {*seen, "/karte"}} <= {200, 303}
    phone = room.device()
    page = phone.get("/code")
    assert re.search(r'<input[^>]* id="code"[^>]* autofocus', page.text)
    answer = phone.send(page, "/code", code=links.code_of(link, room.secret))
    assert answer.headers["Location"] == f"/weiter?link={link.id}"


def test_where_a_form_that_was_not_taken_leaves_the_browser_a_reload_leads_to_its_page(room: Room) -> None:
    organiser, table = room.organiser(), room.table.address
    leads = {
        "/raum/oeffnen": "/raum",
        "/einstellungen/bild": "/einstellungen",
        "/zugang/einladen": "/zugang",
        f"/abend/{room.event}/zugang/tische": f"/abend/{room.event}/zugang",
        f"{table}/eintragen": table,
        f"{table}/abrechnung/zahlung": f"{table}/abrechnung",
    }
    for address, page in leads.items():
        answer = organiser.get(address)
        assert (answer.status_code, answer.headers["Location"]) == (303, page)
        assert organiser.get(page).status_code == 200
    for address in ("/anmelden", "/karte"):
        assert room.device().get(address).status_code == 200
    assert room.device().get("/einladung").status_code == 410
    assert organiser.post("/raum", {}).status_code == 405
