"""A tournament's record, read on from what was known of it; what was rolled back or is gone is not believed."""

import pytest

from scorekeeper.domain.tournament.record import Kind
from scorekeeper.services.tournament import recording, registering, results
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Store
from tests.services.hall import Hall, of_ten
from tests.services.table import actor


class LostError(Exception):
    """Something went wrong behind the services."""


def leave_and_lose(hall: Hall) -> None:
    with hall.store.write() as tx:
        registering.leave(tx, actor(hall.store), At(hall.event, "lost"), 1, 1)
        assert not recording.state_of(tx, hall.event).entrants[1].is_there(1)
        raise LostError


def test_what_was_rolled_back_was_never_known(sqlite_store: Store) -> None:
    hall = of_ten(sqlite_store)
    seq = hall.now().seq
    with pytest.raises(LostError):
        leave_and_lose(hall)
    assert hall.now().seq == seq
    hall.do(registering.leave, 2, 1)  # the same seq now says something else
    assert [one.number for one in hall.now().entrants.values() if not one.is_there(1)] == [2]


def test_a_record_that_is_older_than_what_was_known_is_read_from_the_beginning(sqlite_store: Store) -> None:
    hall = of_ten(sqlite_store)
    hall.do(registering.leave, 1, 1)
    seq = hall.now().seq
    with sqlite_store.write() as tx:  # a backup was restored
        tx.connection.exec_driver_sql("DROP TRIGGER fact_refuses_delete")
        tx.connection.exec_driver_sql("DELETE FROM fact WHERE seq = ?", (seq,))
    assert hall.now().entrants[1].is_there(1)


def test_a_state_that_was_read_stays_as_it_was_when_the_record_goes_on(sqlite_store: Store) -> None:
    hall = of_ten(sqlite_store)
    hall.draw()
    hall.begin()
    before = hall.now()
    hall.hand_in(1, 1, 4, -1, -1, -1, -1)
    hall.do(results.penalise, 1, round_number=1, points=5, reason="verleugnet")
    assert (before.rounds[1].totals, before.penalties) == ({}, ())
    after = hall.now()
    assert [*after.rounds[1].totals] == [(1, 1)]
    hall.do(recording.take_back, after.penalties[0].seq, Kind.PENALTY)
    assert hall.now().penalties == ()
