"""Moving house: what is exported comes in again as it was, on either database, and the file says what the app says."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.services import checking, settling
from scorekeeper.services.evening_data import EventFile
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.evening_writer import write_evening, write_line
from scorekeeper.services.exporting import event_file
from scorekeeper.services.importing import as_event, import_event
from scorekeeper.services.scoring import score_event
from scorekeeper.storage import Store
from tests.conftest import SOAK
from tests.databases import Postgres, Sqlite, fresh
from tests.services.table import actor
from tests.services.wild import Wild

Open = Callable[[], Iterator[Store]]


def exported(store: Store, event: int) -> bytes:
    with store.read() as tx:
        return write_evening(event_file(tx, event))


def imported(store: Store, content: bytes, key: str = "import") -> int:
    with store.write() as tx:
        return import_event(tx, actor(store), as_event(read_evening(content)), key=key, untitled="Kartenabend")


def read_event(content: bytes) -> EventFile:
    file = read_evening(content)
    assert isinstance(file, EventFile)
    return file


@contextmanager
def opened(databases: Sqlite | Postgres, template: str) -> Iterator[Store]:
    with fresh(databases, template) as url:
        store = Store(url)
        yield store
        store.close()


def assert_the_file_says_what_the_app_says(store: Store, event: int, content: bytes) -> None:
    score = score_event(read_event(content))
    with store.read() as tx:
        settlement = settling.settle_event(tx, event)
        apart = [settling.settle_sitting(tx, share.sitting.id) for share in settlement.sittings]
    assert list(settlement.cents.values()) == list(score.cents.values())
    for share, alone, one in zip(settlement.sittings, apart, score.sittings, strict=True):
        assert list(share.totals.values()) == list(one.totals.values())
        assert list(share.amounts.values()) == list(one.amounts.values())
        assert list(alone.cents.values()) == list(one.cents.values())
        assert [line.cents for line in alone.plan.transfers] == [line.cents for line in one.plan.transfers]
        assert share.sitting.deals == len(one.played)
    assert [line.cents for line in settlement.plan.transfers] == [line.cents for line in score.plan.transfers]


@settings(max_examples=300 if SOAK else 60)
@given(data=st.data())
def test_any_evening_comes_back_with_the_same_bytes_and_the_same_money(
    sqlite: Sqlite, sqlite_template: str, data: st.DataObject
) -> None:
    with opened(sqlite, sqlite_template) as old, opened(sqlite, sqlite_template) as new:
        event = Wild(old, data.draw).play(25)
        content = exported(old, event)
        assert write_evening(read_event(content)) == content
        assert write_line(read_event(write_line(read_event(content)))) == write_line(read_event(content))
        assert_the_file_says_what_the_app_says(old, event, content)
        again = imported(new, content)
        assert exported(new, again) == content
        assert_the_file_says_what_the_app_says(new, again, content)
        with new.read() as tx:
            assert checking.check(tx).clean
