"""Workers are forked from a process in which nothing is half done: what was held then would be held for ever."""

import http.client
import multiprocessing
from pathlib import Path

import pytest

from tests.cli.processes import Serving

pytestmark = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="workers are not forked there and load everything anew"
)
WORKERS, REQUESTS, ANSWERS_WITHIN = 3, 24, 20
SLOW_MACHINE = """
import os, sys, time
from importlib.machinery import PathFinder

os.register_at_fork(before=lambda: time.sleep(0.2))


class SlowDisk:
    def find_spec(self, name, path=None, target=None):
        if name == "encodings.idna":
            spec = PathFinder.find_spec(name, path, target)
            load = spec.loader.exec_module
            spec.loader.exec_module = lambda module: (time.sleep(1), load(module))
            return spec


sys.meta_path.insert(0, SlowDisk())
"""
"""A module that every request needs, and that the parent loads by itself to see whether the app answers."""


def test_a_worker_that_is_forked_while_the_parent_loads_a_module_answers_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW_MACHINE, "utf-8")
    command = ("run", "--port", "0", "--workers", str(WORKERS))
    with Serving(command, tmp_path / "instance", PYTHONPATH=str(tmp_path)) as server:
        address = server.line(r"http://(127\.0\.0\.1:\d+)")[1]
        for _each in range(REQUESTS):  # a connection of its own each, which any worker takes
            connection = http.client.HTTPConnection(address, timeout=ANSWERS_WITHIN)
            connection.request("GET", "/datenschutz")
            assert connection.getresponse().status == 200
            connection.close()
