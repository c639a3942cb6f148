import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent another way there")
STARTS_WITHIN = 90
ENDS_WITHIN = 90
Server = tuple["subprocess.Popen[str]", str]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Start the app on a free port with a database of its own; give the process and its address."""
    command = [sys.executable, "-m", "scorekeeper", "run", "--port", "0", "--workers", "2"]
    environment = {key: value for key, value in os.environ.items() if key != "SCOREKEEPER_DATABASE_URL"}
    environment |= {"SCOREKEEPER_INSTANCE": str(tmp_path / "instance"), "LC_ALL": "en_US.UTF-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert address, line
            yield process, address[0]
        finally:
            if process.poll() is None:
                process.kill()


def answers(process: "subprocess.Popen[str]", address: str) -> int:
    """Give the status of the start page as soon as there is one."""
    deadline = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            with urlopen(f"{address}/", timeout=STARTS_WITHIN) as response:
                status: int = response.status
                return status
        except OSError:
            if time.monotonic() > deadline or process.poll() is not None:
                raise
            time.sleep(0.1)


def test_it_migrates_serves_and_ends_with_ctrl_c(server: Server, tmp_path: Path) -> None:
    process, address = server
    assert answers(process, address) == 200
    assert [file.suffix for file in (tmp_path / "instance").glob("*.sqlite3")] == [".sqlite3"]
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=ENDS_WITHIN) == 0
    assert process.stdout is not None
    assert process.stdout.read().endswith("Scorekeeper has ended; everything is saved.\n")


def test_ended_while_its_workers_still_start_it_waits_for_none_of_them(server: Server) -> None:
    process, _ = server  # the address is printed before the first worker has loaded anything
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=ENDS_WITHIN) == 0
    assert process.stdout is not None
    assert process.stdout.read() == "Scorekeeper has ended; everything is saved.\n"


def test_workers_do_not_outlive_a_server_that_is_killed(server: Server) -> None:
    process, address = server
    assert answers(process, address) == 200
    workers = workers_of(process)
    if not workers:
        pytest.skip("this system does not tell which processes serve")
    process.kill()
    process.wait()
    deadline = time.monotonic() + STARTS_WITHIN
    while any(runs(number) for number in workers):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def runs(number: int) -> bool:
    """Tell whether a process goes on, other than as a zombie that nobody waits for."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def workers_of(process: "subprocess.Popen[str]") -> list[int]:
    """Give the processes that serve, as far as this system tells."""
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    children = [int(number) for number in path.read_text().split()] if path.exists() else []
    return [number for number in children if not backs_up(number)]


def backs_up(number: int) -> bool:
    """Tell whether a process is the one that looks the database over at the start, or has ended."""
    try:
        command = Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return True
    return not command or b"--look-over" in command


def test_a_worker_that_is_killed_is_replaced(server: Server) -> None:
    process, address = server
    assert answers(process, address) == 200
    before = workers_of(process)
    if not before:
        pytest.skip("this system does not tell which processes serve")
    os.kill(before[0], signal.SIGKILL)
    deadline = time.monotonic() + STARTS_WITHIN
    while before[0] in workers_of(process) or len(workers_of(process)) < len(before):
        assert process.poll() is None, "the server ended with its worker"
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert {answers(process, address) for _ in range(8)} == {200}
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=ENDS_WITHIN) == 0


def test_a_taken_port_is_named_with_the_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        german = CliRunner().invoke(main, ["run", "--port", str(port)], env={"LC_ALL": "de_AT.UTF-8"})
        english = CliRunner().invoke(main, ["run", "--port", str(port)], env={"LC_ALL": "en_US.UTF-8"})
    assert german.exit_code == english.exit_code == 1
    assert german.stderr == (
        f"Fehler: 127.0.0.1:{port} geht nicht: schon belegt, vielleicht von scorekeeper selbst. "
        f'Ein anderer Port: make run ARGS="--port {port + 1}"\n'
    )
    assert english.stderr == (
        f"Error: 127.0.0.1:{port} cannot be served: it is taken, perhaps by scorekeeper itself. "
        f'Another port: make run ARGS="--port {port + 1}"\n'
    )


def test_a_host_that_is_not_this_machine_is_named() -> None:
    called = CliRunner().invoke(main, ["run", "--host", "192.0.2.1", "--port", "0"])
    assert called.exit_code == 1
    assert "192.0.2.1" in called.stderr
