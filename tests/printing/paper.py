"""A printed PDF as a test looks at it: its text page by page, and where every character stands."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

import pypdfium2
from pypdf import PdfReader

MARGIN_PT = 10 * 72 / 25.4  # the sheets' margins are 11 and 12 mm
FOOT_PT = 4 * 72 / 25.4  # the page's number stands in the lower margin
KERNED_PT = 1.5  # so far letters of one word reach into each other


@dataclass(frozen=True)
class Paper:
    """A PDF."""

    data: bytes

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page, with single spaces."""
        document = pypdfium2.PdfDocument(self.data)
        try:
            return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
        finally:
            document.close()

    @property
    def text(self) -> str:
        """The text of all pages."""
        return " ".join(self.pages)

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """The width and height of each page in millimetres."""
        boxes = [page.mediabox for page in PdfReader(BytesIO(self.data)).pages]
        return [(round(float(box.width) * 25.4 / 72), round(float(box.height) * 25.4 / 72)) for box in boxes]

    @property
    def fonts(self) -> set[str]:
        """The names of the fonts, without the prefix of a subset."""
        found = set()
        for page in PdfReader(BytesIO(self.data)).pages:
            for font in page["/Resources"]["/Font"].values():  # type: ignore[index]  # pypdf's objects are dictionaries
                found.add(str(font.get_object()["/BaseFont"]).split("+")[-1].lstrip("/"))
        return found

    def outside(self) -> list[str]:
        """Give every character that stands in a margin or off the page."""
        return self._on_pages(_outside)

    def overprinted(self) -> list[str]:
        """Give every two characters of which one stands on the other."""
        return self._on_pages(_overprinted)

    def _on_pages(self, found: Callable[[pypdfium2.PdfPage], Iterable[str]]) -> list[str]:
        document = pypdfium2.PdfDocument(self.data)
        try:
            return [text for page in document for text in found(page)]
        finally:
            document.close()


def _outside(page: pypdfium2.PdfPage) -> list[str]:
    width, height = page.get_size()
    text = page.get_textpage()
    found = []
    for index in range(text.count_chars()):
        left, bottom, right, top = text.get_charbox(index)
        if left >= MARGIN_PT and right <= width - MARGIN_PT and bottom >= FOOT_PT and top <= height - MARGIN_PT:
            continue
        visible = text.get_text_range(index, 1).strip()
        if visible:
            found.append(visible)
    return found


def _overprinted(page: pypdfium2.PdfPage) -> list[str]:
    text = page.get_textpage()
    shown = [(text.get_charbox(index), text.get_text_range(index, 1)) for index in range(text.count_chars())]
    boxes = sorted((box, character) for box, character in shown if character.strip())
    found = []
    for place, ((left, bottom, right, top), character) in enumerate(boxes):
        for (other_left, other_bottom, other_right, other_top), other in boxes[place + 1 :]:
            if other_left >= right:
                break
            width, height = min(right, other_right) - other_left, min(top, other_top) - max(bottom, other_bottom)
            if width > KERNED_PT and height > KERNED_PT and other_left - left > 0:
                found.append(f"{character}{other}")
    return found
