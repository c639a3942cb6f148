from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scorekeeper.domain.errors import RefusedError, ScorekeeperError
from scorekeeper.services import evenings, reading
from scorekeeper.services.errors import ClosedError, NotFoundError
from scorekeeper.storage import Store, Transaction, audit
from tests.services.table import At, actor, new_evening, new_sitting, people, sit_down


@pytest.mark.parametrize(
    "moment, day",
    [
        (datetime(2027, 1, 15, 18, 30, tzinfo=UTC), date(2027, 1, 15)),
        (datetime(2027, 1, 15, 23, 30, tzinfo=UTC), date(2027, 1, 15)),  # half past midnight in Vienna
        (datetime(2027, 1, 16, 3, 59, tzinfo=UTC), date(2027, 1, 15)),  # 04:59
        (datetime(2027, 1, 16, 4, 0, tzinfo=UTC), date(2027, 1, 16)),  # 05:00
        (datetime(2027, 3, 28, 0, 59, tzinfo=UTC), date(2027, 3, 27)),  # 01:59 of the night when clocks go forward
        (datetime(2027, 3, 28, 2, 59, tzinfo=UTC), date(2027, 3, 27)),  # 04:59 in summer time
        (datetime(2027, 3, 28, 3, 0, tzinfo=UTC), date(2027, 3, 28)),
        (datetime(2027, 10, 31, 3, 59, tzinfo=UTC), date(2027, 10, 30)),  # 04:59 in winter time again
    ],
)
def test_an_evening_that_begins_before_five_belongs_to_the_day_before(moment: datetime, day: date) -> None:
    assert evenings.evening_date(moment) == day


def test_an_evening_keeps_its_date_past_midnight(store: Store) -> None:
    table = sit_down(store)
    after_midnight = replace(actor(store), at=datetime(2027, 1, 15, 23, 50, tzinfo=UTC))
    with store.write() as tx:
        evenings.next_sitting(tx, after_midnight, table.now().event.id, new_sitting(table.ids), "second")
    with store.read() as tx:
        event = reading.event_now(tx, table.now().event.id)
    assert event.head.date == date(2027, 1, 15)
    assert [sitting.position for sitting in event.sittings] == [1, 2]
    assert event.names == ("Toni", "Maria", "Franz", "Leni", "Sepp")


def test_the_same_form_starts_one_evening_and_one_next_sitting(store: Store) -> None:
    ids = people(store)
    sittings = []
    for _ in range(2):
        with store.write() as tx:
            sittings.append(evenings.start_evening(tx, actor(store), new_evening(new_sitting(ids)), "form"))
    event = At(store, ids, sittings[0]).now().event.id
    for _ in range(2):
        with store.write() as tx:
            sittings.append(evenings.next_sitting(tx, actor(store), event, new_sitting(ids), "next form"))
    assert sittings[0] == sittings[1] != sittings[2] == sittings[3]
    with store.read() as tx:
        assert len(reading.events(tx, evenings.first_club(tx))) == 1


@pytest.mark.parametrize(
    "change, field",
    [
        ({"game": "schach"}, "game"),
        ({"rule_set": "hausregel"}, "rules"),
        ({"options": {"gematscht_factor": 0}}, "gematscht_factor"),
        ({"options": {"unknown": 1}}, "unknown"),
        ({"stake_cents": -1}, "stake_cents"),
        ({"payout": "winner"}, "payout"),
        ({"players": (1, 2, 3)}, "players"),
        ({"first_dealer": 99}, "first_dealer"),
    ],
)
def test_what_cannot_be_played_is_refused_and_leaves_nothing(
    sqlite_store: Store, change: dict[str, object], field: str
) -> None:
    ids = people(sqlite_store)
    sitting = replace(new_sitting(ids), **change)  # type: ignore[arg-type]  # any field
    with pytest.raises(RefusedError) as caught, sqlite_store.write() as tx:
        evenings.start_evening(tx, actor(sqlite_store), new_evening(sitting), "form")
    assert caught.value.refusals[0].field == field
    with sqlite_store.read() as tx:
        assert reading.events(tx, evenings.first_club(tx)) == ()


def test_people_of_nowhere_are_not_found(sqlite_store: Store) -> None:
    ids = people(sqlite_store)
    with pytest.raises(NotFoundError), sqlite_store.write() as tx:
        evenings.start_evening(tx, actor(sqlite_store), new_evening(new_sitting((*ids[:4], 99))), "form")


def test_a_closed_evening_has_no_next_sitting(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    event = table.now().event.id
    with sqlite_store.write() as tx:
        evenings.end_evening(tx, actor(sqlite_store), event)
        evenings.end_evening(tx, actor(sqlite_store), event)
    with pytest.raises(ClosedError), sqlite_store.write() as tx:
        evenings.next_sitting(tx, actor(sqlite_store), event, new_sitting(table.ids), "next")


def test_every_change_of_an_evening_has_its_line_with_who_and_when(store: Store) -> None:
    table = sit_down(store)
    event = table.now().event.id
    with store.write() as tx:
        who = actor(store)
        evenings.change_payout(tx, who, "kitty", sitting_id=table.sitting)
        evenings.change_payout(tx, who, "kitty", sitting_id=table.sitting)
        evenings.change_payout(tx, who, "kitty", event_id=event)
        evenings.set_purse(tx, who, event, "each")
        evenings.end_evening(tx, who, event)
        evenings.reopen_evening(tx, who, event)
    with store.read() as tx:
        lines = audit.of_event(tx, event)
    assert [line.what for line in lines] == [
        "evening_started", "sitting_started", "payout_changed", "payout_changed", "purse_changed", "evening_ended",
        "evening_reopened",
    ]  # fmt: skip
    assert (lines[2].sitting, lines[2].values) == (table.sitting, {"from": "transfers", "to": "kitty"})
    assert {(line.at, line.actor) for line in lines} == {("2027-01-15T19:30:00.000+00:00", "Gerät K7")}


def test_winner_pays_only_where_the_game_is_settled_so(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store, "bauerntarock", ("Toni", "Maria", "Franz"), payout="winner")
    event = table.now().event.id
    assert table.now().event.payout == "winner"
    with sqlite_store.write() as tx:
        evenings.change_payout(tx, actor(sqlite_store), "transfers", sitting_id=table.sitting)
        evenings.change_payout(tx, actor(sqlite_store), "winner", sitting_id=table.sitting)
        evenings.next_sitting(tx, actor(sqlite_store), event, new_sitting(table.ids, "bauerntarock"), "next")
        evenings.change_payout(tx, actor(sqlite_store), "transfers", event_id=event)
    with pytest.raises(RefusedError), sqlite_store.write() as tx:
        evenings.change_payout(tx, actor(sqlite_store), "winner", event_id=event)


def test_what_does_not_exist_is_not_found(sqlite_store: Store) -> None:
    who = actor(sqlite_store)
    calls: list[Callable[[Transaction], object]] = [
        lambda tx: evenings.end_evening(tx, who, 9),
        lambda tx: evenings.change_payout(tx, who, "kitty", sitting_id=9),
        lambda tx: evenings.change_payout(tx, who, "kitty"),
        lambda tx: evenings.set_purse(tx, who, 9, "one"),
        lambda tx: reading.sitting_now(tx, 9),
        lambda tx: reading.event_now(tx, 9),
        lambda tx: reading.one_deal(tx, 9, 1),
    ]
    for call in calls:
        with pytest.raises(NotFoundError), sqlite_store.write() as tx:
            call(tx)
    assert issubclass(NotFoundError, ScorekeeperError)
