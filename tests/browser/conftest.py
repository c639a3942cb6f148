"""Chromium, the served application on a database of the test's own, and pages on it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from scorekeeper.app import create_app
from scorekeeper.bootstrap import find_chromium
from scorekeeper.web.backups import AFTER_CLOSING
from tests.apps import KeptTemplates
from tests.browser.browsing import CHROMIUM_ARGUMENTS, PATIENCE_SECONDS, Complaints, OpenPage, Site, opener, served
from tests.conftest import KINDS, breadth

Serve = Callable[[str], Site]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_SECONDS * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(params=breadth(KINDS[:1], KINDS[1:]))
def database_url(request: pytest.FixtureRequest) -> str:
    """SQLite alone, in the soak PostgreSQL too; a test marked ON_BOTH runs on both every time."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def site(database_url: str, serve: Serve) -> Site:
    """The application, served; in the soak and where ON_BOTH says so on both databases."""
    return serve(database_url)


@pytest.fixture
def sqlite_site(sqlite_url: str, serve: Serve) -> Site:
    """The application on SQLite only, for tests of looks and handling."""
    return serve(sqlite_url)


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates) -> Iterator[Serve]:
    """Serves the application on a database until the test ends."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    with ExitStack() as closing:

        def serve(url: str) -> Site:
            app = create_app(url)
            closing.callback(app.extensions["scorekeeper"].close)
            app.jinja_env.bytecode_cache = compiled
            app.config[AFTER_CLOSING] = False  # a process each, which outlives the test
            return closing.enter_context(served(app))

        yield serve


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """What the browser complained about; a test that leaves something here fails."""
    complaints = Complaints()
    yield complaints
    assert complaints.unexpected() == []


@pytest.fixture
def open_page(browser: Browser, site: Site, complaints: Complaints) -> Iterator[OpenPage]:
    """Opens pages on `site`."""
    with ExitStack() as closing:
        yield opener(browser, site, complaints, closing.callback)


@pytest.fixture
def open_sqlite_page(browser: Browser, sqlite_site: Site, complaints: Complaints) -> Iterator[OpenPage]:
    """Opens pages on `sqlite_site`."""
    with ExitStack() as closing:
        yield opener(browser, sqlite_site, complaints, closing.callback)
