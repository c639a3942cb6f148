"""Every service leaves its line, entry, fact or audit, in the transaction in which it changes anything."""

import importlib
import inspect
import pkgutil
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper import services
from scorekeeper.services.actor import Actor
from scorekeeper.storage import Store, Transaction
from scorekeeper.storage.tables import audit, entry, fact, metadata
from tests.conftest import KINDS, breadth
from tests.services import audit_scenarios, tournament_scenarios
from tests.services.audit_scenarios import FORGETS, Scenario
from tests.services.table import actor, sit_down

Rows = Mapping[str, set[str]]
"""Per table its rows, each as text."""
Service = Callable[..., Any]
LINES = frozenset({audit.name, entry.name, fact.name})
WRITES = {**audit_scenarios.WRITES, **tournament_scenarios.WRITES}
READS = {**audit_scenarios.READS, **tournament_scenarios.READS}


def acting() -> Iterator[Service]:
    """Find every public service that somebody acts through: it takes a transaction and an actor."""
    for module in pkgutil.walk_packages(services.__path__, f"{services.__name__}."):
        loaded = importlib.import_module(module.name)
        for name, service in vars(loaded).items():
            if name.startswith("_") or not inspect.isfunction(service) or service.__module__ != module.name:
                continue
            hints = typing.get_type_hints(service)
            if {Transaction, Actor} <= {hint for place, hint in hints.items() if place != "return"}:
                yield service


@pytest.fixture(params=breadth(KINDS[:1], KINDS[1:]))
def database_url(request: pytest.FixtureRequest) -> str:
    """SQLite every time, PostgreSQL too in the soak: who writes a line does so in the service."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


def name_of(service: Service) -> str:
    return f"{service.__module__.rpartition('.')[2]}.{service.__name__}"


def rows(tx: Transaction) -> Rows:
    return {table.name: {repr(tuple(row)) for row in tx.all(select(table))} for table in metadata.sorted_tables}


def watched(store: Store, scenario: Scenario) -> tuple[Rows, Rows]:
    """Run a scenario; give the rows before and after the call, both out of its own transaction."""
    call = scenario(sit_down(store))
    with store.write() as tx:
        before = rows(tx)
        call(tx, actor(store))
        return before, rows(tx)


def test_every_service_has_a_scenario_and_every_scenario_a_service() -> None:
    known = {*map(name_of, WRITES), *map(name_of, READS)}
    assert {name_of(service) for service in acting()} == known
    assert not WRITES.keys() & READS.keys()


@pytest.mark.parametrize("service", WRITES, ids=name_of)
def test_what_changes_anything_leaves_a_line(store: Store, service: Service) -> None:
    before, after = watched(store, WRITES[service])
    changed = {table for table in before if before[table] != after[table]}
    assert changed, "the scenario changes nothing: it proves nothing"
    new = [row for table in LINES for row in after[table] - before[table]]
    assert new, f"{sorted(changed)} changed without a line"
    assert any(actor(store).device in row for row in new)
    untouched = LINES - {audit.name} if service in FORGETS else LINES
    assert all(before[table] <= after[table] for table in untouched), "a line that was written stays as it is"


@pytest.mark.parametrize("scenario", READS.values(), ids=map(name_of, READS))
def test_what_only_looks_changes_nothing(store: Store, scenario: Scenario) -> None:
    before, after = watched(store, scenario)
    assert before == after
