"""Open stores: on both databases where the database may matter, else on SQLite alone.

Every service is run on both in `test_audit_lines`, long evenings in `test_evening_model`.
"""

from collections.abc import Iterator

import pytest

from scorekeeper.storage import Store
from tests.conftest import KINDS, breadth

RECKONED = ("test_paying", "test_seating", "test_settling", "test_what_if")
"""What they try is reckoned and the database only keeps it: on SQLite, in the soak on PostgreSQL too."""


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the databases of the tests that only reckon."""
    if "database_url" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in RECKONED:
        chosen = pytest.mark.parametrize("database_url", breadth(KINDS[:1], KINDS[1:]), indirect=True)
        metafunc.definition.add_marker(chosen)


@pytest.fixture
def store(database_url: str, quick_passwords: None) -> Iterator[Store]:
    opened = Store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def sqlite_store(sqlite_url: str, quick_passwords: None) -> Iterator[Store]:
    opened = Store(sqlite_url)
    yield opened
    opened.close()
