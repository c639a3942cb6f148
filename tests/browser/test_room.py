"""The app is opened to the room in the browser: the page goes on by itself, logged in, and a phone comes in."""

import os
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, expect

from scorekeeper.own_address import own_address
from tests.browser.browsing import DESK, PHONE
from tests.cli.processes import ORGANISER, PASSWORD, Serving, status

STARTS = 90_000

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a signal is sent another way there")


def test_opened_in_the_browser_the_page_goes_on_logged_in_a_phone_is_asked_and_closed_it_goes_on_alone(
    browser: Browser, tmp_path: Path
) -> None:
    if own_address() == "127.0.0.1":
        pytest.skip("this machine has no network")
    with Serving(("run", "--workers", "1", "--port", "0"), tmp_path / "instance") as server:
        port = server.line(r"Scorekeeper is at http://127\.0\.0\.1:(\d+)")[1]
        here = browser.new_page(viewport={"width": DESK[0], "height": DESK[1]}, locale="de-AT")
        status("127.0.0.1", int(port))
        here.goto(f"http://127.0.0.1:{port}/")
        here.get_by_role("link", name="Handys im Raum").click()
        here.get_by_label("Name").fill(ORGANISER)
        here.get_by_label("Passwort").fill(PASSWORD)
        here.get_by_label("Noch einmal").fill(PASSWORD)
        here.get_by_role("button", name="Für die Handys im Raum öffnen").click()
        expect(here.get_by_role("heading", name="So kommt man hinein")).to_be_visible(timeout=STARTS)
        address = f"http://{own_address()}:{port}/"
        expect(here.locator(".address")).to_have_text(address.removeprefix("http://").rstrip("/"))
        here.screenshot(path=tmp_path / "beamed.png")
        with Image.open(tmp_path / "beamed.png") as picture:
            assert [code.text for code in zxingcpp.read_barcodes(picture)] == [address]

        phone = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="de-AT")
        phone.goto(address)
        expect(phone.locator("input[name=password]")).to_have_count(1)  # who is not logged in is asked

        here.get_by_role("button", name="Wieder nur dieser Computer").click()
        expect(here.get_by_role("button", name="Für die Handys im Raum öffnen")).to_be_visible(timeout=STARTS)
        here.context.close()
        phone.context.close()
        assert server.end() == 0
