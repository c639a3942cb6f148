"""An evening in which the stake and a player change: from the first tap to the settlement, on both databases.

Every expected number is worked out by hand from the rules of the game, in the comments.
"""

from playwright.sync_api import expect

from tests.browser.browsing import DESK, OpenPage, faults, sideways
from tests.browser.journeys.taps import Phone, balance, begin_evening, beginning

SIX = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Vroni")


def test_another_stake_from_now_on_undone_and_restored_a_substitute_and_the_settlement(open_page: OpenPage) -> None:
    phone = begin_evening(open_page(), "Jaggln", SIX, dealer="Vroni")
    phone.start()
    phone.tap("partner", "Maria")  # Toni with Maria against four: +4 +4, −2 each, at 10 cents
    phone.tap("gewisse", "6")
    phone.sees("Toni und Maria gewinnen: je +4")
    phone.enter(1)
    doubles_the_stake(phone)
    phone.tap("partner", "kein Partner")  # Maria alone: +10, −2 each, at 20 cents
    phone.tap("gewisse", "6")
    phone.enter(2)
    hias_comes_for_franz(phone)
    phone.tap("partner", "Toni")  # Hias with Toni lose: −4 −4, +2 each, at 20 cents
    phone.tap("gewisse", "4")
    phone.enter(3)
    assert phone.totals() == {"Toni": -2, "Maria": 16, "Hias": -4, "Leni": -2, "Sepp": -2, "Vroni": -2}
    phone.page.get_by_role("link", name=beginning("Abrechnung")).first.click()
    assert balance(phone.payments()) == {
        "Toni": 40 - 40 - 80, "Maria": 40 + 200 + 40, "Franz": -20 - 40, "Hias": -80, "Leni": -20, "Sepp": -20,
        "Vroni": -20,
    }  # fmt: skip
    sheet = phone.paper("Abrechnung als PDF")
    for part in ("Spiel 1: nach Schipflinger, 0,10 €", "Ab Spiel 2: nach Schipflinger, 0,20 €", "Hias", "Franz"):
        assert part in sheet, (part, sheet)


def test_a_tap_on_everything_again_outlives_the_answer_that_was_on_its_way(open_sqlite_page: OpenPage) -> None:
    phone = begin_evening(open_sqlite_page(), "Jaggln", SIX, dealer="Vroni")
    phone.start()
    page = phone.page
    page.get_by_role("link", name="Regeln und Einsatz ändern").click()
    with page.expect_response("**/regeln?*"):
        page.evaluate(
            """() => {
                document.getElementById("stake-20").click();
                document.querySelector("#scope input[value=anfang]").click();
            }"""
        )
    expect(page.get_by_label("Cent je Spielpunkt")).to_have_value("20")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#scope input[value=anfang]")).to_be_checked()


def doubles_the_stake(phone: Phone) -> None:
    page = phone.page
    page.get_by_role("link", name="Regeln und Einsatz ändern").click()
    page.get_by_role("button", name=beginning("20")).click()
    expect(page.get_by_label("Cent je Spielpunkt")).to_have_value("20")
    page.get_by_role("button", name="Zeigen, was sich ändert").click()
    expect(page.locator("#main")).to_contain_text("Spiel 2 zählt als erstes nach diesen Regeln")
    page.get_by_role("button", name="Ab Spiel 2 so spielen").click()
    phone.sees_said("Regeln und Einsatz geändert ab Spiel 2")
    phone.undo()
    phone.sees_said("Änderung von Regeln und Einsatz zurückgenommen")
    page.get_by_role("button", name="Wiederholen").click()
    phone.sees_said("Änderung von Regeln und Einsatz wiederhergestellt")


def hias_comes_for_franz(phone: Phone) -> None:
    page = phone.page
    page.get_by_role("link", name=beginning("Plätze")).click()
    leaves = page.locator("#leaves")
    leaves.locator("label").filter(has_text="Franz").click()
    leaves.get_by_text("wird ersetzt").click()
    leaves.get_by_label("Wer kommt dafür?").fill("Hias")
    leaves.get_by_role("button", name="Zeigen, was sich ändert").click()
    facts = page.locator(".facts")
    expect(facts).to_contain_text("−4 −0,60 €")  # −2 at 10 cents and −2 at 20
    expect(facts).to_contain_text("Maria")
    page.get_by_role("button", name="Hias statt Franz").click()
    phone.sees_said("Plätze geändert: Hias kommt für Franz")
    expect(page.get_by_role("link", name="Franz auszahlen")).to_be_visible()
    page.get_by_role("link", name="Zurück zum Tisch").click()
    phone.sees_deal(3)


def test_what_if_answers_every_tap_in_its_address_and_changes_nothing(open_sqlite_page: OpenPage) -> None:
    page = open_sqlite_page(DESK)
    phone = begin_evening(page, "Jaggln", SIX[:5], dealer="Sepp")
    phone.start()
    phone.tap("partner", "Maria")
    phone.tap("gewisse", "6")
    phone.enter(1)
    page.get_by_role("link", name=beginning("Was wäre, wenn")).click()
    expect(page.locator("#what-if")).to_contain_text("kein Unterschied")
    page.locator("#rules label").filter(has_text="Mayr-Hassler").click()
    toni = page.locator(".compared tr").filter(has_text="Toni")
    expect(toni).to_contain_text("+3")
    expect(toni).to_contain_text("→ +2")  # two thirds of 3
    assert "rules=mayr-hassler" in page.url
    page.locator("#stake").get_by_role("button", name=beginning("50")).click()
    expect(toni).to_contain_text("+1,00 €")
    address = page.url
    page.goto(address)
    expect(toni).to_contain_text("+1,00 €")
    assert faults(page) == []
    assert sideways(page) == []
    page.get_by_role("link", name="Zurück zum Tisch").click()
    assert phone.totals()["Toni"] == 3


def test_the_seats_and_the_rules_work_without_scripts(open_sqlite_page: OpenPage) -> None:
    phone = begin_evening(open_sqlite_page(), "Jaggln", SIX, dealer="Vroni")
    phone.start()
    page = open_sqlite_page(scripts=False)
    page.goto("/partie/1/plaetze")
    page.locator("#joins").get_by_label("Wer kommt?").fill("Hias")
    page.locator("#joins").get_by_role("button", name="Zeigen, was sich ändert").click()
    page.get_by_role("button", name="Hias kommt dazu").click()
    expect(page.locator("#gesagt b")).to_have_text("Plätze geändert: Hias kommt dazu")
    page.goto("/partie/1/regeln")
    page.locator("label").filter(has_text="Mayr-Hassler").click()
    page.get_by_role("button", name="Diese Regeln").click()
    page.get_by_role("button", name="Zeigen, was sich ändert").click()
    page.get_by_role("button", name="Ab Spiel 1 so spielen").click()
    expect(page.locator("#gesagt b")).to_have_text("Regeln und Einsatz geändert ab Spiel 1")
