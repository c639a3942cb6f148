"""Penalties and carried-over scores: gets or pays by button, with a reason, between the deals, undone like a deal."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.playing import TableAt, said, sit_down
from tests.web.visiting import Visitor, hidden, words

NAMES = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni")


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    """Six at the table, nothing played yet; Maria is forehand."""
    return sit_down(app, visitor, "jaggln", NAMES)


def send(table: TableAt, amounts: dict[str, tuple[str, str]], **more: str) -> TestResponse:
    """Send the form: per name the side and what was typed."""
    page = table.visitor.get(f"{table.address}/strafe")
    fields = {"key": hidden(page, "key"), "seen": hidden(page, "seen"), "suggested": "", "reason": ""}
    for name, (side, text) in amounts.items():
        fields |= {f"side.{table.ids[name]}": side, f"units.{table.ids[name]}": text}
    return table.send("strafe", fields | more)


def test_a_penalty_is_taken_from_the_score_and_undone_like_a_deal(table: TableAt) -> None:
    table.enter(declarer="Maria", partner="", gewisse="6")
    done = send(table, {"Toni": ("pays", "5")}, suggested="verleugnet")
    assert said(done) == "Stand berichtigt: verleugnet, Toni −5"
    assert table.totals() == [-7, 10, -2, -2, -2, -2]
    assert "Nach Spiel 1: verleugnet, Toni −5" in words(table.visitor.get(f"{table.address}/abrechnung"))
    assert "Berichtigung „verleugnet“ (Toni −5) zurückgenommen" in words(table.undo())
    assert table.totals() == [-2, 10, -2, -2, -2, -2]


def test_the_derivation_names_deals_and_adjustments_apart_and_adds_up(table: TableAt) -> None:
    table.enter(declarer="Maria", partner="", gewisse="6")
    send(table, {"Toni": ("pays", "6")}, reason="zu spät gekommen")
    text = words(table.visitor.get(f"{table.address}/abrechnung"))
    assert "Spiele Berichtigungen Endstand Ausgleich auf Summe 0 Spielpunkte mal 0,10 €" in text
    assert "Maria +10 0 +10 +1 +11 +1,10 €" in text
    assert "Toni −2 −6 −8 +1 −7 −0,70 €" in text


def test_totals_from_paper_are_taken_over_for_everybody_at_once(table: TableAt) -> None:
    sheet = [("gets", "12"), ("pays", "4"), ("pays", "4"), ("", ""), ("pays", "4"), ("", "0")]
    amounts = dict(zip(NAMES, sheet, strict=True))
    send(table, amounts, suggested="Übertrag vom Zettel")
    assert table.totals() == [12, -4, -4, 0, -4, 0]
    history = words(table.visitor.get(f"{table.address}/spiele"))
    assert "Übertrag vom Zettel Stand berichtigt Toni +12 Maria −4 Franz −4 Sepp −4" in history


def test_an_adjustment_stands_between_the_deals_in_its_place(table: TableAt) -> None:
    table.enter(declarer="Maria", partner="", gewisse="6")
    send(table, {"Toni": ("pays", "5")}, reason="aufgestanden")
    table.enter(declarer="Franz", partner="", gewisse="6")
    history = words(table.visitor.get(f"{table.address}/spiele"))
    assert history.index("2 Franz allein") < history.index("aufgestanden") < history.index("1 Maria allein")


def test_a_sum_other_than_0_says_by_how_much_and_asks_first(table: TableAt) -> None:
    amounts = {"Toni": ("gets", "12"), "Maria": ("pays", "9")}
    asked = send(table, amounts, suggested="Übertrag vom Zettel")
    assert asked.status_code == 422
    assert "Die Summe ist +3 statt 0." in words(asked)
    assert 'name="confirmed" value="1"' in asked.text
    assert table.totals() == [0] * 6
    send(table, amounts, suggested="Übertrag vom Zettel", confirmed="1")
    assert table.totals() == [12, -9, 0, 0, 0, 0]


@pytest.mark.parametrize(
    "side, typed, message",
    [
        ("", "5", "kriegt oder zahlt?"),
        ("pays", "1,5", "nur ganze Zahlen"),
        ("pays", "fünf", "ist keine Zahl"),
        ("gets", "-5", "was davon?"),
        ("pays", "1000001", "höchstens 1000000 Spielpunkte"),
    ],
)
def test_what_is_not_clear_is_refused_and_stays_as_it_was_typed(
    table: TableAt, side: str, typed: str, message: str
) -> None:
    response = send(table, {"Toni": (side, typed)}, reason="so halt")
    assert response.status_code == 422
    assert message.lower() in words(response).lower()
    assert f'value="{typed}"' in response.text
    assert 'value="so halt"' in response.text
    assert table.totals() == [0] * 6


def test_a_minus_that_was_typed_all_the_same_is_understood(table: TableAt) -> None:
    send(table, {"Toni": ("", "−5")}, reason="verleugnet")
    assert table.totals()[0] == -5


def test_nobody_and_no_reason_are_said(table: TableAt) -> None:
    text = words(send(table, {}))
    assert "wessen Stand sich" in text
    assert "Grund fehlt" in text


def test_an_old_page_keeps_what_was_typed_and_goes_through_the_second_time(table: TableAt) -> None:
    page = table.visitor.get(f"{table.address}/strafe")
    seen = hidden(page, "seen")
    table.enter(declarer="Maria", partner="", gewisse="6")
    late = send(table, {"Toni": ("pays", "5")}, reason="verleugnet", seen=seen)
    assert late.status_code == 409
    assert "Alles Eingegebene ist noch da" in words(late)
    assert 'value="5"' in late.text
    assert hidden(late, "seen") == "1"


def test_the_same_form_twice_is_one_adjustment(table: TableAt) -> None:
    for _ in range(2):
        send(table, {"Toni": ("pays", "5")}, reason="verleugnet", key="one", seen="0")
    assert table.totals()[0] == -5


def test_a_closed_evening_takes_none(table: TableAt) -> None:
    table.visitor.post(f"/abend/{table.now().event.id}/beenden", {})
    assert send(table, {"Toni": ("pays", "5")}, reason="verleugnet").status_code == 409


def test_the_form_says_who_gets_a_penalty_where_the_settlement_levels_the_score(
    table: TableAt, app: Flask, visitor: Visitor
) -> None:
    said_so = "Was eine Person als Strafe zahlt, teilt die Abrechnung auf alle auf."
    assert said_so in words(visitor.get(f"{table.address}/strafe"))
    to_the_winner = sit_down(app, visitor, "bauerntarock", NAMES[:4])
    assert said_so not in words(visitor.get(f"{to_the_winner.address}/strafe"))
