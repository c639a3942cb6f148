"""Three evenings from the first tap to the signed sheet, in a real browser on both databases.

Every expected number is worked out by hand from the rules of the game, in the comments.
"""

from playwright.sync_api import Page, Route, expect

from tests.browser.browsing import Complaints, OpenPage, Site
from tests.browser.journeys.taps import Phone, balance, begin_evening
from tests.conftest import ON_BOTH
from tests.web.playing import sit_down
from tests.web.visiting import Visitor

SEVEN = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni", "Hias")
FOUR_TAROCKERS = ("Anna", "Bert", "Cilli", "Dora")
FOUR = ("Burgi", "Lois", "Kathi", "Schorsch")


def with_doaba_counting_double(page: Page) -> None:
    page.get_by_text("Regeln anpassen").click()
    page.get_by_label("ohne Doaba zählt mal").fill("2")
    page.keyboard.press("Tab")
    expect(page.locator("#options summary")).to_contain_text("1 Regel ist abgeändert")


# seven at the table: the dealer sits out, forehand plays; rate 2 from each opponent, half each for two
JAGGLN = (
    # who sits out, what is tapped, what the preview says, totals after it
    ("Toni", {"partner": "Hias", "gewisse": "6"}, "Maria und Hias gewinnen: je +4", (0, 4, -2, -2, -2, -2, 4)),
    ("Maria", {"partner": "Vroni", "gewisse": "3"}, "Franz und Vroni verlieren: je −4", (2, 4, -6, 0, 0, -6, 6)),
    ("Franz", {"partner": "kein Partner", "gewisse": "7"}, "Leni gewinnt: +10", (0, 2, -6, 10, -2, -8, 4)),
    # gematscht: times 2
    ("Leni", {"partner": "Toni", "gewisse": "9", "gematscht": "gematscht"}, "Sepp und Toni gewinnen: je +8",
     (8, -2, -10, 10, 6, -12, 0)),
    # without the Doaba: times 2 at this table
    ("Sepp", {"partner": "Maria", "gewisse": "5", "talon": "ohne Doaba"}, "Vroni und Maria gewinnen: je +8",
     (4, 6, -14, 6, 6, -4, -4)),
    ("Vroni", {"partner": "Leni", "gewisse": "0", "gematscht": "gematscht"}, "Hias und Leni verlieren: je −8",
     (8, 10, -10, -2, 10, -4, -12)),
    # both: 2 × 2 × 2 from each of four
    ("Hias", {"partner": "Maria", "gewisse": "6", "talon": "ohne Doaba", "gematscht": "gematscht"},
     "Toni und Maria gewinnen: je +16", (24, 26, -18, -10, 2, -12, -12)),
)  # fmt: skip


@ON_BOTH  # the other journeys only in the soak
def test_jaggln_with_seven_from_the_first_name_to_the_paid_and_printed_settlement(open_page: OpenPage) -> None:
    phone = begin_evening(open_page(), "Jaggln", SEVEN, dealer="Toni")
    with_doaba_counting_double(phone.page)
    phone.start()
    for deal, (sits_out, answers, preview, totals) in enumerate(JAGGLN, 1):
        assert phone.sitting_out() == [sits_out]
        for question, answer in answers.items():
            phone.tap(question, answer)
        phone.sees(preview)
        phone.enter(deal)
        assert phone.totals() == dict(zip(SEVEN, totals, strict=True))
    assert phone.sitting_out() == ["Toni"]  # and round again
    settle_and_pay(phone)
    end_the_evening(phone)


