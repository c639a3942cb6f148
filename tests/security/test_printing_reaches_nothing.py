"""A sheet that was talked into it reaches neither the network nor a file beside static/."""

import io
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pypdf
import pytest

from scorekeeper import assets
from scorekeeper.printing.errors import PrintingError
from scorekeeper.printing.pool import Printer

CANARY = "Zeisig im Käfig"
DRAWING = f"<svg xmlns='http://www.w3.org/2000/svg' width='300' height='40'><text y='20'>{CANARY}</text></svg>"


class Listener(BaseHTTPRequestHandler):
    """Notes what it is asked for."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(DRAWING.encode())

    def log_message(self, *_said: object) -> None:
        """Nothing."""


@pytest.fixture
def listening() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []
    server = HTTPServer(("127.0.0.1", 0), type("Noting", (Listener,), {"asked": asked}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    printer = Printer(assets.static_path())
    yield printer
    printer.close()


ASKING = (
    "<img src='{0}'>", "<object data='{0}' type='image/svg+xml'></object>", "<embed src='{0}'>",
    "<link rel='stylesheet' href='{0}'>", "<link rel='attachment' href='{0}'>", "<a rel='attachment' href='{0}'>x</a>",
    "<style>@import url('{0}'); p {{ background: url('{0}'); content: url('{0}') }}</style><p>x</p>",
    "<style>@font-face {{ font-family: k; src: url('{0}') }} p {{ font-family: k }}</style><p>x</p>",
    "<base href='{0}'><img src='canary.svg'>", "<iframe src='{0}'></iframe>",
    "<ul style=\"list-style-image: url('{0}')\"><li>x</ul>",
    "<svg xmlns='http://www.w3.org/2000/svg'><image href='{0}' width='9' height='9'/><use href='{0}#a'/></svg>",
    "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='{0}'/></svg>\">",
)  # fmt: skip


def test_no_sheet_reaches_the_network_or_another_file(
    tmp_path: Path, printer: Printer, listening: tuple[str, list[str]]
) -> None:
    address, asked = listening
    canary = tmp_path / "canary.svg"
    canary.write_text(DRAWING, encoding="utf-8")
    beside = assets.static_path().resolve().as_uri()
    places = [
        canary.as_uri(), f"{beside}/../{'../' * 12}{str(canary).lstrip('/')}", f"{beside}/%2e%2e/pyproject.toml",
        f"file://localhost{canary}", f"{address}/canary.svg", f"//{address.partition('//')[2]}/canary.svg",
        f"FILE://{canary}", f"ftp://127.0.0.1/{canary}",
    ]  # fmt: skip
    printed = 0
    for place in places:
        body = "".join(asking.format(place) for asking in ASKING)
        try:
            pdf = pypdf.PdfReader(io.BytesIO(printer.pdf(f"<!doctype html><title>x</title>{body}<p>Ende</p>")))
        except PrintingError:
            continue  # refused altogether is as good
        text = "".join(page.extract_text() for page in pdf.pages)
        printed += "Ende" in text
        assert CANARY not in text, place
        assert not pdf.attachments, place
    assert printed
    assert asked == []
