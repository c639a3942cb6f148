"""Two phones at one table: double tap, back button, the same deal twice, stale undo and stale correction."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import PHONE, Complaints, OpenPage, Site, faults, misfits
from tests.web.playing import SEVEN, TableAt, sit_down
from tests.web.visiting import Visitor


@pytest.fixture
def jaggln(site: Site) -> TableAt:
    """Seven people; Toni deals and sits out, Maria is forehand."""
    return sit_down(site.app, Visitor(site.app), "jaggln", SEVEN)


@pytest.fixture
def sqlite_jaggln(sqlite_site: Site) -> TableAt:
    return sit_down(sqlite_site.app, Visitor(sqlite_site.app), "jaggln", SEVEN)


def fill_in(page: Page, partner: str, gewisse: int) -> None:
    """Answer what a usual deal asks, and wait until the page says what it comes to."""
    page.locator("label.seat").filter(has_text=partner).click()
    page.locator(f".gwiss input[value='{gewisse}']").check(force=True)
    expect(page.locator("#vorschau strong")).to_be_visible()


def save(page: Page) -> None:
    page.locator("[data-save]").click()


def both(open_page: OpenPage, table: TableAt) -> tuple[Page, Page]:
    first, second = open_page(), open_page()
    for page in (first, second):
        page.goto(table.address)
    return first, second


def missed(open_page: OpenPage, table: TableAt, complaints: Complaints) -> Page:
    """Let the first phone enter deal 1 with Hias, the second too late with Sepp; give the second."""
    first, second = both(open_page, table)
    fill_in(second, "Sepp", 7)
    fill_in(first, "Hias", 6)
    save(first)
    expect(first.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    save(second)
    expect(second.locator("#inzwischen")).to_contain_text("Spiel 1 wurde inzwischen eingetragen")
    complaints.expect("409")
    return second


def look_again(page: Page) -> None:
    """Let the page ask at once, as it does when somebody looks at it again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_what_the_other_phone_enters_appears_by_itself_and_touches_nothing_that_is_begun(
    jaggln: TableAt, open_page: OpenPage
) -> None:
    first, second = both(open_page, jaggln)
    second.locator("details.tuck summary").last.click()
    second.locator("details.tuck[open]").first.scroll_into_view_if_needed()
    fill_in(first, "Hias", 6)
    save(first)
    expect(first.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    scrolled = second.evaluate("scrollY")
    look_again(second)
    expect(second.locator("h1")).to_have_text("Spiel 2")
    expect(second.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    expect(second.locator("#news")).to_be_hidden()
    expect(second.locator("details.tuck[open]")).to_have_count(1)
    assert abs(second.evaluate("scrollY") - scrolled) < 200
    fill_in(second, "Sepp", 7)
    fill_in(first, "Vroni", 5)
    save(first)
    expect(first.locator("#gesagt")).to_contain_text("Spiel 2 eingetragen")
    look_again(second)
    expect(second.locator("#news")).to_contain_text("Inzwischen wurde Spiel 2 eingetragen.")
    expect(second.locator(".gwiss input[value='7']")).to_be_checked()
    assert faults(second) == []
    assert misfits(second, PHONE) == []
    second.locator("#news").get_by_role("link", name="Übernehmen").click()
    expect(second.locator("h1")).to_have_text("Spiel 3")
    expect(second.locator(".gwiss input:checked")).to_have_count(0)
    fill_in(second, "Sepp", 7)
    save(second)
    expect(second.locator("#gesagt")).to_contain_text("Spiel 3 eingetragen")
    look_again(first)
    expect(first.locator("h1")).to_have_text("Spiel 4")
    fill_in(first, "Hias", 6)
    save(first)
    expect(first.locator("#gesagt")).to_contain_text("Spiel 4 eingetragen")  # it entered, followed, and enters again


def test_a_double_tap_is_one_deal(jaggln: TableAt, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(jaggln.address)
    fill_in(page, "Hias", 6)
    page.locator("[data-save]").dblclick()
    expect(page.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    page.wait_for_timeout(500)
    assert jaggln.now().seq == 1


def test_back_forward_and_a_reload_post_nothing_again(jaggln: TableAt, open_page: OpenPage) -> None:
    page = open_page(scripts=False)
    page.goto(jaggln.address)
    page.locator("label.seat").filter(has_text="Hias").click()
    page.locator(".gwiss input[value='6']").check(force=True)
    save(page)
    expect(page.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    page.reload()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(page.locator(".gwiss input:checked")).to_have_count(0)
    page.go_forward()
    expect(page.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    assert jaggln.now().seq == 1


def test_the_second_phone_enters_its_deal_as_the_next_with_one_tap(
    jaggln: TableAt, open_page: OpenPage, complaints: Complaints
) -> None:
    page = missed(open_page, jaggln, complaints)
    expect(page.locator("#inzwischen")).to_contain_text("Maria mit Hias")
    expect(page.locator(".gwiss input[value='7']")).to_be_checked()
    expect(page.locator("[data-save]")).to_have_text("Als Spiel 2 eintragen")
    save(page)
    expect(page.locator("#gesagt")).to_contain_text("Spiel 2 eingetragen")
    assert [jaggln.deal(number).entry.answers["gewisse"] for number in (1, 2)] == [6, 7]


def test_the_second_phone_proposes_a_correction_sees_the_difference_and_saves_it(
    jaggln: TableAt, open_page: OpenPage, complaints: Complaints
) -> None:
    page = missed(open_page, jaggln, complaints)
    page.get_by_role("button", name="Spiel 1 damit korrigieren").click()
    expect(page.locator("h1")).to_have_text("Spiel 1 korrigieren")
    difference = page.locator("#unterschied")
    expect(difference).to_contain_text("Partner: Sepp statt Hias")
    expect(difference).to_contain_text("Gwiß: 7 statt 6")
    expect(difference).to_contain_text("Sepp +4 statt −2")
    assert faults(page) == []
    assert misfits(page, PHONE) == []
    save(page)
    expect(page.locator(".saidline").first).to_contain_text("Spiel 1 korrigiert")
    assert jaggln.now().standing.deals == 1
    assert jaggln.deal(1).entry.answers["partner"] == jaggln.ids["Sepp"]
    page.goto(jaggln.address)  # nothing of it waits in the form of the next deal
    expect(page.locator(".gwiss input:checked")).to_have_count(0)


def test_a_proposal_works_without_scripts(
    sqlite_jaggln: TableAt, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = open_sqlite_page(PHONE, scripts=False)
    page.goto(sqlite_jaggln.address)
    page.locator("label.seat").filter(has_text="Sepp").click()
    page.locator(".gwiss input[value='7']").check(force=True)
    sqlite_jaggln.enter(partner="Hias", gewisse="6")
    save(page)
    expect(page.locator("#inzwischen")).to_contain_text("Maria mit Hias")
    complaints.expect("409")
    page.get_by_role("button", name="Spiel 1 damit korrigieren").click()
    expect(page.locator("#unterschied")).to_contain_text("Gwiß: 7 statt 6")
    save(page)
    expect(page.locator(".saidline").first).to_contain_text("Spiel 1 korrigiert")


def test_a_stale_undo_takes_nothing_back_and_shows_what_stands_there_now(jaggln: TableAt, open_page: OpenPage) -> None:
    jaggln.enter(partner="Hias", gewisse="6")
    first, second = both(open_page, jaggln)
    fill_in(first, "Hias", 5)
    save(first)
    expect(first.locator("#gesagt")).to_contain_text("Spiel 2 eingetragen")
    second.locator("form[action$=rueckgaengig] button").first.click()
    expect(second.locator("#flashes")).to_contain_text("Nicht ausgeführt")
    expect(second.locator("#flashes")).to_contain_text("Zuletzt: Spiel 2 eingetragen")
    expect(second.locator("h1")).to_have_text("Spiel 3")
    assert jaggln.now().seq == 2


def test_a_stale_correction_keeps_what_was_typed_and_shows_the_version_that_counts(
    jaggln: TableAt, open_page: OpenPage, complaints: Complaints
) -> None:
    jaggln.enter(partner="Hias", gewisse="6")
    first, second = open_page(), open_page()
    for page in (first, second):
        page.goto(f"{jaggln.address}/spiele/1/korrigieren")
    for page, gewisse in ((second, 8), (first, 3)):
        page.locator(f".gwiss input[value='{gewisse}']").check(force=True)
        expect(page.locator("#unterschied")).to_contain_text(f"Gwiß: {gewisse} statt 6")
    save(first)
    expect(first.locator(".saidline").first).to_contain_text("Spiel 1 korrigiert")
    save(second)
    expect(second.locator("#inzwischen")).to_contain_text("Spiel 1 wurde inzwischen geändert")
    complaints.expect("409")
    expect(second.locator("#inzwischen")).to_contain_text("3 Gwiß")
    expect(second.locator(".gwiss input[value='8']")).to_be_checked()
    expect(second.locator("#unterschied")).to_contain_text("Gwiß: 8 statt 3")
    assert jaggln.deal(1).entry.answers["gewisse"] == 3
    save(second)
    expect(second.locator(".saidline").first).to_contain_text("Spiel 1 korrigiert")
    assert jaggln.deal(1).entry.answers["gewisse"] == 8
