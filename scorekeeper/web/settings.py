"""What the application is configured with, and what every template knows."""

import contextlib
import logging
import os
import secrets
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, Literal, get_args

from flask import Flask, request

from scorekeeper import __version__, assets
from scorekeeper.mode import MODE, Mode, mode
from scorekeeper.storage import private
from scorekeeper.web.backups import AFTER_CLOSING

_LOG: Final = logging.getLogger(__name__)
Theme = Literal["auto", "light", "dark"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
THEME_COOKIE: Final = "theme"
_LARGEST_FORM: Final = 256 * 1024
_MOST_FIELDS: Final = 2000
_THIS_COMPUTER: Final = ["localhost", "127.0.0.1", "[::1]"]


def configuration(instance: Path) -> dict[str, Any]:
    """Give Flask's settings; the secret key lies in the instance folder, so that it outlives a restart."""
    return {
        "SECRET_KEY": secret_key(instance),
        "MAX_CONTENT_LENGTH": _LARGEST_FORM,
        "MAX_FORM_PARTS": _MOST_FIELDS,
        "PERMANENT_SESSION_LIFETIME": timedelta(days=365),
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_REFRESH_EACH_REQUEST": False,
        AFTER_CLOSING: True,
        MODE: mode(),
        "TRUSTED_HOSTS": _THIS_COMPUTER
        if mode() is Mode.ALONE
        else None,  # no foreign page borrows the name (rebinding)
        "WTF_CSRF_TIME_LIMIT": None,  # a phone that lay on the table for hours must still save
    }


def secret_key(instance: Path) -> str:
    """Read the key that signs cookies, or make it; of several workers that start at once, one wins."""
    private.make_folder(instance)
    path = assets.secret_path(instance)
    _keep_to_the_owner(path)
    with contextlib.suppress(FileNotFoundError):
        if key := path.read_text("ascii", errors="replace").strip():
            return key
        path.unlink(missing_ok=True)  # power failed while it was written
    handle, name = tempfile.mkstemp(dir=instance, prefix="secret.")  # readable by its owner only
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32))
        file.flush()
        os.fsync(file.fileno())
    try:
        with contextlib.suppress(FileExistsError):
            os.link(name, path)
    except OSError:  # a file system without hard links
        if not path.exists():
            Path(name).replace(path)
    Path(name).unlink(missing_ok=True)
    return path.read_text("ascii")


def _keep_to_the_owner(path: Path) -> None:
    """Mend a key that others may read, and say so: whoever did read it can sign cookies and make links."""
    with contextlib.suppress(FileNotFoundError):
        if private.is_open_to_others(path):
            _LOG.warning("the secret key could be read by other users of this computer: scorekeeper doctor says more")
            with contextlib.suppress(OSError):  # somebody else's file: the warning stays
                private.close_to_others(path)


def theme() -> Theme:
    """Give the theme that this device asked for."""
    chosen = request.cookies.get(THEME_COOKIE)
    return next((known for known in THEMES if known == chosen), "auto")


def here() -> str:
    """Give the address to come back to after a switch: this page, or for the answer to a form the page it came from."""
    if request.method == "GET":
        return request.full_path.rstrip("?")
    return request.referrer or "/"


def init_app(app: Flask) -> None:
    """Teach the templates what stands on every page."""
    app.jinja_env.globals.update(version=__version__, theme=theme, here=here)