def settle_and_pay(phone: Phone) -> None:
    """Vroni and Hias even Toni out; the other four need three payments: five in all, and no way with four."""
    page = phone.page
    page.get_by_role("link", name="Abrechnung").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text("5 Zahlungen, dann ist alles ausgeglichen")
    payments = phone.payments()
    assert len(payments) == 5
    assert ("Vroni", "Toni", 120) in payments
    assert ("Hias", "Toni", 120) in payments
    assert balance(payments) == {
        "Toni": 240, "Maria": 260, "Franz": -180, "Leni": -100, "Sepp": 20, "Vroni": -120, "Hias": -120,
    }  # fmt: skip
    sheet = phone.paper("Abrechnung als PDF")
    for part in (*SEVEN, "+24", "+26", "−18", "−10", "−12", "1,20 €", "2,40 €", "1,80 €"):
        assert part in sheet, (part, sheet)
    for left, paid in zip(("4 Zahlungen", "3 Zahlungen", "2 Zahlungen", "eine Zahlung"), range(4), strict=True):
        page.locator("#payments").get_by_role("button", name="bezahlt").nth(paid).click()
        expect(page.get_by_role("heading", level=2).first).to_contain_text(left)
    page.locator("#payments").get_by_role("button", name="bezahlt").last.click()
    expect(page.get_by_role("heading", level=2).first).to_have_text("Alles bezahlt, alles ausgeglichen")


def end_the_evening(phone: Phone) -> None:
    page = phone.page
    page.get_by_role("button", name="Partie beenden").click()
    page.goto("/abend/1")
    page.get_by_role("button", name="Abend beenden").click()
    expect(page.get_by_role("button", name="Abend wieder öffnen")).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("Läuft gerade")).to_have_count(0)


def test_bauerntarock_to_the_announced_end_and_a_correction_that_reopens_it(open_page: OpenPage) -> None:
    phone = begin_evening(open_page(), "Bauerntarock", FOUR_TAROCKERS, dealer="Anna")
    phone.start()
    page = phone.page

    # only the declarer's score moves: 2^doublings × (points + Spatz − 60)
    phone.tap("declarer", "Bert")
    phone.type_points("72")  # 72 − 60
    phone.sees("Bert", "+12")
    phone.enter(1)
    assert phone.totals() == {"Anna": 0, "Bert": 12, "Cilli": 0, "Dora": 0}

    phone.tap("declarer", "Anna")
    phone.type_points("85")
    phone.tap("spatz", "Spatz im letzten Stich gefangen")  # 10 more
    phone.raise_to("doublings", "Spritzen", "Resi")  # times 4
    phone.sees("Anna", "+140")
    phone.enter(2)
    assert phone.totals() == {"Anna": 140, "Bert": 12, "Cilli": 0, "Dora": 0}
    expect(page.locator(".notice")).to_have_text("letzte Runde, noch 2 Spiele")

    phone.tap("declarer", "Cilli")
    phone.question("points").get_by_role("textbox").last.fill("72")  # the defenders': 48 for the declarer
    phone.tap("spatz", "Spatz an die Gegner verloren")  # 5 less
    phone.raise_to("doublings", "Spritzen")
    phone.sees("Cilli", "−34")
    phone.enter(3)
    expect(page.locator(".notice")).to_have_text("letzte Runde, noch 1 Spiel")

    phone.tap("declarer", "Dora")
    phone.type_points("60")
    phone.tap("spatz", "Spatz eines Gegners gefangen")  # 5 more
    phone.raise_to("doublings", "Spritzen")
    phone.sees("Dora", "+10")
    phone.enter(4)
    expect(page.locator(".winner")).to_have_text("Anna hat gewonnen")
    assert phone.result() == {"Anna": 140, "Bert": 12, "Dora": 10, "Cilli": -34}

    page.get_by_role("link", name="Abrechnung").first.click()
    sees_anna_paid(phone)
    correct_the_second_deal(phone)


