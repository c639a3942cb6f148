"""The table page in a real browser: taps, keys, no scripts, a lost connection; every game, size and light."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import (
    DESK,
    PHONE,
    SMALL_PHONE,
    TABLET,
    Complaints,
    OpenPage,
    Site,
    faults,
    misfits,
)
from tests.conftest import breadth
from tests.web.playing import FOUR, SEVEN, TableAt, sit_down
from tests.web.visiting import Visitor

LONG = (
    "Maximilian Oberhaus", "Anna-Katharina Brugg", "Franziska Unterlechn", "Bartholomäus Hochfil",
    "Elisabeth Schwaigerl", "Hieronymus Weißbache", "Donaudampfschifffahr",
)  # fmt: skip
GAMES = {
    "jaggln": LONG, "matzlfangen": LONG[:4], "bauerntarock": LONG[:5], "dobbm": LONG[:5], "free": LONG,
}  # fmt: skip
# each game in one light, in the soak in both
LIGHTS = breadth(
    [pytest.param(key, number % 2 == 1) for number, key in enumerate(sorted(GAMES))],
    [pytest.param(key, number % 2 == 0) for number, key in enumerate(sorted(GAMES))],
)


@pytest.fixture
def jaggln(sqlite_site: Site) -> TableAt:
    return sit_down(sqlite_site.app, Visitor(sqlite_site.app), "jaggln", SEVEN)


@pytest.fixture
def matzlfangen(sqlite_site: Site) -> TableAt:
    return sit_down(sqlite_site.app, Visitor(sqlite_site.app), "matzlfangen", FOUR)


def seat(page: Page, name: str) -> None:
    """Tap a seat."""
    page.locator("label.seat").filter(has_text=name).click()


def gwiss(page: Page, number: int) -> None:
    page.locator(".gwiss label").filter(has_text=str(number)).click()


def dock(page: Page) -> str:
    return page.locator("#vorschau").inner_text()


def save(page: Page) -> None:
    page.locator("[data-save]").click()


def test_a_usual_deal_is_three_taps_and_the_new_totals_are_seen_at_once(
    jaggln: TableAt, open_sqlite_page: OpenPage
) -> None:
    page = open_sqlite_page()
    page.goto(jaggln.address)
    seat(page, "Hias")
    gwiss(page, 6)
    expect(page.locator("#vorschau")).to_contain_text("Maria und Hias gewinnen: je +4")
    save(page)
    expect(page.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(page.locator("label.seat").filter(has_text="Hias").locator(".u")).to_contain_text("+4")
    expect(page.locator("input:checked")).to_have_count(0)
    page.get_by_role("button", name="Rückgängig: Spiel 1").first.click()
    expect(page.locator("h1")).to_have_text("Spiel 1")
    assert jaggln.now().standing.deals == 0


def test_the_preview_moves_neither_focus_nor_page_and_loses_nothing_that_is_typed(
    matzlfangen: TableAt, open_sqlite_page: OpenPage
) -> None:
    page = open_sqlite_page(SMALL_PHONE)
    page.goto(matzlfangen.address)
    seat(page, "Kathi")
    points = page.locator("#zahl-points")
    points.scroll_into_view_if_needed()
    points.click()
    before = page.evaluate("scrollY")
    page.keyboard.type("102", delay=60)
    expect(page.locator("#vorschau")).to_contain_text("je +2")
    assert points.input_value() == "102"
    expect(points).to_be_focused()
    assert abs(page.evaluate("scrollY") - before) < 40
    expect(page.locator('[name="points.other"]')).to_have_attribute("placeholder", "28")


def test_the_plus_button_tapped_quickly_counts_every_tap(matzlfangen: TableAt, open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto(matzlfangen.address)
    page.locator("#zahl-points").fill("100")
    plus = page.get_by_role("button", name="eins mehr")
    for _ in range(7):
        plus.click(delay=0)
    assert page.locator("#zahl-points").input_value() == "107"
    seat(page, "Kathi")
    expect(page.locator("#vorschau")).to_contain_text("107 von 130")


def test_raises_are_said_step_by_step_and_taken_back(matzlfangen: TableAt, open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto(matzlfangen.address)
    for name in ("Schuß", "Re", "Sub"):
        page.locator(".ladder .next").get_by_role("button", name=name).click()
        expect(page.locator(".ladder .done").last).to_have_text(name)
    page.get_by_role("button", name="Sub zurücknehmen").click()
    expect(page.locator(".ladder .done")).to_have_text(["Schuß", "Re"])


def test_answers_survive_a_phone_that_sleeps_and_are_gone_once_saved(
    jaggln: TableAt, open_sqlite_page: OpenPage
) -> None:
    page = open_sqlite_page()
    page.goto(jaggln.address)
    seat(page, "Franz")
    gwiss(page, 3)
    expect(page.locator("#vorschau")).to_contain_text("verlieren")
    page.reload()
    expect(page.locator("#vorschau")).to_contain_text("Maria und Franz verlieren: je −4")
    save(page)
    expect(page.locator("h1")).to_have_text("Spiel 2")
    page.reload()
    expect(page.locator("#vorschau")).to_contain_text("Fehlt noch: Partner oder kein Partner, Gwiß.")


def test_two_taps_on_the_button_are_one_deal(jaggln: TableAt, open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto(jaggln.address)
    seat(page, "Hias")
    gwiss(page, 6)
    page.locator("[data-save]").dblclick()
    expect(page.locator("h1")).to_have_text("Spiel 2")
    assert jaggln.now().standing.deals == 1


def test_a_lost_connection_keeps_everything_and_the_second_try_is_the_same_deal(
    jaggln: TableAt, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = open_sqlite_page()
    page.goto(jaggln.address)
    seat(page, "Hias")
    gwiss(page, 6)
    expect(page.locator("#vorschau")).to_contain_text("gewinnen")
    page.route("**/eintragen", lambda route: (route.fetch(max_redirects=0), route.abort()))  # saved, but no answer came
    save(page)
    expect(page.locator("#alert")).to_contain_text("Keine Verbindung")
    assert jaggln.now().standing.deals == 1
    page.unroute("**/eintragen")
    save(page)
    expect(page.locator("h1")).to_have_text("Spiel 2")
    expect(page.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    assert jaggln.now().standing.deals == 1
    for part in ("net::ERR_FAILED", "htmx:sendError"):
        complaints.expect(part)


def test_a_cookie_lost_while_the_page_lay_open_is_not_noticed(
    jaggln: TableAt, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = open_sqlite_page()
    page.goto(jaggln.address)
    seat(page, "Hias")
    gwiss(page, 6)
    expect(page.locator("#vorschau")).to_contain_text("gewinnen")
    page.context.clear_cookies()
    save(page)
    expect(page.locator("h1")).to_have_text("Spiel 2")
    assert jaggln.now().standing.deals == 1
    for part in ("400", "Response Status Error Code"):
        complaints.expect(part)


def test_a_deal_entered_meanwhile_is_shown_and_the_typed_one_can_be_the_next(
    jaggln: TableAt, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = open_sqlite_page()
    page.goto(jaggln.address)
    seat(page, "Sepp")
    gwiss(page, 7)
    expect(page.locator("#vorschau")).to_contain_text("gewinnen")
    jaggln.enter(partner="Hias", gewisse="6")
    save(page)
    expect(page.locator("#inzwischen")).to_contain_text("Spiel 1 wurde inzwischen eingetragen")
    expect(page.locator("[data-save]")).to_have_text("Als Spiel 2 eintragen")
    save(page)
    expect(page.locator("#gesagt")).to_contain_text("Spiel 2 eingetragen")
    complaints.expect("409")


def test_what_is_missing_is_said_at_the_top_with_the_way_to_it(
    jaggln: TableAt, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = open_sqlite_page()
    page.goto(jaggln.address)
    gwiss(page, 6)
    save(page)
    expect(page.locator("#fehlt")).to_contain_text("Partner: fehlt")
    expect(page.locator("#fehlt")).to_be_focused()
    assert page.locator('[name="gewisse"][value="6"]').is_checked()
    assert faults(page) == []
    complaints.expect("422")


def test_the_whole_form_is_filled_in_by_keyboard(jaggln: TableAt, open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page(DESK)
    page.goto(jaggln.address)
    page.locator('[name="partner"]').first.focus()
    page.keyboard.press("Space")
    expect(page.locator("#vorschau")).to_contain_text("Gwiß")
    page.locator('[name="gewisse"]').first.focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#vorschau")).to_contain_text("Maria und Franz gewinnen: je +4")
    page.locator("[data-save]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Spiel 2")


def test_without_scripts_every_button_works_and_keeps_the_answers(
    matzlfangen: TableAt, open_sqlite_page: OpenPage
) -> None:
    page = open_sqlite_page(scripts=False)
    page.goto(matzlfangen.address)
    seat(page, "Kathi")
    page.locator("#zahl-points").fill("101")
    page.get_by_role("button", name="eins mehr").click()
    assert page.locator("#zahl-points").input_value() == "102"
    page.get_by_role("button", name="Schuß").click()
    expect(page.locator("#vorschau")).to_contain_text("Lois und Kathi gewinnen: je +4")
    page.get_by_role("button", name="Anderer Spieler").click()
    seat(page, "Burgi")
    page.get_by_role("button", name="Vorschau").click()
    expect(page.locator("#vorschau")).to_contain_text("Burgi und Kathi gewinnen: je +4")
    page.get_by_role("button", name="Eintragen").click()
    expect(page.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    assert matzlfangen.totals() == [4, -4, 4, -4]


@pytest.mark.parametrize("key, dark", LIGHTS)
def test_nothing_sticks_out_nothing_is_too_small_and_axe_finds_nothing(
    key: str, dark: bool, sqlite_site: Site, open_sqlite_page: OpenPage
) -> None:
    table = sit_down(sqlite_site.app, Visitor(sqlite_site.app), key, GAMES[key])
    page = open_sqlite_page(dark=dark)
    page.goto(table.address)
    for part in page.locator("#eintrag details.tuck > summary").all():
        part.click()
    assert misfits(page, SMALL_PHONE, PHONE, TABLET, DESK) == []
    assert faults(page) == []


# on a phone test_accessibility looks at all three every time
@pytest.mark.parametrize(
    "place",
    breadth([pytest.param("spiele/1/korrigieren")], [pytest.param("spiele"), pytest.param("spiele/1/aenderungen")]),
)
def test_the_pages_of_the_deals_fit_and_axe_finds_nothing(
    place: str, sqlite_site: Site, open_sqlite_page: OpenPage
) -> None:
    table = sit_down(sqlite_site.app, Visitor(sqlite_site.app), "jaggln", LONG)
    table.enter(partner=LONG[3], gewisse="9", gematscht="1", note="im Dreck")
    table.enter(partner="", gewisse="2")
    page = open_sqlite_page()
    page.goto(f"{table.address}/{place}")
    for part in page.locator("ol.deals summary").all():
        part.click()
    assert misfits(page, SMALL_PHONE, PHONE, DESK) == []
    assert faults(page) == []
