"""A real Chromium on a real server: pages that complain when something goes wrong, and what the tests ask of them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Page
from werkzeug.serving import make_server

PHONE = (390, 844)
SMALL_PHONE = (320, 640)
TABLET = (768, 1024)
DESK = (1280, 900)

# a busy computer may take its time; a test that goes well never waits so long
PATIENCE_SECONDS = 40

CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# what WCAG 2.2 AA asks for, and what experience asks for besides
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # what is right need not be described
    "preload": False,  # there are no sounds and films here
}

# htmx reports a request that a newer one replaced like a failure; one that really fails says htmx:sendError besides
OVERTAKEN = ("htmx:sendAbort", "htmx:afterRequest")


@dataclass(frozen=True, slots=True)
class Site:
    """The application as it is served."""

    url: str
    app: Flask


@contextmanager
def served(app: Flask) -> Iterator[Site]:
    """Serve the application on a free port until the block ends."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{server.port}", app)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass
class Complaints:
    """What the browser found wrong; answers that a test expects are taken out by their status."""

    found: list[str] = field(default_factory=list)
    _pages: list[Page] = field(default_factory=list)
    _expected: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Hear everything that goes wrong on a page."""
        page.on("console", self.note)
        page.on("pageerror", lambda error: self.found.append(str(error)))
        self._pages.append(page)

    def note(self, message: ConsoleMessage) -> None:
        """Keep an error or a warning of the console; that a newer tap took the place of an older one is neither."""
        if message.type in {"error", "warning"} and not message.text.startswith(OVERTAKEN):
            self.found.append(message.text)

    def expect(self, part: str) -> None:
        """Take out what the test provoked; the browser may say it a moment after the page has changed."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not any(part in text for text in self.found) and time.monotonic() < deadline:
            self._pages[-1].wait_for_timeout(20)
        assert any(part in text for text in self.found), self.found
        self.found[:] = [text for text in self.found if part not in text]
        self._expected.append(part)

    def unexpected(self) -> list[str]:
        """Give what no test expects; the browser and htmx each say the same, and not always at once."""
        return [text for text in self.found if not any(part in text for part in self._expected)]


class OpenPage(Protocol):
    """Opens a page of its own device."""

    def __call__(
        self, size: tuple[int, int] = PHONE, *, dark: bool = False, scripts: bool = True, language: str = "de"
    ) -> Page: ...


def opener(
    browser: Browser, site: Site, complaints: Complaints, closing: Callable[[Callable[[], None]], Any]
) -> OpenPage:
    """Make the function that opens pages on the site."""

    def open_page(
        size: tuple[int, int] = PHONE, *, dark: bool = False, scripts: bool = True, language: str = "de"
    ) -> Page:
        context = browser.new_context(
            base_url=site.url, viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light",
            java_script_enabled=scripts, locale="de-AT", timezone_id="Europe/Vienna", reduced_motion="reduce",
        )  # fmt: skip
        if language != "de":
            context.add_cookies([{"name": "language", "value": language, "url": site.url}])
        closing(context.close)
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        page = context.new_page()
        complaints.listen(page)
        return page

    return open_page


def faults(page: Page, *, contrast: bool = True) -> list[str]:
    """Give what axe finds wrong, one line per place; the contrast of every letter takes it half of its time."""
    options = AXE_OPTIONS if contrast else {**AXE_OPTIONS, "rules": {"color-contrast": {"enabled": False}}}
    results = Axe().run(page, options=options)
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in results.response["violations"]
        for node in violation["nodes"]
    ]


def sideways(page: Page) -> list[str]:
    """Give the elements that stick out of the window at the right; the wall board's lists turn their own pages."""
    found: list[str] = page.evaluate(
        """() => {
            const wide = document.documentElement.clientWidth + 0.5;
            return [...document.body.querySelectorAll("*")]
                .filter((one) => one.getBoundingClientRect().right > wide)
                .filter((one) => !one.closest(".vh, .skip, svg, [hidden], .paged .leaf"))
                .map((one) => one.outerHTML.slice(0, 120));
        }"""
    )
    return found


def small_targets(page: Page) -> list[str]:
    """Give everything to be tapped that is smaller than 44 px high or wide; the look asks for 48 px with its edge."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, textarea")]
            .filter((one) => {
                const box = one.getBoundingClientRect();
                const shown = box.width > 1 && getComputedStyle(one).visibility !== "hidden";
                return shown && !one.closest(".vh, .skip, p > a, dd a") && (box.height < 44 || box.width < 44);
            })
            .map((one) => one.outerHTML.slice(0, 120))"""
    )
    return found


def misfits(page: Page, *sizes: tuple[int, int]) -> list[str]:
    """Give what sticks out or is too small in windows of these sizes, one after the other; the last one stays."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} px: {one}" for one in (*sideways(page), *small_targets(page))]
    return found