def sees_anna_paid(phone: Phone) -> None:
    """140 − 12 = 128 from Bert, 140 − 10 = 130 from Dora, 140 + 34 = 174 and 20 more from Cilli, who is last."""
    assert sorted(phone.payments()) == [("Bert", "Anna", 1280), ("Cilli", "Anna", 1940), ("Dora", "Anna", 1300)]
    total, difference, last, units = "Endstand", "Differenz zum Sieger", "Zuschlag für den Letzten", "Spielpunkte"
    rows = {name: phone.derivation(name) for name in FOUR_TAROCKERS}
    assert [rows["Anna"][head] for head in (total, difference, last, units)] == ["+140", "+432", "+20", "+452"]
    assert [rows["Bert"][head] for head in (total, difference, units)] == ["+12", "−128", "−128"]
    assert [rows["Cilli"][head] for head in (total, difference, last, units)] == ["−34", "−174", "−20", "−194"]
    assert [rows["Dora"][head] for head in (total, difference, units)] == ["+10", "−130", "−130"]
    sheet = phone.paper("Abrechnung als PDF")
    for part in (*FOUR_TAROCKERS, "Differenz", "+140", "−34", "174", "12,80 €", "19,40 €", "13,00 €", "45,20 €"):
        assert part in sheet, (part, sheet)


def correct_the_second_deal(phone: Phone) -> None:
    """With 62 points instead of 85 it is 4 × (62 + 10 − 60) = 48: nobody has 100, so the game goes on."""
    page = phone.page
    page.get_by_role("link", name="Zurück zum Tisch").click()
    page.get_by_role("link", name="Alle 4 Spiele").click()
    page.locator("#spiel-2 summary").click()
    page.locator("#spiel-2").get_by_role("link", name="Korrigieren").click()
    phone.type_points("62")
    phone.sees("Anna", "+48")
    page.get_by_role("button", name="Korrektur speichern").click()
    expect(page.locator(".saidline b")).to_have_text("Spiel 2 korrigiert")
    page.get_by_role("link", name="Zurück zum Tisch").click()
    phone.sees_deal(5)
    expect(page.locator(".notice")).to_have_count(0)
    assert phone.totals() == {"Anna": 48, "Bert": 12, "Cilli": -34, "Dora": 10}

    phone.undo()
    expect(page.locator(".winner")).to_have_text("Anna hat gewonnen")
    assert phone.result() == {"Anna": 140, "Bert": 12, "Dora": 10, "Cilli": -34}


def test_matzlfangen_with_raises_and_the_matzl_undone_redone_and_never_entered_twice(
    open_page: OpenPage, complaints: Complaints
) -> None:
    phone = begin_evening(open_page(), "Matzlfangen", FOUR, dealer="Schorsch")
    phone.start()
    call_and_drive(phone)
    phone.undo()
    phone.sees_said("Spiel 3 zurückgenommen")
    sees_totals(phone, 6, -6, 6, -6)
    phone.page.get_by_role("button", name="Wiederholen").click()
    phone.sees_said("Spiel 3 wiederhergestellt")
    sees_totals(phone, 3, -9, 15, -9)
    enter_while_the_connection_breaks(phone, complaints)
    sees_totals(phone, -3, -15, 9, 9)
    go_back_and_enter_again(phone)
    sees_totals(phone, -3, -15, 9, 9)
    meet_another_phone(phone, Phone(open_page()), complaints)


def sees_totals(phone: Phone, *units: int) -> None:
    assert phone.totals() == dict(zip(FOUR, units, strict=True))


def call_and_drive(phone: Phone) -> None:
    """Enter three deals: Rufen with raises, and two of Treiben with the Matzl."""
    page = phone.page
    # Rufen 102 with Schuß and Re: no water for 28, (1 + 2) × 2 = 6
    phone.tap("partner", "Kathi")
    phone.question("points").get_by_role("textbox").last.fill("28")
    expect(phone.question("points").get_by_role("textbox").first).to_have_value("102")
    assert phone.question("raises").get_by_role("button").all_inner_texts() == ["Schuß\nnächste Stufe"]
    phone.raise_to("raises", "Schuß", "Re")
    phone.sees("Burgi und Kathi gewinnen: je +6", "die anderen 2: je −6")
    page.locator("[data-save]").dblclick()
    phone.sees_said("Spiel 1 eingetragen")
    phone.sees_deal(2)
    sees_totals(phone, 6, -6, 6, -6)

    # Treiben lost with 50 after Schuß, but Lois caught the Matzl: nobody pays
    phone.tap("contract", "Treiben")
    phone.type_points("50")
    phone.raise_to("raises", "Schuß")
    phone.sees("Lois verliert: −6")
    phone.tap("matzl", "Spieler")
    phone.sees("niemand zahlt: 0")
    phone.enter(2)
    sees_totals(phone, 6, -6, 6, -6)

    # Treiben 105: no water, 2; the Matzl caught and claimed, 3 from each
    phone.tap("contract", "Treiben")
    phone.type_points("105")
    phone.tap("matzl", "Spieler")
    phone.sees("Kathi gewinnt: +6")
    phone.tap("matzl_claimed", "Bonus verlangt")
    phone.sees("Kathi gewinnt: +9", "die anderen 3: je −3")
    phone.enter(3)
    sees_totals(phone, 3, -9, 15, -9)


