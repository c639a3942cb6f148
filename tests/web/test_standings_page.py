"""A tournament's list on screen and as a file, the wall board, and the box."""

import re
from io import BytesIO

import pytest
from flask import Flask
from openpyxl import load_workbook

from scorekeeper.domain.tournament.settings import Prizes
from scorekeeper.services.tournament import playing, recording, registering, results, till
from scorekeeper.web import unchanged
from tests.services import table
from tests.web.hall_pages import HallPages, hall_of_ten
from tests.web.visiting import Visitor, words

ROW = re.compile(r'<tbody id="z([\d.]+)"')


@pytest.fixture(autouse=True)
def _look_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "LOOKS_EVERY", -1.0)


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    """One of two rounds is over: at table 1 the seats have 4, 1, 1, −2, −4, at table 2 all have 0."""
    found = hall_of_ten(
        app, visitor, rounds=2, tie_breaks=(), prizes=Prizes(kind="shares", places=(600, 400), consolation_cents=500)
    )
    found.hall.draw(1, 2)
    found.hall.begin(1)
    found.hall.hand_in(1, 1, 4, 1, 1, -2, -4)
    found.hall.hand_in(1, 2, 0, 0, 0, 0, 0)
    found.hall.do(playing.close_round, 1, ())
    return found


def order(hall: HallPages, where: str = "rangliste") -> list[int]:
    return [int(key) for key in ROW.findall(hall.get(where).text)]


def test_the_list_has_the_best_first_and_a_correction_flows_through(hall: HallPages) -> None:
    first, second, third, fourth, last = hall.table(1, 1)
    found = order(hall)
    assert found[0] == first
    assert set(found[1:3]) == {second, third}
    assert found[-2:] == [fourth, last]
    hall.hall.hand_in(1, 1, -4, 1, 1, -2, 4)
    assert order(hall)[0] == last
    assert order(hall)[-1] == first


def test_a_line_opens_to_where_its_points_came_from(hall: HallPages) -> None:
    last = hall.table(1, 1)[4]
    hall.hall.do(results.penalise, last, round_number=1, points=3, reason="verleugnet")
    text = words(hall.get(f"rangliste?zeile={last}"))
    assert "Runde 1 , Tisch 1 Platz 5 von 5 −4 Strafpunkte , Runde 1 verleugnet −3" in text


def test_a_penalty_counts_in_the_list_in_its_round_and_in_the_file(hall: HallPages) -> None:
    first = hall.table(1, 1)[0]
    hall.hall.do(results.penalise, first, round_number=1, points=20, reason="verleugnet")
    assert order(hall)[-1] == order(hall, "rangliste?runde=1")[-1] == first
    assert hall.get("rangliste.csv").text.splitlines()[-1].startswith(f"10;{first};")


def test_the_file_has_numbers(hall: HallPages) -> None:
    sheet = load_workbook(BytesIO(hall.get("rangliste.xlsx").data)).active
    assert sheet is not None
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0][:6] == ("Platz", "Startnummer", "Name", "Runde 1", "Strafpunkte", "Punkte")
    assert rows[1][0:2] == (1, hall.table(1, 1)[0])
    assert rows[1][5] == 4


def test_the_last_round_waits_for_the_ceremony_on_the_wall_but_not_for_the_organiser(hall: HallPages) -> None:
    hall.post("rangliste/feier", {"hidden": "yes"})
    hall.hall.begin(2)
    hall.hall.hand_in(2, 1, 40, 0, 0, 0, -40)
    wall = words(hall.get("tafel"))
    assert "geheim" in wall
    assert "+4" in wall
    assert "40" not in wall
    assert "40" in words(hall.get("rangliste"))
    hall.post("rangliste/feier", {"hidden": "no"})
    assert "40" in words(hall.get("tafel"))


def test_a_substitute_with_own_points_has_a_line_of_their_own(hall: HallPages) -> None:
    first = hall.table(1, 1)[0]
    (vroni,) = table.people(hall.hall.store, ("Vroni",))
    hall.hall.do(registering.stand_in, first, vroni, from_round=2, own=True)
    text = words(hall.get(f"rangliste?zeile={first}.1"))
    assert "Spielt ab Runde 2 statt" in text
    assert "Vroni" in text


