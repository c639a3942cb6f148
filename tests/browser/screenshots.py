"""Makes the pictures of the README: `make screenshots`."""

import io
import os
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from scorekeeper.app import create_app
from scorekeeper.bootstrap import find_chromium
from scorekeeper.services import demo
from scorekeeper.web import store
from tests.browser.browsing import CHROMIUM_ARGUMENTS, PHONE, served

FOLDER = Path(__file__).resolve().parents[1] / "screenshots"
TABLE, SETTLEMENT = "/partie/1", "/partie/1/abrechnung"
SHEET_PIXELS_PER_POINT = 2
COLOURS = 48


def main() -> None:
    """Serve the example evenings and photograph them."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SCOREKEEPER_INSTANCE"] = folder
        app = create_app(f"sqlite:///{folder}/scorekeeper.sqlite3")
        with app.test_request_context(), store.writing() as tx:
            demo.demo_evenings(tx, store.actor())
        with served(app) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGUMENTS))
            context = browser.new_context(
                base_url=site.url, viewport={"width": PHONE[0], "height": PHONE[1]}, device_scale_factor=2,
                color_scheme="light", locale="de-AT",
            )  # fmt: skip
            page = context.new_page()
            _table(page)
            _settlement(page)
            _sheet(page)
            browser.close()
        app.extensions["scorekeeper"].close()


def _table(page: Page) -> None:
    """A deal half a minute after the last card: partner and Gwiß are tapped, the foot says who pays."""
    page.goto(TABLE)
    page.locator("label:has(input[name=partner])").nth(2).click()
    page.locator("label:has(input[name=gewisse][value='7'])").click()
    page.wait_for_function("document.querySelector('.dock')?.innerText.includes('je')")
    page.mouse.move(0, 0)
    page.evaluate("window.scrollTo(0, 0)")
    _save(Image.open(io.BytesIO(page.screenshot())), "table")


def _settlement(page: Page) -> None:
    page.goto(SETTLEMENT)
    _save(Image.open(io.BytesIO(page.screenshot())), "settlement")


def _sheet(page: Page) -> None:
    answer = page.request.get(f"{SETTLEMENT}.pdf")
    document = pypdfium2.PdfDocument(answer.body())
    _save(document[0].render(scale=SHEET_PIXELS_PER_POINT).to_pil(), "sheet")
    document.close()


def _save(picture: Image.Image, name: str) -> None:
    """Keep a picture small: the pages have few colours."""
    picture.convert("RGB").quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
