"""Long papers: whoever asks for the same at the same moment shares one job."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.printing.errors import PrintingBusyError
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


def test_of_many_papers_two_are_printed_at_once_the_others_wait_and_come(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.instance_path = str(tmp_path)
    begun, go_on = threading.Semaphore(0), threading.Semaphore(0)
    printed: list[Sequence[str]] = []

    def print_parts(_printer: object, parts: Sequence[str], _done: Callable[[int], None]) -> bytes:
        printed.append(parts)
        begun.release()
        assert go_on.acquire(timeout=BOUND)
        return b"%PDF"

    monkeypatch.setattr(print_jobs, "print_parts", print_parts)
    with app.app_context():
        names = [print_jobs.begin(None, 1, "Blatt", [f"{one}"], "/") for one in range(4)]  # type: ignore[arg-type]  # as above
        assert all(begun.acquire(timeout=BOUND) for _two in range(2))
        time.sleep(0.05)
        assert len(printed) == 2
        monkeypatch.setattr(print_jobs, "_MOST", 4)
        with pytest.raises(PrintingBusyError):
            print_jobs.begin(None, 1, "Blatt", ["one more"], "/")  # type: ignore[arg-type]  # as above
        go_on.release(4)
        end = time.monotonic() + BOUND
        while not all(print_jobs.find(1, name).finished for name in names):
            assert time.monotonic() < end
            time.sleep(0.02)


def test_papers_are_cleared_away_after_a_while_without_another_job(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.instance_path = str(tmp_path)
    monkeypatch.setattr(print_jobs, "_KEPT_SECONDS", 0.5)
    monkeypatch.setattr(print_jobs, "print_parts", lambda _printer, parts, _done: "".join(parts).encode())
    with app.app_context():
        print_jobs.begin(None, 1, "Alles", ["eins", "zwei"], "/")  # type: ignore[arg-type]  # prints nothing
    end = time.monotonic() + BOUND
    while any((tmp_path / "paper").iterdir()):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_papers_that_an_ended_process_left_are_cleared_away_at_the_start(app: Flask, tmp_path: Path) -> None:
    app.instance_path = str(tmp_path)
    folder = tmp_path / "paper"
    folder.mkdir()
    for name, age in (("old.pdf", 3700), ("new.pdf", 3500)):
        (folder / name).touch()
        os.utime(folder / name, times=(time.time() - age,) * 2)
    print_jobs.init_app(app)
    assert [path.name for path in folder.iterdir()] == ["new.pdf"]
