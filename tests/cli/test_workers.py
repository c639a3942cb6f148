"""Workers that end come back, however often, while the others serve; where none can be started, that ends it."""

import os
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.processes import Serving, status
from tests.cli.serving import STARTS_WITHIN

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the workers are looked up in /proc")
BROKEN = """
import multiprocessing, sys

if "scorekeeper" in sys.argv[0] or "-m" in sys.orig_argv:
    class Gone:
        def find_spec(self, name, path=None, target=None):
            if name == "scorekeeper.wsgi":
                raise ImportError("nothing to serve")

    sys.meta_path.insert(0, Gone())
"""
RUN = ("run", "--port", "0", "--workers", "2", "--lang", "en")


def workers(server: int) -> set[int]:
    """Give the processes that serve: children that run what the server does; one that ended runs nothing any more."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text("ascii").split()
    return {int(one) for one in children if _runs(int(one)) == _runs(server)}


def _runs(process: int) -> bytes:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def settled(server: int, known: set[int], count: int) -> set[int]:
    """Wait for so many workers that are not known; what is about to run something else has for a moment their look."""
    deadline = time.monotonic() + STARTS_WITHIN
    looks: tuple[set[int], set[int]] = (set(), set())
    while len(looks[1]) != count or looks[0] != looks[1]:
        assert time.monotonic() < deadline, looks
        time.sleep(0.1)
        looks = looks[1], workers(server) - known
    return looks[1]


def test_a_worker_that_ends_again_at_once_comes_back_and_the_other_goes_on_serving(tmp_path: Path) -> None:
    with Serving(RUN, tmp_path) as server:
        port = int(server.line(r"http://127\.0\.0\.1:(\d+)")[1])
        known = settled(server.process.pid, set(), 2)
        ends = known.copy().pop()
        for pause in ("at once", "in 0.5 s", "in 1 s"):
            os.kill(ends, signal.SIGKILL)
            said = server.line("Worker [12] ended")
            assert said.string.rstrip().endswith(f"(exit code -9). It is started again {pause}.")
            assert status("127.0.0.1", port, "/healthz")[0] == 200
            [ends] = settled(server.process.pid, known, 1)
            known.add(ends)
        assert server.end() == 0
        assert "Unexpected" not in server.rest()


def test_where_no_worker_can_be_started_it_says_so_and_ends(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BROKEN, "utf-8")
    with Serving(RUN, tmp_path / "instance", PYTHONPATH=str(tmp_path)) as server:
        assert server.ended() == 1
        said = server.rest()
    assert re.search(r"Error: The app cannot be served: its processes ended \d times in a row", said)
    assert "nothing to serve" in said
