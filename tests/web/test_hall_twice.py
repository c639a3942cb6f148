"""A hall's forms sent twice, sent from a page that is out of date, and sent by two organisers at once."""

import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.domain.tournament.settings import Prizes
from scorekeeper.services.tournament.accounts import Accounts, accounts
from tests.web.hall_pages import HallPages, hall_of_ten, new_form
from tests.web.visiting import Visitor, hidden, words


@pytest.fixture
def hall(app: Flask, visitor: Visitor) -> HallPages:
    """Round 1 of 1 is begun at two tables of five; nobody has paid."""
    found = hall_of_ten(app, visitor, rounds=1, prizes=Prizes(kind="fixed", places=(5000,)))
    found.draw()
    found.post("runde/1/beginnen", {})
    return found


def money(hall: HallPages) -> Accounts:
    with hall.hall.store.read() as tx:
        return accounts(tx, hall.hall.event)


def twice(hall: HallPages, where: str, fields: dict[str, str]) -> list[tuple[int, str]]:
    """Click twice; give what each of the two answers was and said."""
    answers = [hall.post(where, {"key": f"twice {where}", **fields}) for _ in range(2)]
    return [(one.status_code, " ".join(re.findall(r'class="flash[^"]*"[^>]*>(.*?)<', one.text))) for one in answers]


def test_what_is_clicked_twice_is_done_once_and_says_the_same_again(hall: HallPages) -> None:
    forms: list[tuple[str, dict[str, str]]] = [
        ("kassa/nenngeld", {"entrant": "1"}),
        ("kassa/sonstiges", {"way": "out", "amount": "5", "text": "Saal"}),
        ("kassa/zaehlen", {"counted": "12"}),
        ("runde/1/strafe", {"whom": "1", "points": "3", "reason": "verleugnet"}),
        ("anmeldung", {"line": "Vroni"}),
    ]
    for where, fields in forms:
        one, other = twice(hall, where, fields)
        assert one == other, where
        assert one[0] == 200, where
    state = hall.hall.now()
    assert [one.cents for one in state.money] == [1000, -500]
    assert [one.points for one in state.penalties] == [3]
    assert sorted(state.entrants) == list(range(1, 12))
    taken = twice(hall, "kassa/zurueck", {"seq": str(state.money[0].seq)})
    taken += twice(hall, "runde/1/strafe/zurueck", {"seq": str(state.penalties[0].seq)})
    assert [status for status, _said in taken] == [200, 200, 200, 200]
    assert [one.cents for one in hall.hall.now().money] == [-500]
    assert hall.hall.now().penalties == ()


def test_going_back_and_changing_a_form_is_not_taken_for_a_second_click(hall: HallPages) -> None:
    """The page of the box has one form for all fees: the second button was pressed before the page came anew."""
    hall.post("kassa/nenngeld", {"key": "box", "entrant": "1"})
    hall.post("kassa/nenngeld", {"key": "box", "entrant": "2"})
    assert [one.entrant for one in hall.hall.now().money] == [1, 2]
    hall.post("kassa/sonstiges", {"key": "other", "way": "out", "amount": "5", "text": "Saal"})
    hall.post("kassa/sonstiges", {"key": "other", "way": "out", "amount": "7", "text": "Musik"})
    assert [one.text for one in money(hall).others] == ["Saal", "Musik"]


def test_a_fee_and_a_prize_go_through_the_box_once_even_from_two_devices(app: Flask, hall: HallPages) -> None:
    other = HallPages(hall.hall, Visitor(app))
    hall.post("kassa/nenngeld", {"entrant": "1"})
    late = other.post("kassa/nenngeld", {"entrant": "1"})
    assert "Inzwischen war dieses Nenngeld schon bezahlt." in words(late)
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1")
    hall.type_in(1, 2, "3", "0", "-1", "-1", "-1")
    line = money(hall).prizes[0].prize.key
    one, again = twice(hall, "kassa/preis", {"line": line, "cents": "5000"})
    assert one == again
    stale = other.post("kassa/preis", {"line": line, "cents": "5000"})
    assert "Inzwischen haben sich die Preise geändert." in words(stale)
    assert (money(hall).paid_out, money(hall).box) == (5000, -4000)