def test_the_wall_says_where_everybody_sits_and_how_long_it_lasts(hall: HallPages) -> None:
    hall.hall.begin(2)
    text = words(hall.get("tafel"))
    assert text.count("Tisch 2") == 5
    assert "Wo sitze ich?" in text
    assert "Zwischenstand, Runde 2 läuft" in text


def test_the_wall_says_what_parts_equals_where_somebody_is_parted(app: Flask, visitor: Visitor) -> None:
    hall = hall_of_ten(app, visitor, tie_breaks=("best_round", "lot"))
    hall.hall.draw()
    said = "Bei Gleichstand entscheidet der Reihe nach: bessere beste Runde, das Los"
    assert said not in words(hall.get("tafel"))
    hall.hall.play(1)
    assert said in words(hall.get("tafel"))


def test_the_wall_is_sent_again_only_if_something_changed(hall: HallPages) -> None:
    first = hall.get("tafel/stand")
    tag = first.headers["ETag"]
    assert hall.get("tafel/stand", **{"If-None-Match": tag}).status_code == 304
    hall.hall.hand_in(1, 2, 9, 0, 0, 0, -9)
    again = hall.get("tafel/stand", **{"If-None-Match": tag})
    assert again.status_code == 200
    assert "+9" in again.text


@pytest.mark.parametrize("where", ["tafel/stand", "rangliste", "runde/1"])
def test_who_is_called_something_else_is_so_on_the_wall_the_list_and_the_round_at_once(
    hall: HallPages, where: str
) -> None:  # fmt: skip
    before = hall.get(where)
    assert "Vroni" not in before.text
    hall.visitor.post(f"/leute/{hall.hall.ids[0]}/umbenennen", {"name": "Vroni", "nickname": ""})
    after = hall.get(where, **{"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, "Vroni" in after.text) == (200, True)


def test_an_unchanged_wall_asks_for_three_numbers_and_folds_nothing(
    hall: HallPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = hall.get("tafel/stand").headers["ETag"]
    monkeypatch.delattr("scorekeeper.web.views.board.standings.read")
    assert hall.get("tafel/stand", **{"If-None-Match": tag}).status_code == 304


def test_whoever_names_the_state_that_holds_is_answered_before_the_door(
    hall: HallPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unchanged, "LOOKS_EVERY", 60.0)
    tag = hall.get("tafel/stand").headers["ETag"]
    same = hall.get("tafel/stand", **{"If-None-Match": tag})
    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", tag)
    assert "X-Request-ID" not in same.headers
    assert hall.get("tafel/stand", **{"If-None-Match": '"guessed-de"'}).status_code == 200


def test_nobody_can_make_the_name_of_a_state_from_what_it_is_made_of(hall: HallPages, app: Flask) -> None:
    tag = hall.get("tafel/stand").headers["ETag"]
    app.config["SECRET_KEY"] = "another"
    assert hall.get("tafel/stand").headers["ETag"] != tag


def test_fees_and_prizes_go_through_the_box_and_it_balances(hall: HallPages) -> None:
    for number in range(1, 11):
        hall.post("kassa/nenngeld", {"entrant": str(number)})
    text = words(hall.get("kassa"))
    assert "10 von 10 haben bezahlt, zusammen 100,00 €." in text
    assert "Soll jetzt 100,00 €" in text
    assert "Noch nicht gezählt." in text
    # 100 € less 5 € for the last: 57 € and the second and third share 38 €
    first, second, *_others = hall.table(1, 1)
    assert "57,00 €" in text
    assert text.count("19,00 €") == 2
    assert "Trostpreis 5,00 €" in text
    hall.post("kassa/preis", {"line": str(first), "cents": "5700"})
    hall.post("kassa/preis", {"line": str(first), "cents": "5700"})
    hall.post("kassa/preis", {"line": str(second), "cents": "1"})
    money = hall.hall.now().money
    assert [(one.what, one.entrant, one.cents) for one in money[10:]] == [("prize", first, -5700)]
    hall.post("kassa/sonstiges", {"amount": "12,50", "text": "Saalmiete", "way": "out"})
    text = words(hall.get("kassa"))
    assert "Eingang gesamt 100,00 € Ausgang gesamt 69,50 € Soll jetzt 30,50 €" in text
    assert "Preise, noch offen 43,00 € fehlt dann −12,50 €" in text


def test_what_is_booked_wrong_is_said_beside_the_field_and_can_be_taken_back(hall: HallPages) -> None:
    wrong = hall.post("kassa/sonstiges", {"amount": "viel", "text": "Saalmiete", "way": "in"})
    assert wrong.status_code == 422
    assert 'value="Saalmiete"' in wrong.text
    hall.post("kassa/nenngeld", {"entrant": "3"})
    hall.post("kassa/zurueck", {"seq": str(hall.hall.now().money[0].seq)})
    assert hall.hall.now().money == ()


def test_table_money_is_told_apart_from_the_tournaments(app: Flask, visitor: Visitor) -> None:
    hall = hall_of_ten(app, visitor, stake_cents=10)
    hall.hall.draw()
    hall.hall.begin()
    hall.hall.hand_in(1, 1, 6, 0, 0, -2, -4)
    text = words(hall.get("kassa"))
    assert "an den Tischen verloren 0,60 € an den Tischen gewonnen 0,60 €" in text
    assert "Eingang gesamt 0,00 €" in text


def test_a_round_closed_without_a_table_says_so_on_page_wall_paper_and_in_the_file(hall: HallPages) -> None:
    hall.hall.begin(2)
    hall.hall.hand_in(2, 1, 40, 0, 0, 0, -40)
    left = hall.table(2, 2)
    ids = tuple(hall.hall.now().entrants[one].first_player for one in left)
    at = table.At(hall.hall.store, ids, hall.hall.now().rounds[2].sittings[2])
    at.enter(1, at.jaggln(1, 2, 9))  # three deals too few are no result
    hall.hall.do(playing.close_round, 2, (2,))
    said = "Runde 2 wurde ohne Ergebnis von Tisch 2 abgeschlossen."
    page = words(hall.get(f"rangliste?zeile={left[0]}"))
    assert said in page
    assert "die Runde wurde ohne Ergebnis dieses Tisches abgeschlossen –" in page
    assert page.count("ohne Ergebnis in Runde 2") == 5
    assert page.count("o. E.") == 5
    assert "…" not in page
    assert "noch kein Ergebnis" not in page
    assert said in words(hall.get("tafel"))
    assert "Tisch 2, ohne Ergebnis abgeschlossen" in words(hall.get("papier/runde/2/ergebnisse/druck"))
    paper = words(hall.get("papier/rangliste/druck"))
    assert f"o. E.: {said}" in paper
    notes = [line.rpartition(";")[2] for line in hall.get("rangliste.csv").text.splitlines()]
    assert sum("ohne Ergebnis in Runde 2" in note for note in notes) == 5


def test_a_receipt_keeps_its_number_when_its_payment_is_taken_back(hall: HallPages) -> None:
    for number in (3, 1):
        hall.hall.do(till.fee_paid, number)
    hall.hall.do(results.penalise, 1, round_number=1, points=1, reason="verleugnet")
    first = hall.hall.now().money[0]
    hall.hall.do(recording.take_back, first.seq)
    hall.hall.do(till.fee_paid, 3)
    names = {1: "Anna", 3: "Cilli"}
    paper = words(hall.get("papier/quittungen/druck"))
    said = r"Nr\. (\d) Nenngeld für Preisjaggln (\d) (\w+) 10,00 € bezahlt am [\w. ]+? 2027( zurückgenommen)?"
    found = re.findall(said, paper)
    assert found == [("1", "3", names[3], " zurückgenommen"), ("2", "1", names[1], ""), ("3", "3", names[3], "")]
    assert words(hall.get("papier/quittungen/druck")) == paper
    page = words(hall.get("kassa"))
    assert f"{names[3]} Nr. 3, Quittung 3" in page
    assert f"{names[1]} Nr. 1, Quittung 2" in page
    assert f"{names[3]} Nr. 3, Quittung 1 10,00 € zurückgenommen" in page
