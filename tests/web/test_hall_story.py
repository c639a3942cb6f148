"""The history of a tournament: rounds and tables by their names, and what was typed in from paper, before and after."""

import pytest
from flask import Flask

from scorekeeper.services.tournament import playing, registering
from tests.services.table import At, people
from tests.web.hall_pages import HallPages, hall_of_ten
from tests.web.test_paper_tables import names_at_table
from tests.web.visiting import Visitor, words

ENTERED = "Ergebnis vom Papier eingegeben : Runde 1, Tisch 1"


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    """A first round has begun at two tables."""
    made = hall_of_ten(app, visitor)
    made.hall.draw()
    made.hall.begin()
    return made


def story(hall: HallPages, more: str = "?zuerst=alt") -> str:
    return words(hall.visitor.get(f"/abend/{hall.hall.event}/verlauf{more}"))


@pytest.mark.parametrize("where", ["?zuerst=alt", "/druck"])
def test_a_result_from_paper_is_told_with_its_numbers_and_its_correction_with_old_and_new(
    hall: HallPages, where: str
) -> None:
    hall.hall.hand_in(1, 1, 8, 0, 0, -1, -7)
    hall.hall.hand_in(1, 1, 8, 0, -1, 0, -7)
    hall.hall.hand_in(1, 1, 8, 0, 0, -1, -7, hand=2)
    a, b, c, d, e = names_at_table(hall)
    comma = ";" if where == "/druck" else ""
    text = story(hall, where)
    assert f"{ENTERED}{comma} {a} +8, {b} 0, {c} 0, {d} −1, {e} −7" in text
    assert f"{ENTERED}{comma} {c} −1 statt 0, {d} 0 statt −1" in text
    assert f"{ENTERED}, zum Vergleich noch einmal eingegeben" in text


def test_what_was_taken_back_is_named_and_what_comes_after_it_starts_from_what_held(hall: HallPages) -> None:
    hall.hall.hand_in(1, 1, 8, 0, 0, -1, -7)
    hall.hall.hand_in(1, 1, 8, 0, -1, 0, -7)
    hall.post("runde/1/eingabe/1/zurueck", {"hand": "1"})
    hall.hall.hand_in(1, 1, 7, 0, 0, 0, -7)
    a, _b, _c, d, _e = names_at_table(hall)
    text = story(hall)
    assert "Zurückgenommen: ein Ergebnis vom Papier : Runde 1, Tisch 1" in text
    assert f"{ENTERED} {a} +7 statt +8, {d} 0 statt −1" in text


def test_who_plays_for_somebody_is_named_with_the_numbers(hall: HallPages) -> None:
    first = hall.table(1, 1)[0]
    (new,) = people(hall.hall.store, ("Kathi",))
    hall.hall.do(registering.stand_in, first, new, from_round=1, own=False)
    hall.hall.hand_in(1, 1, 8, 0, 0, -1, -7)
    assert f"{ENTERED} Kathi +8" in story(hall)


def test_the_history_names_round_and_table_and_is_picked_by_them(hall: HallPages) -> None:
    hall.hall.hand_in(1, 1, 8, 0, 0, -1, -7)
    hall.hall.hand_in(1, 2, 4, -1, -1, -1, -1)
    hall.hall.do(playing.close_round, 1, ())
    hall.hall.draw(2)
    hall.hall.begin(2)
    ids = tuple(hall.hall.now().entrants[one].first_player for one in hall.table(2, 1))
    at = At(hall.hall.store, ids, hall.hall.now().rounds[2].sittings[1])
    at.enter(1, at.jaggln(1, 2, 9))
    text = story(hall)
    assert "Partie begonnen: Runde 2, Tisch 1" in text
    assert ". Partie" not in text
    assert "Runde 2, Tisch 1 Spiel 1" in text
    assert "Tisch alle Tische Runde 1, Tisch 1 Runde 1, Tisch 2 Runde 2, Tisch 1 Runde 2, Tisch 2" in text
    sitting = hall.sitting(1, 1).rpartition("/")[2]
    picked = story(hall, f"?zuerst=alt&partie={sitting}")
    assert "Nur Runde 1, Tisch 1." in picked
    assert ENTERED in picked
    assert "Spiel 1" not in picked
    assert "nur Runde 1, Tisch 1" in story(hall, f"/druck?partie={sitting}")
