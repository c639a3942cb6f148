"""A model that argues with the code: random evenings through the services against lists and sums kept in memory."""

from functools import partial
from typing import cast

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from scorekeeper.domain.ledger import StaleError
from scorekeeper.services import checking
from scorekeeper.services.errors import ClosedError
from scorekeeper.storage import Store
from tests.conftest import SOAK
from tests.databases import Databases, fresh
from tests.services.table import At, sit_down

THREE = ("Toni", "Maria", "Franz")

Version = tuple[int, int, int]
"""Seat of the declarer, points (−1 = voided), seq."""
State = tuple[tuple[tuple[Version, ...], ...], bool, bool]
"""Every deal's versions, ended, and allowed to go on beyond the end."""


class Evening(RuleBasedStateMachine):
    """Bauerntarock with three, because its end comes and goes. The model keeps whole states and swaps them."""

    def __init__(self, databases: Databases, template: str) -> None:
        super().__init__()
        self._lent = fresh(databases, template)
        self.store = Store(self._lent.__enter__())
        self.table: At = sit_down(self.store, "bauerntarock", THREE, active=3, target=60)
        self.state: State = ((), False, False)
        self.past: list[tuple[int, State]] = []
        """Seq of every effective entry, and the state before it."""
        self.future: list[tuple[int, State]] = []
        """Seq of every revoked entry, and the state after it."""
        self.seq = 0

    def teardown(self) -> None:
        self.store.close()
        self._lent.__exit__(None, None, None)

    def _did(self, state: State) -> None:
        self.seq += 1
        self.past.append((self.seq, self.state))
        self.future.clear()
        self.state = state

    @property
    def units(self) -> list[tuple[int, int]]:
        """Declarer and units of each deal as it counts: points − 60, a voided deal 0."""
        return [(seat, 0 if points < 0 else points - 60) for *_, (seat, points, _seq) in self.state[0]]

    @property
    def finished(self) -> bool:
        """Somebody had 60 or more at some time, and after that a round of three was full."""
        totals, announced = [0, 0, 0], False
        for number, (seat, units) in enumerate(self.units, 1):
            totals[seat] += units
            announced = announced or max(totals) >= 60
            if announced and number % 3 == 0:
                return True
        return False

    @property
    def open(self) -> bool:
        return not self.state[1] and (not self.finished or self.state[2])

    @rule(seat=st.integers(0, 2), points=st.sampled_from((0, 30, 60, 90, 120)))
    def enter(self, seat: int, points: int) -> None:
        deals, ended, beyond = self.state
        if not self.open:
            with pytest.raises(ClosedError):
                self.table.enter(len(deals) + 1, self.table.tarock(seat, points))
            return
        self.table.enter(len(deals) + 1, self.table.tarock(seat, points))
        self._did(((*deals, ((seat, points, self.seq + 1),)), ended, beyond))

    @rule(seat=st.integers(0, 2))
    def enter_what_is_taken(self, seat: int) -> None:
        for number in {len(self.state[0]), len(self.state[0]) + 2} - {0}:
            with pytest.raises(StaleError):
                self.table.enter(number, self.table.tarock(seat, 60))

    @precondition(lambda self: self.state[0])
    @rule(data=st.data(), seat=st.integers(0, 2), points=st.sampled_from((0, 60, 120)))
    def correct(self, data: st.DataObject, seat: int, points: int) -> None:
        deals, ended, beyond = self.state
        number = data.draw(st.integers(1, len(deals)))
        before, was, target = deals[number - 1][-1]
        done = self.table.correct(number, target, self.table.tarock(seat, points))
        assert done.unchanged == ((before, was) == (seat, points))
        if not done.unchanged:
            self._did((self._with(number, (seat, points, self.seq + 1)), ended, beyond))

    @precondition(lambda self: self.state[0])
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        deals, ended, beyond = self.state
        number = data.draw(st.integers(1, len(deals)))
        seat, points, target = deals[number - 1][-1]
        done = self.table.void(number, target)
        assert done.unchanged == (points < 0)
        if not done.unchanged:
            self._did((self._with(number, (seat, -1, self.seq + 1)), ended, beyond))

    def _with(self, number: int, version: Version) -> tuple[tuple[Version, ...], ...]:
        deals = self.state[0]
        return (*deals[: number - 1], (*deals[number - 1], version), *deals[number:])

    @rule()
    def undo(self) -> None:
        if not self.past:
            with pytest.raises(StaleError):
                self.table.undo(self.seq)
            return
        revoked, state = self.past.pop()
        self.table.undo(revoked)
        self.seq += 1
        self.future.append((revoked, self.state))
        self.state = state

    @rule()
    def redo(self) -> None:
        if not self.future:
            with pytest.raises(StaleError):
                self.table.redo(self.seq)
            return
        restored, state = self.future.pop()
        self.table.redo(restored)
        self.seq += 1
        self.past.append((restored, self.state))
        self.state = state

    @rule()
    def end(self) -> None:
        if not self.table.end().unchanged:
            self._did((self.state[0], True, False))

    @rule()
    def reopen(self) -> None:
        was_open = self.open
        assert self.table.reopen().unchanged == was_open
        if not was_open:
            self._did((self.state[0], False, self.finished))

    @invariant()
    def the_page_shows_what_the_model_holds(self) -> None:
        now = self.table.now()
        totals = [0, 0, 0]
        running = []
        for seat, units in self.units:
            totals[seat] += units
            running.append(tuple(totals))
        assert self.table.totals() == tuple(totals)
        rows = self.table.rows()
        assert [tuple(row.running[self.table.player(seat)] for seat in range(3)) for row in rows] == running
        assert [row.entry.seq for row in rows] == [versions[-1][2] for versions in self.state[0]]
        assert [row.revisions for row in rows] == [len(versions) - 1 for versions in self.state[0]]
        assert (now.seq, now.ended, now.finished, now.open) == (self.seq, self.state[1], self.finished, self.open)
        assert (now.undo.seq if now.undo else 0) == (self.past[-1][0] if self.past else 0)
        assert (now.redo.seq if now.redo else 0) == (self.future[-1][0] if self.future else 0)

    @invariant()
    def every_invariant_holds(self) -> None:
        with self.store.read() as tx:
            assert checking.check(tx).findings == ()


def _argue(databases: Databases, template: str, evenings: int) -> None:
    machine = cast("type[RuleBasedStateMachine]", partial(Evening, databases, template))
    examples = evenings * 25 if SOAK else evenings
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=25))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_random_evenings_on_sqlite(sqlite: Databases, sqlite_template: str) -> None:
    _argue(sqlite, sqlite_template, 10)


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_random_evenings_on_postgresql(postgresql: Databases, postgresql_template: str) -> None:
    _argue(postgresql, postgresql_template, 3)
