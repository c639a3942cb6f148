"""What broke in other people's score keepers and is tested nowhere else: kinds of faults that cannot occur here."""

from datetime import timedelta

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.i18n.story import tell
from scorekeeper.services import changing, checking, entering, reading
from scorekeeper.services.story import Wanted, whole_story
from scorekeeper.storage import Store
from tests.services.table import EVENING, At, actor, sit_down


def adjust(table: At, units: tuple[int, ...], reason: str) -> None:
    named = {table.player(seat): amount for seat, amount in enumerate(units)}
    seen = table.now().seq
    with table.store.write() as tx:
        changing.adjust(
            tx, actor(table.store), table.sitting, key=table.key(), seen=seen, units=named, reason=reason
        )  # fmt: skip


def test_what_a_rule_refuses_an_organiser_puts_right_all_the_same_with_a_reason(store: Store) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 2, 6))  # Toni and Franz +3, the others −2
    with pytest.raises(RefusedError):
        table.correct(1, first.seq, table.jaggln(0, 2, 12))  # there are nine Gewisse
    assert table.totals() == (3, -2, 3, -2, -2)
    table.void(1, first.seq)
    with pytest.raises(RefusedError) as refused:
        adjust(table, (9, -6, 9, -6, -6), " ")
    assert [one.field for one in refused.value.refusals] == ["reason"]
    adjust(table, (9, -6, 9, -6, -6), "mit zwei Packln gespielt")
    now = table.now()
    assert table.totals() == (9, -6, 9, -6, -6)
    assert list(now.cents.values()) == [90, -60, 90, -60, -60]
    with store.read() as tx:
        told = list(tell(whole_story(tx, now.event.id, Wanted()), "de"))[-1]
        assert checking.check(tx).findings == ()
    assert "mit zwei Packln gespielt" in f"{told.head}: {told.text}"
    assert now.undo  # and it is taken back like everything else
    table.undo(now.undo.seq)
    assert table.totals() == (0, 0, 0, 0, 0)


def test_lists_are_in_the_order_of_the_deals_whatever_the_clocks_of_the_devices_say(store: Store) -> None:
    table = sit_down(store)
    for number, minutes in ((1, 60), (2, 5), (3, 30)):  # the clock was put right after the first deal
        with store.write() as tx:
            who = actor(store, EVENING + timedelta(minutes=minutes))
            deal = table.jaggln(number - 1, None, 4)
            entering.enter_deal(tx, who, table.sitting, key=table.key(), number=number, deal=deal)
    event = table.now().event.id
    with store.read() as tx:
        newest = [row.number for row in reading.recent_deals(tx, table.sitting)]
        page, _before = reading.deals_page(tx, table.sitting)
        told = [line.deal for line in whole_story(tx, event, Wanted()).lines if line.deal]
        back = [line.deal for line in whole_story(tx, event, Wanted(newest=True)).lines if line.deal]
    assert [row.number for row in table.rows()] == told == [1, 2, 3]
    assert newest == back == [row.number for row in page] == [3, 2, 1]
    assert table.running(3) == (-8 + 2 + 2, 2 - 8 + 2, 2 + 2 - 8, 6, 6)
