"""The phone at a table of a tournament: when all is entered it says so, and after the round it writes no more."""

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from scorekeeper.services.tournament import playing
from scorekeeper.web import unchanged
from tests.services.hall import JAGGLN, Hall, set_up
from tests.web.room import Device, Room
from tests.web.visiting import hidden, words

NAMES = ("Zenz", "Wastl", "Vroni", "Urban", "Toni")
_KEYS = count()


@pytest.fixture
def hall(room: Room) -> Hall:
    """Round 1 is begun: one table of five, three deals."""
    found = set_up(room.store, replace(JAGGLN, deals=3), NAMES)
    found.draw()
    found.begin()
    return found


def enter(phone: Device, place: str, hall: Hall) -> str:
    """The first seat plays alone and gets 6 Gewisse: 4 times 2 for them."""
    page = phone.get(place)
    first = hall.now().entrants[hall.now().rounds[1].drawn.tables[0][0]].player(1)
    answers = {
        "key": f"deal-{next(_KEYS)}", "number": hidden(page, "number"), "target": "0", "declarer": str(first),
        "partner": "", "gewisse": "6",
    }  # fmt: skip
    return words(phone.post(f"{place}/eintragen", answers, follow=True))


def test_a_table_that_has_entered_everything_is_asked_to_confirm_and_not_for_one_deal_more(
    room: Room, hall: Hall
) -> None:
    place = f"/partie/{hall.now().rounds[1].sittings[1]}"
    phone = room.scorer(room.link(event=hall.event))
    for _deal in range(3):
        text = enter(phone, place, hall)
    assert "Ergebnis bestätigen" in text
    assert "Spiel 4" not in text
    assert "Noch ein Spiel eintragen" in text
    assert "Partie beenden" not in text
    confirm = phone.get(f"{place}/bestaetigen")
    phone.post(f"{place}/bestaetigen", {"key": "all", "seen": hidden(confirm, "seen"), "initials": "ZE WA VR UR TO"})
    done = words(phone.get(place))
    assert "Bestätigt von ZE WA VR UR TO. Mehr ist hier nicht zu tun, bis die nächste Runde beginnt." in done
    assert "Noch ein Spiel eintragen" not in done
    assert "Rückgängig" not in done
    assert "Etwas stimmt doch nicht" in done  # leads to the deals, where it is mended
    assert "Korrigieren" in words(phone.get(f"{place}/spiele"))


def test_a_phone_left_where_everybody_nods_hears_of_the_nods_the_end_of_the_round_and_the_next_one(
    room: Room, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unchanged, "LOOKS_EVERY", -1)
    table = f"/partie/{hall.now().rounds[1].sittings[1]}"
    place = f"{table}/bestaetigen"
    left, other = (room.scorer(room.link(event=hall.event)) for _phone in range(2))
    for _deal in range(3):
        enter(other, table, hall)
    page = left.get(place)
    assert "Alle nicken" in words(page)
    assert ask(left, place, page.text) == (304, {})
    other.post(place, {"key": "nods", "seen": hidden(page, "seen"), "initials": "ZE WA VR UR TO"})
    status, told = ask(left, place, page.text)
    assert (status, told["go"], told["next"]) == (200, place, None)
    assert told["line"] == "Inzwischen wurde das Ergebnis auf einem anderen Gerät bestätigt."
    page = left.get(place)
    assert "Bestätigt von ZE WA VR UR TO." in words(page)
    assert "Alle nicken" not in words(page)
    hall.do(playing.close_round, 1, ())
    assert ask(left, place, page.text)[1]["line"] == "Diese Runde wurde inzwischen abgeschlossen."
    page = left.get(place)
    assert "Diese Runde ist abgeschlossen." in words(page)
    hall.draw(2)
    hall.begin(2)
    assert ask(left, place, page.text)[1]["next"] == f"/partie/{hall.now().rounds[2].sittings[1]}"
    assert "Die nächste Runde hat begonnen" in words(left.get(place))


def test_a_phone_left_at_the_nods_of_a_round_that_was_taken_back_is_led_to_its_table(
    room: Room, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unchanged, "LOOKS_EVERY", -1)
    table = f"/partie/{hall.now().rounds[1].sittings[1]}"
    phone = room.scorer(room.link(event=hall.event))
    page = phone.get(f"{table}/bestaetigen")
    hall.do(playing.recall_round, 1)
    status, told = ask(phone, f"{table}/bestaetigen", page.text)
    assert (status, told["go"]) == (200, table)


def ask(phone: Device, place: str, page: str) -> tuple[int, Any]:
    """Ask as the page does that is shown."""
    tag = page.partition('data-tag="')[2].partition('"')[0]
    answer = phone.get(f"{place}/stand", **{"If-None-Match": f'"{tag}"', "HX-Request": "true"})
    return answer.status_code, answer.json if answer.is_json else {}


def test_a_phone_is_told_where_its_next_round_is_played_and_an_older_round_offers_it_nothing(
    room: Room, hall: Hall
) -> None:
    place = f"/partie/{hall.now().rounds[1].sittings[1]}"
    phone = room.scorer(room.link(event=hall.event))
    enter(phone, place, hall)
    assert (phone.get(f"{place}/uhr").json or {})["next"] is None
    hall.do(playing.close_round, 1, (1,))
    hall.draw(2)
    assert (phone.get(f"{place}/uhr").json or {})["next"] is None
    hall.begin(2)
    assert (phone.get(f"{place}/uhr").json or {})["next"] == f"/partie/{hall.now().rounds[2].sittings[1]}"
    assert " data-leads" in phone.get(place).text
    assert " data-leads" not in room.organiser().get(place).text
    past = words(phone.get(f"{place}/spiele"))
    assert not any(offered in past for offered in ("Korrigieren", "Rückgängig", "Streichen"))


def test_a_phone_that_lay_about_does_not_write_into_a_round_that_is_closed(room: Room, hall: Hall) -> None:
    place = f"/partie/{hall.now().rounds[1].sittings[1]}"
    phone = room.scorer(room.link(event=hall.event))
    enter(phone, place, hall)
    hall.do(playing.close_round, 1, (1,))
    said = "Diese Runde ist abgeschlossen. Was zu berichtigen ist, berichtigt die Spielleitung."
    page = phone.get(place)
    assert said in words(page)
    assert f'action="{place}/eintragen"' not in page.text
    late = phone.post(f"{place}/eintragen", {"key": "late", "number": "2", "target": "0"}, follow=True)
    assert words(late).count(said) == 1
    assert "Das wurde nicht mehr eingetragen." in words(late)
    assert "Ein Spiel Jaggln" in words(room.organiser().get(f"{place}/spiele"))
    for action in ("rueckgaengig", "spiele/1/korrigieren", "spiele/1/streichen"):
        assert said in words(phone.post(f"{place}/{action}", {"key": action, "target": "1"}, follow=True)), action
    assert f'action="{place}/eintragen"' in room.organiser().get(place).text
