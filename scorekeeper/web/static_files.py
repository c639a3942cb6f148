"""Style sheets, scripts, signs and fonts: kept by the browser for a year, because their address names their content."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from flask import Flask, Response, request, url_for

_YEAR: Final = 365 * 86400
_HOUR: Final = 3600


def init_app(app: Flask) -> None:
    """Give the templates `asset("css/look.css")`."""
    app.jinja_env.globals["asset"] = _Assets(app).address
    app.after_request(_kept)


class _Assets:
    """Addresses of static files with the hash of their content, read once per change of the file."""

    def __init__(self, app: Flask) -> None:
        self._folder = Path(app.static_folder or "")

    def address(self, name: str) -> str:
        """Give the address of a static file."""
        changed = (self._folder / name).stat().st_mtime_ns
        return self._made(name, changed, request.script_root)

    @lru_cache(maxsize=256)  # noqa: B019 lives as long as the application; a page asks for dozens of signs
    def _made(self, name: str, _changed: int, _root: str) -> str:
        digest = hashlib.sha256((self._folder / name).read_bytes()).hexdigest()[:12]
        return url_for("static", filename=name, v=digest)


def _kept(response: Response) -> Response:
    if request.endpoint == "static" and response.status_code in {200, 206, 304}:
        # a font's name carries its version already, and the style sheet that asks for it cannot add a hash
        lasting = "v" in request.args or request.path.endswith(".woff2")
        response.headers["Cache-Control"] = (
            f"public, max-age={_YEAR}, immutable" if lasting else f"public, max-age={_HOUR}"
        )
    return response
