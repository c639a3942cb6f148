"""Every kind of page: nothing for axe to find, nothing beside the window, nothing too small to be tapped.

At the table sit seven people with names of twenty letters; beside it lie the example evenings of all games. In the
hall and in the course some names have sixty letters without a space.
"""

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import (
    DESK,
    PHONE,
    SMALL_PHONE,
    Complaints,
    OpenPage,
    Site,
    faults,
    misfits,
)
from tests.browser.halls import full_course, full_hall, table_of
from tests.conftest import SOAK, breadth
from tests.web.playing import TableAt, sit_down
from tests.web.visiting import Visitor

TWENTY_LETTERS = (
    "Maximilianoberhauser", "Annakatharinabrugger", "Franziskaunterlechne", "Bartholomäushochfilz",
    "Elisabethschwaigerln", "Hieronymusweißbacher", "Donaudampfschifffahr",
)  # fmt: skip
# axe needs a second a page, so it looks at some views; what fits a small phone is seen at once in every one
VIEWS = {
    "phone-light-de": (PHONE, False, "de", True),
    "phone-dark-en": (PHONE, True, "en", True),
    "desk-dark-de": (DESK, True, "de", True),
    "small-light-en": (SMALL_PHONE, False, "en", False),
    "small-dark-de": (SMALL_PHONE, True, "de", False),
    "desk-light-en": (DESK, False, "en", False),
}
TABLE = (
    "/", "/abend/1", "/abend/1/weiter", "/abend/1/abrechnung", "/partie/1", "/partie/1/spiele",
    "/partie/1/spiele/1/korrigieren", "/partie/1/spiele/1/aenderungen", "/partie/1/abrechnung", "/gibtsnicht",
    "/partie/1/abrechnung?muenzen=1", "/partie/1/strafe", "/abend/1/auszahlen/1",
    "/leute", "/leute/1", "/leute/1/zusammenlegen", "/leute/1/zusammenlegen?mit=2", "/leute/einlesen",
)  # fmt: skip
EXAMPLES = (
    "/", "/abend/1", "/abend/3", "/partie/2/spiele", "/partie/3", "/partie/3/abrechnung", "/partie/5/abrechnung",
    "/papier", "/hilfe", "/einlesen", "/sicherung",
)  # fmt: skip
HALL = (
    "", "/einstellungen", "/anmeldung", "/anmeldung/3", "/auslosung?runde=3",
    "/auslosung/3/aendern?what=swap&one=1&other=9", "/runde/2", "/runde/2/eingabe?hand=2", "/rangliste?zeile=3",
    "/tafel", "/kassa", "/papier",
)  # fmt: skip
LEARNING = (
    "/lernen", "/spielregeln/bauerntarock/brixental", "/uebungen/jaggln/schipflinger?stufe=schwer&anzahl=5&los=KDF7"
)  # fmt: skip
PRINT_VIEWS = ("abrechnung", "tischordnung", "zettel")

pytestmark = pytest.mark.timeout(600)


@dataclass
class Inspection:
    """What is wrong with the pages of one view, by page."""

    page: Page
    size: tuple[int, int]
    by_axe: bool
    found: dict[str, list[str]] = field(default_factory=dict)
    _looked: int = 0

    def visit(self, address: str) -> None:
        """Load a page and look at it."""
        self.page.goto(address)
        self.look(address)

    def look(self, name: str) -> None:
        """Look at the page with everything unfolded, and nothing covered by the foot that sticks to the window."""
        self.page.evaluate(
            """() => {
                for (const one of document.querySelectorAll("details")) one.open = true;
                document.querySelector(".dock")?.style.setProperty("position", "static");
            }"""
        )
        self._looked += 1
        contrast = SOAK or self._looked % 3 == 1  # all pages have the same colours
        found = faults(self.page, contrast=contrast) if self.by_axe else []
        wrong = [*found, *misfits(self.page, SMALL_PHONE, self.size)]
        if wrong:
            self.found[name] = wrong


def views(*usual: str) -> pytest.MarkDecorator:
    """Look at these views; all tests stay under ten minutes without the others, which the soak looks at too."""
    more = [pytest.param(view) for view in VIEWS if view not in usual]
    return pytest.mark.parametrize("inspection", breadth([*map(pytest.param, usual)], more), indirect=True)


@pytest.fixture
def inspection(request: pytest.FixtureRequest, open_sqlite_page: OpenPage) -> Inspection:
    size, dark, language, by_axe = VIEWS[request.param]
    return Inspection(open_sqlite_page(size, dark=dark, language=language), size, by_axe)


