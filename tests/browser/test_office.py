"""The office of a tournament with mouse and keyboard: what was refused is in view at once, and the keys are there."""

from playwright.sync_api import Page, expect

from scorekeeper.storage import Store
from tests.browser.browsing import Complaints, OpenPage, Site
from tests.services.hall import Hall, of_ten

LAPTOP = (1280, 800)


def begun(site: Site) -> Hall:
    """Round 1 of one deal is begun at two tables of five."""
    store: Store = site.app.extensions["scorekeeper"]
    hall = of_ten(store, deals=1)
    hall.draw()
    hall.begin()
    return hall


def opened(site: Site, open_page: OpenPage, page_of_round: str = "") -> Page:
    page = open_page(LAPTOP)
    page.goto(f"/turnier/{begun(site).event}/runde/1{page_of_round}")
    return page


def keys(page: Page, *units: int) -> None:
    for one in units:
        page.keyboard.type(str(one))
        page.keyboard.press("Enter")


def test_what_was_refused_is_gone_to_wherever_on_the_page_it_stands(
    sqlite_site: Site, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = opened(sqlite_site, open_sqlite_page)
    page.get_by_role("button", name="Runde 1 abschließen").click()
    asked = page.get_by_text("Es fehlen Ergebnisse.")
    expect(asked).to_be_in_viewport()
    expect(asked).to_be_focused()
    page.get_by_text("Strafe eintragen").click()
    page.get_by_role("combobox", name="Wer", exact=True).fill("Wastl")
    page.get_by_label("Wie viele Punkte").fill("5")
    page.get_by_label("Grund").fill("verleugnet")
    page.get_by_role("button", name="Strafe speichern").click()
    expect(page.get_by_text("Wastl ist hier nicht angemeldet")).to_be_in_viewport()
    expect(page.get_by_role("combobox", name="Wer", exact=True)).to_be_focused()
    complaints.expect("422")


def test_a_sum_that_is_refused_keeps_the_cursor_at_its_table(
    sqlite_site: Site, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = opened(sqlite_site, open_sqlite_page, "/eingabe")
    first, second = page.locator("#tisch-1"), page.locator("#tisch-2")
    first.locator("input.num").first.focus()
    keys(page, 4, -1, -1, -1, -2)
    expect(first.get_by_role("alert")).to_be_visible()
    expect(first.locator("input.num").first).to_be_focused()  # not the tick that waves it through
    complaints.expect("422")
    first.locator("input.num").last.focus()
    first.locator("input.num").last.fill("")
    keys(page, -1)
    expect(first).to_have_class("gridtable saved")
    expect(second.locator("input.num").first).to_be_focused()
