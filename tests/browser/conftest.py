"""Chromium, the served application on a database of the test's own, and pages on it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from scorekeeper.app import create_app
from scorekeeper.bootstrap import find_chromium
from scorekeeper.web.backups import AFTER_CLOSING
from tests.browser.browsing import CHROMIUM_ARGUMENTS, Complaints, OpenPage, Site, opener, served


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def site(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """The application, served; a test that asks for it runs on both databases."""
    yield from _site(database_url, tmp_path, monkeypatch)


@pytest.fixture
def sqlite_site(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """The application on SQLite only, for tests of looks and handling."""
    yield from _site(sqlite_url, tmp_path, monkeypatch)


def _site(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    app = create_app(url)
    app.config[AFTER_CLOSING] = False  # a process each, which outlives the test
    with served(app) as site:
        yield site
    app.extensions["scorekeeper"].close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """What the browser complained about; a test that leaves something here fails."""
    complaints = Complaints()
    yield complaints
    assert complaints.found == []


@pytest.fixture
def open_page(browser: Browser, site: Site, complaints: Complaints) -> Iterator[OpenPage]:
    """Opens pages on `site`, on both databases."""
    with ExitStack() as closing:
        yield opener(browser, site, complaints, closing.callback)


@pytest.fixture
def open_sqlite_page(browser: Browser, sqlite_site: Site, complaints: Complaints) -> Iterator[OpenPage]:
    """Opens pages on `sqlite_site`."""
    with ExitStack() as closing:
        yield opener(browser, sqlite_site, complaints, closing.callback)
