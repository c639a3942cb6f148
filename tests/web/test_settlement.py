"""The settlement page: who pays whom, why, what is paid, in which way; its sheets as PDF and as print view."""

import base64
import hashlib
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.domain.games.bauerntarock import Deal as BauerntarockDeal
from scorekeeper.domain.games.jaggln import Deal as JagglnDeal
from scorekeeper.domain.text import Player
from scorekeeper.printing.errors import PrintingBusyError, PrintingUnavailableError
from scorekeeper.printing.pool import Printer
from scorekeeper.printing.turn import LEAVE
from scorekeeper.services.entering import enter_deal, undo
from scorekeeper.services.loading import load
from scorekeeper.storage import Store
from scorekeeper.web import print_turns
from scorekeeper.web import printer as printing
from scorekeeper.web.views import settlement
from tests.printing.evenings import NAMES, Evening, actor, play_evening
from tests.web.visiting import Visitor, words


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nobody start a printing process just by looking at a page."""
    monkeypatch.setattr(Printer, "warm", lambda _self: None)
    yield
    printing.printer().close()
    printing.printer.cache_clear()


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["scorekeeper"]
    return found


def jaggln(store: Store, *deals: JagglnDeal) -> int:
    """Play Jaggln with five people; the declarer is Annemarie, Bartl, Cilli … in turn."""
    [sitting] = play_evening(store, Evening(deals=0))
    for number, deal in enumerate(deals, 1):
        with store.write() as tx:
            enter_deal(tx, actor(tx), sitting, key=f"{number}", number=number, deal=deal)
    return sitting


def player(store: Store, sitting: int, seat: int) -> Player:
    with store.read() as tx:
        return load(tx, sitting).setup.players[seat]


def one_solo(store: Store) -> int:
    """Annemarie wins alone: +8, the others −2 each."""
    return jaggln(store, JagglnDeal(gewisse=6))


def pay_fields(page: str, place: int) -> dict[str, str]:
    form = re.findall(r'<form method="post" action="[^"]*/bezahlt".*?</form>', page, re.DOTALL)[place]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_a_page_without_deals_is_friendly(visitor: Visitor, store: Store) -> None:
    sitting = jaggln(store)
    said = words(visitor.get(f"/partie/{sitting}/abrechnung"))
    assert "Noch nichts abzurechnen" in said
    assert "Weiter zum Tisch" in said


def test_a_payment_stays_on_the_page_when_the_only_deal_is_taken_back(visitor: Visitor, store: Store) -> None:
    sitting = one_solo(store)
    here = f"/partie/{sitting}/abrechnung"
    visitor.post(f"{here}/bezahlt", {**pay_fields(visitor.get(here).text, 0)})
    with store.write() as tx:
        undo(tx, actor(tx), sitting, key="back", target=1)
    said = words(visitor.get(here))
    assert "Noch nichts abzurechnen" not in said
    assert "Bartl zahlt an Annemarie" in said
    assert "Annemarie zahlt an Bartl 0,20 €" in said


def test_payments_derivation_and_rules_stand_on_the_page(visitor: Visitor, store: Store) -> None:
    response = visitor.get(f"/partie/{one_solo(store)}/abrechnung")
    said = words(response)
    assert "4 Zahlungen, dann ist alles ausgeglichen" in said
    assert "Bartl zahlt an Annemarie 0,20 €" in said
    assert "Annemarie +8 +0,80 €" in said
    assert "Summe 0 0,00 €" in said
    assert "Regeln: Jaggln nach Schipflinger. Einsatz 0,10 € je Spielpunkt." in said
    assert "Beträge genau, nichts gerundet." in said
    assert "genau gerechnet, 4 Zahlungen" in said
    assert "an den Sieger nur wenn die Differenz zum Sieger zählt" in said
    assert 'aria-label="Laufender Stand nach jedem Spiel; am Schluss Annemarie +8, ' in response.text


def test_no_payment_of_nothing_is_listed(visitor: Visitor, store: Store) -> None:
    sitting = jaggln(store, JagglnDeal(gewisse=6), JagglnDeal(declarer=None, gewisse=4))
    said = words(visitor.get(f"/partie/{sitting}/abrechnung"))
    listing = said[said.index("Zahlung") : said.index("Wie wird gezahlt")]
    assert " 0,00 €" not in listing


def test_a_payment_is_ticked_off_and_taken_back(visitor: Visitor, store: Store) -> None:
    address = f"/partie/{one_solo(store)}/abrechnung"
    fields = pay_fields(visitor.get(address).text, 0)
    paid = visitor.post(f"{address}/bezahlt", fields, follow=True)
    assert "Noch 3 Zahlungen, dann ist alles ausgeglichen" in words(paid)
    assert paid.text.count('aria-pressed="true" aria-describedby') == 1
    fields = pay_fields(paid.text, 0)
    assert "payment" in fields
    back = visitor.post(f"{address}/bezahlt", fields, follow=True)
    assert "4 Zahlungen, dann ist alles ausgeglichen" in words(back)


def test_the_same_tick_sent_twice_is_one_payment(visitor: Visitor, store: Store) -> None:
    address = f"/partie/{one_solo(store)}/abrechnung"
    fields = pay_fields(visitor.get(address).text, 0)
    visitor.post(f"{address}/bezahlt", fields)
    again = visitor.post(f"{address}/bezahlt", fields, follow=True)
    assert "Noch 3 Zahlungen" in words(again)


def test_when_everything_is_paid_the_page_says_so(visitor: Visitor, store: Store) -> None:
    address = f"/partie/{one_solo(store)}/abrechnung"
    for place in range(4):
        visitor.post(f"{address}/bezahlt", pay_fields(visitor.get(address).text, place))
    assert "Alles bezahlt, alles ausgeglichen" in words(visitor.get(address))


def test_a_payment_that_is_no_line_any_more_is_said_and_not_booked(visitor: Visitor, store: Store) -> None:
    sitting = one_solo(store)
    fields = pay_fields(visitor.get(f"/partie/{sitting}/abrechnung").text, 0) | {"cents": "999"}
    said = words(visitor.post(f"/partie/{sitting}/abrechnung/bezahlt", fields, follow=True))
    assert "inzwischen haben sich die Zahlungen geändert" in said
    assert "4 Zahlungen" in said


@pytest.mark.parametrize(
    "fields, status",
    [({}, 400), ({"giver": "1", "cents": "x", "key": "k"}, 400), ({"payment": "x", "key": "k"}, 404)],
)
def test_a_form_that_is_not_ours_is_refused(
    visitor: Visitor, store: Store, fields: dict[str, str], status: int
) -> None:
    assert visitor.post(f"/partie/{one_solo(store)}/abrechnung/bezahlt", fields).status_code == status


def test_the_kitty_is_another_way_to_pay(visitor: Visitor, store: Store) -> None:
    address = f"/partie/{one_solo(store)}/abrechnung"
    said = words(visitor.post(f"{address}/zahlweise", {"payout": "kitty"}, follow=True))
    assert "5 Zahlungen, dann ist alles ausgeglichen" in said
    assert "Annemarie kriegt aus der Kassa 0,80 €" in said
    assert "Bartl zahlt in die Kassa 0,20 €" in said


def test_paying_the_winner_is_refused_where_the_difference_does_not_count(visitor: Visitor, store: Store) -> None:
    address = f"/partie/{one_solo(store)}/abrechnung"
    assert visitor.post(f"{address}/zahlweise", {"payout": "winner"}).status_code == 409
    assert visitor.post(f"{address}/zahlweise", {"payout": "nonsense"}).status_code == 400


def test_difference_and_surcharge_are_columns_of_their_own(visitor: Visitor, store: Store) -> None:
    """rules.md: 112 / 40 / −15 → +219 / −72 / −147; here 12 / 0 / −10, 20 for the last: +54 / −12 / −42."""
    [sitting] = play_evening(store, Evening(game="bauerntarock", names=NAMES[:3], deals=0, payout="winner"))
    for number, (seat, points) in enumerate([(0, 72), (2, 50)], 1):
        deal = BauerntarockDeal(declarer=player(store, sitting, seat), points=points)
        with store.write() as tx:
            enter_deal(tx, actor(tx), sitting, key=f"{number}", number=number, deal=deal)
    said = words(visitor.get(f"/partie/{sitting}/abrechnung"))
    assert "Endstand Differenz zum Sieger Zuschlag für den Letzten Spielpunkte mal 0,10 €" in said
    assert "Annemarie +12 +34 +20 +54 +5,40 €" in said
    assert "Bartl 0 −12 0 −12 −1,20 €" in said
    assert "Cilli −10 −22 −20 −42 −4,20 €" in said
    assert "Das Spiel ist noch nicht zu Ende" in said


def test_without_money_only_the_points_stand_there(visitor: Visitor, store: Store) -> None:
    [sitting] = play_evening(store, Evening(deals=3, stake_cents=0))
    said = words(visitor.get(f"/partie/{sitting}/abrechnung"))
    assert "Ohne Geld: nur die Spielpunkte zählen" in said
    assert "€" not in said
    assert "Wie wird gezahlt" not in said


def test_an_evening_shows_a_column_per_sitting_and_their_sum(visitor: Visitor, store: Store) -> None:
    sittings = play_evening(store, Evening(deals=3), Evening(game="matzlfangen", names=NAMES[1:5], deals=2))
    with store.read() as tx:
        event = load(tx, sittings[0]).event.id
    response = visitor.get(f"/abend/{event}/abrechnung")
    said = words(response)
    assert "Name Jaggln Matzlfangen Summe" in said
    assert "nur bei einer einzelnen Partie" in said
    assert response.text.count('class="chart"') == 2
    alone = visitor.get(f"/partie/{sittings[0]}/abrechnung")
    assert f'href="/abend/{event}/abrechnung"' in alone.text
    assert "Die Partien dieses Abends werden gemeinsam abgerechnet." in words(alone)
    fields = pay_fields(response.text, 0)
    paid = visitor.post(f"/abend/{event}/abrechnung/bezahlt", fields, follow=True)
    assert paid.text.count('aria-pressed="true" aria-describedby') == 1
    kitty = visitor.post(f"/abend/{event}/abrechnung/zahlweise", {"payout": "kitty"}, follow=True)
    assert "Kassa" in words(kitty)


def test_a_sitting_is_ended_and_reopened_from_here(visitor: Visitor, store: Store) -> None:
    sitting = one_solo(store)
    response = visitor.get(f"/partie/{sitting}/abrechnung")
    assert f'action="/partie/{sitting}/beenden"' in response.text
    visitor.post(f"/partie/{sitting}/beenden", {"key": "end"})
    assert f'action="/partie/{sitting}/oeffnen"' in visitor.get(f"/partie/{sitting}/abrechnung").text


@pytest.mark.parametrize("address", ["/partie/99/abrechnung", "/abend/99/abrechnung", "/partie/99/abrechnung.pdf"])
def test_what_does_not_exist_is_not_found(visitor: Visitor, address: str) -> None:
    assert visitor.get(address).status_code == 404


def test_the_page_speaks_english(visitor: Visitor, store: Store) -> None:
    said = words(visitor.get(f"/partie/{one_solo(store)}/abrechnung?lang=en"))
    assert "4 payments, then everything is even" in said
    assert "Bartl pays Annemarie €0.20" in said


def test_the_print_view_lets_in_its_own_style_and_nothing_else(visitor: Visitor, store: Store) -> None:
    response = visitor.get(f"/partie/{one_solo(store)}/abrechnung/druck")
    style = re.search(r"<style>(.*?)</style>", response.text, re.DOTALL)
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'self' 'sha256-{digest}'" in response.headers["Content-Security-Policy"]
    assert 'href="/static/print/sheet.css"' in response.text
    assert 'style="' not in response.text
    assert "Abrechnung Jaggln" in response.text


@pytest.mark.parametrize(
    "address",
    [
        "/partie/{}/tischordnung/druck",
        "/partie/{}/zettel/druck",
        "/papier/jaggln/mayr-hassler/tischordnung/druck",
        "/papier/free/free/zettel/druck",
    ],
)
def test_every_sheet_has_a_print_view(visitor: Visitor, store: Store, address: str) -> None:
    response = visitor.get(address.format(one_solo(store)))
    assert response.status_code == 200
    assert 'class="onscreen"' in response.text


@pytest.mark.parametrize("address", ["/papier/nichts/free/zettel.pdf", "/papier/jaggln/nichts/tischordnung.pdf"])
def test_a_sheet_of_an_unknown_game_is_not_found(visitor: Visitor, address: str) -> None:
    assert visitor.get(address).status_code == 404


def test_the_sheet_comes_as_pdf(visitor: Visitor, store: Store) -> None:
    response = visitor.get(f"/partie/{one_solo(store)}/abrechnung.pdf")
    assert response.mimetype == "application/pdf"
    assert response.data.startswith(b"%PDF-")
    assert "inline" in response.headers["Content-Disposition"]


def test_without_the_libraries_the_page_says_what_to_install_and_offers_the_print_view(
    visitor: Visitor, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Without:
        def missing(self) -> PrintingUnavailableError:
            return PrintingUnavailableError("sudo apt-get install libpango-1.0-0")

        def warm(self) -> None:
            pass

        def pdf(self, _html: str, _patience: float) -> bytes:
            raise self.missing()

    for view in (print_turns, settlement):
        monkeypatch.setattr(view, "printer", Without)
    sitting = one_solo(store)
    response = visitor.get(f"/partie/{sitting}/abrechnung")
    assert "sudo apt-get install libpango-1.0-0" in words(response)
    assert f'href="/partie/{sitting}/abrechnung/druck"' in response.text
    assert f'href="/partie/{sitting}/abrechnung.pdf"' not in response.text
    refused = visitor.get(f"/partie/{sitting}/abrechnung.pdf")
    assert refused.status_code == 503
    assert "sudo apt-get install libpango-1.0-0" in words(refused)
    assert f'href="/partie/{sitting}/abrechnung/druck"' in refused.text


def test_who_asks_for_one_sheet_too_many_leaves_its_turn_and_is_offered_the_print_view(
    visitor: Visitor, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[bool] = []

    class Busy:
        def pdf(self, _html: str, _patience: float) -> bytes:
            assert left, "whoever waits for paper must not hold a turn"
            raise PrintingBusyError

    monkeypatch.setattr(print_turns, "printer", Busy)
    sitting = one_solo(store)
    environ = {LEAVE: lambda: left.append(True)}
    refused = visitor.client.get(f"/partie/{sitting}/abrechnung.pdf?muenzen=1", environ_overrides=environ)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "10")
    assert f'href="/partie/{sitting}/abrechnung/druck?muenzen=1"' in refused.text
