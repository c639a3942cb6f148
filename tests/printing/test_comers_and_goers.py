"""Somebody joins at deal 3, somebody leaves before deal 5, the stake changes at deal 7: on every sheet as it was."""

import re
from collections.abc import Callable

import pytest

from scorekeeper.printing.chart import PAPER, chart
from scorekeeper.printing.house_rules import house_rules
from scorekeeper.printing.score_sheet import score_sheet
from scorekeeper.printing.settlement_sheet import settlement_sheet, wording
from scorekeeper.printing.sheets import SettlementSheet, Sheet
from scorekeeper.services import changing
from scorekeeper.services.changing import NewRules
from scorekeeper.services.reading import all_deals, running_sample, sitting_now
from scorekeeper.services.settling import settle_sitting
from scorekeeper.services.what_if import rules_played
from scorekeeper.storage import Store
from tests.printing.evenings import NOW
from tests.printing.paper import Paper
from tests.services.table import At, actor, sit_down
from tests.services.test_seating import SIX, move, play_on

Printed = Callable[[Sheet], Paper]


@pytest.fixture
def table(store: Store) -> At:
    table = sit_down(store, "jaggln", SIX)  # Vroni deals; forehand plays alone each time: +10, and −2 for five
    play_on(table)
    play_on(table)
    move(table, name="Hias", before=table.player(3))
    play_on(table)
    play_on(table)
    move(table, leaving=table.player(1))
    play_on(table)
    play_on(table)
    with store.write() as tx:
        new = NewRules(rule_set="schipflinger", options={"gematscht_factor": 3}, stake_cents=20)
        changing.change_rules(
            tx, actor(store), table.sitting, key="r", seen=table.now().seq, new=new, all_deals=False
        )  # fmt: skip
    play_on(table)
    return table


def sheet_of(table: At) -> SettlementSheet:
    with table.store.read() as tx:
        deals = {table.sitting: list(all_deals(tx, table.sitting))}
        return settlement_sheet(settle_sitting(tx, table.sitting), deals, "de", NOW)


def test_deals_before_somebody_came_and_after_they_left_show_a_dash_and_no_total(table: At) -> None:
    found = sheet_of(table).parts[0].table
    assert found is not None
    columns = dict(
        zip(
            found.players,
            zip(*[zip(row.units, row.totals, strict=True) for row in found.rows], strict=True),
            strict=True,
        )
    )
    assert columns["Hias"][:2] == (("–", ""), ("–", ""))
    assert columns["Hias"][2][1] == columns["Hias"][2][0]  # from 0
    assert columns["Maria"][4:] == (("–", ""), ("–", ""), ("–", ""))
    assert columns["Maria"][3][1] not in {"", "–"}
    assert all(units != "–" for units, _total in columns["Toni"])


def test_the_sheets_fit_and_say_which_rules_counted_when(table: At, printed: Printed) -> None:
    paper = printed(sheet_of(table))
    assert paper.outside() == []
    assert "Spiele 1 bis 6: nach Schipflinger, gematscht zählt mal 2, 0,10 € je Spielpunkt." in paper.text
    assert "Ab Spiel 7: nach Schipflinger, gematscht zählt mal 3, 0,20 € je Spielpunkt." in paper.text
    with table.store.read() as tx:
        now, played = sitting_now(tx, table.sitting), rules_played(tx, table.sitting)
    rules, blank = printed(house_rules(now, "de", NOW, played)), printed(score_sheet(now, "de"))
    assert "Während der Partie geändert Spiele 1 bis 6" in rules.text
    assert rules.outside() == blank.outside() == []
    for paper in (rules, blank):
        assert "Hias" in paper.text
        assert "Maria" not in paper.text  # who is gone neither signs nor has a column to be filled in


def test_rules_that_never_changed_are_not_told_twice(store: Store) -> None:
    table = sit_down(store)
    play_on(table)
    assert not any("Ab Spiel" in text for text in sheet_of(table).parts[0].rules)


def test_the_line_of_who_joined_begins_at_0_with_the_deal_before(table: At) -> None:
    now = table.now()
    with table.store.read() as tx:
        samples = running_sample(tx, table.sitting)
    since = {player: there.first for player, there in now.setup.presence.items()}
    lines = re.findall(r'points="([^"]+)"', str(chart(samples, now.names, PAPER, wording("de"), since)))
    assert sorted(len(points.split()) for points in lines if points.count(",") > 2) == [6, 8, 8, 8, 8, 8, 8]
