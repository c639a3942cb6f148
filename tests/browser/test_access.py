"""The organiser's pages in a browser: nothing for axe to find, everything in the window, addresses copied by a tap."""

import pytest
from flask import Flask

from scorekeeper.services import links
from scorekeeper.services.links import Kind
from scorekeeper.web import store
from tests.browser.browsing import DESK, PHONE, OpenPage, Site
from tests.browser.test_accessibility import TWENTY_LETTERS, Inspection
from tests.conftest import breadth
from tests.web.playing import sit_down
from tests.web.visiting import Visitor

PAGES = (
    "/einstellungen",
    "/zugang",
    "/zugang/link/1",
    "/zugang/link/3",
    "/abend/1/zugang",
    "/abend/1/weiter?tisch=neu",
)


def make_links(app: Flask) -> None:
    """Sit down at a table and make one link of every kind, with long names."""
    sit_down(app, Visitor(app), "jaggln", TWENTY_LETTERS[:5])
    secret = app.config["SECRET_KEY"]
    with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        app.preprocess_request()
        with store.writing() as tx:
            links.make_link(tx, store.actor(), Kind.TABLE, secret=secret, event=1, table_number=999)
            links.make_link(tx, store.actor(), Kind.VIEWER, secret=secret, event=1, label="W" * 60)
            links.make_link(
                tx, store.actor(), Kind.INVITATION, secret=secret, label="Donaudampfschifffahrtsgesellschaft"
            )


@pytest.mark.parametrize("size, dark", breadth([pytest.param(DESK, True)], [pytest.param(PHONE, False)]), ids=str)
def test_the_organisers_pages_are_in_order(
    sqlite_site: Site, open_sqlite_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    make_links(sqlite_site.app)
    inspection = Inspection(open_sqlite_page(size, dark=dark), size, by_axe=True)
    for address in PAGES:
        inspection.visit(address)
    assert inspection.found == {}


def test_an_address_is_copied_by_a_tap(sqlite_site: Site, open_sqlite_page: OpenPage) -> None:
    make_links(sqlite_site.app)
    page = open_sqlite_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/zugang/link/1")
    page.get_by_role("button", name="Kopieren").click()
    page.get_by_role("button", name="Kopiert").wait_for()
    assert "/karte#1." in page.evaluate("navigator.clipboard.readText()")
