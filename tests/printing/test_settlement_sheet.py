"""The settlement sheet on paper: one page for 5 × 30, nothing outside the page, heads repeated, every figure on it."""

from collections.abc import Callable

import pytest

from scorekeeper.domain.settlement import Transfer
from scorekeeper.i18n import Language
from scorekeeper.printing.settlement_sheet import settlement_sheet
from scorekeeper.printing.sheets import Sheet
from scorekeeper.services.entering import void_deal
from scorekeeper.services.loading import load
from scorekeeper.services.paying import mark_paid, pay_freely
from scorekeeper.services.reading import all_deals, one_deal
from scorekeeper.services.settling import settle_event, settle_sitting
from scorekeeper.storage import Store
from tests.conftest import breadth
from tests.printing.evenings import NAMES, NOW, Evening, actor, play_evening
from tests.printing.paper import Paper

Printed = Callable[[Sheet], Paper]
LONG = [
    f"Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen{number:02}"  # 60 letters, no space, an umlaut
    for number in range(12)
]


def sheet_of(store: Store, sitting: int, language: Language = "de") -> Sheet:
    with store.read() as tx:
        settlement = settle_sitting(tx, sitting)
        return settlement_sheet(settlement, {sitting: list(all_deals(tx, sitting))}, language, NOW)


def evening_sheet(store: Store, sittings: list[int]) -> Sheet:
    with store.read() as tx:
        settlement = settle_event(tx, load(tx, sittings[0]).event.id)
        return settlement_sheet(settlement, {each: list(all_deals(tx, each)) for each in sittings}, "de", NOW)


def test_five_players_and_thirty_deals_go_on_one_upright_page(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=30))
    paper = printed(sheet_of(store, sitting))
    assert paper.sizes == [(210, 297)]
    assert paper.outside() == []
    assert paper.text.startswith("Abrechnung Jaggln")
    assert "Kartenabend Westendorf, Gasthof Post, Freitag, 15. Jänner 2027" in paper.text
    assert "Regeln nach Schipflinger Einsatz 0,10 € je Spielpunkt" in paper.text
    assert "scorekeeper, Blatt vom 15. Jänner 2027, 22:31 Seite 1 von 1" in paper.text
    assert "Nr. Spieler Partner gerufen Gwiß" in paper.text
    for name in NAMES[:5]:
        assert name in paper.text


@pytest.mark.parametrize("game, players", [("bauerntarock", 4), ("matzlfangen", 5), ("dobbm", 5), ("jaggln", 7)])
def test_thirty_deals_of_every_game_go_on_one_page(store: Store, printed: Printed, game: str, players: int) -> None:
    options = {"target": 5000} if game == "bauerntarock" else {}
    [sitting] = play_evening(store, Evening(game=game, names=NAMES[:players], deals=30, options=options))
    paper = printed(sheet_of(store, sitting))
    assert len(paper.sizes) == 1
    assert paper.outside() == []


@pytest.mark.parametrize(
    "deals, players",
    breadth(
        [pytest.param(1, 3), pytest.param(120, 12)], [pytest.param(1, 12), pytest.param(300, 3), pytest.param(300, 12)]
    ),
)
def test_no_number_of_deals_or_players_runs_off_the_page(
    store: Store, printed: Printed, deals: int, players: int
) -> None:
    [sitting] = play_evening(store, Evening(game="free", names=LONG[:players], deals=deals, stake_cents=7))
    paper = printed(sheet_of(store, sitting))
    assert paper.outside() == []
    joined = "".join(paper.text.split())
    assert all(name in joined for name in LONG[:players])
    for page in paper.pages[: max(1, len(paper.pages) - 1)]:
        assert "Nr." in page
        assert page.count("Stand") >= players


def test_the_head_of_a_long_list_stands_on_every_page_and_no_deal_is_lost(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=300))
    paper = printed(sheet_of(store, sitting))
    assert paper.outside() == []
    listing = [page for page in paper.pages if "Spieler Partner" in page]
    assert len(listing) >= 5
    assert all(page.startswith("Annemarie") or "Nr. Spieler" in page for page in listing)
    words = paper.text.split()
    assert all(str(number) in words for number in range(1, 301))


def test_figures_of_long_and_short_lists_are_the_same(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=61))
    paper = printed(sheet_of(store, sitting))
    with store.read() as tx:
        last = list(all_deals(tx, sitting))[-1]
    figures = [f"{units:+}".replace("-", "−") if units else "0" for units in last.running.values()]
    line = paper.text[paper.text.index(" 61 ") :].split()
    assert list(line[: line.index("Spielpunkte,")])[-1] == figures[-1]
    for figure in figures:
        assert figure in line[: line.index("Spielpunkte,")]


def test_twelve_people_with_sixty_letters_in_a_game_with_partners(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(rule_set="mayr-hassler", names=LONG, deals=20))
    paper = printed(sheet_of(store, sitting))
    assert paper.outside() == []
    assert paper.sizes[0] == (297, 210)


