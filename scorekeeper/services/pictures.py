"""Pictures as people upload them: decoded, made small and written anew, so that nothing but the picture is kept."""

import io
from typing import Final

from PIL import Image, ImageOps

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_
from scorekeeper.services.errors import refuse

MOST_BYTES: Final = 2 * 2**20
LARGEST_SIDE: Final = 600
"""In pixels: as sharp as a printer needs for a picture of five centimetres."""
MOST_PIXELS: Final = 25_000_000
"""A file of a few kilobytes may unpack to gigabytes; this many take 100 MB for a moment."""
_FORMATS: Final = ("PNG", "JPEG", "WEBP")
_BEGINS_AS_TEXT: Final = (b"<?xml", b"<svg", b"<!doctype", b"<!--")
_ALLOWED_MODES: Final = ("RGB", "RGBA", "L", "LA")


def as_png(content: bytes) -> bytes:
    """Read a PNG, JPEG or WebP file and write it anew as a PNG of at most 600 pixels a side. Raises RefusedError."""
    if len(content) > MOST_BYTES:
        raise too_large()
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_BEGINS_AS_TEXT):
        raise refuse("picture", N_("An SVG file may hold programs and addresses: only PNG, JPEG and WebP are taken."))
    try:
        made = _made_anew(content)
    except RefusedError:
        raise
    except Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except Exception as error:  # whatever a broken file makes a decoder raise
        raise refuse("picture", N_("The file is no picture that can be read: PNG, JPEG and WebP are.")) from error
    return made


def too_large() -> RefusedError:
    """Make the error for a file that is too large."""
    return refuse("picture", N_("The file is larger than {most} MB.", most=MOST_BYTES // 2**20))


def _too_many_pixels() -> RefusedError:
    return refuse("picture", N_("The picture has more than {most} million pixels.", most=MOST_PIXELS // 1_000_000))


def _made_anew(content: bytes) -> bytes:
    with Image.open(io.BytesIO(content), formats=_FORMATS) as opened:
        wide, high = opened.size  # out of its head: nothing is unpacked yet
        if wide * high > MOST_PIXELS:
            raise _too_many_pixels()
        opened.draft("RGB", (2 * LARGEST_SIDE, 2 * LARGEST_SIDE))  # a JPEG is unpacked small at once
        picture: Image.Image = ImageOps.exif_transpose(opened)
        if picture.mode not in _ALLOWED_MODES:
            picture = picture.convert("RGBA" if "transparency" in picture.info else "RGB")
        picture.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
        picture.info = {}  # where and when a photograph was taken does not travel along
        written = io.BytesIO()
        picture.save(written, "PNG", optimize=True)
    return written.getvalue()
