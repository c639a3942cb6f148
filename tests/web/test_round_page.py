"""A round on screen: begun, timed, results arriving, paper typed twice, confirmed at the table, penalised, closed."""

import re

import pytest
from flask import Flask

from scorekeeper.services.tournament import results
from tests.web.hall_pages import HallPages, hall_of_ten
from tests.web.visiting import Visitor, hidden, words


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    """Round 1 is begun: two tables of five, three deals each, 40 minutes."""
    found = hall_of_ten(app, visitor, deals=3, minutes=40)
    found.draw()
    found.post("runde/1/beginnen", {})
    return found


def round_page(hall: HallPages, number: int = 1) -> str:
    return words(hall.get(f"runde/{number}"))


def units_of(hall: HallPages, table: int, hand: int = 1) -> list[int]:
    found = hall.hall.now().rounds[1].totals[table, hand]
    return [found[one] for one in hall.table(1, table)]


def enter_deal(hall: HallPages, table: int) -> None:
    """The first seat of the table plays alone and gets 6 Gewisse."""
    page = hall.visitor.get(hall.sitting(1, table))
    state = hall.hall.now()
    first = state.entrants[hall.table(1, table)[0]].player(1)
    fields = {
        "key": hidden(page, "key"), "number": hidden(page, "number"), "target": "0", "declarer": str(first),
        "partner": "", "gewisse": "6",
    }  # fmt: skip
    done = hall.visitor.post(f"{hall.sitting(1, table)}/eintragen", fields)
    assert done.status_code == 303, words(done)


def test_a_round_begins_once_and_every_table_has_its_sitting(app: Flask, visitor: Visitor) -> None:
    hall = hall_of_ten(app, visitor)
    assert hall.get("runde/1").status_code == 404
    hall.draw("all")
    assert "Zuerst muss Runde 1" not in round_page(hall)
    text = words(hall.post("runde/1/beginnen", {"key": "once"}))
    assert "Runde 1 hat begonnen." in text
    assert "0 von 2 Tischen fertig" in text
    assert sorted(hall.hall.now().rounds[1].sittings) == [1, 2]
    again = hall.post("runde/1/beginnen", {"key": "twice"})
    assert again.status_code == 422
    assert "Zuerst muss Runde 1 abgeschlossen sein." in round_page(hall, 2)


def test_the_page_is_sent_again_only_when_something_arrived(hall: HallPages) -> None:
    hall.get("runde/1")
    first = hall.get("runde/1")
    tag = first.headers["ETag"]
    assert hall.get("runde/1", **{"If-None-Match": tag}).status_code == 304
    enter_deal(hall, 2)
    page = hall.get("runde/1", **{"If-None-Match": tag})
    assert page.status_code == 200
    assert "1 von 3 Spielen" in words(page)


def test_the_clock_sends_its_end_and_stands_still_when_it_is_stopped(hall: HallPages) -> None:
    sent = hall.get("uhr").json
    assert sent is not None
    assert 39 * 60_000 < sent["ends"] - sent["now"] <= 40 * 60_000
    hall.post("runde/1/uhr", {"do": "pause"})
    stopped = hall.get("uhr").json
    assert stopped is not None
    assert stopped["ends"] is None
    assert 39 * 60 < stopped["left"] <= 40 * 60
    hall.post("runde/1/uhr", {"do": "set", "minutes": "10"})
    hall.post("runde/1/uhr", {"do": "last"})
    hall.post("runde/1/zeit", {"table": "2", "extra": "5"})
    one, two = (hall.visitor.get(f"{hall.sitting(1, table)}/uhr").json for table in (1, 2))
    assert one is not None
    assert two is not None
    assert (one["last"], two["last"]) == (True, True)
    assert two["ends"] - one["ends"] == 5 * 60_000
    assert "Letztes Spiel" in words(hall.visitor.get(hall.sitting(1, 1)))


def test_an_odd_sum_is_taken_only_when_somebody_says_that_it_is_right(hall: HallPages) -> None:
    refused = hall.type_in(1, 1, "4", "-1", "-1", "−1", "-2")
    assert refused.status_code == 422
    assert "Die Summe ist −1, sie müsste 0 sein." in words(refused)
    assert 'value="-2"' in refused.text  # what was typed stays
    assert hall.hall.now().rounds[1].totals == {}
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-2", odd="1")
    assert units_of(hall, 1) == [4, -1, -1, -1, -2]
    assert "Anzusehen: Tisch 1" in round_page(hall)
    assert "Summe −1" in round_page(hall)


def test_what_is_missing_in_the_grid_is_refused_and_a_part_of_the_page_answers_a_part(hall: HallPages) -> None:
    part = hall.type_in(1, 2, "4", "", "-1", "x", "-1")
    assert part.status_code == 422
    assert "alle am Tisch brauchen eine Zahl" in words(part)
    seats = hall.table(1, 2)
    fields = {f"u{one}": text for one, text in zip(seats, ("4", "-1", "-1", "-1", "-1"), strict=True)}
    line = hall.post("runde/1/eingabe/2", {**fields, "hand": "1"}, headers={"HX-Request": "true"})
    assert line.status_code == 200
    assert line.text.count("<form") == 1
    assert "1 von 2 Tischen fertig" in round_page(hall)


