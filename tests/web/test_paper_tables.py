"""A table that played on paper: what the office typed in is what its own pages, sheets and files show."""

import pytest
from flask import Flask

from scorekeeper.services import evenings
from scorekeeper.services.tournament import playing
from tests.services.table import At, actor
from tests.web.hall_pages import HallPages, hall_of_ten
from tests.web.visiting import Visitor, words

NAMES = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fritz", "Gusti", "Hias", "Ida", "Jos")
PLACES = ("", "/abrechnung", "/abrechnung/druck", "/zwischenstand/druck", "/spiele", "/summen.csv")


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    """Two tables of a first round of three deals; the second seat of table 1 won 8, the fifth lost 7."""
    made = hall_of_ten(app, visitor, deals=3)
    made.hall.draw()
    made.hall.begin()
    made.hall.hand_in(1, 1, 1, 8, 0, -2, -7)
    return made


def names_at_table(hall: HallPages) -> list[str]:
    return [NAMES[seat - 1] for seat in hall.table(1, 1)]


def test_a_table_sees_what_was_typed_in_for_it_and_is_not_asked_for_more_deals(hall: HallPages) -> None:
    text = words(hall.visitor.get(hall.sitting(1, 1)))
    assert "Runde 1, Tisch 1 alles eingetragen" in text
    assert "Das Ergebnis dieses Tisches hat die Spielleitung vom Zettel eingetragen." in text
    assert "Noch ein Spiel eintragen" not in text
    assert "noch 3 Spiele" not in text
    _first, best, _third, _fourth, last = names_at_table(hall)
    assert f"Endstand vom Zettel {best} +8" in text
    assert f"{last} −7" in text
    hall.post("runde/1/eingabe/1/zurueck", {"hand": "1"})
    assert "Runde 1, Tisch 1 noch 3 Spiele" in words(hall.visitor.get(hall.sitting(1, 1)))


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("where", PLACES)
def test_no_page_sheet_or_file_of_a_paper_table_shows_noughts(hall: HallPages, where: str, closed: bool) -> None:
    if closed:
        hall.hall.hand_in(1, 2, 4, -1, -1, -1, -1)
        hall.hall.do(playing.close_round, 1, ())
        with hall.hall.store.write() as tx:
            evenings.end_evening(tx, actor(hall.hall.store), hall.hall.event)
    _first, best, _third, _fourth, last = names_at_table(hall)
    text = words(hall.visitor.get(hall.sitting(1, 1) + where)).replace(";", " ")
    number = {"8": "8", "-7": "-7"} if where == "/summen.csv" else {"8": "+8", "-7": "−7"}
    assert f"{best} {number['8']}" in text
    assert f"{last} {number['-7']}" in text
    assert "0 Spiele" not in text
    assert ("Noch kein Spiel" in text) is (where == "/spiele")  # the list of deals alone says that it is empty
    assert "Noch nichts abzurechnen" not in text
    assert "Vor dem ersten Spiel" not in text


def test_the_sheet_goes_before_the_deals_that_were_entered_too(hall: HallPages) -> None:
    ids = tuple(hall.hall.now().entrants[one].first_player for one in hall.table(1, 1))
    at = At(hall.hall.store, ids, hall.hall.now().rounds[1].sittings[1])
    at.enter(1, at.jaggln(1, 2, 9))
    text = words(hall.visitor.get(at_place := hall.sitting(1, 1)))
    assert f"{names_at_table(hall)[1]} +8" in text
    assert "Es zählt, was immer die hier eingetragenen Spiele ergeben." in text
    assert "es gilt vor eingetragenen Spielen" in words(hall.visitor.get(f"{at_place}/abrechnung"))


def test_a_table_left_out_of_a_closed_round_has_no_list_of_noughts(hall: HallPages) -> None:
    hall.hall.do(playing.close_round, 1, (2,))
    text = words(hall.visitor.get(hall.sitting(1, 2)))
    assert "Hier wurde kein Spiel eingetragen." in text
    assert "Endstand" not in text


def test_a_table_plays_for_money_and_settles_what_its_sheet_says(app: Flask, visitor: Visitor) -> None:
    hall = hall_of_ten(app, visitor, stake_cents=10)
    hall.hall.draw()
    hall.hall.begin()
    hall.hall.hand_in(1, 1, 6, 0, 0, -2, -4)
    text = words(hall.visitor.get(hall.sitting(1, 1) + "/abrechnung"))
    assert "2 Zahlungen, dann ist alles ausgeglichen" in text
    assert "0,40 €" in text
    assert "0,20 €" in text
