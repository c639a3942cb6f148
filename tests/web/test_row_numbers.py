"""Numbers that no row has: in addresses, and forged in forms. Nothing of it may be an error of the server."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.web.row_numbers import row_number
from tests.conftest import breadth
from tests.web.playing import FOUR, sit_down
from tests.web.visiting import Visitor

STRANGE = breadth(
    [*map(pytest.param, ("0", "2147483648", "9" * 5000, "\0", "²"))],
    [*map(pytest.param, ("-1", "9223372036854775808", "1" + "0" * 30, "1_0", "x", " "))],
)
BEYOND = breadth(
    [*map(pytest.param, ("0", "2147483648", "9" * 5000))],
    [*map(pytest.param, ("9223372036854775808", "1" + "0" * 30))],
)


def addresses(app: Flask, method: str) -> Iterator[str]:
    """Give every address with a row number in it, for the number to be put in."""
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and "<int:" in rule.rule:
            last = rule.rule.rindex("<int:")
            yield re.sub(r"<int:\w+>", "1", rule.rule[:last]) + re.sub(r"<int:\w+>", "{}", rule.rule[last:])


@pytest.mark.parametrize("number", BEYOND)
def test_an_address_with_a_number_that_no_row_has_is_not_found(app: Flask, visitor: Visitor, number: str) -> None:
    sit_down(app, visitor, "dobbm", FOUR)
    fields = {"key": "k", "payout": "kitty", "cents": "1", "target": "1"}
    loaded = {visitor.get(address.format(number)).status_code for address in addresses(app, "GET")}
    # 303: a paper that is not being printed leads to the list of the tournament's papers, which is not found
    assert loaded <= {303, 404, 405}
    sent = {visitor.post(address.format(number), fields).status_code for address in addresses(app, "POST")}
    # 303: striking a deal that is none says so on the list of deals; 409: a correction proposed for none keeps its form
    assert sent <= {303, 404, 405, 409}


@pytest.mark.parametrize("number", STRANGE)
def test_a_forged_number_in_a_form_breaks_nothing(app: Flask, visitor: Visitor, number: str) -> None:
    table = sit_down(app, visitor, "dobbm", FOUR)
    forms = {
        "eintragen": ("key", "number", "dealer", "declarer", "points", "step", "open", "note"),
        "vorschau": ("number", "points", "points.other", "doublings"),
        "rueckgaengig": ("key", "target"), "wiederholen": ("key", "target"),
        "abrechnung/bezahlt": ("key", "payment", "giver", "receiver", "cents"),
        "spiele/1/korrigieren": ("target", "number"), "spiele/1/streichen": ("target", "key"),
    }  # fmt: skip
    usual = table.answers(declarer="Burgi", bid="dobbm", points="72")
    assert table.enter(declarer="Burgi", bid="dobbm", points="72").status_code == 200
    for where, names in forms.items():
        for name in names:
            sent = table.send(where, {**usual, name: number}, follow=False)
            assert sent.status_code < 500, (where, name)
    for step in ("points:+", "points:-", "points:=", "number:", ""):
        assert table.send("vorschau", {**usual, "points": number, "step": step + number}).status_code < 500
    for verb in ("pick", "remove", "up", "down", "stake", "same"):
        assert visitor.post("/neu", {"do": f"{verb}:{number}"}).status_code < 500
    assert visitor.get("/").status_code == 200
    assert visitor.get(f"/partie/1/spiele?before={number[:100]}").status_code == 200
    assert table.now().standing.deals <= 2


def test_row_numbers_are_plain_digits() -> None:
    assert row_number("2147483647") == 2147483647
    assert row_number("007") == 7
    for text in ("2147483648", "", "+1", "\N{ARABIC-INDIC DIGIT ONE}"):
        with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
            row_number(text)
