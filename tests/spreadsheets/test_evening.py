"""The tables of an evening: what stands in them, written out by hand."""

from datetime import date, datetime

import pytest

from scorekeeper.i18n import Language
from scorekeeper.services import changing, evenings, paying, players, reading, settling
from scorekeeper.spreadsheets.cells import Cell, Grid, Money, Units
from scorekeeper.spreadsheets.evening import Evening, deals_grid, payments_grid, totals_grid
from scorekeeper.storage import Store
from tests.services.table import At, actor, new_sitting, sit_down


@pytest.fixture
def store(sqlite_url: str) -> Store:
    return Store(sqlite_url)


def evening(table: At, language: Language = "de") -> Evening:
    with table.store.read() as tx:
        event = reading.sitting_now(tx, table.sitting).event
        whole = settling.settle_event(tx, event.id)
        deals = {share.sitting.id: tuple(reading.all_deals(tx, share.sitting.id)) for share in whole.sittings}
    return Evening((whole,), deals, language)


def column(grid: Grid, head: str) -> list[Cell]:
    place = list(grid.head).index(head)
    return [row[place] for row in grid.rows]


def test_a_line_per_deal_with_what_was_answered_and_everybodys_units(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6), note="mit Müh und Not")
    grid = deals_grid(evening(table))
    assert list(grid.head[:5]) == ["Datum", "Spiel", "Eingetragen", "Geber", "Setzt aus"]
    assert list(grid.head[-7:]) == ["Ergebnis", "Toni", "Maria", "Franz", "Leni", "Sepp", "Notiz"]
    [row] = grid.rows
    assert row[:5] == [
        date(2027, 1, 15),
        1,
        datetime.fromisoformat("2027-01-15 20:30"),
        "Sepp",
        "",
    ]
    assert column(grid, "Gwiß") == [6]
    assert row[-7:] == [
        "Toni mit Franz, 6 Gwiß, gewonnen", Units(3), Units(-2), Units(3), Units(-2), Units(-2), "mit Müh und Not",
    ]  # fmt: skip


def test_who_was_not_there_has_an_empty_cell_and_who_sat_out_a_0(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    with store.write() as tx:
        who = actor(store)
        newcomer = players.add_player(tx, who, "Hias")
        changing.change_seats(
            tx, who, table.sitting, key="swap", seen=1, leaving=table.player(1), joining=newcomer
        )  # fmt: skip
    table.enter(2, table.jaggln(0, 2, 6))
    grid = deals_grid(evening(table))
    assert column(grid, "Maria") == [Units(-2), None]
    assert column(grid, "Hias") == [None, Units(-2)]
    totals = totals_grid(evening(table))
    assert column(totals, "von Spiel") == [1, 1, 2, 1, 1, 1]
    assert column(totals, "bis Spiel") == [None, 1, None, None, None, None]


def test_an_adjustment_has_a_line_of_its_own_so_that_the_columns_add_up(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    with store.write() as tx:
        changing.adjust(
            tx, actor(store), table.sitting, key="a", seen=1, units={table.player(1): -5}, reason="=verleugnet"
        )  # fmt: skip
    table.enter(2, table.jaggln(0, 2, 6))
    grid = deals_grid(evening(table))
    assert column(grid, "Ergebnis")[1] == "Stand berichtigt: =verleugnet"
    assert column(grid, "Maria") == [Units(-2), Units(-5), Units(-2)]
    totals = totals_grid(evening(table))
    assert column(totals, "Endstand")[1] == Units(-9)
    assert column(totals, "Spiele")[1] == Units(-4)


def test_a_struck_deal_says_so_and_counts_nothing(store: Store) -> None:
    table = sit_down(store)
    table.void(1, table.enter(1, table.jaggln(0, 2, 6)).seq)
    grid = deals_grid(evening(table))
    assert column(grid, "Ergebnis") == ["gestrichen, Toni mit Franz, 6 Gwiß, gewonnen"]
    assert column(grid, "Toni") == [Units(0)]


def test_sums_and_payments_are_those_of_the_settlement(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, None, 6))  # 8, −2, −2, −2, −2 at 10 cents
    with store.write() as tx:
        settlement = settling.settle_sitting(tx, table.sitting)
        paying.mark_paid(
            tx, actor(store), event_id=settlement.event.id, transfer=settlement.plan.transfers[0], key="paid"
        )  # fmt: skip
    totals, payments = totals_grid(evening(table)), payments_grid(evening(table))
    assert column(totals, "Betrag") == [Money(80, "EUR", signed=True), *[Money(-20, "EUR", signed=True)] * 4]
    assert column(payments, "Wer zahlt") == ["Maria", "Franz", "Leni", "Sepp"]
    assert column(payments, "Wer kriegt") == ["Toni"] * 4
    assert column(payments, "Betrag") == [Money(20, "EUR")] * 4
    assert column(payments, "Bezahlt") == ["ja", "nein", "nein", "nein"]
    assert column(payments, "Bezahlt am") == [datetime.fromisoformat("2027-01-15 20:30"), None, None, None]


def test_several_sittings_say_which_and_are_settled_together(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, None, 6))
    with store.write() as tx:
        event = reading.sitting_now(tx, table.sitting).event.id
        evenings.next_sitting(tx, actor(store), event, new_sitting(table.ids[:3], "bauerntarock"), "second")
    grid, totals = deals_grid(evening(table)), totals_grid(evening(table))
    assert list(grid.head[:4]) == ["Datum", "Partie", "Spielart", "Spiel"]
    assert column(totals, "Partie") == [1, 1, 1, 1, 1, 2, 2, 2, None, None, None, None, None]
    assert column(totals, "Spielart")[-1] == "Alle Partien zusammen"
    assert column(totals, "Betrag")[:8] == [None] * 8
    assert column(totals, "Betrag der Partie")[:2] == [Money(80, "EUR", signed=True), Money(-20, "EUR", signed=True)]
    assert column(totals, "Betrag")[8] == Money(80, "EUR", signed=True)


def test_it_speaks_english_too(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 2, 6))
    assert [deals_grid(evening(table, "en")).title, totals_grid(evening(table, "en")).title] == ["Deals", "Sums"]
