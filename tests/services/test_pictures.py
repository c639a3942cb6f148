"""A picture is decoded and written anew; what is none, or too much, is refused."""

import io
import struct
import zlib

import pytest
from PIL import Image

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services.pictures import MOST_BYTES, as_png


def written(kind: str, size: tuple[int, int] = (1200, 900), mode: str = "RGB", **more: object) -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, "#24418c" if mode == "RGB" else None).save(file, kind, **more)
    return file.getvalue()


def opened(content: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(content), formats=["PNG"])
    picture.load()
    return picture


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_large_picture_becomes_a_png_of_600_pixels(kind: str) -> None:
    assert opened(as_png(written(kind))).size == (600, 450)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_colour_is_read(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert opened(as_png(written(kind, (40, 30), mode))).size == (40, 30)


def test_a_photograph_stands_upright_and_does_not_say_where_it_was_taken() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    exif[0x010E] = "Post Westendorf"
    made = as_png(written("JPEG", (1200, 900), exif=exif, comment=b"Post Westendorf"))
    assert opened(made).size == (450, 600)
    assert b"Westendorf" not in made
    assert not opened(made).getexif()


def bomb(side: int) -> bytes:
    """Write a PNG of a few hundred bytes whose head promises side × side pixels."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        (b"\xef\xbb\xbf <?xml version='1.0'?><svg/>", "SVG"),
        (b"GIF89a" + bytes(40), "no picture"),
        (b"", "no picture"),
        (b"%PDF-1.7", "no picture"),
        (written("PNG", (300, 300))[:200], "no picture"),
        (bomb(6_000), "pixels"),
        (bomb(60_000), "pixels"),
        (bytes(MOST_BYTES + 1), "larger"),
    ],
    ids=["svg", "xml", "gif", "empty", "pdf", "cut off", "bomb", "large bomb", "large file"],
)
def test_what_is_no_picture_or_too_much_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(RefusedError) as refused:
        as_png(content)
    assert reason in refused.value.message.id
