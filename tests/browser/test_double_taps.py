"""Every button tapped twice in a moment does what one tap does."""

from playwright.sync_api import Page, expect

from scorekeeper.services import reading
from scorekeeper.services.reading import SittingNow
from scorekeeper.services.settling import Settlement, settle_sitting
from scorekeeper.storage import Store
from tests.browser.browsing import OpenPage, Site


def now(site: Site) -> tuple[SittingNow, Settlement]:
    """Give the first sitting and its settlement."""
    store: Store = site.app.extensions["scorekeeper"]
    with store.read() as tx:
        return reading.sitting_now(tx, 1), settle_sitting(tx, 1)


def begin(page: Page) -> None:
    """Begin an evening of Dobbm for four with a double tap."""
    page.goto("/neu?game=dobbm")
    for name in ("Toni", "Maria", "Franz", "Leni"):
        page.locator("#typed").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(".place .nm").last).to_have_text(name)
    page.locator("#begin").dblclick()
    expect(page.locator("[data-save]")).to_be_visible()


def test_a_whole_evening_of_double_taps(sqlite_site: Site, open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    begin(page)
    with sqlite_site.app.extensions["scorekeeper"].read() as tx:
        assert len(reading.events(tx, 1)) == 1
    page.locator("input[name=declarer]").first.check(force=True)
    page.locator("input[name=bid][value=dobbm]").check(force=True)
    page.locator("input[name=points]").fill("72")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Toni gewinnt")).to_be_visible()  # or it moves the button away from under the mouse
    page.locator("[data-save]").dblclick()
    expect(page.locator("#gesagt")).to_contain_text("eingetragen")
    assert now(sqlite_site)[0].standing.deals == 1
    page.locator("form[action$=rueckgaengig] button").first.dblclick()
    expect(page.locator("form[action$=wiederholen] button")).to_be_visible()
    page.locator("form[action$=wiederholen] button").dblclick()
    expect(page.locator("#gesagt")).to_contain_text("wiederhergestellt")
    assert now(sqlite_site)[0].seq == 3
    page.goto("/partie/1/abrechnung")
    page.locator("#paid-1").dblclick()
    expect(page.locator("#paid-1")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(700)
    assert [line.paid for line in now(sqlite_site)[1].lines] == [True, False, False]
    page.locator("#paid-1").click()
    expect(page.locator("#paid-1")).to_have_attribute("aria-pressed", "false")
    page.goto("/partie/1")
    page.locator("form.ending button").dblclick()
    expect(page.locator("form[action$=oeffnen] button")).to_be_visible()
    page.locator("form[action$=oeffnen] button").dblclick()
    expect(page.locator("[data-save]")).to_be_visible()
    assert now(sqlite_site)[0].seq == 5


def test_a_name_tapped_twice_in_a_moment_is_seated(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    begin(page)
    page.goto("/neu")
    page.locator("#pick-1").dblclick()
    expect(page.locator("#pick-1")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(700)
    expect(page.locator(".place .nm")).to_have_text(["Toni"])
