"""Who is there at a lesson, ticked on two devices at once: no tap is lost, none is shown that was not saved."""

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.services.evenings import end_evening
from scorekeeper.services.tournament import lessons
from scorekeeper.storage import Store
from tests.browser.browsing import DESK, PHONE, Complaints, OpenPage, Site, faults, misfits
from tests.services.hall import Hall, set_up_course
from tests.services.table import EVENING, actor

EIGHT = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fritz", "Gusti", "Hias")


@pytest.fixture
def course(sqlite_site: Site) -> Hall:
    store: Store = sqlite_site.app.extensions["scorekeeper"]
    found = set_up_course(store, EIGHT)
    found.do(lessons.add_lessons, [lessons.Plan(date=EVENING.date())])
    return found


def opened(open_page: OpenPage, course: Hall, size: tuple[int, int] = PHONE) -> Page:
    page = open_page(size)
    page.goto(f"/kurs/{course.event}/stunde/1")
    return page


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator("#anwesend label", has_text=name).click()


def ticked(page: Page) -> list[str]:
    return [one.splitlines()[0] for one in page.locator("#anwesend label:has(:checked)").all_inner_texts()]


def test_two_devices_tick_at_once_and_see_each_others_people(course: Hall, open_sqlite_page: OpenPage) -> None:
    first, second = opened(open_sqlite_page, course), opened(open_sqlite_page, course)
    tap(first, "Anna", "Bert", "Cilli")
    tap(second, "Dora", "Emil")
    tap(first, "Bert")
    expect(first.locator("#gezaehlt")).to_have_text("4 von 8")
    tap(second, "Fritz")
    expect(second.locator("#gezaehlt")).to_have_text("5 von 8")
    assert course.now().lessons[1].present == frozenset({1, 3, 4, 5, 6})
    assert ticked(second) == ["Anna", "Cilli", "Dora", "Emil", "Fritz"]
    first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # what others tick appears without a tap
    expect(first.locator("#gezaehlt")).to_have_text("5 von 8")
    assert ticked(first) == ["Anna", "Cilli", "Dora", "Emil", "Fritz"]


def test_a_name_is_looked_for_while_typing_and_the_ticks_of_the_others_stay(
    sqlite_site: Site, open_sqlite_page: OpenPage
) -> None:
    course = set_up_course(sqlite_site.app.extensions["scorekeeper"], (*EIGHT, "Müller Resi", "Mueller Toni"))
    course.do(lessons.add_lessons, [lessons.Plan(date=EVENING.date())])
    page = opened(open_sqlite_page, course)
    tap(page, "Anna")
    page.get_by_role("searchbox").press_sequentially("mu")
    expect(page.locator("#anwesend label:visible")).to_have_count(2)
    tap(page, "Müller Resi")
    expect(page.locator("#gezaehlt")).to_have_text("2 von 10")
    assert faults(page) == []
    assert misfits(page, PHONE) == []
    page.get_by_role("searchbox").fill("xx")
    expect(page.locator("#niemand")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#anwesend label:visible")).to_have_count(10)
    assert course.now().lessons[1].present == frozenset({1, 9})


def test_a_tap_that_does_not_arrive_is_taken_back_and_those_behind_it_are_not_lost(
    course: Hall, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = opened(open_sqlite_page, course)
    held: list[Route] = []
    page.route("**/anwesend", lambda route: route.continue_() if held else held.append(route))
    tap(page, "Anna", "Bert", "Cilli")
    while not held:
        page.wait_for_timeout(5)
    assert ticked(page) == ["Anna", "Bert", "Cilli"]
    held[0].abort()
    expect(page.locator("#gezaehlt")).to_have_text("2 von 8")
    complaints.expect("ERR_FAILED")
    complaints.expect("htmx:sendError")
    assert ticked(page) == ["Bert", "Cilli"]
    assert course.now().lessons[1].present == frozenset({2, 3})


def test_without_a_server_the_tick_goes_and_the_page_says_why(
    course: Hall, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = opened(open_sqlite_page, course)
    page.route("**/anwesend", lambda route: route.abort())
    tap(page, "Anna")
    expect(page.locator("#alert")).to_contain_text("Keine Verbindung")
    assert ticked(page) == []
    complaints.expect("ERR_FAILED")
    complaints.expect("htmx:sendError")


def test_a_tap_on_a_course_that_was_ended_meanwhile_says_so(
    course: Hall, open_sqlite_page: OpenPage, complaints: Complaints
) -> None:
    page = opened(open_sqlite_page, course)
    with course.store.write() as tx:
        end_evening(tx, actor(course.store), course.event)
    tap(page, "Anna")
    expect(page.locator("#main > p").first).to_contain_text("wieder geöffnet")
    complaints.expect("409")
    assert not course.now().lessons[1].present


def test_a_learner_is_dragged_to_another_table_after_a_tap_too(course: Hall, open_sqlite_page: OpenPage) -> None:
    course.do(lessons.set_present, 1, dict.fromkeys(range(1, 9), True))
    course.do(lessons.draw_lesson, 1, "KDF7-3QPM")
    page = opened(open_sqlite_page, course, DESK)
    tap(page, "Anna")
    expect(page.locator("#gezaehlt")).to_have_text("7 von 8")
    other = 3 - (course.now().rounds[1].drawn.table_of(2) or 0)
    page.locator("[data-seat='2']").drag_to(page.locator(f"[data-table='{other}'] h3"))
    expect(page.locator("#main h2")).to_have_text(f"Bert sitzt an Tisch {other}")
    page.get_by_role("button", name="Änderung speichern").click()
    expect(page.locator("#flashes")).to_contain_text("Geändert")
    assert course.now().rounds[1].drawn.table_of(2) == other
