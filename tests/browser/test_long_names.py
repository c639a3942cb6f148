"""Names of sixty letters without a space: no page of a phone scrolls sideways."""

import pytest

from tests.browser.browsing import PHONE, SMALL_PHONE, OpenPage, Site, sideways
from tests.conftest import breadth
from tests.web.playing import sit_down
from tests.web.visiting import Visitor

LONG = tuple(f"Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen{number:02}" for number in range(5))


@pytest.mark.parametrize("size", breadth([pytest.param(SMALL_PHONE)], [pytest.param(PHONE)]), ids=str)
def test_no_page_scrolls_sideways(sqlite_site: Site, open_sqlite_page: OpenPage, size: tuple[int, int]) -> None:
    table = sit_down(sqlite_site.app, Visitor(sqlite_site.app), "dobbm", LONG)
    assert table.enter(declarer=LONG[1], bid="solo", points="120").status_code == 200
    page = open_sqlite_page(size)
    for place in ("", "/spiele", "/spiele/1/korrigieren", "/spiele/1/aenderungen", "/abrechnung"):
        page.goto(table.address + place)
        assert sideways(page) == [], place
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), place
    page.goto("/neu")
    assert sideways(page) == []
