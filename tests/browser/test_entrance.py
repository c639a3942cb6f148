"""At the door with a phone: a scanned link, a code, a password, and a deal that was typed when the door had shut."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.services import links
from scorekeeper.storage.links import LinkRow
from tests.apps import KeptTemplates
from tests.browser.browsing import PHONE, Complaints, faults, misfits, opener, served
from tests.web.room import NAME, PASSWORD, Room, opened_room


@pytest.fixture
def room(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates) -> Iterator[Room]:
    with opened_room(sqlite_url, tmp_path / "instance", monkeypatch, compiled) as opened:
        yield opened


def test_an_evening_at_the_door(browser: Browser, room: Room, complaints: Complaints) -> None:
    with ExitStack() as closing:
        site = closing.enter_context(served(room.app))
        open_page = opener(browser, site, complaints, closing.callback)
        phone = open_page(PHONE)
        link = room.link()
        scan(phone, room, link)
        expect(phone.get_by_text("Tisch 1", exact=True)).to_be_visible()
        phone.go_back()
        assert "#" not in phone.url  # the secret left the address bar
        save_at_a_shut_door(phone, room, link, complaints)
        come_back_as_organiser(phone)

        waiting = open_page(PHONE)
        scan(waiting, room, room.link(table=2))
        expect(waiting.get_by_text("An diesem Tisch ist noch nichts begonnen.")).to_be_visible()
        assert faults(waiting) == []


def scan(phone: Page, room: Room, link: LinkRow) -> None:
    phone.goto(f"/karte#{links.token_of(link, room.secret)}")
    phone.wait_for_url(lambda address: "/karte" not in address)


def save_at_a_shut_door(phone: Page, room: Room, link: LinkRow, complaints: Complaints) -> None:
    """The link is revoked while a deal is typed; another code opens the door, and one tap saves the deal."""
    phone.goto(room.table.address)
    phone.locator("label.seat", has_text="Franz").click()
    phone.locator(".gwiss label", has_text="6").click()
    expect(phone.locator("#vorschau")).to_contain_text("gewinnen")
    room.revoke(link)
    phone.get_by_role("button", name="Eintragen").click()
    expect(phone.get_by_text("Alles Eingetippte ist hier aufgehoben")).to_be_visible()
    complaints.expect("401")
    code = phone.get_by_label("Acht Zeichen")
    code.fill("abcd 2345")
    phone.get_by_role("button", name="Zum Tisch").click()
    expect(phone.get_by_text("Dieser Code gilt nicht")).to_be_visible()
    complaints.expect("422")
    assert faults(phone) == []
    assert misfits(phone, PHONE) == []
    code.fill(links.code_of(room.link(), room.secret).lower())
    phone.get_by_role("button", name="Zum Tisch").click()
    phone.get_by_role("button", name="Nochmals absenden").click()
    phone.wait_for_url(f"**{room.table.address}?**")
    expect(phone.locator("#gesagt")).to_contain_text("Spiel 1 eingetragen")
    assert room.table.totals() == [-2, 3, 3, -2, -2]


def come_back_as_organiser(phone: Page) -> None:
    """Leave, and log in looking at the password that is typed."""
    phone.get_by_role("button", name="Verlassen").click()
    expect(phone.get_by_role("heading", name="Eintreten")).to_be_visible()
    phone.get_by_label("Name").fill(NAME)
    phone.get_by_label("Passwort", exact=True).fill(PASSWORD)
    phone.locator("label.showing").click()
    assert phone.get_by_label("Passwort", exact=True).get_attribute("type") == "text"
    phone.get_by_role("button", name="Anmelden").click()
    expect(phone.get_by_role("link", name="Neuer Abend", exact=True)).to_be_visible()


def test_without_scripts_a_code_is_typed(browser: Browser, room: Room, complaints: Complaints) -> None:
    link = room.link()
    with ExitStack() as closing:
        site = closing.enter_context(served(room.app))
        page = opener(browser, site, complaints, closing.callback)(PHONE, scripts=False)
        page.goto(f"/karte#{links.token_of(link, room.secret)}")
        expect(page.get_by_text("Ohne Skripte lässt sich der Link nicht lesen")).to_be_visible()
        page.get_by_label("Acht Zeichen").fill(links.code_of(link, room.secret))
        page.get_by_role("button", name="Zum Tisch").click()
        page.wait_for_url(f"**{room.table.address}")
