"""Real connections in this process: those on which a form does not arrive are ended, all others stay."""

import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from scorekeeper.cli.serving.silence import Limits, Silence, Way

BOUND = 30
"""Seconds; nothing here takes them unless something is broken."""
SOON = Limits(silent=0.4, whole=1.2, between=0.1)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a proxy ends them")


class Pair:
    """Both ends of a connection, the phone's at an address of its own."""

    def __init__(self, door: socket.socket, address: str) -> None:
        self.way = Way(address, str(door.getsockname()[1]))
        self.phone = socket.create_connection(door.getsockname(), BOUND, source_address=(address, 0))
        self.server, _ = door.accept()
        self.phone.settimeout(BOUND)

    def close(self) -> None:
        self.phone.close()
        self.server.close()

    def is_ended(self) -> bool:
        """Whether the phone is hung up on; waits for it."""
        return self.phone.recv(1) == b""

    def answers(self) -> bool:
        """Whether each still hears the other."""
        self.phone.sendall(b"?")
        heard = self.server.recv(1)
        threading.Event().wait(0.05)  # the system's clock for this is coarse
        self.server.sendall(b"!")
        return (heard, self.phone.recv(1)) == (b"?", b"!")


@contextmanager
def pairs(*addresses: str) -> Iterator[list[Pair]]:
    with ExitStack() as stack, socket.create_server(("127.0.0.1", 0)) as door:
        yield [stack.enter_context(closing(Pair(door, address))) for address in addresses]


def test_who_falls_silent_in_the_middle_of_a_form_is_hung_up_on_and_who_was_answered_is_not() -> None:
    silence = Silence(SOON)
    with pairs("127.0.0.1", "127.0.0.1", "127.0.0.2") as (silent, idle, elsewhere):
        assert idle.answers()
        elsewhere.phone.sendall(b"half a fo")
        with silence.arriving(silent.way):
            silent.phone.sendall(b"half a fo")
            assert silent.is_ended()
        assert idle.answers()
        assert elsewhere.server.recv(100) == b"half a fo"
        assert elsewhere.answers()


def test_who_sends_letter_by_letter_is_hung_up_on_all_the_same() -> None:
    silence, ended = Silence(SOON), threading.Event()
    with pairs("127.0.0.1") as (slow,), silence.arriving(slow.way):

        def drip() -> None:
            while not ended.wait(0.05):
                try:
                    slow.phone.sendall(b"a")
                except OSError:
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            slow.server.settimeout(BOUND)
            with suppress(ConnectionResetError):  # hung up on in the middle of a letter
                while slow.server.recv(100):
                    pass
        finally:
            ended.set()
            dripping.join()


def test_who_waits_for_a_long_answer_is_left_in_peace() -> None:
    silence = Silence(SOON)
    with pairs("127.0.0.1", "127.0.0.2") as (printing, silent):
        for pair in (printing, silent):
            pair.phone.sendall(b"whole form")
        with silence.answered(printing.way), silence.arriving(printing.way), silence.arriving(silent.way):
            assert silent.is_ended()  # later than the other one would have been
        printing.server.sendall(b"!")
        assert printing.phone.recv(1) == b"!"


def test_among_many_who_are_waited_for_nobody_is_silent_for_long() -> None:
    silence = Silence(SOON._replace(silent=BOUND, many=1, silent_among_many=0.4))
    with pairs("127.0.0.1", "127.0.0.2") as both, ExitStack() as stack:
        for pair in both:
            pair.phone.sendall(b"half a fo")
            stack.enter_context(silence.arriving(pair.way))
        assert all(pair.is_ended() for pair in both)


def test_looking_after_connections_leaves_the_database_its_locks(tmp_path: Path) -> None:
    file = tmp_path / "scorekeeper.sqlite3"
    look_in = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM deal').connection.close()"
    silence = Silence(SOON)
    with closing(sqlite3.connect(file, isolation_level=None)) as own:
        own.execute("PRAGMA journal_mode = WAL")
        own.execute("CREATE TABLE deal (number)")
        with pairs("127.0.0.1") as (silent,), silence.arriving(silent.way):
            assert silent.is_ended()
        subprocess.run((sys.executable, "-c", look_in, str(file)), check=True)  # the last to close clears the log away
        assert file.with_name(f"{file.name}-wal").exists()
        own.execute("INSERT INTO deal VALUES (1)")
        with closing(sqlite3.connect(file)) as other:
            assert other.execute("SELECT number FROM deal").fetchall() == [(1,)]
