"""Money as it lies on the table: parts of payments, payments beside the plan, the kitty, coins, who is paid out."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.printing.pool import Printer
from scorekeeper.services.settling import Settlement, settle_sitting
from scorekeeper.storage import audit
from scorekeeper.web import printer as printing
from tests.web.playing import TableAt, sit_down
from tests.web.visiting import Visitor, hidden, words

NAMES = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni")


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nobody start a printing process just by looking at a page."""
    monkeypatch.setattr(Printer, "warm", lambda _self: None)
    yield
    printing.printer().close()
    printing.printer.cache_clear()


@pytest.fixture
def table(app: Flask, visitor: Visitor) -> TableAt:
    """Six at the table; Maria, forehand, wins alone: +10, the others −2 each at 10 cents."""
    table = sit_down(app, visitor, "jaggln", NAMES)
    table.enter(declarer="Maria", partner="", gewisse="6")
    return table


def settled(table: TableAt) -> Settlement:
    with table.store.read() as tx:
        return settle_sitting(tx, table.number)


def part(table: TableAt, **more: str) -> dict[str, str]:
    """Fill in Toni's line to Maria."""
    fields = {"key": "k", "line": "20", "giver": table.ids["Toni"], "receiver": table.ids["Maria"], "amount": "0,12"}
    return fields | more


def pay(table: TableAt, fields: dict[str, str]) -> TestResponse:
    return table.send("abrechnung/zahlung", fields)


def test_a_line_opens_with_its_amount_and_can_be_paid_in_part(table: TableAt) -> None:
    page = table.visitor.get(f"{table.address}/abrechnung")
    assert 'name="amount" inputmode="decimal" autocomplete="off" value="0,20"' in page.text
    said = words(pay(table, part(table, note="Rest morgen")))
    assert "Noch 5 Zahlungen" in said
    assert "Toni zahlt an Maria 20:30, Gerät" in re.sub(r"\d\d:\d\d", "20:30", said)
    assert "Rest morgen 0,12 € von 0,20 €" in said
    assert "0,08 € Rest von 0,20 €" in said


@pytest.mark.parametrize(
    "typed, cents",
    [("0,12", 12), ("0.12", 12), ("12 Cent", 12), ("0,1", 10), (" 0,20 € ", 20)],
)
def test_amounts_are_read_as_they_are_typed(table: TableAt, typed: str, cents: int) -> None:
    pay(table, part(table, amount=typed))
    assert [line.transfer.cents for line in settled(table).lines if line.paid] == [cents]


@pytest.mark.parametrize(
    "typed, said",
    [
        ("", "Es fehlt, wie viel"),
        ("1.234", "kann zwei Zahlen meinen"),
        ("viel", "ist keine Zahl"),
        ("-0,10", "Mehr als 0"),
        ("0", "Mehr als 0"),
        ("0,125", "Höchstens zwei Stellen nach dem Komma"),
    ],
)
def test_what_is_no_amount_is_refused_and_stays_as_it_was_typed(table: TableAt, typed: str, said: str) -> None:
    response = pay(table, part(table, amount=typed, note="im Eck"))
    assert response.status_code == 422
    assert said.lower() in words(response).lower()
    assert f'value="{typed}" aria-invalid="true"' in response.text
    assert 'value="im Eck"' in response.text
    assert '<details class="whom" open>' in response.text
    assert not any(line.paid for line in settled(table).lines)


def test_more_than_is_open_asks_first_and_then_the_payments_say_who_gets_change(table: TableAt) -> None:
    asked = pay(table, part(table, amount="1"))
    assert asked.status_code == 422
    assert "Das sind 0,80 € mehr, als offen ist." in words(asked)
    assert 'name="more" value="1">Trotzdem eintragen' in asked.text
    assert not any(line.paid for line in settled(table).lines)
    said = words(pay(table, part(table, amount="1", more="1")))
    assert re.search(r"(Maria|Franz|Leni|Sepp|Vroni) zahlt an Toni 0,", said)


def test_a_line_that_is_gone_keeps_what_was_typed(table: TableAt) -> None:
    pay(table, part(table, key="first", amount="0,20"))
    late = pay(table, part(table, key="second", amount="0,15", note="gerade jetzt"))
    assert late.status_code == 409
    said = words(late)
    assert "inzwischen haben sich die Zahlungen geändert" in said
    assert 'value="0,15"' in late.text
    assert 'value="gerade jetzt"' in late.text
    assert '<details class="fold" id="frei" open>' in late.text


def test_the_same_form_twice_is_one_payment(table: TableAt) -> None:
    for _ in range(2):
        pay(table, part(table))
    assert [line.transfer.cents for line in settled(table).lines if line.paid] == [12]


def test_a_payment_beside_the_plan_into_the_kitty(table: TableAt) -> None:
    fields = {"key": "k", "giver": table.ids["Toni"], "receiver": "kassa", "amount": "0,20"}
    said = words(pay(table, fields))
    assert "Toni zahlt in die Kassa" in said
    assert "Maria kriegt aus der Kassa 0,20 €" in said
    assert "eingezahlt 0,20 €" in said


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"giver": "", "receiver": "kassa"}, "es fehlt, wer"),
        ({"giver": "kassa", "receiver": "kassa"}, "an sich selbst zahlt niemand"),
    ],
)
def test_who_pays_whom_must_be_said(table: TableAt, fields: dict[str, str], said: str) -> None:
    response = pay(table, {"key": "k", "amount": "0,20", **fields})
    assert response.status_code == 422
    assert said in words(response).lower()
    assert pay(table, {"key": "k", "amount": "1", "giver": "77", "receiver": "kassa"}).status_code == 404


