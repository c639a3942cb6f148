"""Several tables on the page of an evening: each with its sittings, its next sitting and its people."""

import re

import pytest
from flask import Flask

from tests.web.playing import sit_down
from tests.web.visiting import Visitor, chosen, hidden, words

FIVE = ("Toni", "Maria", "Franz", "Leni", "Sepp")


@pytest.fixture
def evening(app: Flask, visitor: Visitor) -> str:
    """An evening with one table, as its address."""
    sit_down(app, visitor, "jaggln", FIVE)
    return "/abend/1"


def begin(visitor: Visitor, evening: str, table: str, *names: str) -> str:
    """Begin a sitting of Dobbm at a table; give where it leads."""
    address = f"{evening}/weiter?tisch={table}"
    page = visitor.get(address)
    form = {"key": hidden(page, "key"), "shown": "dobbm/stubai", "game": "dobbm", "rules": "stubai", "stake": "10"}
    answer = visitor.post(address, {**form, "player": [f"+{name}" for name in names], "do": "begin"})
    assert answer.status_code == 303, words(answer)
    return answer.headers["Location"]


def test_a_further_table_begins_with_nobody_and_is_the_next_number(visitor: Visitor, evening: str) -> None:
    page = visitor.get(f"{evening}/weiter?tisch=neu")
    assert "Weiterer Tisch" in words(page)
    assert chosen(page) == []
    begin(visitor, evening, "neu", "Hans", "Vroni", "Gretl", "Peter")
    text = words(visitor.get(evening))
    assert re.search(r"Tisch 1 Weiter zu Tisch 1 Jaggln .* Tisch 2 Weiter zu Tisch 2 Dobbm", text)
    assert "Weiter zum Tisch" not in text
    assert 'href="/abend/1">Weiter zu den Tischen' in visitor.get("/").text


def test_the_next_sitting_at_a_table_has_its_people(visitor: Visitor, evening: str) -> None:
    begin(visitor, evening, "neu", "Hans", "Vroni", "Gretl", "Peter")
    for number, people in ((1, list(FIVE)), (2, ["Hans", "Vroni", "Gretl", "Peter"])):
        page = visitor.get(f"{evening}/weiter?tisch={number}")
        assert f"Nächste Partie an Tisch {number}" in words(page)
        assert chosen(page) == people
    begin(visitor, evening, "1", *FIVE[:4])
    assert re.search(r"Tisch 1 .* Jaggln .* Dobbm .* Tisch 2 .* Dobbm", words(visitor.get(evening)))


def test_a_table_keeps_its_place_while_the_form_is_filled_in(visitor: Visitor, evening: str) -> None:
    page = visitor.get(f"{evening}/weiter?tisch=7")
    assert 'action="/abend/1/weiter?tisch=7"' in page.text
    assert chosen(page) == [], "nobody sat at table 7 yet"
    begin(visitor, evening, "7", "Hans", "Vroni", "Gretl", "Peter")
    assert "Tisch 7" in words(visitor.get(evening))


def test_whoever_sits_at_two_tables_at_once_is_named(visitor: Visitor, evening: str) -> None:
    begun = begin(visitor, evening, "neu", "Toni", "Vroni", "Gretl", "Peter")
    assert "Toni sitzt an zwei Tischen zugleich." in words(visitor.get(begun))
    assert "Toni sitzt an zwei Tischen zugleich." in words(visitor.get(evening))
    begin(visitor, evening, "neu", "Hans", "Vroni", "Burgi", "Peter")
    assert "Toni, Vroni, Peter sitzen an zwei Tischen zugleich." in words(visitor.get(evening))


@pytest.mark.parametrize("table", ["0", "-1", "x", "99999999999999999999", ""])
def test_what_is_no_table_goes_on_at_the_last_one(visitor: Visitor, evening: str, table: str) -> None:
    begin(visitor, evening, table, *FIVE[:4])
    assert "Tisch 2" not in words(visitor.get(evening))
