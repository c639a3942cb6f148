"""Files that are handed out."""

from typing import Final

from flask import make_response
from werkzeug.wrappers import Response

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def download(content: bytes, kind: str, name: str) -> Response:
    """Hand a file out, to be kept under this name."""
    response = make_response(content)
    response.content_type = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
