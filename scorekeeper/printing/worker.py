"""The printing process: HTML in, PDF out. The only place that imports WeasyPrint, which takes two seconds.

Run as `python -m scorekeeper.printing.worker STATIC_FOLDER`; it ends when its standard input does.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from scorekeeper.printing import frames
from scorekeeper.printing.pictures import PICTURE, picture_in

Render = Callable[[str], bytes]


def inside(url: str, folder: Path) -> Path:
    """Give the file that a URL names. Raises PermissionError for everything but a file in the folder."""
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc not in {"", "localhost"}:
        raise PermissionError(url)
    path = Path(url2pathname(unquote(parts.path) if os.name != "nt" else parts.path)).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise PermissionError(url)
    return path


def renderer(static: Path) -> Render:
    """Import WeasyPrint and give what makes a PDF. Raises ImportError or OSError where something is missing."""
    from weasyprint import HTML  # noqa: PLC0415  two seconds, paid in this process only
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415  the same
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415 the same

    class StaticOnly(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no types
        """Reaches files of static/ and nothing else; a picture that the sheet brings along need not be reached for."""

        def fetch(self, url: str, headers: Any = None) -> Any:  # noqa: ANN401  WeasyPrint's signature
            if url.startswith(PICTURE):
                return URLFetcherResponse(url, picture_in(url), {"Content-Type": "image/png"})
            return super().fetch(inside(url, static).as_uri(), headers)

    base = static.resolve().as_uri() + "/"
    fonts = FontConfiguration()  # kept: to unpack the fonts takes half as long as a sheet

    def render(html: str) -> bytes:
        pdf: bytes = HTML(string=html, base_url=base, url_fetcher=StaticOnly()).write_pdf(font_config=fonts)
        return pdf

    return render


def serve(requests: BinaryIO, answers: BinaryIO, load: Callable[[], Render]) -> None:
    """Say whether printing works here, then print until the requests end."""
    try:
        render = load()
    except (ImportError, OSError) as error:
        frames.send(answers, frames.UNAVAILABLE, str(error).encode())
        return
    frames.send(answers, frames.READY)
    while (frame := frames.receive(requests)) is not None:
        try:
            pdf = render(frame[1].decode())
        except Exception as error:  # noqa: BLE001  whatever goes wrong is the sheet's fault, and the next one may be well
            frames.send(answers, frames.FAILED, _place_of(error).encode())
        else:
            frames.send(answers, frames.PDF, pdf)


def _place_of(error: Exception) -> str:
    """Say where a sheet went wrong, for the log; the error's own words may hold what somebody typed."""
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.filename}:{place.lineno}"


def main() -> None:
    """Serve the parent process over the standard streams; what libraries print must not get among the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, whose end closes our input
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        serve(sys.stdin.buffer, answers, lambda: renderer(Path(sys.argv[1])))
    except BrokenPipeError:
        os._exit(0)  # nobody waits for the answer, and flushing it again at exit would only complain


if __name__ == "__main__":
    main()