def full_table(site: Site) -> TableAt:
    """Sit down with won, lost, corrected, struck and taken back deals."""
    table = sit_down(site.app, Visitor(site.app), "jaggln", TWENTY_LETTERS)
    for number, (partner, gewisse) in enumerate(((2, "6"), (4, "3"), (6, "9"), (5, "5"), (0, "7")), 1):
        table.enter(partner=TWENTY_LETTERS[partner], gewisse=gewisse, note="Aufgeschrieben nach langer Beratung")
        assert table.now().standing.deals == number
    again = {"key": "k", "number": "1", "partner": table.ids[TWENTY_LETTERS[3]], "gewisse": "8"}
    table.send("spiele/1/korrigieren", {**again, "target": str(table.deal(1).entry.seq)})
    table.send("spiele/2/streichen", {"key": "s", "target": str(table.deal(2).entry.seq)})
    table.enter(partner=TWENTY_LETTERS[3], gewisse="4")
    table.undo()
    return table


@views("phone-light-de")
def test_every_page_of_a_full_table_is_accessible_and_fits(
    inspection: Inspection, sqlite_site: Site, complaints: Complaints
) -> None:
    full_table(sqlite_site)
    for address in TABLE:
        inspection.visit(address)
    page = inspection.page
    page.goto("/partie/1")
    page.locator("[data-save]").click()
    expect(page.locator("#fehlt")).to_be_visible()
    inspection.look("refused")
    page.goto("/partie/1/abrechnung")
    page.locator("label:has([value=kitty])").click()
    expect(page.locator("#payments .whom").first.locator("b")).to_have_count(1)  # somebody and the kitty
    page.locator("#payments .tickit button").first.click()
    expect(page.locator("#payments [aria-pressed=true]")).to_have_count(1)
    inspection.look("kitty")
    page.goto("/partie/1")
    page.locator(".ending button").click()
    expect(page.locator(".winner")).to_be_visible()
    inspection.look("result")
    for status in ("422", "404"):
        complaints.expect(status)
    assert inspection.found == {}


@views("desk-dark-de")
def test_the_empty_house_and_the_examples_of_all_games_are_accessible_and_fit(
    inspection: Inspection, sqlite_site: Site
) -> None:
    inspection.visit("/")
    Visitor(sqlite_site.app).post("/beispiel", {})
    for address in EXAMPLES:
        inspection.visit(address)
    assert inspection.found == {}


@views("phone-light-de")
def test_every_page_of_a_tournament_is_accessible_and_fits(
    inspection: Inspection, sqlite_site: Site, complaints: Complaints
) -> None:
    inspection.visit("/turnier/neu")
    hall = full_hall(sqlite_site.app)
    for address in HALL:
        inspection.visit(f"/turnier/{hall.event}{address}")
    table, _seats = table_of(sqlite_site.app, hall, 2)
    inspection.visit(table.address)
    inspection.visit(f"{table.address}/bestaetigen")
    page = inspection.page
    page.goto(f"/turnier/{hall.event}/runde/2")
    page.locator("#ende button").first.click()
    expect(page.locator(".leftout").first).to_be_visible()
    complaints.expect("422")
    inspection.look("refused")
    assert inspection.found == {}


@views("phone-light-de")
def test_every_page_of_a_course_and_for_learning_is_accessible_and_fits(
    inspection: Inspection, sqlite_site: Site
) -> None:
    inspection.visit("/kurs/neu")
    course = full_course(sqlite_site.app)
    for address in ("", "/stunde/1", "/stunde/2", "/stunde/2/tische?what=move&one=1&table=3"):
        inspection.visit(f"/kurs/{course.event}{address}")
    table, _seats = table_of(sqlite_site.app, course, 1)
    inspection.visit(table.address)
    inspection.visit(f"{table.address}/spiele/1/erklaert?schritt=9&z1-1=5&pruefen=1")
    for address in LEARNING:
        inspection.visit(address)
    assert inspection.found == {}


@pytest.mark.parametrize("language", breadth([pytest.param("de")], [pytest.param("en")]))
def test_print_views_are_accessible(open_sqlite_page: OpenPage, sqlite_site: Site, language: str) -> None:
    full_table(sqlite_site)
    page = open_sqlite_page(DESK, language=language)
    found = {}
    for sheet in PRINT_VIEWS:
        page.goto(f"/partie/1/{sheet}/druck")
        found[sheet] = faults(page)
    assert found == {sheet: [] for sheet in PRINT_VIEWS}
