"""Counters that hold over several processes, and the limits that are made of them."""

import multiprocessing
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from scorekeeper.services.links import CODE_LENGTH
from scorekeeper.web.counters import Counters, Windows
from scorekeeper.web.limits import CODES_OF_ALL, Limit

FEW = Limit("few", 3, 60)


def _count(path: str, times: int) -> None:
    counters = Counters(Path(path))
    for _time in range(times):
        counters.incr("shared", 60)
    counters.close()


def test_no_count_of_several_processes_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "limits.sqlite3"
    started = multiprocessing.get_context("spawn")
    processes = [started.Process(target=_count, args=(str(file), 75)) for _worker in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    counters = Counters(file)
    assert counters.get("shared") == 150
    assert counters.check()
    counters.close()


def test_a_window_begins_with_the_first_try_and_says_when_it_ends(tmp_path: Path) -> None:
    windows = Windows(tmp_path / "limits.sqlite3")
    with time_machine.travel(datetime(2027, 1, 15, 19, 30, tzinfo=UTC), tick=False) as clock:
        end = time.time() + 60
        assert windows.count(FEW, "a") is None
        clock.shift(timedelta(seconds=30))
        assert [windows.count(FEW, "a") for _try in range(4)] == [None, None, end, end]
        assert windows.count(FEW, "b") is None
        clock.shift(timedelta(seconds=31))
        assert windows.count(FEW, "a") is None
    windows.counters.close()


def test_what_is_taken_back_was_never_counted_and_nothing_falls_below_zero(tmp_path: Path) -> None:
    windows = Windows(tmp_path / "limits.sqlite3")
    windows.take_back(FEW, "a")
    for _try in range(5):
        assert windows.count(FEW, "a") is None
        windows.take_back(FEW, "a")
    assert [windows.count(FEW, "a") is None for _try in range(4)] == [True, True, True, False]
    windows.forget(FEW, "a")
    assert windows.count(FEW, "a") is None
    windows.counters.close()


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be one" * 40, b"SQLite format 3\0broken" * 60]
)
def test_a_file_that_a_power_cut_left_broken_is_made_anew(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "limits.sqlite3"
    file.write_bytes(content)
    counters = Counters(file)
    assert [counters.incr("key", 60) for _try in range(3)] == [1, 2, 3]
    counters.close()
    assert Counters(file).get("key") == 3


def test_where_no_file_can_be_written_this_process_counts_alone(tmp_path: Path) -> None:
    counters = Counters(tmp_path / "missing" / "limits.sqlite3")
    assert [counters.incr("key", 60) for _try in range(3)] == [1, 2, 3]
    assert not counters.check()
    counters.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_the_counts_are_for_their_owner_only(tmp_path: Path) -> None:
    counters = Counters(tmp_path / "limits.sqlite3")
    counters.incr("key", 60)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    counters.close()


def test_what_is_over_leaves_the_file(tmp_path: Path) -> None:
    counters = Counters(tmp_path / "limits.sqlite3")
    with time_machine.travel(datetime(2027, 1, 15, 19, 30, tzinfo=UTC), tick=False) as clock:
        for number in range(100):
            counters.incr(f"somebody {number}", 60)
        clock.shift(timedelta(seconds=61))
        counters.incr("somebody else", 60)
        assert counters.reset() == 1
    counters.close()


def test_guessing_a_code_takes_as_long_as_the_architecture_says() -> None:
    codes, tables = 32**CODE_LENGTH, 100
    assert codes == 1_099_511_627_776
    tries_in_a_year = CODES_OF_ALL.most * 24 * 365
    assert tries_in_a_year == 5_256_000
    assert codes // (tries_in_a_year * tables) == 2091
