"""Beginning an evening in a real browser: taps, keys, dragging, without scripts, on every size, in both lights."""

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
from tests.web.playing import sit_down
from tests.web.visiting import Visitor

FIVE = ("Toni", "Maria", "Franz", "Leni", "Sepp")
LONG = (
    "Maximilian Oberhaus",
    "Anna-Katharina Brugg",
    "Franziska Unterlechn",
    "Bartholomäus Hochfil",
    "Elisabeth Schwaigerl",
    "Hieronymus Weißbache",
    "Donaudampfschifffahr",
)


def seat(page: Page, names: tuple[str, ...]) -> None:
    """Type names, each with the Enter key."""
    for name in names:
        page.locator("#typed").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(".place .nm").last).to_have_text(name)


def seated(page: Page) -> list[str]:
    return page.locator(".place .nm").all_inner_texts()


def begin(page: Page) -> None:
    page.get_by_role("button", name="Abend beginnen").click()
    page.wait_for_url("**/partie/*")


def test_an_evening_of_five_known_players_starts_in_fifteen_taps(open_page: OpenPage, site: Site) -> None:
    sit_down(site.app, Visitor(site.app), "jaggln", FIVE)
    page = open_page()
    page.goto("/")
    page.get_by_role("link", name="Neuer Abend").click()  # 1
    for name in reversed(FIVE):  # 2 to 6
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".place")).to_have_count(5)
    page.locator("#dealer label", has_text="Maria").click()  # 7
    expect(page.locator(".dock .say")).to_contain_text("Maria gibt, Toni ist Vorhand.")
    begin(page)  # 8


def test_the_same_people_again_are_three_taps(open_sqlite_page: OpenPage, sqlite_site: Site) -> None:
    sit_down(sqlite_site.app, Visitor(sqlite_site.app), "jaggln", FIVE)
    page = open_sqlite_page()
    page.goto("/")
    page.get_by_role("link", name="Neuer Abend").click()
    page.get_by_role("button", name="Dieselben wie am").click()
    expect(page.locator(".place")).to_have_count(5)
    begin(page)


def test_taps_faster_than_the_server_are_all_counted(open_sqlite_page: OpenPage, sqlite_site: Site) -> None:
    sit_down(sqlite_site.app, Visitor(sqlite_site.app), "jaggln", FIVE)
    page = open_sqlite_page()
    page.goto("/neu")
    # six taps in the same moment, and "begin" after them
    page.evaluate(
        """() => {
            for (const chip of [...document.querySelectorAll(".chip")]) chip.click();
            document.getElementById("begin").click();
        }"""
    )
    page.wait_for_url("**/partie/*")


def test_a_tap_on_the_dealer_outlives_the_answer_that_was_on_its_way(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto("/neu")
    seat(page, FIVE)
    page.evaluate(
        """() => {
            document.getElementById("refresh").click();
            document.querySelector("#dealer input[type=radio]").click();
        }"""
    )
    expect(page.locator(".dock .say")).to_contain_text("Toni gibt, Maria ist Vorhand.")


def test_seats_are_dragged_by_the_grip(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page(DESK)
    page.goto("/neu")
    seat(page, FIVE)
    grip, target = page.locator(".grip").nth(4), page.locator(".place").nth(0)
    grip.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), target.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 10, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 40, steps=8)
    page.mouse.move(end["x"] + 10, end["y"] + 4, steps=4)
    page.mouse.up()
    expect(page.locator(".dock .say")).to_contain_text("Leni gibt, Sepp ist Vorhand.")
    assert seated(page) == ["Sepp", "Toni", "Maria", "Franz", "Leni"]


