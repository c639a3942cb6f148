"""The app is opened to the room and closed again by real processes: from the command line, and while it runs."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.own_address import own_address
from scorekeeper.services import organisers
from scorekeeper.storage import Store
from tests.cli.processes import ORGANISER, PASSWORD, Serving, status

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a signal is sent another way there")
ONE = ("run", "--workers", "1")
LAN = (*ONE, "--lan", "--port", "0", "--organiser", ORGANISER)
ADDRESS = r"Scorekeeper is at http://([\d.]+):(\d+)"


def organisers_of(instance: Path) -> list[str]:
    store = Store(f"sqlite:///{instance / 'scorekeeper.sqlite3'}")
    with store.read() as tx:
        found = [one.name for one in organisers.all_of(tx, 1)]
    store.close()
    return found


def test_open_to_the_room_it_asks_everybody_who_they_are_and_is_open_again_after_a_power_cut_only(
    tmp_path: Path,
) -> None:
    with Serving(LAN, tmp_path, SCOREKEEPER_PASSWORD=PASSWORD) as server:
        host, port = server.line(ADDRESS).groups()
        assert host == own_address()
        assert server.line("To project for everybody: (.*)")[1] == f"http://{host}:{port}/raum"
        assert status(host, int(port)) == (303, "/anmelden?weiter=/")
    assert organisers_of(tmp_path) == [ORGANISER]
    with Serving((*ONE, "--port", port), tmp_path) as server:  # the first one was killed
        assert server.line(ADDRESS)[1] == own_address()
        server.line("To project")
        assert server.end() == 0
    assert list(tmp_path.glob("*.door")) == []  # who ends the app closes the door
    with Serving((*ONE, "--port", port), tmp_path) as server:
        assert server.line(ADDRESS)[1] == "127.0.0.1"


def test_opened_and_closed_while_it_runs_it_moves_and_stays_the_same_process(tmp_path: Path) -> None:
    with Serving(("run", "--port", "0"), tmp_path) as server:
        host, port = server.line(ADDRESS).groups()
        assert (host, status(host, int(port))) == ("127.0.0.1", (200, ""))
        door = tmp_path / f"open-{port}.door"
        door.touch()
        assert server.line(ADDRESS).groups() == (own_address(), port)
        assert status("127.0.0.1", int(port)) == (303, "/anmelden?weiter=/")
        door.unlink()
        assert server.line(ADDRESS).groups() == ("127.0.0.1", port)
        assert status("127.0.0.1", int(port)) == (200, "")
        assert server.process.poll() is None
        assert server.end() == 0
        assert server.rest() == "Scorekeeper has ended; everything is saved.\n"


def test_a_port_that_somebody_else_has_in_the_network_leaves_the_door_closed(tmp_path: Path) -> None:
    with Serving((*ONE, "--port", "0"), tmp_path) as server, socket.socket() as other:
        port = server.line(ADDRESS)[2]
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind((own_address(), int(port)))
        except OSError:
            pytest.skip("this machine has no network")
        other.listen()
        status("127.0.0.1", int(port))
        (tmp_path / f"open-{port}.door").touch()
        server.line(f"0.0.0.0:{port} cannot be served")
        assert server.line(ADDRESS)[1] == "127.0.0.1"
        assert status("127.0.0.1", int(port)) == (200, "")


@pytest.mark.parametrize(
    "arguments, typed, said",
    [
        ((), "", "Fehler: Noch könnte sich niemand anmelden."),
        (("--organiser", "Maria"), "kurz\n", "Fehler: Passwort: mindestens 10 Zeichen"),
        (("--organiser", "?"), f"{PASSWORD}\n", "Fehler: Name: kein Buchstabe im Namen"),
    ],
)
def test_without_an_organiser_it_is_not_opened(
    tmp_path: Path, arguments: tuple[str, ...], typed: str, said: str
) -> None:
    command = ["run", "--lan", "--port", "0", "--lang", "de", *arguments]
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_DATABASE_URL": None}
    called = CliRunner().invoke(main, command, input=typed, env=environment)
    assert called.exit_code == 1
    assert called.stderr.startswith(said)


def test_at_the_terminal_the_password_is_asked_until_it_is_strong_and_typed_twice_alike(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    main_end, terminal = pty.openpty()
    command = [sys.executable, "-m", "scorekeeper", *ONE, "--lan", "--port", "0", "--lang", "de"]
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path)}
    environment.pop("SCOREKEEPER_DATABASE_URL", None)
    process = subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment, start_new_session=True
    )
    os.close(terminal)
    said = b""
    try:
        for expected, typed in (
            ("Name:", ORGANISER), ("Passwort", "kurz"), ("mindestens 10 Zeichen\r\n", None),
            ("Passwort", PASSWORD), ("Noch einmal", "anders"), ("nicht zweimal dasselbe", None),
            ("Passwort", PASSWORD), ("Noch einmal", PASSWORD), ("Scorekeeper", None),
        ):  # fmt: skip
            shown = b""
            while expected.encode() not in shown:
                shown += os.read(main_end, 1)
            said += shown
            if typed is not None:
                while not said.endswith(b": "):
                    said += os.read(main_end, 1)
                os.write(main_end, f"{typed}\n".encode())
    finally:
        process.kill()
        process.wait()
        os.close(main_end)
    assert PASSWORD.encode() not in said
    assert organisers_of(tmp_path) == [ORGANISER]
