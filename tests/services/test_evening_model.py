"""A model that argues with the code: random evenings through the services against a naive one kept in memory."""

from collections.abc import Iterator
from functools import partial
from typing import cast

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.conftest import SOAK
from tests.databases import Databases
from tests.services.evening_machine import Evenings


def _argue(databases: Databases, template: str, evenings_: int, steps: int) -> None:
    machine = cast("type[RuleBasedStateMachine]", partial(Evenings, databases, template))
    examples = evenings_ * 60 if SOAK else evenings_
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=steps))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_random_evenings_on_sqlite(sqlite: Databases, sqlite_template: str) -> None:
    _argue(sqlite, sqlite_template, 8, 30)


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_random_evenings_on_postgresql(postgresql: Databases, postgresql_template: str) -> None:
    _argue(postgresql, postgresql_template, 2, 25)


@pytest.fixture
def argument(sqlite: Databases, sqlite_template: str) -> Iterator[Evenings]:
    """The machine, to be driven by hand through what once was a fault."""
    machine = Evenings(sqlite, sqlite_template)
    yield machine
    machine.teardown()


def _compare(argument: Evenings) -> None:
    argument.every_table_is_as_the_model_has_it()
    argument.the_purse_is_as_the_model_has_it()


def test_a_payment_outlives_the_coming_of_whoever_made_it(argument: Evenings) -> None:
    """Found at random: Burgi comes, pays, and her coming is taken back; the settlement could not be opened any more."""
    argument.change_seats(at=0, leaves=9, joins=6, before=9)
    argument.pay_freely(giver=6, receiver=0, cents=50)
    argument.undo(at=0)
    _compare(argument)
    argument.redo(at=0)
    _compare(argument)
