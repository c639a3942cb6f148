from scorekeeper.domain.games import GAMES
from scorekeeper.services import checking, demo, evenings, reading
from scorekeeper.storage import Store
from tests.services.table import actor


def test_there_is_a_demo_evening_for_every_game_and_they_hold_together(store: Store) -> None:
    with store.write() as tx:
        newest = demo.demo_evenings(tx, actor(store))
    with store.read() as tx:
        events = reading.events(tx, evenings.first_club(tx))
        report = checking.check(tx)
    assert {event.sittings[0].game for event in events} == set(GAMES)
    assert all(event.head.demo for event in events)
    assert [17 <= event.sittings[0].deals <= 30 for event in events] == [True] * 5
    assert [(event.head.id == newest, event.head.closed) for event in events] == [(True, False)] + [(False, True)] * 4
    assert report.clean


def test_the_demo_is_made_once_and_always_the_same(sqlite_store: Store) -> None:
    with sqlite_store.write() as tx:
        first = demo.demo_evenings(tx, actor(sqlite_store))
    with sqlite_store.write() as tx:
        again = demo.demo_evenings(tx, actor(sqlite_store))
    assert first == again
    with sqlite_store.read() as tx:
        events = reading.events(tx, evenings.first_club(tx))
        tarock = next(event for event in events if event.sittings[0].game == "bauerntarock")
        now = reading.sitting_now(tx, tarock.sittings[0].id)
        jaggln = list(reading.sitting_now(tx, events[0].sittings[0].id).totals.values())
    assert now.finished
    assert list(now.totals.values()) == [39, -20, 88, 102]
    assert jaggln == [18, -7, -17, -2, 8]
    assert [event.head.date.isoformat() for event in events] == [
        "2027-01-14", "2027-01-07", "2026-12-31", "2026-12-24", "2026-12-17",
    ]  # fmt: skip
