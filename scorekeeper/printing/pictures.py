"""Pictures that a sheet carries in itself, so that the printing process reaches for nothing."""

import base64
from typing import Final

PICTURE: Final = "data:image/png;base64,"
"""How the address of such a picture begins; a PNG file holds no addresses itself."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def picture_in(address: str) -> bytes:
    """Give the file that an address holds. Raises ValueError if it is no PNG."""
    content = base64.b64decode(address.removeprefix(PICTURE), validate=True)
    if not content.startswith(_PNG):
        raise ValueError(address[:40])
    return content
