"""Beginning an evening where the server takes its time: what is being typed waits until it is whole."""

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.browsing import Complaints, OpenPage


class Gate:
    """Holds back what the form sends, until the test lets it through."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        page.route("**/neu", lambda route: self.held.append(route))  # noqa: PLW0108 playwright marks what it is given

    def arrived(self) -> Route:
        """Wait for the next request, and take it."""
        while not self.held:
            self.page.wait_for_timeout(5)  # lets the browser's messages in
        return self.held.pop(0)

    def let_through(self) -> str:
        """Wait for the next request, let it through, and give the name that it took along."""
        route = self.arrived()
        name = parse_qs(route.request.post_data or "").get("typed", [""])[0]
        route.continue_()
        return name


@pytest.fixture
def page(open_sqlite_page: OpenPage) -> Page:
    page = open_sqlite_page()
    page.goto("/neu")
    return page


@pytest.fixture
def gate(page: Page) -> Gate:
    return Gate(page)


def seated(page: Page) -> list[str]:
    return page.locator(".place .nm").all_inner_texts()


def choice(page: Page, name: str, value: str) -> Locator:
    return page.locator("label", has=page.locator(f"[name={name}][value='{value}']"))


def add(page: Page, name: str) -> None:
    """Type a name and press the Enter key: the browser sends the changed field, then the button pressed by it."""
    page.locator("#typed").press_sequentially(name)
    page.locator("#typed").press("Enter")


def test_a_name_half_typed_when_a_waiting_tap_leaves_is_not_seated(page: Page, gate: Gate) -> None:
    page.locator("#stake-20").click()
    page.locator("#stake-50").click()
    page.locator("#typed").press_sequentially("Ma")
    assert [gate.let_through(), gate.let_through()] == ["", ""]
    expect(page.locator("#stake-50")).to_have_attribute("aria-pressed", "true")
    add(page, "ria")
    assert [gate.let_through(), gate.let_through()] == ["Maria", ""]
    expect(page.locator("#typed")).to_have_value("")
    assert seated(page) == ["Maria"]


def test_a_name_whose_token_was_lost_is_seated_and_the_one_begun_since_is_not(
    page: Page, gate: Gate, complaints: Complaints
) -> None:
    page.context.clear_cookies()
    add(page, "Toni")
    page.locator("#typed").fill("")
    page.locator("#typed").press_sequentially("Ma")
    assert [gate.let_through(), gate.let_through(), gate.let_through()] == ["Toni", "Toni", ""]
    expect(page.locator(".place .nm")).to_have_text("Toni")
    complaints.expect("400")
    add(page, "ria")
    assert [gate.let_through(), gate.let_through()] == ["Maria", ""]
    expect(page.locator(".place .nm")).to_have_text(["Toni", "Maria"])
    expect(page.locator("#typed")).to_have_value("")


def test_a_name_that_could_not_be_seated_stays_with_its_reason_when_a_waiting_tap_leaves(
    page: Page, gate: Gate
) -> None:
    add(page, "Toni")
    assert [gate.let_through(), gate.let_through()] == ["Toni", ""]
    expect(page.locator(".place .nm")).to_have_text("Toni")
    add(page, "Toni")
    page.locator("#stake-50").click()
    assert [gate.let_through(), gate.let_through(), gate.let_through()] == ["Toni", "Toni", "Toni"]
    expect(page.locator("#stake-50")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#wrong-typed")).to_contain_text("Toni sitzt schon am Tisch")
    expect(page.locator("#typed")).to_have_value("Toni")


def test_what_is_typed_while_a_slow_answer_is_on_its_way_stays(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto("/turnier/neu")
    gate = Gate(page)
    page.get_by_label("Titel").fill("Preisjaggln")
    page.get_by_label("Runden").first.fill("7")  # the title leaves its field: the page is asked for anew
    first = gate.arrived()
    page.get_by_label("Spiele pro Runde").fill("4")
    page.get_by_label("Nenngeld in Euro").fill("12")
    first.continue_()
    gate.arrived().continue_()
    expect(page.get_by_text("7 Runden, Tische zu 5")).to_be_visible()
    assert page.get_by_label("Spiele pro Runde").input_value() == "4"
    assert page.get_by_label("Nenngeld in Euro").input_value() == "12"


def test_a_quick_tap_after_typing_is_not_lost_when_the_answer_to_the_typing_comes(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto("/turnier/neu")
    for fold in ("Uhr und Auslosung", "Größe der Tische", "Bei Gleichstand"):
        page.locator("summary").filter(has_text=fold).click()
    gate = Gate(page)
    page.get_by_label("Titel").press_sequentially("Preisjaggln")
    choice(page, "pairing", "swiss").click(delay=20)  # one request: the click takes the title along
    first = gate.arrived()
    choice(page, "table_size", "6").click(delay=20)
    page.locator("select[name=tie_break]").nth(1).select_option("")
    first.continue_()
    for _waiting in range(2):
        gate.arrived().continue_()
    expect(page.get_by_text("3 Runden, Tische zu 6")).to_be_visible()
    expect(page.locator("[name=pairing][value=swiss]")).to_be_checked()
    expect(page.locator("[name=table_size][value='6']")).to_be_checked()
    assert page.locator("select[name=tie_break]").nth(0).input_value() == "best_round"
    page.unroute_all()
    page.get_by_label("Titel").press_sequentially("In Kirchberg: ")
    choice(page, "pairing", "lot").click(delay=20)  # now as fast as it answers
    page.wait_for_load_state("networkidle")
    expect(page.locator("[name=pairing][value=lot]")).to_be_checked()
    assert "In Kirchberg: " in page.get_by_label("Titel").input_value()