def test_the_second_hand_sees_only_where_both_read_something_else(hall: HallPages) -> None:
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    blind = hall.get("runde/1/eingabe?hand=2")
    assert 'value="4"' not in blind.text
    compared = hall.type_in(1, 1, "7", "-1", "-4", "-1", "-1", hand=2)
    text = words(compared)
    assert "Verschieden gelesen: Tisch 1" in text
    assert "zuerst: +4" in text
    assert "zuerst: −1" in text
    assert results.differences(hall.hall.now().rounds[1]) == {1: frozenset((hall.table(1, 1)[0], hall.table(1, 1)[2]))}
    assert "verschieden gelesen" in round_page(hall)
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1", hand=2)
    assert "verschieden gelesen" not in round_page(hall)


def test_two_readings_are_settled_by_one_button(hall: HallPages) -> None:
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    hall.type_in(1, 1, "7", "-1", "-4", "-1", "-1", hand=2)
    done = hall.type_in(1, 1, "6", "-3", "-1", "-1", "-1", both="1")
    assert done.status_code == 200, words(done)
    assert units_of(hall, 1) == units_of(hall, 1, hand=2) == [6, -3, -1, -1, -1]
    assert "verschieden gelesen" not in round_page(hall)


def test_a_table_that_entered_its_deals_is_shown_and_a_sheet_that_says_otherwise_ends_its_confirmation(
    hall: HallPages,
) -> None:
    """One plays alone against four and wins: 4 times 2."""
    enter_deal(hall, 1)
    text = words(hall.get("runde/1/eingabe"))
    assert re.search(r"Tisch 1 \S+ (\+8|−2)", text)
    assert "Am Tisch ist ein Spiel eingetragen. Stattdessen gilt der Zettel" in text
    place = f"{hall.sitting(1, 1)}/bestaetigen"
    hall.visitor.post(place, {"key": "all", "seen": hidden(hall.visitor.get(place), "seen"), "initials": "A B C D E"})
    assert "Am Tisch eingetragen und bestätigt: A B C D E" in words(hall.get("runde/1/eingabe"))
    hall.type_in(1, 1, "8", "-2", "-2", "-2", "-2")  # the sheet says the same
    assert "bestätigt: A B C D E" in round_page(hall)
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    assert "Zettel und Tisch sagen Verschiedenes" in round_page(hall)


def test_totals_that_were_typed_at_the_wrong_table_are_taken_back(hall: HallPages) -> None:
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    assert "Tisch 1: zurückgenommen." in words(hall.post("runde/1/eingabe/1/zurueck", {"hand": "1"}))
    assert hall.hall.now().rounds[1].totals == {}
    again = hall.post("runde/1/eingabe/1/zurueck", {"hand": "1"})  # there is nothing any more: so it is
    assert (again.status_code, hall.hall.now().rounds[1].totals) == (200, {})


def test_a_table_says_where_it_is_and_confirms_its_result_together(hall: HallPages) -> None:
    enter_deal(hall, 1)
    place = hall.sitting(1, 1)
    text = words(hall.visitor.get(place))
    assert "Runde 1, Tisch 1 noch 2 Spiele" in text
    page = hall.visitor.get(f"{place}/bestaetigen")
    assert "Nach einem Spiel. Alle nicken:" in words(page)
    seats = [str(one) for one in hall.table(1, 1)]
    send = {"key": "nods", "seen": hidden(page, "seen")}
    some = hall.visitor.post(f"{place}/bestaetigen", {**send, "nod": seats[:4]})
    assert some.status_code == 422
    assert "Es fehlt noch:" in words(some)
    one = hall.visitor.post(f"{place}/bestaetigen", {**send, "initials": "RG"})  # does not answer for five
    assert one.status_code == 422
    assert "Nicken oder Kürzel schreiben" in words(one)
    done = hall.visitor.post(f"{place}/bestaetigen", {**send, "nod": seats}, follow=True)
    assert "Das Ergebnis ist bestätigt und bei der Spielleitung angekommen." in words(done)
    assert re.search(r"bestätigt: (\w )+", round_page(hall))
    enter_deal(hall, 1)
    assert "seit der Bestätigung geändert" in round_page(hall)
    late = hall.visitor.post(f"{place}/bestaetigen", {**send, "key": "late", "initials": "AB CD EF GH IJ"})
    assert late.status_code == 422  # meant for the state before
    fresh = {
        "key": "again",
        "seen": hidden(hall.visitor.get(f"{place}/bestaetigen"), "seen"),
        "initials": "AB, CD/EF GH IJ",
    }
    hall.visitor.post(f"{place}/bestaetigen", fresh)
    assert "bestätigt: AB, CD/EF GH IJ" in round_page(hall)


