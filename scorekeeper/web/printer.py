"""The printing processes of this web process: none until the first settlement is looked at."""

import atexit
from collections.abc import Callable
from functools import cache

from flask import request

from scorekeeper import assets
from scorekeeper.printing.pool import Printer
from scorekeeper.printing.turn import LEAVE


@cache
def printer() -> Printer:
    """Give the one printer; its processes end with this process."""
    made = Printer(assets.static_path())
    atexit.register(made.close)
    return made


def leave_turn() -> None:
    """Let other requests go on: whoever saves does not wait for paper."""
    leave: Callable[[], None] | None = request.environ.get(LEAVE)
    if leave is not None:
        leave()
