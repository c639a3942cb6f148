"""What was worked out of an event's rows, kept for the transactions to come: whoever asks goes on from there.

What a transaction works out is of rows that may yet be rolled back; it is kept for others only once it is committed.
"""

from typing import Any, Final

MOST: Final = 8
"""Of so many events: a hall of 400 takes some megabytes."""


class Remembered:
    """What is known of events, by number, as one transaction sees it."""

    def __init__(self, shared: dict[int, Any], *, at_once: bool) -> None:
        self._shared = shared
        self._own: dict[int, Any] = shared if at_once else {}

    def get(self, event: int) -> Any:  # noqa: ANN401 whoever keeps it knows what it is
        """Give what is known of an event; None = nothing. It may be older or newer than what this transaction reads."""
        return self._own.get(event, self._shared.get(event))

    def keep(self, event: int, known: Any) -> None:  # noqa: ANN401 as above
        """Keep something of an event; the longest known one makes room."""
        self._own.pop(event, None)
        if len(self._own) >= MOST:
            self._own.pop(next(iter(tuple(self._own))), None)
        self._own[event] = known

    def committed(self) -> None:
        """Hand on what this transaction worked out."""
        for event, known in self._own.items() if self._own is not self._shared else ():
            Remembered(self._shared, at_once=True).keep(event, known)
