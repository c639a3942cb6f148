"""A model that argues with the code: random evenings through the services against a naive one kept in memory."""

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
    examples = evenings_ * 40 if SOAK else evenings_
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=steps))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_random_evenings_on_sqlite(sqlite: Databases, sqlite_template: str) -> None:
    _argue(sqlite, sqlite_template, 15, 30)


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_random_evenings_on_postgresql(postgresql: Databases, postgresql_template: str) -> None:
    _argue(postgresql, postgresql_template, 4, 25)
