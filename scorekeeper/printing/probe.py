"""Whether PDFs can be printed here: one word, through the process and the fonts that sheets go through."""

import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from scorekeeper import assets
from scorekeeper.printing.pool import Printer

_PAGE: Final = '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="print/sheet.css"><body>Äpfel'
_OURS: Final = re.compile(rb"Fira.?Sans")
_STREAM: Final = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)


def finds_its_font() -> bool:
    """Print, and tell whether the sheets' own font is in it. Raises PrintingError where nothing can be printed."""
    printer = Printer(assets.static_path(), processes=1)
    try:
        pdf = printer.pdf(_PAGE)
    finally:
        printer.close()
    return any(_OURS.search(part) for part in (pdf, *_unpacked(pdf)))


def _unpacked(pdf: bytes) -> Iterator[bytes]:
    for stream in _STREAM.findall(pdf):
        with suppress(zlib.error):  # what is not packed was looked at already
            yield zlib.decompressobj().decompress(stream)
