"""A club that plays for francs: no page, sheet, table or refusal speaks of euro or cents."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.printing.pool import Printer
from scorekeeper.web import printer as printing
from tests.security.asking import IN_HALLS, address_of, read
from tests.web.hall_pages import HallPages, hall_of_ten, new_form
from tests.web.playing import TableAt, sit_down
from tests.web.visiting import Visitor, hidden, words

EURO = re.compile(r"€|\bEUR\b|\bEuro|\bCent", re.IGNORECASE)
SEEN = {"seen_float": "500", "seen_counted": "700"}
SIX = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni")
CHOICE = ("/einstellungen", "/einlesen")
"""Where the currency itself is chosen, and where a file is described."""


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nobody start a printing process just by looking at a page."""
    monkeypatch.setattr(Printer, "warm", lambda _self, *_asked: None)
    yield
    printing.printer().close()
    printing.printer.cache_clear()


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    """Six at a table whose stake changes and whose penalty leaves odd hundredths; somebody leaves, the kitty pays."""
    visitor.post("/einstellungen", {"name": "Jassrunde", "language": "de", "currency": "CHF", "rules": "", "stake": ""})
    table = sit_down(app, visitor, "jaggln", SIX)
    table.enter(declarer="Maria", partner="", gewisse="6")
    table.send("regeln", {"key": "r", "seen": "1", "rules": "schipflinger", "stake": "15", "ab": "jetzt"})
    table.enter(partner="", gewisse="6")
    page, toni = visitor.get(f"{table.address}/strafe"), table.ids["Toni"]
    penalty = {f"units.{toni}": "1", f"side.{toni}": "pays", "reason": "verleugnet"}
    table.send("strafe", {"key": hidden(page, "key"), "seen": hidden(page, "seen"), **penalty})
    table.send("plaetze", {"key": "s", "seen": "4", "leaving": table.ids["Vroni"]})
    table.send("abrechnung/zahlweise", {"payout": "kitty"})
    table.send("abrechnung/kassa", {"float": "5", "counted": "7", "seen_float": "0", "seen_counted": "-1"})
    return table


def hall(app: Flask, visitor: Visitor) -> HallPages:
    """Ten in two rounds of a tournament with fees and prizes; the first one is played on paper."""
    pages = hall_of_ten(app, visitor, fee_cents=500, stake_cents=10)
    pages.draw()
    pages.post("runde/1", {"do": "begin"})
    return pages


def addresses(app: Flask, sitting: int, event: int, tournament: int) -> Iterator[str]:
    """Give the address of every page, every sheet as it is printed, and every table."""
    values = {
        "sitting": sitting, "event": event, "number": 1, "player": 1, "link": 1, "game": "jaggln",
        "rule_set": "schipflinger", "filename": "x", "name": "x", "by": "name", "form": "csv",
        **dict.fromkeys(IN_HALLS[:2], tournament), IN_HALLS[2]: sitting,
    }  # fmt: skip
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.endswith((".pdf", ".jsonl", ".json")):
            for table in ("spiele", "summen", "abrechnung") if "table" in rule.arguments else ("",):
                yield address_of(app, rule, {**values, "table": table})


def test_nowhere_do_a_page_a_sheet_or_a_table_speak_of_euro(app: Flask, visitor: Visitor, table: TableAt) -> None:
    pages = hall(app, visitor)
    asked = list(addresses(app, table.number, 1, pages.hall.event))
    asked += [f"{table.address}/was-waere-wenn?stake=20", f"{table.address}/abrechnung?muenzen=1"]
    asked += [f"{table.address}/abrechnung/druck?muenzen=1"]
    shown, found = 0, []
    for address in asked:
        answer = visitor.get(address)
        if answer.status_code == 200 and not address.startswith(CHOICE):
            shown += 1
            said = read(answer) if "csv" in address or "xlsx" in address else words(answer)
            found += [f"{address}: {said[max(0, one.start() - 40) : one.end() + 20]}" for one in EURO.finditer(said)]
    assert not found
    assert shown > 60
    bill, sheet = (plain(visitor.get(f"{table.address}/abrechnung{form}")) for form in ("", "/druck"))
    assert "Einmal gerundet, am Schluss, auf ganze Rappen" in bill
    assert "Kassa: Anfangsbestand 5,00 CHF" in sheet
    for page in (bill, sheet):
        assert "Früher gegangen" in page
        assert re.search(r"\d,5 Rp\.", page)


def plain(page: TestResponse) -> str:
    """Give a page's words with plain spaces."""
    return words(page).replace("\N{NO-BREAK SPACE}", " ")


