"""A whole short evening with JavaScript switched off: every tap sends the form, and nothing typed gets lost."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import Complaints, OpenPage
from tests.browser.journeys.taps import Phone, balance, beginning

FOUR = ("Burgi", "Lois", "Kathi", "Schorsch")


def test_a_short_evening_of_matzlfangen_needs_no_scripts(open_page: OpenPage, complaints: Complaints) -> None:
    page = open_page(scripts=False)
    phone = start(page)

    def totals(*units: int) -> None:
        assert phone.totals() == dict(zip(FOUR, units, strict=True))

    # Rufen with 67 against 63 after Schuß: 1 + 1
    phone.tap("partner", "Kathi")
    phone.type_points("66")
    page.get_by_role("button", name="eins mehr").click()
    expect(points(phone)).to_have_value("67")
    expect(chosen(phone, "partner")).to_have_text(beginning("Kathi"))
    phone.raise_to("raises", "Schuß", "Re")
    page.get_by_role("button", name="Re zurücknehmen").click()
    phone.sees("Burgi und Kathi gewinnen: je +2", "die anderen 2: je −2")
    phone.enter(1)
    totals(2, -2, 2, -2)

    # no partner, and 129 points that no cards add up to: nothing is saved, everything typed stays
    phone.type_points("129")
    page.get_by_text("Notiz", exact=True).click()
    page.get_by_label("Notiz zu diesem Spiel").fill("Streit um den Matzl")
    page.locator("[data-save]").click()
    expect(page.get_by_role("alert")).to_contain_text("Noch nicht eingetragen:")
    expect(points(phone)).to_have_value("129")
    expect(page.get_by_label("Notiz zu diesem Spiel")).to_have_value("Streit um den Matzl")
    complaints.expect("422")

    # Rufen with 100: exactly 30 for the others is a plain win, 1
    phone.tap("partner", "Kathi")
    phone.type_points("100")
    page.get_by_role("button", name="Vorschau").last.click()
    phone.sees("Lois und Kathi gewinnen: je +1")
    phone.enter(2)
    totals(1, -1, 3, -3)

    # Durch failed, 6 to each; the form has to learn first that there is nobody to call
    phone.tap("contract", "Durch")
    page.get_by_role("button", name="Vorschau").last.click()
    phone.tap("made", "nein")
    phone.enter(3)
    totals(7, 5, -15, 3)
    phone.undo()
    phone.sees_said("Spiel 3 zurückgenommen")
    totals(1, -1, 3, -3)
    page.get_by_role("button", name="Wiederholen").click()
    totals(7, 5, -15, 3)

    tap_twice_and_go_back(phone, complaints)
    totals(7, 5, -15, 3)
    settle(phone)


def start(page: Page) -> Phone:
    page.goto("/neu")
    page.locator("#main .games label").filter(has_text="Matzlfangen").click()
    page.get_by_role("button", name="Dieses Spiel übernehmen").click()
    for name in FOUR:
        page.locator("#typed").fill(name)
        page.get_by_role("button", name="Dazu").click()
    phone = Phone(page)
    phone.start()
    return phone


def points(phone: Phone) -> Locator:
    return phone.question("points").get_by_role("textbox").first


def chosen(phone: Phone, question: str) -> Locator:
    return phone.question(question).locator("label:has(input:checked)")


def tap_twice_and_go_back(phone: Phone, complaints: Complaints) -> None:
    """Two taps are one deal; the form of a deal that is in already says what is in, and enters nothing."""
    page = phone.page
    page.goto("/partie/1")
    phone.tap("partner", "Kathi")
    phone.type_points("65")  # 65 : 65, nobody pays
    page.locator("[data-save]").dblclick()
    phone.sees_said("Spiel 4 eingetragen")
    phone.sees_deal(5)
    page.go_back()
    page.locator("[data-save]").click()
    expect(page.locator("#inzwischen")).to_contain_text("Spiel 4 wurde inzwischen eingetragen")
    expect(page.locator("#inzwischen")).to_contain_text("65 Augen, unentschieden")
    complaints.expect("409")
    page.get_by_role("link", name="Ist dasselbe").click()
    phone.sees_deal(5)


def settle(phone: Phone) -> None:
    """+7, +5, −15 and +3 are three payments of Kathi's, 15 in all; through the kitty they are four."""
    page = phone.page
    page.get_by_role("link", name="Abrechnung").first.click()
    page.locator("label").filter(has_text="über die Kassa").click()
    page.get_by_role("button", name="So zahlen").click()
    expect(page.locator("#payments li")).to_have_count(4)
    page.locator("label").filter(has_text="wenigste Zahlungen").click()
    page.get_by_role("button", name="So zahlen").click()
    expect(page.locator("#payments li")).to_have_count(3)
    assert balance(phone.payments()) == {"Burgi": 70, "Lois": 50, "Kathi": -150, "Schorsch": 30}
    for paid in range(3):
        page.locator("#payments").get_by_role("button", name="bezahlt").nth(paid).click()
        expect(page.locator("#payments [aria-pressed=true]")).to_have_count(paid + 1)
    expect(page.get_by_role("heading", level=2).first).to_have_text("Alles bezahlt, alles ausgeglichen")