def test_everything_works_by_keyboard(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto("/neu")
    page.locator("#typed").focus()
    for name in FIVE:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(".place .nm").last).to_have_text(name)
    page.locator("[id='up-+Maria']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".place .nm").first).to_have_text("Maria")
    page.get_by_role("radio", name="Franz").focus()
    page.keyboard.press("Space")
    expect(page.locator(".dock .say")).to_contain_text("Franz gibt, Leni ist Vorhand.")
    page.locator("#begin").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/partie/*")


def test_another_game_changes_rules_options_and_limits_at_once(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto("/neu")
    seat(page, FIVE[:3])
    page.get_by_text("Regeln anpassen").click()
    page.locator("#main label", has_text="Bauerntarock").click()
    expect(page.locator("#people .head")).to_contain_text("3 bis 5 am Tisch, 3 gewählt")
    expect(page.get_by_text("Regeln anpassen")).to_be_visible()
    assert page.locator("#options").get_attribute("open") is not None  # what was folded open stays open
    assert seated(page) == list(FIVE[:3])


def test_what_was_chosen_outlives_a_reload(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto("/neu")
    seat(page, FIVE)
    page.reload()
    expect(page.locator(".place")).to_have_count(5)
    assert seated(page) == list(FIVE)


SLOW = """
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (body) { setTimeout(() => send.call(this, body), 400); };
"""


def test_names_added_faster_than_the_server_answers_are_all_seated_in_their_order(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.add_init_script(SLOW)
    page.goto("/neu")
    for name in FIVE[:3]:
        page.locator("#typed").fill(name)
        page.locator("#add").click()
    for name in FIVE[3:]:
        page.locator("#typed").fill(name)
        page.locator("#typed").press("Enter")
    expect(page.locator(".place")).to_have_count(5, timeout=30_000)
    assert seated(page) == list(FIVE)
    expect(page.locator("#typed")).to_have_value("")


def test_a_lost_cookie_loses_nothing(open_sqlite_page: OpenPage, complaints: Complaints) -> None:
    page = open_sqlite_page()
    page.goto("/neu")
    seat(page, FIVE[:4])
    page.context.clear_cookies()
    seat(page, FIVE[4:])
    complaints.expect("400")
    assert seated(page) == list(FIVE)
    page.context.clear_cookies()
    page.get_by_role("button", name="Abend beginnen").click()
    page.get_by_role("button", name="Nochmals absenden").click()
    page.wait_for_url("**/partie/*")
    complaints.expect("400")


def test_without_a_connection_the_page_says_so_and_keeps_what_was_typed(
    open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = open_sqlite_page()
    page.goto("/neu")
    seat(page, FIVE[:2])
    page.context.set_offline(True)
    page.locator("#add").click()
    expect(page.get_by_role("alert")).to_contain_text("Keine Verbindung.")
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    complaints.found.clear()
    page.context.set_offline(False)
    seat(page, FIVE[2:])
    expect(page.locator("#alert")).to_be_hidden()
    assert seated(page) == list(FIVE)


def test_it_works_without_scripts(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page(scripts=False)
    page.goto("/neu")
    for name in FIVE:
        page.locator("#typed").fill(name)
        page.get_by_role("button", name="Dazu").click()
    page.get_by_role("button", name="Maria einen Platz nach vorne").click()
    page.get_by_role("button", name="20 Cent").click()
    assert seated(page) == ["Maria", "Toni", "Franz", "Leni", "Sepp"]
    begin(page)
    page.goto("/abend/1")
    expect(page.locator("main")).to_contain_text("0,20 € je Spielpunkt")


@pytest.mark.parametrize(
    "size, dark",
    breadth(
        [pytest.param(DESK, True)],
        [
            pytest.param(SMALL_PHONE, False),
            pytest.param(PHONE, False),
            pytest.param(PHONE, True),
            pytest.param(TABLET, False),
        ],
    ),
    ids=str,
)
def test_pages_fit_and_are_accessible_with_seven_long_names(
    open_sqlite_page: OpenPage, complaints: Complaints, size: tuple[int, int], dark: bool
) -> None:
    page = open_sqlite_page(size, dark=dark)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        found[name] = [*faults(page), *misfits(page, SMALL_PHONE, size)]

    page.goto("/")
    look("empty home")
    page.goto("/neu")
    seat(page, LONG)
    page.get_by_text("Regeln anpassen").click()
    page.get_by_text("Titel, Datum und Zahlweise").click()
    look("start")
    begin(page)
    page.goto("/neu")
    page.get_by_role("button", name="Abend beginnen").click()
    expect(page.locator("#mend")).to_be_visible()
    look("start refused")
    for address in ("/", "/abend/1", "/abend/1/weiter", "/papier", "/hilfe", "/gibtsnicht"):
        page.goto(address)
        look(address)
    for status in ("422", "404"):
        complaints.expect(status)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
