"""granian that starts a worker again whenever one ends: at once, then with growing pauses, while the others serve.

granian itself ends everything when a worker ends within seconds of its return. Here that happens only where no worker
ever answered: then waiting longer helps nobody.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from granian import Granian

_LOG: Final = logging.getLogger("_granian")
_FIRST_PAUSE: Final = 0.5
"""Seconds; twice as long each time."""
_LONGEST_PAUSE: Final = 60.0
_STEADY_SECONDS: Final = 30.0
"""A worker that served so long is well: when it ends one day, it is started again at once."""
_MOST_IN_VAIN: Final = 4
"""So often every worker is started before it is said that none can be."""


class Steady(Granian):  # type: ignore[misc, valid-type]  # granian says no types
    """A server whose workers come back."""

    answers: Callable[[], bool]
    """Whether the app ever answered."""
    why: int | None = None
    """How often a worker was started in vain where that ended the server."""

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401 as granian's own
        super().__init__(*values, **named)
        self._failed: dict[int, int] = {}
        self._due: dict[int, float] = {}

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:  # noqa: ANN401 as granian's own
        while not self.interrupt_signal:
            self.main_loop_interrupt.wait(self._pause())
            self.main_loop_interrupt.clear()
            if self.interrupt_signal:
                break
            while self.interrupt_children:
                self._note_end(self.interrupt_children.pop(0))
            if self._is_in_vain():
                self.why = min(self._failed.values()) + 1
                break
            for number in [one for one, at in self._due.items() if at <= time.monotonic()]:
                del self._due[number]
                self._respawn_workers([number], spawn_target, target_loader)

    def _pause(self) -> float | None:
        return max(0.0, min(self._due.values()) - time.monotonic()) if self._due else None

    def _note_end(self, number: int) -> None:
        """Say that a worker ended, and when it comes back."""
        worker = self.wrks[number]
        well = time.monotonic() - worker.birth >= _STEADY_SECONDS
        failed = self._failed[number] = 0 if well else self._failed.get(number, -1) + 1
        pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (failed - 1)) if failed else 0.0
        self._due[number] = time.monotonic() + pause
        when = f"in {pause:g} s" if pause else "at once"
        _LOG.error("Worker %d ended (exit code %s). It is started again %s.", number + 1, worker.inner.exitcode, when)

    def _is_in_vain(self) -> bool:
        """Whether every worker was started again and again without the app ever answering."""
        tried = [self._failed.get(number, -1) for number in range(self.workers)]
        return not self.answers() and min(tried) >= _MOST_IN_VAIN - 1
