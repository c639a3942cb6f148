"""The interim score: one page from which a table can go on, by hand or on another device."""

from collections.abc import Callable
from io import BytesIO

import pypdfium2
import pytest
import zxingcpp

from scorekeeper.domain.games import GAMES
from scorekeeper.i18n import LANGUAGES, Language
from scorekeeper.printing.recovery_sheet import LAST_DEALS, recovery_sheet
from scorekeeper.printing.sheets import RecoverySheet, Sheet
from scorekeeper.services.answers import read_deal
from scorekeeper.services.entering import enter_deal
from scorekeeper.services.reading import recent_deals, sitting_now
from scorekeeper.storage import Store
from tests.printing.evenings import NAMES, NOW, Evening, actor, play_evening
from tests.printing.paper import Paper
from tests.printing.test_settlement_sheet import LONG

Printed = Callable[[Sheet], Paper]
ADDRESS = "http://192.168.1.23:8000/partie/1"


def sheet_of(store: Store, sitting: int, language: Language = "de", address: str = ADDRESS) -> RecoverySheet:
    with store.read() as tx:
        now, recent = sitting_now(tx, sitting), recent_deals(tx, sitting, LAST_DEALS)
    return recovery_sheet(now, recent, address, language, NOW)


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
