"""Pictures that a sheet carries in itself, so that the printing process reaches for nothing."""

import base64
import binascii
from typing import Final

PICTURE: Final = "data:image/png;base64,"
"""How the address of such a picture begins; a PNG file holds no addresses itself."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def picture_in(address: str) -> bytes:
    """Give the file that an address holds. Raises PermissionError if it is no PNG."""
    try:
        content = base64.b64decode(address.removeprefix(PICTURE), validate=True)
    except binascii.Error as error:
        raise PermissionError(address[:40]) from error
    if not content.startswith(_PNG):
        raise PermissionError(address[:40])
    return content