def enter_while_the_connection_breaks(phone: Phone, complaints: Complaints) -> None:
    """Durch made, 6 from each: the server hears it, its answer gets lost; the second tap is still one deal."""
    page = phone.page
    phone.tap("contract", "Durch")
    phone.tap("made", "ja")
    phone.sees("Schorsch gewinnt: +18")

    def lose_the_answer(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/eintragen", lose_the_answer)
    page.locator("[data-save]").click()
    expect(page.get_by_role("alert")).to_contain_text("Keine Verbindung.")
    complaints.expect("ERR_FAILED")
    complaints.expect("htmx:sendError")
    page.unroute("**/eintragen")
    phone.enter(4)


def go_back_and_enter_again(phone: Phone) -> None:
    """The page before shows the table as it is now, not the deal that is in already."""
    page = phone.page
    page.get_by_role("link", name="Alle 4 Spiele").click()
    expect(page.locator("ol.deals > li")).to_have_count(4)
    page.go_back()
    phone.sees_deal(5)
    phone.sees("Fehlt noch:")
    page.locator("[data-save]").click()
    expect(page.locator("#fehlt")).to_contain_text("Noch nicht eingetragen:")


def meet_another_phone(phone: Phone, other: Phone, complaints: Complaints) -> None:
    """Both enter deal 5: the second keeps its answers, sees what the first entered, and may enter them as deal 6."""
    other.page.goto("/partie/1")
    for one, points in ((phone, "70"), (other, "80")):
        one.tap("partner", "Lois" if one is phone else "Schorsch")
        one.type_points(points)
        one.sees("je +1")
    phone.enter(5)
    other.page.locator("[data-save]").click()
    expect(other.page.locator("#inzwischen")).to_contain_text("Spiel 5 wurde inzwischen eingetragen")
    expect(other.page.locator("#inzwischen")).to_contain_text("70 Augen")
    expect(other.question("points").get_by_role("textbox").first).to_have_value("80")
    other.sees("Lois und Schorsch gewinnen: je +1")  # who is forehand in deal 6
    other.page.get_by_role("button", name="Als Spiel 6 eintragen").click()
    other.sees_said("Spiel 6 eingetragen")
    complaints.expect("422")
    complaints.expect("409")
    phone.page.reload()
    assert phone.totals() == other.totals() == {"Burgi": -3, "Lois": -13, "Kathi": 7, "Schorsch": 9}


def test_a_payment_ticked_on_a_page_that_is_out_of_date_is_not_made_and_says_so(
    sqlite_site: Site, open_sqlite_page: OpenPage
) -> None:
    table = sit_down(sqlite_site.app, Visitor(sqlite_site.app), "jaggln", SEVEN)
    table.enter(partner="Hias", gewisse="6")
    page = open_sqlite_page()
    page.goto("/partie/1/abrechnung")
    table.send("abrechnung/zahlweise", {"payout": "kitty"})
    page.locator("#payments").get_by_role("button", name="bezahlt").first.click()
    expect(page.locator("#flashes")).to_contain_text("inzwischen haben sich die Zahlungen geändert")
    expect(page.locator("#payments li")).to_have_count(6)  # Maria and Hias draw 4 each, four pay 2 in
    expect(page.locator("#payments [aria-pressed=true]")).to_have_count(0)