def test_a_round_is_closed_without_a_table_only_if_that_is_named(hall: HallPages) -> None:
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    asked = hall.post("runde/1/abschliessen", {})
    assert asked.status_code == 422
    assert "ohne Tisch 2" in words(asked)
    assert "ohne Tisch 1" not in words(asked)
    closed = words(hall.post("runde/1/abschliessen", {"without": "2"}))
    assert "Runde 1 ist abgeschlossen." in closed
    assert "Runde 2 auslosen" in closed
    assert hall.hall.now().rounds[1].without == {2}
    assert "Runde 1 ist wieder offen." in words(hall.post("runde/1/oeffnen", {}))
    assert not hall.hall.now().rounds[1].closed


def test_a_round_with_two_results_that_differ_is_closed_only_by_whoever_says_so(hall: HallPages) -> None:
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    hall.type_in(1, 1, "7", "-1", "-4", "-1", "-1", hand=2)
    assert "Verschieden gelesen: Tisch 1" in words(hall.get("runde/1/eingabe"))
    assert not re.search(r'<form class="gridtable saved[^"]*" id="tisch-1"', hall.get("runde/1/eingabe").text)
    enter_deal(hall, 2)  # +8 and four times −2
    hall.type_in(1, 2, "4", "-1", "-1", "-1", "-1")
    assert "Zettel und Tisch sagen Verschiedenes" in round_page(hall)
    asked = hall.post("runde/1/abschliessen", {})
    assert asked.status_code == 422
    assert "2 Tische haben zwei Ergebnisse, die nicht übereinstimmen." in words(asked)
    one = hall.post("runde/1/abschliessen", {"despite": "1"})
    assert one.status_code == 422
    assert 'name="despite" value="1" checked' in one.text
    assert not hall.hall.now().rounds[1].closed
    assert "Runde 1 ist abgeschlossen." in words(hall.post("runde/1/abschliessen", {"despite": ["1", "2"]}))
    assert hall.hall.now().rounds[1].closed


def test_the_next_round_by_the_standings_seats_the_best_together_and_the_table_leads_there(hall: HallPages) -> None:
    hall.type_in(1, 1, "40", "-10", "-10", "-10", "-10")
    hall.type_in(1, 2, "20", "10", "-10", "-10", "-10")
    early = hall.draw("standings", 2)
    assert early.status_code == 422
    hall.post("runde/1/abschliessen", {})
    hall.draw("standings", 2)
    found = hall.hall.now().rounds[2]
    best = (hall.table(1, 1)[0], hall.table(1, 2)[0], hall.table(1, 2)[1])
    assert found.method == "swiss"
    assert found.drawn.table_of(best[0]) == found.drawn.table_of(best[1])
    old = hall.sitting(1, 1)
    hall.post("runde/2/beginnen", {})
    page = hall.visitor.get(old)
    assert "Die nächste Runde hat begonnen" in words(page)
    assert f'href="{hall.sitting(2, 1)}"' in page.text


def test_a_penalty_needs_a_reason_and_can_be_taken_back(hall: HallPages) -> None:
    refused = hall.post("runde/1/strafe", {"whom": "Bert", "points": "5", "side": "pays", "reason": " "})
    assert refused.status_code == 422
    nobody = hall.post("runde/1/strafe", {"whom": "Bret", "points": "5", "reason": "x"})
    assert nobody.status_code == 422
    assert "Bret ist hier nicht angemeldet. 2 Bert gemeint?" in words(nobody)
    assert "Wie viele Punkte" in words(nobody)
    text = words(hall.post("runde/1/strafe", {"whom": "2 Bert", "points": "5", "side": "pays", "reason": "verleugnet"}))
    assert "Bei Bert vermerkt." in text
    assert "Bert verleugnet −5" in text
    (made,) = hall.hall.now().penalties
    assert (made.entrant, made.points, made.round) == (2, 5, 1)
    hall.post("runde/1/strafe/zurueck", {"seq": str(made.seq)})
    assert hall.hall.now().penalties == ()


def test_the_office_goes_to_a_table_by_its_number(hall: HallPages) -> None:
    assert hall.get("runde/1/eingabe?tisch=2").headers["Location"].endswith("/runde/1/eingabe#tisch-2")
    assert hall.get("runde/1/eingabe?tisch=zwei").status_code == 200


def test_the_first_page_counts_who_is_registered_and_not_everybody_who_ever_sat_at_a_table(hall: HallPages) -> None:
    assert "10 angemeldet" in words(hall.visitor.get("/"))
    said = words(hall.post("anmeldung/1/ersatz", {"whom": "Rudl", "round": "1", "own": "0"}))
    assert "In einer laufenden Runde wird auch am Tisch getauscht." in said
    state = hall.hall.now()
    table = state.rounds[1].drawn.table_of(1)
    assert table is not None
    assert "Rudl" in words(hall.visitor.get(hall.sitting(1, table)))
    assert "10 angemeldet" in words(hall.visitor.get("/"))
