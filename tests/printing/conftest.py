"""A printer for all tests of a worker, and a database for each test."""

from collections.abc import Callable, Iterator

import pytest

from scorekeeper import assets
from scorekeeper.printing.pool import Printer
from scorekeeper.printing.rendering import html
from scorekeeper.printing.sheets import Sheet
from scorekeeper.storage import Store
from tests.printing.paper import Paper


@pytest.fixture(scope="session")
def printer() -> Iterator[Printer]:
    made = Printer(assets.static_path())
    yield made
    made.close()


@pytest.fixture
def store(sqlite_url: str) -> Iterator[Store]:
    made = Store(sqlite_url)
    yield made
    made.close()


@pytest.fixture
def printed(printer: Printer) -> Callable[[Sheet], Paper]:
    return lambda sheet: Paper(printer.pdf(html(sheet)))
