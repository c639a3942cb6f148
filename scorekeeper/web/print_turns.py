"""Whose sheet is printed now: guests share one printing process and a few places, so that an organiser always prints.

Guests are whoever came in by a link. How many sheets an address may ask for in a minute holds over all workers.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from scorekeeper.printing.errors import PrintingBusyError
from scorekeeper.web import access, limits
from scorekeeper.web.printer import leave_turn, printer

_PATIENCE_OF_GUESTS: Final = 4.0
"""Seconds."""
_PATIENCE_OF_ORGANISERS: Final = 60.0
_OF_ONE_ADDRESS: Final = 3
"""Sheets at once, those that wait included; in a hall all phones may come from one address."""
_OF_ALL_GUESTS: Final = 6
_AT_ONCE: Final = threading.Semaphore(1)
_PLACES: Final = threading.Lock()
_taken: Counter[str] = Counter()


def print_sheet(html: str) -> bytes:
    """Make a PDF for whoever asks. Raises a PrintingError, TooManyError."""
    if access.who().is_organiser:
        leave_turn()
        return printer().pdf(html, _PATIENCE_OF_ORGANISERS)
    limits.sheet()
    with _place(limits.network()):
        leave_turn()
        if not _AT_ONCE.acquire(timeout=_PATIENCE_OF_GUESTS):
            raise PrintingBusyError
        try:
            return printer().pdf(html)
        finally:
            _AT_ONCE.release()


@contextmanager
def _place(address: str) -> Iterator[None]:
    with _PLACES:
        if _taken[address] >= _OF_ONE_ADDRESS or _taken.total() >= _OF_ALL_GUESTS:
            raise PrintingBusyError
        _taken[address] += 1
    try:
        yield
    finally:
        with _PLACES:
            _taken[address] -= 1
            if not _taken[address]:
                del _taken[address]
