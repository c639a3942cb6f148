"""Long papers: whoever asks for the same at the same moment shares one job."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web import print_jobs

AT_ONCE, BOUND = 8, 30


def test_the_same_paper_asked_for_at_the_same_moment_is_printed_once(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.instance_path = str(tmp_path)
    printed: list[Sequence[str]] = []
    begun, go_on, together = threading.Event(), threading.Event(), threading.Barrier(AT_ONCE)

    def print_parts(_printer: object, parts: Sequence[str], _done: Callable[[int], None]) -> bytes:
        printed.append(parts)
        begun.set()
        assert go_on.wait(BOUND)
        return b"%PDF"

    def ask(_number: int) -> str:
        together.wait(BOUND)
        with app.app_context():
            return print_jobs.begin(None, 1, "Alles", ["eins", "zwei"], "/")  # type: ignore[arg-type]  # prints nothing

    monkeypatch.setattr(print_jobs, "print_parts", print_parts)
    with ThreadPoolExecutor(AT_ONCE) as devices:
        names = set(devices.map(ask, range(AT_ONCE)))
    assert begun.wait(BOUND)
    go_on.set()
    assert len(names) == 1
    assert printed == [("eins", "zwei")]
