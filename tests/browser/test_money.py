"""Money in a real browser: a line opens for another amount, too much asks first, nothing typed is lost."""

from playwright.sync_api import expect

from scorekeeper.domain.games.jaggln import Deal
from scorekeeper.services.entering import enter_deal
from scorekeeper.services.settling import settle_sitting
from scorekeeper.storage import Store
from tests.browser.browsing import Complaints, OpenPage, Site
from tests.printing.evenings import Evening, actor, play_evening


def paid(store: Store, sitting: int) -> list[int]:
    with store.read() as tx:
        return [line.transfer.cents for line in settle_sitting(tx, sitting).lines if line.paid]


def test_a_part_and_then_too_much(sqlite_site: Site, open_sqlite_page: OpenPage, complaints: Complaints) -> None:
    store: Store = sqlite_site.app.extensions["scorekeeper"]
    [sitting] = play_evening(store, Evening(deals=0))
    with store.write() as tx:
        enter_deal(tx, actor(tx), sitting, key="1", number=1, deal=Deal(gewisse=6))
    page = open_sqlite_page()
    page.goto(f"/partie/{sitting}/abrechnung")
    page.locator("#payments summary").first.click()
    amount = page.locator("#payments details[open] input[name=amount]")
    expect(amount).to_have_value("0,20")
    amount.fill("0,05")
    page.locator("#payments details[open] button").dblclick()
    expect(page.locator("#payments .done")).to_have_count(1)
    expect(page.locator("#payments .done .sum")).to_contain_text("von 0,20")
    assert paid(store, sitting) == [5]
    page.locator("#payments summary").first.click()
    amount.fill("3")
    page.locator("#payments details[open] input[name=note]").fill("für alle")
    page.locator("#payments details[open] button").click()
    expect(page.locator("#payments [role=alert]")).to_contain_text("2,85 € mehr, als offen ist")
    expect(amount).to_have_value("3")
    page.get_by_role("button", name="Trotzdem eintragen").click()
    expect(page.locator("#payments .done")).to_have_count(2)
    assert paid(store, sitting) == [5, 300]
    complaints.expect("422")
