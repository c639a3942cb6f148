"""A round begun by mistake, on screen: taken back while nothing is entered; the draw of a lesson changed by hand."""

from flask import Flask

from tests.web.hall_pages import hall_of_ten
from tests.web.test_course_pages import NAMES, NEW, state
from tests.web.visiting import Visitor, words


def test_a_round_begun_by_mistake_is_taken_back_and_begun_again(app: Flask, visitor: Visitor) -> None:
    hall = hall_of_ten(app, visitor)
    hall.draw()
    hall.hall.begin()
    before = hall.sitting(1, 1)
    assert "Runde zurücknehmen" in words(hall.get("runde/1"))
    assert "Runde 1 ist zurückgenommen." in words(hall.post("runde/1/zuruecknehmen", {}))
    assert "Runde 1 beginnen" in words(hall.get("runde/1"))
    assert visitor.get(before).headers["Location"] == f"/abend/{hall.hall.event}"
    hall.post("runde/1/beginnen", {})
    assert hall.sitting(1, 1) != before
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    page = hall.get("runde/1")
    assert "Runde zurücknehmen" not in words(page)
    refused = hall.post("runde/1/zuruecknehmen", {})
    assert refused.status_code == 422
    assert "An Tisch 1 ist schon etwas eingetragen." in words(refused)


def test_two_change_places_in_the_draw_of_a_lesson(app: Flask, visitor: Visitor) -> None:
    course = visitor.post("/kurs/neu", NEW).headers["Location"]
    visitor.post(f"{course}/leute", {"key": "people", "names": NAMES, "level": "0"})
    address = f"{course}/stunde/1"
    visitor.post(f"{address}/anwesend", {"there": [str(one) for one in range(1, 9)]})
    visitor.post(f"{address}/auslosen", {"key": "draw"})
    before = state(app, course).rounds[1]
    (one, *_), (other, *_) = before.drawn.tables
    fields = {"what": "swap", "one": str(one), "other": str(other), "seen": str(before.drawn_seq)}
    visitor.post(f"{address}/tische", {"key": "swap", **fields})
    after = state(app, course).rounds[1]
    assert (after.drawn.tables[0][0], after.drawn.tables[1][0], after.method) == (other, one, "hand")
    stale = visitor.post(f"{address}/tische", {"key": "late", **fields})
    assert stale.status_code == 422
    assert "Inzwischen" in words(stale)
    visitor.post(f"{address}/beginnen", {"key": "begin"})
    assert state(app, course).rounds[1].begun
