"""Money on the settlement sheet: parts of payments, kitty, coins, stakes, adjustments; what is printed adds up."""

from collections.abc import Callable

import pytest

from scorekeeper.domain.games.jaggln import Deal
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.i18n.figures import NO_BREAK_SPACE
from scorekeeper.printing.settlement_sheet import settlement_sheet
from scorekeeper.printing.sheets import SettlementSheet, Sheet
from scorekeeper.services import changing, kitty
from scorekeeper.services.changing import NewRules
from scorekeeper.services.entering import enter_deal
from scorekeeper.services.evenings import change_payout
from scorekeeper.services.loading import load
from scorekeeper.services.paying import mark_paid
from scorekeeper.services.reading import all_deals
from scorekeeper.services.settling import settle_event, settle_sitting
from scorekeeper.services.steps import steps_of
from scorekeeper.storage import Store
from tests.printing.evenings import NAMES, NOW, Evening, actor, enter_some, play_evening
from tests.printing.paper import Paper

Printed = Callable[[Sheet], Paper]
ANNEMARIE, BARTL, CILLI, GROSSLERCHER, EMIL = (Player(str(number)) for number in range(1, 6))


def enter(store: Store, sitting: int, **answers: object) -> None:
    with store.write() as tx:
        number = load(tx, sitting).standing.deals + 1
        enter_deal(tx, actor(tx), sitting, key=f"deal {number}", number=number, deal=Deal(**answers))  # type: ignore[arg-type]  # the game reads them


def adjust(store: Store, sitting: int, reason: str, units: dict[Player, int]) -> None:
    with store.write() as tx:
        seen = load(tx, sitting).row.seq
        changing.adjust(tx, actor(tx), sitting, key=f"adjust {seen}", seen=seen, units=units, reason=reason)


@pytest.fixture
def played(store: Store) -> int:
    """Annemarie wins alone: +8, the others −2 each at 10 cents."""
    [sitting] = play_evening(store, Evening(deals=0))
    enter(store, sitting, declarer=ANNEMARIE, partner=None, gewisse=6)
    return sitting


def sheet_of(store: Store, sitting: int, *, coins: bool = False) -> SettlementSheet:
    with store.read() as tx:
        deals = {sitting: list(all_deals(tx, sitting))}
        return settlement_sheet(settle_sitting(tx, sitting), deals, "de", NOW, coins=coins)


def feet(sheet: SettlementSheet) -> dict[str, tuple[str, ...]]:
    table = sheet.parts[0].table
    assert table
    return dict(table.feet)


def test_a_part_of_a_payment_says_of_how_much_and_the_rest_stays_to_be_ticked(
    store: Store, played: int, printed: Printed
) -> None:
    with store.write() as tx:
        part = Transfer(BARTL, ANNEMARIE, 12)
        mark_paid(
            tx, actor(tx), event_id=1, sitting_id=played, transfer=part, key="part", line=20, note_text="Rest morgen"
        )  # fmt: skip
    sheet = sheet_of(store, played)
    lines = [(line.amount.replace(NO_BREAK_SPACE, " "), line.paid, line.note) for line in sheet.payments[:2]]
    assert lines == [("0,12 €", True, "Rest morgen"), ("0,08 €", False, "")]
    text = printed(sheet).text
    assert "Bartl zahlt an Annemarie Rest morgen 0,12 € von 0,20 €" in text
    assert "Bartl zahlt an Annemarie 0,08 € Rest von 0,20 €" in text


def test_the_kitty_stands_on_the_sheet_with_its_difference_in_words(
    store: Store, played: int, printed: Printed
) -> None:
    assert sheet_of(store, played).kitty == ""
    with store.write() as tx:
        change_payout(tx, actor(tx), "kitty", sitting_id=played)
        kitty.set_float(tx, actor(tx), 1, 2000)
        mark_paid(tx, actor(tx), event_id=1, sitting_id=played, transfer=Transfer(BARTL, None, 20), key="in")
    text = printed(sheet_of(store, played)).text
    assert "Kassa: Anfangsbestand 20,00 €, eingezahlt 0,20 €, ausgezahlt 0,00 €, Soll 20,20 €." in text
    with store.write() as tx:
        kitty.set_counted(tx, actor(tx), 1, 1970)
    assert "Gezählt 19,70 €: 0,50 € zu wenig." in printed(sheet_of(store, played)).text


def test_notes_and_coins_are_laid_out_where_that_was_asked_for(store: Store, played: int, printed: Printed) -> None:
    with store.write() as tx:
        change_payout(tx, actor(tx), "kitty", sitting_id=played)
    plain = printed(sheet_of(store, played))
    assert "Cent," not in plain.text
    paper = printed(sheet_of(store, played, coins=True))
    assert "Annemarie kriegt aus der Kassa 1 × 50 Cent, 1 × 20 Cent, 1 × 10 Cent 0,80 €" in paper.text
    assert "Zum Auszahlen braucht es: 1 × 50 Cent, 1 × 20 Cent, 1 × 10 Cent." in paper.text
    assert paper.outside() == []


