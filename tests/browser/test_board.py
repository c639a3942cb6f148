"""The wall board turns its pages: nobody is left out, however many columns the names need."""

import pytest
from playwright.sync_api import Page

from scorekeeper.services.tournament import ceremony
from tests.browser.browsing import OpenPage, Site
from tests.browser.halls import LONG_NAMES
from tests.conftest import breadth
from tests.services.hall import set_up

WALL = (1280, 720)
OLD_PROJECTOR = (1024, 768)
READING_MS = 9_100
VISIBLE = """() => {
    const box = document.querySelector(".shown .leaf").getBoundingClientRect();
    return [...document.querySelectorAll(".shown .leaf .who")].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
    }).map((one) => one.textContent);
}"""


@pytest.mark.parametrize(
    "people, screen",
    breadth([pytest.param(18, OLD_PROJECTOR)], [pytest.param(n, WALL) for n in (10, 18, 25, 40, 103)]),
)
def test_every_name_is_shown_on_one_of_the_pages(
    sqlite_site: Site, open_sqlite_page: OpenPage, people: int, screen: tuple[int, int]
) -> None:
    names = tuple(f"{number} {LONG_NAMES[number % len(LONG_NAMES)]}"[:60] for number in range(people))
    hall = set_up(sqlite_site.app.extensions["scorekeeper"], names=names)
    hall.draw()
    page = open_sqlite_page(screen)
    page.clock.install()
    page.goto(f"/turnier/{hall.event}/tafel")
    assert set(names) <= seen_on_the_pages(page)


def test_the_wall_is_as_wide_as_the_window_while_the_last_round_is_secret(
    sqlite_site: Site, open_sqlite_page: OpenPage
) -> None:
    hall = set_up(sqlite_site.app.extensions["scorekeeper"], names=LONG_NAMES)
    hall.play(1)
    hall.do(ceremony.set_hidden, hidden=True)
    page = open_sqlite_page(WALL)
    page.goto(f"/turnier/{hall.event}/tafel")
    page.locator(".secret").wait_for()
    assert [page.locator(one).evaluate("one => one.offsetWidth") for one in (".top", ".slide.shown")] == [WALL[0]] * 2


def test_a_list_is_set_closer_where_that_saves_a_page(sqlite_site: Site, open_sqlite_page: OpenPage) -> None:
    hall = set_up(sqlite_site.app.extensions["scorekeeper"], names=tuple(f"Sepp Huber {one}" for one in range(22)))
    hall.draw()
    page = open_sqlite_page(WALL)
    page.goto(f"/turnier/{hall.event}/tafel")
    page.locator("#namen.shown").wait_for()
    assert len(page.evaluate(VISIBLE)) == 22


def seen_on_the_pages(page: Page) -> set[str]:
    """Give the names that can be read, page by page, until the seating by table comes."""
    seen: set[str] = set()
    page.locator("#namen.shown").wait_for()
    while page.locator("#namen.shown").count():
        seen.update(page.evaluate(VISIBLE))
        page.clock.run_for(READING_MS)
    return seen
