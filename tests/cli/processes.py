"""Real processes that serve, and their output line by line."""

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Self

import pytest

from tests.cli.serving import ROOT, STARTS_WITHIN

ENDS_WITHIN = 90
PASSWORD = "herz sticht eichel"
ORGANISER = "Maria"


class Serving:
    """A command that serves, as the head of a process group; its address is where this machine reaches it."""

    def __init__(self, arguments: Sequence[str], instance: Path, **environment: str) -> None:
        inherited = {name: value for name, value in os.environ.items() if name != "SCOREKEEPER_DATABASE_URL"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, encoding="utf-8", cwd=ROOT, start_new_session=True,
            env=inherited
            | {"SCOREKEEPER_INSTANCE": str(instance), "LC_ALL": "en_US.UTF-8", "PYTHONUTF8": "1"}
            | environment,
        )  # fmt: skip
        self._lines: Queue[str | None] = Queue()
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def line(self, pattern: str) -> re.Match[str]:
        """Wait for a line of the output."""
        seen = []
        with suppress(Empty):
            while (line := self._lines.get(timeout=STARTS_WITHIN)) is not None:
                seen.append(line)
                if found := re.search(pattern, line):
                    return found
        pytest.fail(f"{pattern} did not come: {seen}")

    def rest(self) -> str:
        """Give what is said until the end."""
        said = []
        while (line := self._lines.get(timeout=ENDS_WITHIN)) is not None:
            said.append(line)
        return "".join(said)

    def ended(self) -> int:
        """Wait for the end; give the status."""
        return self.process.wait(timeout=ENDS_WITHIN)

    def end(self) -> int:
        """Ask it to end."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


def status(host: str, port: int, path: str = "/", **headers: str) -> tuple[int, str]:
    """Give status and whereto of an address as soon as anybody answers there."""
    deadline = time.monotonic() + STARTS_WITHIN
    while True:
        connection = http.client.HTTPConnection(host, port, timeout=STARTS_WITHIN)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.getheader("Location", "")
        except (OSError, http.client.HTTPException):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        finally:
            connection.close()