def test_difference_to_the_winner_and_surcharge_stand_below_the_deals(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(
        store, Evening(game="bauerntarock", names=NAMES[:4], deals=8, payout="winner", options={"target": 5000})
    )
    paper = printed(sheet_of(store, sitting))
    for label in ("Endstand", "Differenz zum Sieger", "Zuschlag für den Letzten", "Spielpunkte", "mal 0,10 €"):
        assert label in paper.text
    assert "Alle zahlen dem Sieger die Differenz." in paper.text


def test_an_evening_as_one_purse_derives_every_amount_from_its_sittings(store: Store, printed: Printed) -> None:
    sittings = play_evening(
        store,
        Evening(deals=6),
        Evening(game="matzlfangen", names=NAMES[1:5], deals=5, stake_cents=3),
    )
    paper = printed(evening_sheet(store, sittings))
    assert paper.outside() == []
    assert "Abrechnung des Abends" in paper.text
    assert "1. Jaggln" in paper.text
    assert "2. Matzlfangen" in paper.text
    assert "So kommt es zustande Name Jaggln Matzlfangen Summe" in paper.text


def test_a_struck_deal_stays_on_the_sheet_and_pays_nothing(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=1))
    with store.write() as tx:
        seq = one_deal(tx, sitting, 1).entry.seq
        void_deal(tx, actor(tx), sitting, key="strike", number=1, target=seq)
    paper = printed(sheet_of(store, sitting))
    assert "Niemand ist etwas schuldig." in paper.text
    assert " 1 Annemarie " in paper.text


def test_a_payment_that_was_made_is_ticked(store: Store) -> None:
    [sitting] = play_evening(store, Evening(deals=3))
    with store.write() as tx:
        settlement = settle_sitting(tx, sitting)
        first: Transfer = settlement.lines[0].transfer
        mark_paid(tx, actor(tx), event_id=settlement.event.id, sitting_id=sitting, transfer=first, key="paid")
    sheet = sheet_of(store, sitting)
    assert [line.paid for line in sheet.payments][:2] == [True, False]  # type: ignore[attr-defined]  # it is a settlement sheet


def test_only_a_plan_that_was_followed_is_said_to_need_the_fewest_payments(store: Store) -> None:
    [sitting] = play_evening(store, Evening(deals=3))
    fewest = "Wenigste Zahlungen, genau gerechnet: mit weniger geht es nicht."
    assert fewest in sheet_of(store, sitting).remarks  # type: ignore[attr-defined]  # it is a settlement sheet
    with store.write() as tx:
        settlement = settle_sitting(tx, sitting)
        to_pay: Transfer = settlement.lines[0].transfer
        other = Transfer(to_pay.receiver, to_pay.giver, 1)  # the wrong way round is in no plan
        pay_freely(
            tx, actor(tx), event_id=settlement.event.id, sitting_id=sitting, transfer=other, key="otherwise", more=True
        )
    remarks = sheet_of(store, sitting).remarks  # type: ignore[attr-defined]  # it is a settlement sheet
    assert fewest not in remarks
    assert remarks[0].startswith("Einiges wurde anders gezahlt als vorgeschlagen")


def test_a_sheet_without_deals_says_so(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=0))
    assert "Noch kein Spiel." in printed(sheet_of(store, sitting)).text


def test_without_money_there_are_no_payments(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=4, stake_cents=0))
    text = printed(sheet_of(store, sitting)).text
    assert "Ohne Geld gespielt." in text
    assert "Zahlungen" not in text
    assert "0,00 €" not in text


def test_the_odd_cent_is_named(store: Store, printed: Printed) -> None:
    """Bauerntarock, two are last: each pays half of the 20; with 3 players and a stake of 1 cent nothing is whole."""
    [sitting] = play_evening(
        store,
        Evening(game="bauerntarock", names=NAMES[:3], deals=0, stake_cents=1, options={"last_place_surcharge": 5}),
    )
    from scorekeeper.domain.games.bauerntarock import Deal  # noqa: PLC0415 only here
    from scorekeeper.services.entering import enter_deal  # noqa: PLC0415 only here

    with store.write() as tx:
        dealer = load(tx, sitting).setup.players[0]
        enter_deal(tx, actor(tx), sitting, key="1", number=1, deal=Deal(declarer=dealer, points=72))
    text = printed(sheet_of(store, sitting)).text
    assert "Einmal gerundet, am Schluss, auf ganze Cent" in text
    assert "−14,5" in text  # 12 difference and half of 5


def test_the_sheet_speaks_english(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(deals=2))
    text = printed(sheet_of(store, sitting, "en")).text
    assert "Settlement of Jaggln" in text
    assert "Friday, 15 January 2027" in text
    assert "times €0.10" in text
    assert "Page 1 of 1" in text


def test_only_the_bundled_font_is_used(store: Store, printed: Printed) -> None:
    [sitting] = play_evening(store, Evening(names=["Šušteršič", *NAMES[:4]], deals=70))
    assert {name.replace("-", " ").split(" Bold")[0] for name in printed(sheet_of(store, sitting)).fonts} <= {
        "Fira Sans", "Fira Sans Ext", "FiraSans", "FiraSans Regular", "Fira Sans Regular",
    }  # fmt: skip
