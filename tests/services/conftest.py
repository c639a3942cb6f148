"""Open stores: on both databases where the database may matter, else on SQLite alone."""

from collections.abc import Iterator

import pytest

from scorekeeper.storage import Store


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