def test_a_paid_line_is_taken_back(table: TableAt) -> None:
    page = pay(table, part(table))
    table.send("abrechnung/bezahlt", {"key": "back", "payment": hidden(page, "payment")})
    assert not any(line.paid for line in settled(table).lines)


def count(table: TableAt, page: TestResponse, float_text: str, counted: str) -> TestResponse:
    """Send the form of the kitty as that page showed it."""
    seen = {name: hidden(page, name) for name in ("seen_float", "seen_counted")}
    return table.send("abrechnung/kassa", {"float": float_text, "counted": counted, **seen})


class TestKitty:
    def test_target_and_count_with_the_difference_in_words(self, table: TableAt) -> None:
        table.send("abrechnung/zahlweise", {"payout": "kitty"})
        page = count(table, table.visitor.get(f"{table.address}/abrechnung"), "20", "19,50")
        said = words(page)
        assert "Soll jetzt 20,00 €" in said
        assert "Unterschied 0,50 € zu wenig" in said
        page = count(table, page, "20", "20,00")
        said = words(page)
        assert "Unterschied stimmt genau" in said
        assert "Unterschied" not in words(count(table, page, "20", ""))
        with table.store.read() as tx:
            lines = [line.what for line in audit.of_event(tx, settled(table).event.id)]
        assert lines[-4:] == ["float_set", "kitty_counted", "kitty_counted", "kitty_counted"]

    def test_of_two_phones_that_count_the_second_is_shown_what_the_first_saved(self, table: TableAt) -> None:
        table.send("abrechnung/zahlweise", {"payout": "kitty"})
        both = table.visitor.get(f"{table.address}/abrechnung")
        count(table, both, "20", "19,50")
        assert count(table, both, "20", "19,50").status_code == 200  # the same once more is no other
        late = count(table, both, "25", "")
        assert late.status_code == 409
        assert "Nicht gespeichert: inzwischen wurde die Kassa geändert." in words(late)
        assert "am Anfang 20,00 €, gezählt 19,50 €" in words(late)
        assert 'name="float" inputmode="decimal" autocomplete="off" value="25"' in late.text
        kept = settled(table).kitty
        assert (kept.float_cents, kept.counted) == (2000, 1950)
        count(table, late, "25", "")  # knowing what is there
        kept = settled(table).kitty
        assert (kept.float_cents, kept.counted) == (2500, None)

    def test_what_is_no_amount_stays_as_it_was_typed(self, table: TableAt) -> None:
        table.send("abrechnung/zahlweise", {"payout": "kitty"})
        response = table.send("abrechnung/kassa", {"float": "1.234", "counted": "-5"})
        assert response.status_code == 422
        assert 'value="1.234" aria-invalid="true"' in response.text
        assert 'value="-5" aria-invalid="true"' in response.text
        assert "nicht unter 0" in words(response).lower()

    def test_without_a_kitty_nothing_is_said_of_one(self, table: TableAt) -> None:
        assert 'id="kassa"' not in table.visitor.get(f"{table.address}/abrechnung").text

    def test_amounts_in_notes_and_coins_on_request(self, table: TableAt) -> None:
        table.send("abrechnung/zahlweise", {"payout": "kitty"})
        plain = words(table.visitor.get(f"{table.address}/abrechnung")).replace("\N{NO-BREAK SPACE}", " ")
        assert "1 × 20 Cent" not in plain
        page = table.visitor.get(f"{table.address}/abrechnung?muenzen=1")
        said = words(page).replace("\N{NO-BREAK SPACE}", " ")
        assert "1 × 20 Cent" in said
        assert "Zum Auszahlen braucht es: 1 × 1 €." in said
        assert "/abrechnung.pdf?muenzen=1" in page.text
        tick = {"key": "k", "giver": "", "receiver": table.ids["Maria"], "cents": "100"}
        back = table.send("abrechnung/bezahlt?muenzen=1", tick, follow=False)
        assert back.location.endswith("/abrechnung?muenzen=1")


class TestPayingOut:
    def address(self, table: TableAt, name: str) -> str:
        return f"/abend/{settled(table).event.id}/auszahlen/{table.ids[name]}"

    def test_one_tap_records_everything_that_makes_somebody_even(self, table: TableAt) -> None:
        address = self.address(table, "Maria")
        page = table.visitor.get(address)
        assert "kriegt noch 1,00 €" in words(page)
        assert "sitzt noch am Tisch" in words(page)
        seen = re.findall(r'name="line" value="([^"]+)"', page.text)
        assert len(seen) == 5
        fields = {"key": hidden(page, "key"), "line": seen}
        done = table.visitor.post(address, fields, follow=True)
        assert "Maria ist ausgeglichen: nichts mehr zu zahlen." in words(done)
        assert "Gerät" in words(done)
        table.visitor.post(address, fields)
        assert [line.paid for line in settled(table).lines] == [True] * 5
        assert {line.note for line in settled(table).lines} == {"ausgezahlt"}

    def test_an_old_page_is_told_so(self, table: TableAt) -> None:
        address = self.address(table, "Maria")
        page = table.visitor.get(address)
        seen = re.findall(r'name="line" value="([^"]+)"', page.text)
        pay(table, part(table))
        said = words(table.visitor.post(address, {"key": "late", "line": seen}, follow=True))
        assert "inzwischen haben sich die Zahlungen geändert" in said
        assert "kriegt noch 0,88 €" in said

    def test_a_form_that_is_not_ours_is_refused(self, table: TableAt) -> None:
        address = self.address(table, "Maria")
        for lines in (["1:2"], ["1:2:x"], ["x:2:3"]):
            assert table.visitor.post(address, {"key": "k", "line": lines}).status_code == 400
        assert table.visitor.get(f"/abend/{settled(table).event.id}/auszahlen/77").status_code == 404
