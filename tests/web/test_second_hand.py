"""Totals entered once more to compare: by the same device it goes, but is said before, beside it and in the history."""

import pytest
from flask import Flask

from tests.web.hall_pages import HallPages, hall_of_ten
from tests.web.visiting import Visitor, words

WARNED = "sind auf diesem Gerät eingetragen worden"
ALONE = "Beide Male am selben Gerät eingetragen"


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    """Table 1 is entered once, on the organiser's device."""
    found = hall_of_ten(app, visitor)
    found.draw()
    found.hall.begin()
    found.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    return found


def test_the_same_device_is_told_that_nobody_compares(hall: HallPages) -> None:
    assert WARNED not in words(hall.get("runde/1/eingabe"))
    assert f"Die ersten Zahlen von Tisch 1 {WARNED}." in words(hall.get("runde/1/eingabe?hand=2"))
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1", hand=2)
    assert ALONE in words(hall.get("runde/1/eingabe?hand=2"))
    assert "zweimal am selben Gerät eingetragen" in words(hall.get("runde/1"))
    story = words(hall.visitor.get(f"/abend/{hall.hall.event}/verlauf"))
    assert story.count("beide Male am selben Gerät") == 1


def test_another_device_compares_and_nothing_is_said(app: Flask, hall: HallPages) -> None:
    other = HallPages(hall.hall, Visitor(app))
    assert WARNED not in words(other.get("runde/1/eingabe?hand=2"))
    other.type_in(1, 1, "4", "-1", "-1", "-1", "-1", hand=2)
    assert ALONE not in words(other.get("runde/1/eingabe?hand=2"))
    assert "am selben Gerät" not in words(hall.get("runde/1"))
    assert "beide Male" not in words(hall.visitor.get(f"/abend/{hall.hall.event}/verlauf"))


def test_what_was_looked_up_after_a_difference_is_no_second_reading(app: Flask, hall: HallPages) -> None:
    other = HallPages(hall.hall, Visitor(app))
    other.type_in(1, 1, "5", "-2", "-1", "-1", "-1", hand=2)
    hall.type_in(1, 1, "5", "-2", "-1", "-1", "-1", both="1")
    assert ALONE not in words(hall.get("runde/1/eingabe"))
    assert "nachgeschaut, nachdem beide anders gelesen hatten" in words(
        hall.visitor.get(f"/abend/{hall.hall.event}/verlauf")
    )
