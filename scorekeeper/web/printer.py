"""The printing processes of this web process: none until the first settlement is looked at."""

import atexit
from functools import cache

from scorekeeper import assets
from scorekeeper.printing.pool import Printer


@cache
def printer() -> Printer:
    """Give the one printer; its processes end with this process."""
    made = Printer(assets.static_path())
    atexit.register(made.close)
    return made