BILL = "/partie/1/abrechnung/zahlung"
KITTY = "/partie/1/abrechnung/kassa"
NEW_RULES = "/partie/1/regeln/vorschau?rules=schipflinger&shown=jaggln/schipflinger&ab=jetzt"
MOST = "10.000.000.000,00 CHF"


@pytest.mark.parametrize(
    "where, fields, said",
    [
        ("/einstellungen", {"currency": "CHF", "stake": "100001"}, "von 0,00 CHF bis 1.000,00 CHF"),
        ("/einstellungen", {"currency": "CHF", "stake": "1,5"}, "„1,5“ könnte zweierlei heißen: 10 oder 0,10 CHF"),
        (f"{NEW_RULES}&stake=100001", {}, "von 0,00 CHF bis 1.000,00 CHF"),
        (BILL, {"amount": "12,3456"}, "höchstens zwei Stellen nach dem Komma"),
        (BILL, {"amount": "99999999999", "more": "1"}, f"mehr als 0 und höchstens {MOST}"),
        (KITTY, {"float": "99999999999"}, f"von 0,00 CHF bis {MOST}"),
        (KITTY, {"float": "5", "counted": "99999999999"}, f"von 0,00 CHF bis {MOST}"),
    ],
)
def test_no_refusal_speaks_of_euro(
    visitor: Visitor, table: TableAt, where: str, fields: dict[str, str], said: str
) -> None:
    usual = {"key": "k", "giver": table.ids["Toni"], "receiver": table.ids["Maria"], "counted": "", **SEEN}
    answer = visitor.post(where, {**usual, **fields}) if fields else visitor.get(where)
    shown = plain(answer)
    assert said in shown
    if not where.startswith(CHOICE):
        assert not EURO.search(shown)


@pytest.mark.parametrize(
    "where, fields",
    [
        ("/einstellungen", {"currency": "CHF", "stake": "0,10 €"}),
        (f"{NEW_RULES}&stake=1%20%E2%82%AC", {}),
        (BILL, {"amount": "10 €"}),
        (KITTY, {"float": "5 Euro"}),
    ],
)
def test_euro_are_refused_and_never_taken_for_francs(
    visitor: Visitor, table: TableAt, where: str, fields: dict[str, str]
) -> None:
    usual = {"key": "k", "giver": table.ids["Toni"], "receiver": table.ids["Maria"], "counted": "", **SEEN}
    answer = visitor.post(where, {**usual, **fields}) if fields else visitor.get(where)
    assert "ist eine andere Währung: Beträge sind hier in Franken und Rappen" in plain(answer)


def test_a_tournament_takes_no_euro_for_francs_either(app: Flask, visitor: Visitor, table: TableAt) -> None:
    prizes = {"prizes": "fixed", "places": "50 CHF 30 Fr. 20"}
    for wrong in ({"fee": "10 €"}, {"stake": "1 Euro"}, {"consolation": "5 €", **prizes}, {**prizes, "places": "50 €"}):
        refused = visitor.post("/turnier/neu", new_form(visitor, **wrong))
        assert refused.status_code == 422
        assert "ist eine andere Währung" in plain(refused)
    made = visitor.post("/turnier/neu", new_form(visitor, fee="CHF 10", **prizes), follow=True)
    assert made.status_code == 200
    pages = hall_of_ten(app, visitor)
    for where, field in (("kassa/sonstiges", "amount"), ("kassa/zaehlen", "counted")):
        assert "ist eine andere Währung" in plain(pages.post(where, {field: "10 €", "text": "Saal", "way": "out"}))
    assert (pages.hall.now().money, pages.hall.now().counted) == ((), None)


def test_a_tournaments_form_says_its_limits_in_francs(visitor: Visitor, table: TableAt) -> None:
    for name in ("stake", "fee"):
        refused = plain(visitor.post("/turnier/neu", new_form(visitor, **{name: "99999999"})))
        assert not EURO.search(refused)
        assert "von 0,00 CHF bis" in refused, name


def test_a_currency_that_only_a_file_knows_has_pages_too(app: Flask, visitor: Visitor) -> None:
    table = sit_down(app, visitor, "jaggln", SIX[:5])
    table.enter(partner="", gewisse="6")
    with table.store.write() as tx:
        tx.connection.exec_driver_sql("UPDATE sitting SET currency = 'USD'")
    page = words(visitor.get(f"{table.address}/abrechnung"))
    assert "in USD, etwa 3 oder 3,50" in page
    assert not EURO.search(page)
