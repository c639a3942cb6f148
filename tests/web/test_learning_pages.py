"""Rule pages, exercises that are checked and explained, and deals of a table built up line by line."""

import re
from collections.abc import Mapping
from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.web.playing import SEVEN, TableAt, sit_down
from tests.web.visiting import Visitor, words

SHEET = "/uebungen/jaggln/schipflinger?stufe=leicht&anzahl=5&los=KDF7"
"""Its first exercise: Dora, Heidi, Sepp, Moidl, Fani, Emil; Heidi with Fani, 5 Gwiß. rules.md, 2 v 4: +4 and −2."""


def answers(*units: int, exercise: str = "1-") -> Mapping[str, str]:
    """Give the fields of an exercise: a number and a side per seat."""
    found = {}
    for seat, amount in enumerate(units, 1):
        found[f"z{exercise}{seat}"] = str(abs(amount))
        found[f"s{exercise}{seat}"] = "-" if amount < 0 else "+"
    return found


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    """Three deals: won 2 v 4, struck, and gematscht."""
    at_table = sit_down(app, visitor, "jaggln", SEVEN)
    at_table.enter(partner="Leni", gewisse="6")
    at_table.enter(partner="", gewisse="3")
    at_table.enter(partner="Vroni", gewisse="9", gematscht="1")
    return at_table


def test_the_page_leads_to_the_rules_and_exercises_of_every_rule_set(visitor: Visitor) -> None:
    page = visitor.get("/lernen")
    addresses = set(re.findall(r'href="(/(?:spielregeln|uebungen)/[^"]+)"', page.text))
    assert len(addresses) == 12
    for address in addresses:
        assert visitor.get(address).status_code in {200, 303}, address


def test_an_unknown_rule_set_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("/spielregeln/jaggln/daglinger").status_code == 404
    assert visitor.get("/uebungen/watten/free").status_code == 404


def test_exercises_without_a_seed_are_drawn_anew_and_keep_their_address(visitor: Visitor) -> None:
    first = visitor.get("/uebungen/dobbm/stubai?stufe=schwer&anzahl=5")
    assert first.status_code == 303
    assert "stufe=schwer" in first.location
    assert first.location != visitor.get("/uebungen/dobbm/stubai?stufe=schwer&anzahl=5").location
    assert visitor.get(first.location).text.count('class="panel task"') == 5


def test_a_right_answer_is_counted_and_explained(visitor: Visitor) -> None:
    page = words(visitor.get(f"{SHEET}&{urlencode(answers(-2, 4, -2, -2, 4, -2))}&pruefen=1"))
    assert "1 von 1 richtig , noch 4 offen" in page
    assert "Alles richtig." in page
    assert "ein Unentschieden gibt es nicht" in page  # the rule behind the first line


def test_a_typed_minus_counts_like_the_button_and_a_wrong_side_is_explained(visitor: Visitor) -> None:
    typed = {f"z1-{seat}": text for seat, text in enumerate(("2", "−4", "+2", "2", "-4", "2"), 1)}
    page = words(visitor.get(f"{SHEET}&{urlencode(typed)}&pruefen=1"))
    assert "6 Beträge sind anders." in page
    assert "gewonnen und verloren sind vertauscht" in page


def test_what_is_missing_or_no_number_is_said_and_nothing_typed_is_lost(visitor: Visitor) -> None:
    page = visitor.get(f"{SHEET}&z1-1=drei&z1-2=4&pruefen=1")
    assert "Es fehlen noch Beträge." in words(page)
    assert 'value="drei"' in page.text
    assert "richtig:" not in words(page)


def test_where_only_a_score_moves_it_rises_or_falls(visitor: Visitor) -> None:
    page = words(visitor.get("/uebungen/bauerntarock/brixental?stufe=leicht&anzahl=5&los=KDF7"))
    assert "Wie ändert sich der Stand?" in page
    assert "steigt fällt" in page
    assert "kriegt zahlt" not in page


def test_a_deal_is_built_up_line_by_line(table: TableAt, visitor: Visitor) -> None:
    """The last deal: rules.md, 2 v 4 gematscht ±8 and ∓4."""
    last = visitor.get(f"{table.address}/erklaert").location
    assert last == f"{table.address}/spiele/3/erklaert"
    hidden, one, everything = (words(visitor.get(last + query)) for query in ("", "?schritt=1", "?schritt=9"))
    assert "9 von 9 Gwiß" not in hidden
    assert "9 von 9 Gwiß" in one
    assert "Gegner gematscht, mal 2" not in one
    assert "Eine Verliererseite ohne einen einzigen Stich ist gematscht." in everything
    assert "Toni −4 Maria −4 Franz 0 Leni +8" in everything


def test_a_forgotten_factor_is_named_and_the_ledger_stays(table: TableAt, visitor: Visitor) -> None:
    before = (table.totals(), table.now().seq)
    units = [0 if amount == 0 else amount // 2 for amount in table.deal(3).entry.units.values()]
    page = words(visitor.get(f"{table.address}/spiele/3/erklaert?{urlencode(answers(*units, exercise=''))}&pruefen=1"))
    assert "Alles ist um das 2-Fache zu wenig." in page
    assert "Übersehen: „Gegner gematscht, mal 2“?" in page
    assert (table.totals(), table.now().seq) == before


def test_a_struck_deal_has_nothing_to_explain(table: TableAt, visitor: Visitor) -> None:
    table.send("spiele/2/streichen", {"key": "strike", "target": str(table.deal(2).entry.seq)})
    page = words(visitor.get(f"{table.address}/spiele/2/erklaert"))
    assert "Gestrichen" in page
    assert "Prüfen" not in page


def test_a_table_s_own_rules_are_learnt_and_asked(app: Flask, visitor: Visitor) -> None:
    """Rate 4 instead of 2: 2 v 3 pays 4 × 3 = 12, half each +6."""
    table = sit_down(app, visitor, "jaggln", SEVEN[:5], opponent_rate=4)
    page = words(visitor.get(f"{table.address}/spielregeln"))
    assert "Hausregeln dieses Tisches Satz mit Partner: 4 (sonst 2)" in page
    assert "6 Gwiß, gewonnen +6 +6 −4" in page
    asked = visitor.get(f"{table.address}/uebungen?los=KDF7&stufe=leicht")
    assert "Satz je Gegner 4" in words(asked)


def test_a_table_without_a_deal_leads_back(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", SEVEN[:5])
    assert visitor.get(f"{table.address}/erklaert").location == table.address
    assert "Letztes Spiel erklären" not in words(table.page())


def test_an_address_that_was_cut_short_leads_to_the_list_of_games(visitor: Visitor) -> None:
    for address, anchor in (("/uebungen", ""), ("/spielregeln", ""), ("/uebungen/dobbm", "#dobbm")):
        assert visitor.get(address).location == f"/lernen{anchor}"
    assert visitor.get("/spielregeln/poker").status_code == 404