def test_adjustments_stand_below_the_deals_each_with_its_reason_and_all_adds_up(
    store: Store, played: int, printed: Printed
) -> None:
    adjust(store, played, "verleugnet", {BARTL: -5})
    sheet = sheet_of(store, played)
    assert feet(sheet) == {
        "Spiele": ("+8", "−2", "−2", "−2", "−2"),
        "Berichtigungen": ("0", "−5", "0", "0", "0"),
        "Endstand": ("+8", "−7", "−2", "−2", "−2"),
        "Ausgleich auf Summe 0": ("+1", "+1", "+1", "+1", "+1"),
        "Spielpunkte": ("+9", "−6", "−1", "−1", "−1"),
        f"mal 0,10{NO_BREAK_SPACE}€": tuple(
            f"{amount}{NO_BREAK_SPACE}€" for amount in ("+0,90", "−0,60", "−0,10", "−0,10", "−0,10")
        ),
    }  # fmt: skip
    assert "Nach Spiel 1: verleugnet, Bartl −5" in printed(sheet).text


def test_every_stake_is_shown_with_its_deals_and_its_money(store: Store, played: int, printed: Printed) -> None:
    with store.write() as tx:
        new = NewRules(rule_set="schipflinger", options={}, stake_cents=20)
        changing.change_rules(tx, actor(tx), played, key="stake", seen=1, new=new, all_deals=False)
    enter(store, played, declarer=BARTL, partner=EMIL, gewisse=6)
    enter(store, played, declarer=CILLI, partner=None, gewisse=3)
    sheet = sheet_of(store, played)
    euro = f"{NO_BREAK_SPACE}€"
    assert feet(sheet) == {
        "Spielpunkte, Summe 0": ("+8", "+3", "−12", "−2", "+3"),
        "Spiel 1": ("+8", "−2", "−2", "−2", "−2"),
        f"mal 0,10{euro}": tuple(f"{cents}{euro}" for cents in ("+0,80", "−0,20", "−0,20", "−0,20", "−0,20")),
        "ab Spiel 2": ("0", "+5", "−10", "0", "+5"),
        f"mal 0,20{euro}": tuple(f"{cents}{euro}" for cents in ("0,00", "+1,00", "−2,00", "0,00", "+1,00")),
        "Summe": tuple(f"{cents}{euro}" for cents in ("+0,80", "+0,80", "−2,20", "−0,20", "+0,80")),
    }  # fmt: skip
    paper = printed(sheet)
    assert "Spiel 1 0,10 €, ab Spiel 2 0,20 € je Spielpunkt" in paper.text
    assert paper.outside() == []


def test_a_long_reason_and_an_evening_of_two_games_stay_on_the_page(store: Store, printed: Printed) -> None:
    sittings = play_evening(store, Evening(deals=4), Evening(game="matzlfangen", names=NAMES[1:5], deals=3))
    adjust(store, sittings[0], "Donaudampfschifffahrtsgesellschaft" * 5, {ANNEMARIE: -5, BARTL: 5})
    with store.read() as tx:
        deals = {each: list(all_deals(tx, each)) for each in sittings}
        paper = printed(settlement_sheet(settle_event(tx, 1), deals, "de", NOW, coins=True))
    assert paper.outside() == []
    assert "Jaggln (1): Nach Spiel 4: Donaudampf" in paper.text
    assert "Annemarie −5, Bartl +5" in paper.text


def test_the_columns_of_every_derivation_add_up_to_the_exact_amounts(store: Store) -> None:
    """Two stakes, penalties with odd fractions, and somebody who left before the last one: cent by cent."""
    [sitting] = play_evening(store, Evening(names=NAMES[:6], deals=7, stake_cents=7))
    adjust(store, sitting, "verleugnet", {BARTL: -5})
    with store.write() as tx:
        new = NewRules(rule_set="schipflinger", options={}, stake_cents=3)
        seen = load(tx, sitting).row.seq
        changing.change_rules(tx, actor(tx), sitting, key="stake", seen=seen, new=new, all_deals=False)
    enter_some(store, sitting, 5)
    with store.write() as tx:
        seen = load(tx, sitting).row.seq
        changing.change_seats(tx, actor(tx), sitting, key="left", seen=seen, leaving=EMIL)
    adjust(store, sitting, "vergeben", {CILLI: -1})
    with store.read() as tx:
        settled = settle_sitting(tx, sitting)
    taken = steps_of(settled)
    share = settled.sittings[0]
    assert [column.unit for column in taken.columns] == ["units"] * 4 + ["cents", "units", "cents", "cents"]
    for player, amount in share.amounts.items():
        assert sum(column.values[player] for column in taken.columns if column.unit == "cents") == amount
        units = [column.values[player] for column in taken.columns[:3]]
        assert units[0] + units[1] == units[2] == share.totals[player]
    assert all(column.total == 0 for column in taken.columns[3:])
    assert sum(settled.cents.values()) == 0
