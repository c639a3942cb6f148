"""A course: from the first name to the first deal, the deal explained, the rules looked up, an exercise solved.

Dobbm, 80 Augen without Solo (rules.md): each of three opponents pays 20, the declarer gets 60.
"""

import io

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.browsing import OpenPage
from tests.browser.journeys.taps import Phone

LEARNERS = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fritz", "Gusti", "Hias")
SHEET = "/uebungen/jaggln/schipflinger?stufe=leicht&anzahl=5&los=KDF7"
"""Its first exercise: Dora, Heidi, Sepp, Moidl, Fani, Emil; Heidi with Fani, 5 Gwiß. rules.md, 2 v 4: +4 and −2."""


def test_a_course_from_the_first_name_to_a_deal_explained(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page)
    begin_the_lesson(page)
    declarer = play_a_deal(Phone(page))
    say_what_each_pays(page, declarer)
    look_up_the_rules(page)


def set_up(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Neuer Kurs").click()
    page.locator("label", has_text="Dobbm").click()
    page.get_by_role("button", name="Kurs anlegen").click()
    page.get_by_label("Teilnehmer eintragen").fill("\n".join(LEARNERS))
    page.get_by_role("button", name="Eintragen").click()
    expect(page.locator(".learners > li")).to_have_count(len(LEARNERS))


def begin_the_lesson(page: Page) -> None:
    page.get_by_role("link", name="Wer ist da?").click()
    for label in page.locator("#anwesend label").all():
        label.click()
    expect(page.locator("#gezaehlt")).to_have_text("8 von 8")
    page.get_by_role("button", name="Tische auslosen").click()
    expect(page.locator("#tische .panel")).to_have_count(2)
    page.get_by_role("button", name="Spielen beginnen").click()
    page.get_by_role("link", name="Weiter zu Tisch 1").click()


def play_a_deal(phone: Phone) -> str:
    """Enter a deal; give who played it."""
    declarer = phone.page.locator("#frage-declarer label .name > :first-child").first.inner_text()
    phone.tap("declarer", declarer)
    phone.type_points("80")
    phone.sees(f"{declarer} gewinnt: +60")
    phone.enter(1)
    return declarer


def say_what_each_pays(page: Page, declarer: str) -> None:
    """Whoever forgets that three pay is told so; then it is right, and every line has its rule."""
    page.get_by_role("link", name="Letztes Spiel erklären").first.click()
    say(page, dict.fromkeys(names(page), -20) | {declarer: 20})
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator(".verdict")).to_contain_text("Ein Betrag ist anders.")
    expect(page.locator(".verdict")).to_contain_text("Die Summe muss 0 sein, hier ist sie −40.")
    expect(page.locator(".guesses > div", has_text=declarer)).to_contain_text("richtig wäre +60")
    say(page, {declarer: 60})
    page.get_by_role("button", name="Noch einmal prüfen").click()
    expect(page.locator(".verdict")).to_contain_text("Alles richtig.")
    expect(page.locator(".built li").first.locator("small")).to_be_visible()


def look_up_the_rules(page: Page) -> None:
    page.get_by_role("link", name="Regeln nachschlagen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spielregeln Dobbm")
    expect(page.get_by_role("heading", name="Durchgerechnet")).to_be_visible()
    page.get_by_role("link", name="Übungen").first.click()
    expect(page.locator(".task").first).to_be_visible()


def test_an_exercise_is_solved_on_screen_and_printed_with_its_solutions(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page()
    page.goto(SHEET)
    right = dict(zip(("Dora", "Heidi", "Sepp", "Moidl", "Fani", "Emil"), (-2, 4, -2, -2, 4, -2), strict=True))
    say(page, right | {"Heidi": -4})
    page.locator(".task").first.get_by_role("button", name="Prüfen").click()
    expect(page.locator("#aufgabe-1 .verdict")).to_contain_text("Ein Betrag ist anders.")
    say(page, {"Heidi": 4})
    page.locator(".task").first.get_by_role("button", name="Noch einmal prüfen").click()
    expect(page.locator(".score")).to_contain_text("1 von 1 richtig")
    sheet = page.get_by_role("link", name="Mit Lösungen drucken").get_attribute("href")
    answer = page.request.get(sheet or "", timeout=60_000)
    pages = [one.extract_text() for one in PdfReader(io.BytesIO(answer.body())).pages]
    assert "KDF7" in pages[0]
    assert "+4" not in pages[0]
    assert "+4" in pages[-1]


def names(page: Page) -> list[str]:
    """Give whose amounts are asked for first."""
    rows = page.locator(".guesses").first.locator("[role=group]").all()
    return [str(row.get_attribute("aria-label")) for row in rows]


def say(page: Page, amounts: dict[str, int]) -> None:
    """Say what some get or pay in what is asked first, as a learner does: a side and a number."""
    for name, units in amounts.items():
        row = page.locator(".guesses").first.get_by_role("group", name=name, exact=True)
        row.locator("label", has_text="zahlt" if units < 0 else "kriegt").click()
        row.get_by_label(f"Betrag von {name}").fill(str(abs(units)))
