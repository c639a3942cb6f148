"""A round begun by mistake, on screen: offered while nothing is entered, refused afterwards, its tables lead on."""

from flask import Flask

from tests.web.hall_pages import hall_of_ten
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
