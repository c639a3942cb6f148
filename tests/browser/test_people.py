"""People with scripts: a slip is looked at before an evening begins, a list comes in by two taps."""

from playwright.sync_api import Page, expect

from tests.browser.browsing import Complaints, OpenPage, Site
from tests.web.playing import sit_down
from tests.web.visiting import Visitor

FIVE = ("Josef", "Maria", "Franz", "Leni", "Sepp")


def test_a_slip_still_in_the_field_is_seen_before_the_evening_begins(
    site: Site, open_page: OpenPage, complaints: Complaints
) -> None:
    sit_down(site.app, Visitor(site.app), "jaggln", FIVE)
    page = open_page()
    page.goto("/neu")
    for name in FIVE[1:]:
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    page.fill("#typed", "Joisef")
    page.click(
        "#begin", delay=150
    )  # as long as a finger presses a mouse: the answer to the typing must not come in between
    expect(page.locator("#mend")).to_contain_text("Joisef ist neu, Josef ist bekannt.")
    complaints.expect("422")
    assert page.url.endswith("/neu")
    page.get_by_role("button", name="Josef gemeint?").click()
    expect(page.locator(".order .nm")).to_have_text([*FIVE[1:], "Josef"])
    page.click("#begin")
    page.wait_for_url("**/partie/2")
    expect(page.locator("main")).to_contain_text("Josef")


def _read_in(page: Page, data: bytes) -> None:
    page.set_input_files("input[type=file]", {"name": "liste.csv", "mimeType": "text/csv", "buffer": data})
    page.click("main button.main")


def test_a_list_from_windows_comes_in_with_its_umlauts(sqlite_site: Site, open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto("/leute")
    page.get_by_role("link", name="Liste einlesen").click()
    _read_in(page, "Vorname;Nachname\r\nJörg;Großrubatscher\r\nKäthe;Öttl\r\n".encode("cp1252"))
    expect(page.get_by_role("button", name="wie unter Windows")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="wie auf einem alten Mac").click()
    expect(page.locator(".names li").first).not_to_have_text("Jörg Großrubatscher")
    page.get_by_role("button", name="wie unter Windows").click()
    expect(page.locator(".names li")).to_have_text(["Jörg Großrubatscher", "Käthe Öttl"])
    page.get_by_role("button", name="2 Leute aufnehmen").click()
    expect(page.locator("#flashes")).to_contain_text("Eingelesen: 2 neu, 0 schon bekannt.")
    expect(page.locator(".links b")).to_have_text(["Jörg Großrubatscher", "Käthe Öttl"])
