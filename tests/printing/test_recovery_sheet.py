"""The interim score: one page from which a table can go on, by hand or on another device."""

from collections.abc import Callable
from io import BytesIO

import pypdfium2
import pytest
import zxingcpp

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.i18n import LANGUAGES, Language
from scorekeeper.printing.recovery_sheet import LAST_DEALS, Stand, recovery_sheet
from scorekeeper.printing.sheets import RecoverySheet, Sheet
from scorekeeper.services import changing, kitty
from scorekeeper.services.answers import read_deal
from scorekeeper.services.changing import NewRules
from scorekeeper.services.entering import enter_deal
from scorekeeper.services.paying import pay_freely
from scorekeeper.services.reading import recent_deals, sitting_now
from scorekeeper.services.settling import settle_event, settle_sitting
from scorekeeper.services.taking_over import taking_over
from scorekeeper.storage import Store
from tests.printing.evenings import NAMES, NOW, Evening, actor, play_evening
from tests.printing.paper import Paper
from tests.printing.test_settlement_sheet import LONG

Printed = Callable[[Sheet], Paper]
ADDRESS = "http://192.168.1.23:8000/partie/1"


def sheet_of(store: Store, sitting: int, language: Language = "de", address: str = ADDRESS) -> RecoverySheet:
    with store.read() as tx:
        now, settled = sitting_now(tx, sitting), settle_sitting(tx, sitting)
        purse = settle_event(tx, now.event.id)
        stand = Stand(
            now=now, settled=settled, purse=purse, recent=recent_deals(tx, sitting, LAST_DEALS),
            taking_over=taking_over(tx, sitting),
        )  # fmt: skip
    return recovery_sheet(stand, address, language, NOW)


def test_it_says_the_score_the_next_deal_and_the_last_ten(store: Store, printed: Printed) -> None:
    (sitting,) = play_evening(store, Evening(deals=11, names=NAMES[:7]))
    with store.read() as tx:
        now = sitting_now(tx, sitting)
    a, b, c = (now.setup.players[seat] for seat in (0, 1, 2))
    with store.write() as tx:
        deal = read_deal(GAMES["jaggln"], {"declarer": b, "partner": c, "gewisse": 6})
        enter_deal(tx, actor(tx), sitting, key="k", number=12, deal=deal, dealer=a)
    page = printed(sheet_of(store, sitting))
    assert len(page.pages) == 1
    assert not page.outside()
    assert "Zwischenstand Jaggln" in page.text
    assert "Nach Spiel 12" in page.text
    assert "Nächstes Spiel 13 Geber Bartl Vorhand Cilli Setzt aus Bartl" in page.text
    assert ADDRESS in page.text.replace(" ", "")  # it may be broken between two lines
    table = page.text.partition("Die letzten Spiele")[2]
    assert " 3 " in table
    assert " 12 " in table
    with store.read() as tx:
        totals = sitting_now(tx, sitting).totals
    for player, name in zip(totals, NAMES[:7], strict=True):
        figure = f"+{totals[player]}" if totals[player] > 0 else f"{totals[player]}".replace("-", "−")
        assert f"{name} {figure}" in page.text


