from datetime import date

import pytest

from scorekeeper.domain.ledger import EntryKind
from scorekeeper.services import evenings, reading
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import Store
from tests.services.table import At, actor, new_evening, new_sitting, people, sit_down


@pytest.fixture
def long(store: Store) -> At:
    """Seven deals that Toni always wins with Maria: +3 +3 −2 −2 −2 each."""
    table = sit_down(store)
    for number in range(1, 8):
        table.enter(number, table.jaggln(0, 1, 6))
    return table


def test_a_sitting_now_says_what_the_table_page_shows(long: At) -> None:
    now = long.now()
    assert (now.head.game, now.head.rule_set, now.head.deals, now.head.stake_cents) == ("jaggln", "schipflinger", 7, 10)
    assert (now.event.title, now.event.place, now.event.date) == ("Kartenabend", "Westendorf", date(2027, 1, 15))
    assert list(now.names.values()) == ["Toni", "Maria", "Franz", "Leni", "Sepp"]
    assert list(now.cents.values()) == [210, 210, -140, -140, -140]
    assert (now.seq, now.open, now.ended, now.finished) == (7, True, False, False)
    assert now.undo is not None
    assert (now.undo.seq, now.redo) == (7, None)
    assert now.standing.deals == 7


def test_what_was_undone_can_be_redone_until_something_else_is_entered(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 1, 6))
    second = table.enter(2, table.jaggln(1, 2, 6))
    table.undo(second.seq)
    redo = table.now().redo
    assert redo is not None
    assert (redo.seq, table.now().head.deals) == (second.seq, 1)
    table.redo(second.seq)
    assert (table.now().redo, table.now().head.deals) == (None, 2)
    table.undo(second.seq)
    table.enter(2, table.jaggln(1, 3, 6))
    assert table.now().redo is None


def test_undo_twice_and_redo_twice_bring_everything_back(store: Store) -> None:
    table = sit_down(store)
    for number in range(1, 4):
        table.enter(number, table.jaggln(0, 1, 6))
    for seq in (3, 2):
        table.undo(seq)
    assert table.totals() == (3, 3, -2, -2, -2)
    for seq in (2, 3):
        redo = table.now().redo
        assert redo is not None
        assert redo.seq == seq
        table.redo(seq)
    assert table.totals() == (9, 9, -6, -6, -6)
    assert table.now().redo is None


def test_pages_of_deals_go_back_to_the_first(long: At) -> None:
    with long.store.read() as tx:
        first, before = reading.deals_page(tx, long.sitting, limit=3)
        second, earlier = reading.deals_page(tx, long.sitting, before=before, limit=3)
        third, end = reading.deals_page(tx, long.sitting, before=earlier, limit=3)
        recent = reading.recent_deals(tx, long.sitting, 2)
    assert [[row.number for row in page] for page in (first, second, third)] == [[7, 6, 5], [4, 3, 2], [1]]
    assert (before, earlier, end) == (5, 2, None)
    assert [row.number for row in recent] == [7, 6]


def test_a_page_that_ends_with_the_first_deal_says_so(long: At) -> None:
    with long.store.read() as tx:
        assert reading.deals_page(tx, long.sitting, before=4, limit=3)[1] is None
        assert reading.deals_page(tx, long.sitting, before=1) == ((), None)


def test_one_deal_and_everything_that_was_done_to_it(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 1, 6))
    second = table.enter(2, table.jaggln(1, 2, 6))
    corrected = table.correct(2, second.seq, table.jaggln(1, 2, 4))
    table.undo(corrected.seq)
    table.redo(corrected.seq)
    with store.read() as tx:
        row = reading.one_deal(tx, table.sitting, 2)
        versions = reading.deal_versions(tx, table.sitting, 2)
        with pytest.raises(NotFoundError):
            reading.one_deal(tx, table.sitting, 3)
    assert (row.entry.seq, row.revisions) == (corrected.seq, 1)
    kinds = [EntryKind.DEAL, EntryKind.CORRECT, EntryKind.UNDO, EntryKind.REDO]
    assert [entry.kind for entry in versions] == kinds


def test_a_sample_of_the_running_totals_holds_the_first_and_the_last(long: At) -> None:
    with long.store.read() as tx:
        everything = reading.running_sample(tx, long.sitting)
        some = reading.running_sample(tx, long.sitting, points=3)
    assert [number for number, _running in everything] == [1, 2, 3, 4, 5, 6, 7]
    assert [number for number, _running in some] == [1, 4, 7]
    assert list(some[1][1].values()) == [12, 12, -8, -8, -8]


def test_an_entry_explains_itself_again(long: At) -> None:
    now, row = long.now(), long.rows()[0]
    played = reading.played_of(now.setup, row.entry)
    assert played.units == row.entry.units
    assert played.reasons
    assert reading.deal_of(now.setup, row.entry).gewisse == 6
    assert reading.table_of(now.setup, row.entry).forehand == long.player(0)


def test_events_come_newest_first_in_pages(store: Store) -> None:
    ids = people(store)
    days = [date(2027, 1, 8), date(2027, 1, 22), date(2027, 1, 15), date(2027, 1, 15)]
    for number, day in enumerate(days):
        with store.write() as tx:
            evenings.start_evening(tx, actor(store), new_evening(new_sitting(ids), day), f"form {number}")
    with store.read() as tx:
        club = evenings.first_club(tx)
        first = reading.events(tx, club, limit=2)
        rest = reading.events(tx, club, before=first[-1].head.id, limit=2)
    assert [event.head.date.day for event in first + rest] == [22, 15, 15, 8]
    assert first[1].head.id > rest[0].head.id
    assert [len(event.sittings) for event in first] == [1, 1]
    assert rest[0].names == ("Toni", "Maria", "Franz", "Leni", "Sepp")


def test_playing_for_nothing_costs_nothing(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, stake=0)
    table.enter(1, table.jaggln(0, 1, 6))
    assert set(table.now().cents.values()) == {0}
    free = sit_down(sqlite_store, "free", settle="none", zero_sum=False)
    amounts = {free.player(0): 5, free.player(1): 3}
    free.enter(1, free.deal({"amounts": amounts}))
    assert free.totals() == (5, 3, 0, 0, 0)
    assert set(free.now().cents.values()) == {0}
