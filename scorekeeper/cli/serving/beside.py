"""What goes on beside the server, in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_SECONDS_TO_LOOK_OVER: Final = 5


@contextmanager
def backed_up_beside() -> Iterator[None]:
    """Look the database over and back it up in a process of its own, so that the start waits for neither."""
    asked = [sys.executable, "-m", "scorekeeper", "backup", "--if-changed", "--look-over", "--aside"]
    with subprocess.Popen(asked, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as beside:  # noqa: S603 our own command
        try:
            yield
            beside.wait(_SECONDS_TO_LOOK_OVER)
        except subprocess.TimeoutExpired:
            pass  # what it began is left as if it had never begun
        finally:
            beside.kill()