def test_the_code_leads_to_the_sitting(store: Store, printed: Printed) -> None:
    (sitting,) = play_evening(store, Evening(deals=3))
    page = pypdfium2.PdfDocument(BytesIO(printed(sheet_of(store, sitting)).data))[0]
    codes = zxingcpp.read_barcodes(page.render(scale=3).to_pil())
    assert [code.text for code in codes] == [ADDRESS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_first_deal_it_says_who_begins(store: Store, printed: Printed, language: Language) -> None:
    (sitting,) = play_evening(store, Evening(deals=0))
    text = printed(sheet_of(store, sitting, language)).text
    words = {"de": "Vor dem ersten Spiel", "en": "Before the first deal"}
    assert words[language] in text
    assert "Emil" in text


@pytest.mark.parametrize("key", GAMES)
def test_it_fits_on_one_page_with_the_longest_names(store: Store, printed: Printed, key: str) -> None:
    fewest, most = GAMES[key].size(GAMES[key].rule_sets[0].rules)
    names = [f"{seat}{LONG}"[:60] for seat in range(min(most, max(fewest, 7)))]
    (sitting,) = play_evening(store, Evening(game=key, names=names, deals=14))
    page = printed(sheet_of(store, sitting, address=f"http://{'a' * 60}.local:8000/partie/{'9' * 8}"))
    assert len(page.pages) == 1
    assert not page.outside()


def test_what_is_more_than_score_times_stake_stands_on_it_too(store: Store, printed: Printed) -> None:
    (sitting,) = play_evening(store, Evening(names=NAMES[:6], deals=0))
    with store.read() as tx:
        a, b, c, _d, e, _f = sitting_now(tx, sitting).setup.players

    def enter(number: int, declarer: Player, partner: Player | None) -> None:
        with store.write() as tx:
            deal = read_deal(GAMES["jaggln"], {"declarer": declarer, "partner": partner, "gewisse": 6})
            enter_deal(tx, actor(tx), sitting, key=f"deal {number}", number=number, deal=deal)

    enter(1, a, None)  # +10, everybody else −2, at 10 cents
    with store.write() as tx:
        changing.adjust(tx, actor(tx), sitting, key="late", seen=1, units={b: -3, a: 3}, reason="zu spät")
        pay_freely(tx, actor(tx), event_id=1, transfer=Transfer(Player(e), None, 20), key="paid", note_text="in Münzen")
        kitty.set_float(tx, actor(tx), 1, 500)
        new = NewRules(rule_set="schipflinger", options={}, stake_cents=20)
        changing.change_rules(tx, actor(tx), sitting, key="stake", seen=2, new=new, all_deals=False)
    assert "Spiel 1 0,10 €, ab Spiel 2 0,20 € je Spielpunkt" in printed(sheet_of(store, sitting)).text
    with store.write() as tx:
        changing.change_seats(tx, actor(tx), sitting, key="goes", seen=3, leaving=e)
    enter(2, b, c)
    page = printed(sheet_of(store, sitting))
    assert "Emil gegangen nach Spiel 1 −2 −0,20 €" in page.text
    assert "Nach Spiel 1: zu spät, Annemarie +3, Bartl −3" in page.text
    assert "Emil zahlt in die Kassa 15. Jänner 2027, 22:31, in Münzen 0,20 €" in page.text
    assert "Kassa: Anfangsbestand 5,00 €, eingezahlt 0,20 €" in page.text
    assert "Bartl +1 −3 −2 −5 −0,50 € +3 +0,60 € +0,10 €" in page.text  # (−2 − 3) × 10 + 3 × 20 cents
    assert "die Punkte jedes Einsatzes kommen in eine eigene Partie" in page.text
    assert "Wer schon gegangen ist, setzt sich dort mit dazu und geht gleich wieder" in page.text
    assert len(page.pages) == 1
    assert not page.outside()


def test_amounts_taken_apart_in_many_steps_leave_the_payments_readable(store: Store, printed: Printed) -> None:
    (sitting,) = play_evening(store, Evening(names=NAMES[:7], deals=3, stake_cents=20))
    with store.read() as tx:
        a, b, *_others = sitting_now(tx, sitting).setup.players
    with store.write() as tx:
        changing.change_seats(tx, actor(tx), sitting, key="goes", seen=3, leaving=a)
        changing.adjust(tx, actor(tx), sitting, key="late", seen=4, units={b: -2}, reason="verleugnet")
        pay_freely(
            tx, actor(tx), event_id=1, transfer=Transfer(Player(b), None, 20), key="paid", more=True
        )  # fmt: skip
    sheet = sheet_of(store, sitting)
    assert sheet.leaving.startswith("Wer früher gegangen ist, behält den ausbezahlten Betrag. Dazu wird der Stand in")
    assert sheet.leaving.endswith("dann geht Annemarie; Bartl −2.")
    assert sheet.derivation
    assert sheet.derivation.heads[-4:] == ("Ausgleich auf Summe 0", "Spielpunkte", "mal 0,20\xa0€", "Früher gegangen")
    page = printed(sheet)
    assert len(page.pages) == 1
    assert not page.outside()
    assert not page.overprinted()
