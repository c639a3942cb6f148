"""An evening begun by mistake goes off the lists; one in which anything was entered stays."""

from collections.abc import Callable

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.services import checking, evenings, kitty, paying, reading, removing
from scorekeeper.services.errors import ClosedError
from scorekeeper.services.exporting import every_event
from scorekeeper.storage import Store
from tests.services.table import At, actor, sit_down

EVENT = 1


def _remove(store: Store) -> None:
    with store.write() as tx:
        removing.remove_evening(tx, actor(store), EVENT)


def _listed(store: Store) -> list[int]:
    with store.read() as tx:
        club = evenings.first_club(tx)
        listed = [row.head.id for row in reading.events(tx, club)]
        assert len(list(every_event(tx, club))) == len(listed)
        return listed


def test_a_removed_evening_stands_on_no_list_takes_no_deal_and_is_back_once_reopened(store: Store) -> None:
    table = sit_down(store)
    _remove(store)
    _remove(store)  # once is enough
    assert _listed(store) == []
    with pytest.raises(ClosedError):
        table.enter(1, table.jaggln(0, 2, 6))
    with store.write() as tx:
        evenings.reopen_evening(tx, actor(store), EVENT)
    assert _listed(store) == [EVENT]
    table.enter(1, table.jaggln(0, 2, 6))
    with store.read() as tx:
        assert checking.check(tx).clean


def test_an_evening_that_was_ended_without_a_deal_can_still_be_removed(store: Store) -> None:
    sit_down(store)
    with store.write() as tx:
        evenings.end_evening(tx, actor(store), EVENT)
    assert _listed(store) == [EVENT]
    _remove(store)
    assert _listed(store) == []


def _deal_taken_back(table: At) -> None:
    table.undo(table.enter(1, table.jaggln(0, 2, 6)).seq)


def _payment_taken_back(table: At) -> None:
    transfer = Transfer(table.player(0), table.player(1), 100)
    with table.store.write() as tx:
        who = actor(table.store)
        paying.pay_freely(tx, who, event_id=EVENT, transfer=transfer, key="paid", more=True)
        paying.unmark_paid(tx, who, 1, "back")


def _float(table: At) -> None:
    with table.store.write() as tx:
        kitty.set_float(tx, actor(table.store), EVENT, 500)


@pytest.mark.parametrize("entered", [_deal_taken_back, _payment_taken_back, _float])
def test_an_evening_in_which_anything_was_entered_stays(store: Store, entered: Callable[[At], None]) -> None:
    entered(sit_down(store))
    with pytest.raises(RefusedError) as refused:
        _remove(store)
    assert refused.value.refusals[0].field == "event"
    assert _listed(store) == [EVENT]