def test_totals_from_a_page_that_is_out_of_date_do_not_replace_what_somebody_else_typed(
    app: Flask, hall: HallPages
) -> None:
    other = HallPages(hall.hall, Visitor(app))
    empty = hidden(other.get("runde/1/eingabe"), "seen")
    assert empty == ""
    hall.type_in(1, 1, "4", "-1", "-1", "-1", "-1", seen="")
    late = other.type_in(1, 1, "-1", "4", "-1", "-1", "-1", seen="")
    assert late.status_code == 422
    assert "Inzwischen sind hier andere Zahlen eingetragen: 4, −1, −1, −1, −1." in words(late)
    assert f'name="u{hall.table(1, 1)[1]}" value="4"' in late.text  # what was typed stays
    assert other.type_in(1, 1, "4", "-1", "-1", "-1", "-1", seen="").status_code == 200  # the same: nothing to say
    looked = other.type_in(1, 1, "-1", "4", "-1", "-1", "-1", seen=hidden(late, "seen"))
    assert looked.status_code == 200
    first = hall.hall.now().rounds[1].totals[1, 1]
    assert [first[one] for one in hall.table(1, 1)] == [-1, 4, -1, -1, -1]
    blind = hall.post("runde/1/eingabe/1/zurueck", {"hand": "1", "seen": empty})
    assert blind.status_code == 422
    assert (1, 1) in hall.hall.now().rounds[1].totals


def test_a_draw_is_thrown_away_by_the_tick_only_whoever_drew_it(app: Flask, visitor: Visitor) -> None:
    hall = hall_of_ten(app, visitor)
    one, again = twice(hall, "auslosung", {"what": "all", "first": "1", "seed": "KDF7-3QPM"})
    assert one == again
    assert one[0] == 200
    other = HallPages(hall.hall, Visitor(app)).draw("all", seed="ANDE-RERX")
    assert other.status_code == 422
    assert "Runde 1 ist schon ausgelost" in words(other)
    assert hall.hall.now().rounds[1].seed == "KDF7-3QPM"


@pytest.mark.parametrize(
    "where, fields, said",
    [
        ("runde/1/uhr", {"do": "set", "minutes": ""}, "von 0 bis 600"),
        ("runde/1/uhr", {"do": "set", "minutes": "-5"}, "von 0 bis 600"),
        ("runde/1/zeit", {"table": "99", "extra": "5"}, "von 1 bis 2"),
        ("runde/1/zeit", {"table": "2", "extra": "999"}, "von 1 bis 600"),
        ("kassa/sonstiges", {"way": "in", "amount": "999999999", "text": "x"}, "von 0,01 € bis"),
    ],
)
def test_a_number_that_cannot_be_is_refused_where_it_was_typed(
    hall: HallPages, where: str, fields: dict[str, Any], said: str
) -> None:
    before = hall.hall.now().seq
    refused = hall.post(where, fields)
    assert refused.status_code == 422
    assert said in words(refused)
    assert hall.hall.now().seq == before


def test_a_closed_round_offers_to_be_opened_again_only_before_the_next_one_was_begun(
    app: Flask, visitor: Visitor
) -> None:
    hall = hall_of_ten(app, visitor, rounds=2)
    hall.hall.play(1)
    assert "Wieder öffnen" in words(hall.get("runde/1"))
    hall.draw(first=2)
    hall.post("runde/2/beginnen", {})
    text = words(hall.get("runde/1"))
    assert "Wieder öffnen" not in text
    assert "Was hier falsch ist, wird weiterhin berichtigt" in text


def test_a_tournament_is_set_up_once_and_whoever_goes_back_to_change_it_is_told_where(visitor: Visitor) -> None:
    form = new_form(visitor, title="Preis  jaggln", fee="10")
    one, other = (visitor.post("/turnier/neu", form, follow=True) for _ in range(2))
    assert one.request.path == other.request.path
    assert "schon angelegt" not in words(other)
    changed = visitor.post("/turnier/neu", {**form, "fee": "12"}, follow=True)
    assert changed.request.path == one.request.path
    assert "Dieses Turnier ist schon angelegt. Was anders sein soll, wird in den Einstellungen geändert." in words(
        changed
    )
