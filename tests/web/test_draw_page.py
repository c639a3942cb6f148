"""The draw on screen: a seed that repeats it, everybody named, changed by hand after a look at what that does."""

import re
from dataclasses import replace
from itertools import count

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.services.tournament import registering, setting_up
from tests.services import table
from tests.services.hall import JAGGLN, Hall, set_up
from tests.services.table import EVENING, actor
from tests.web.hall_pages import PLACES, HallPages, hall_of_ten
from tests.web.visiting import Visitor, hidden, words

_FRESH = count()


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    return hall_of_ten(app, visitor)


def test_a_round_is_drawn_from_a_seed_and_shown_by_table_and_by_name(hall: HallPages) -> None:
    assert "10 sind da: 2 Tische zu 5." in words(hall.get("auslosung"))
    text = words(hall.draw())
    assert "Runde 1 ist ausgelost." in text
    assert "Runde 1 Los KDF7-3QPM" in text
    assert "kein Paar trifft sich zweimal" in text
    drawn = hall.hall.now().rounds[1]
    assert (drawn.seed, drawn.method) == ("KDF7-3QPM", "lot")
    assert [text.count(f"{name} {number} Tisch") for number, name in ((1, "Anna"), (10, "Jos"))] == [1, 1]


def test_the_same_seed_draws_the_same_again_but_only_when_that_is_ticked(hall: HallPages) -> None:
    hall.draw()
    first = hall.hall.now().rounds[1]
    refused = hall.draw(seed="OTHER")
    assert refused.status_code == 422
    assert "Runde 1 ist schon ausgelost: „neu auslosen“ ankreuzen." in words(refused)
    assert hall.hall.now().rounds[1] == first
    hall.draw(seed="OTHER", replace="1")
    assert hall.hall.now().rounds[1].drawn != first.drawn
    hall.draw(replace="1")
    assert hall.hall.now().rounds[1].drawn == first.drawn


def test_all_rounds_ahead_say_how_often_pairs_meet_again_and_how_often_they_must(hall: HallPages) -> None:
    """Five out of two tables are at best three and two: in rounds 2 and 3, at 2 tables, 3 + 1 pairs meet again."""
    text = words(hall.draw("all"))
    assert "Die Runden 1 bis 3 sind ausgelost." in text
    assert re.search(r"Güte der 3 Runden zusammen 1\d Wiederbegegnungen; mindestens nötig: 16", text)
    assert sorted(hall.hall.now().rounds) == [1, 2, 3]


def test_a_swap_shows_what_comes_with_it_before_it_is_saved(hall: HallPages) -> None:
    hall.hall.do(registering.change_details, 1, {}, apart=(2,))
    hall.draw()
    seats = {one: hall.hall.now().rounds[1].drawn.table_of(one) for one in range(1, 11)}
    away = next(
        one for one in range(3, 11) if seats[one] == seats[1]
    )  # to the other table with this one, and Bert comes
    page = hall.get(f"auslosung/1/aendern?what=swap&one=Bert&other={away}")
    text = words(page)
    assert "1 Anna und 2 Bert sollen nicht zusammen sitzen und sitzen zusammen an Tisch" in text
    assert hall.hall.now().rounds[1].method == "lot"
    fields = {name: hidden(page, name) for name in ("what", "one", "other", "table", "seen")}
    done = hall.post("auslosung/1/aendern", fields)
    assert "tauschen die Plätze" in words(done)
    after = hall.hall.now().rounds[1]
    assert after.method == "hand"
    assert after.drawn.table_of(2) == seats[1]
    late = hall.post("auslosung/1/aendern", fields)  # what was looked at is not there any more
    assert late.status_code == 422
    assert "Inzwischen" in words(late)


def test_somebody_is_seated_elsewhere_sits_out_or_is_not_known(hall: HallPages) -> None:
    hall.draw()
    moved = hall.get("auslosung/1/aendern?what=move&one=7+Gusti&table=0")
    assert "7 Gusti setzt aus" in words(moved)
    assert "Tisch" in words(moved)
    unknown = hall.get("auslosung/1/aendern?what=move&one=Wastl&table=1")
    assert unknown.status_code == 422
    assert "Wastl ist hier nicht angemeldet" in words(unknown)
    hall.hall.begin()
    fields = {"what": "move", "one": "1", "other": "", "table": "0", "seen": "1"}
    for late in (hall.get("auslosung/1/aendern?what=move&one=1&table=0"), hall.post("auslosung/1/aendern", fields)):
        assert (late.status_code, "Runde 1 hat schon begonnen." in words(late)) == (422, True)


def test_who_came_after_the_draw_or_went_is_named(hall: HallPages) -> None:
    hall.draw()
    hall.hall.do(registering.leave, 4, 1)
    text = words(hall.get("auslosung"))
    assert "Ausgelost, aber nicht mehr da: 4 Dora" in text


def test_what_cannot_be_kept_is_said_before_anything_is_drawn(hall: HallPages) -> None:
    hall.hall.do(registering.change_details, 3, {"fixed_table": 9})
    text = words(hall.get("auslosung"))
    assert "Nicht jeder Wunsch ist erfüllbar" in text
    assert "3 Cilli" in text


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(people=st.integers(min_value=5, max_value=40), seed=st.text("ABC123", min_size=1, max_size=6))
def test_a_drawn_rounds_page_names_everybody_once(app: Flask, people: int, seed: str) -> None:
    event = _fresh(app, people)
    event.post("auslosung", {"what": "one", "first": "1", "seed": seed})
    named = [int(number) for number in PLACES.findall(event.get("auslosung").text)]
    assert sorted(named) == list(range(1, people + 1))


def _fresh(app: Flask, people: int) -> HallPages:
    """Set up one more tournament, with people of its own."""
    number = next(_FRESH)
    store = app.extensions["scorekeeper"]
    new = setting_up.NewEvent(
        kind="tournament", title="", place="", date=EVENING.date(), settings=replace(JAGGLN, other_sizes=(6, 7))
    )  # fmt: skip
    with store.write() as tx:
        event = setting_up.set_up(tx, actor(store), new, f"fresh {number}")
    hall = Hall(store, (), event)
    hall.do(registering.register, table.people(store, tuple(f"Spieler {number} {one}" for one in range(people))))
    return HallPages(hall, Visitor(app))


def test_who_came_or_went_after_the_draw_makes_drawing_anew_the_next_step(hall: HallPages) -> None:
    hall.draw("all")
    hall.hall.do(registering.leave, 2, 1)
    overview = words(hall.visitor.get(hall.address))
    assert "Runde 1 neu auslosen Ausgelost, aber nicht mehr da: 2 Bert" in overview
    assert "Runde 1 neu auslosen" in words(hall.get("runde/1"))
    page = hall.get("auslosung?runde=1")
    assert 'name="replace" value="1" checked' in page.text
    assert re.search(r'value="all" checked', page.text)  # the later rounds do not suit either
    hall.draw("all", replace="1")
    assert "Runde 1 beginnen" in words(hall.visitor.get(hall.address))


def test_names_are_listed_as_in_a_telephone_book(app: Flask, visitor: Visitor) -> None:
    names = ("Zenz", "Änne", "Bert", "Cilli", "Dora")
    pages = HallPages(set_up(app.extensions["scorekeeper"], names=names), visitor)
    text = words(pages.draw())
    assert text.index("Änne 2 Tisch") < text.index("Bert 3 Tisch") < text.index("Zenz 1 Tisch")
