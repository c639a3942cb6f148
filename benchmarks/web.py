"""How fast the web app saves a deal and shows its pages, beside a floor measured in the same run.

    .venv/bin/python benchmarks/web.py [--seconds 5] [--clients 4]

Both servers run under granian with two workers, on this machine's own address only. The floor (floor.py) is one
Flask + SQLAlchemy insert per POST and one 60-row Jinja page. Aims: saving ≥ 50 % of the floor; pages at 5,000 deals
≤ 1.5 × those at 50.
"""

import argparse
import contextlib
import http.client
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from scorekeeper.domain.games import GAMES
from scorekeeper.services import entering, evenings, players
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.storage import Store, migrate

HOST = "127.0.0.1"
SHORT, LONG = 50, 5_000
ROUNDS = 7
NAMES = ("Toni", "Maria", "Franz", "Leni", "Sepp")


class Client:
    """One browser: a kept-alive connection with its cookies."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=30)
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> str:
        """Load a page."""
        return self._ask("GET", path, None, 200)

    def visit(self, path: str) -> Callable[[], None]:
        """Give the action of loading a page again and again."""

        def load() -> None:
            self.get(path)

        return load

    def post(self, path: str, form: dict[str, str]) -> str:
        """Send a form that answers with a redirect."""
        return self._ask("POST", path, urlencode(form), 303)

    def _ask(self, method: str, path: str, body: str | None, expected: int) -> str:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status != expected:
            raise SystemExit(f"{method} {path} answered {answer.status} instead of {expected}:\n{text[:2000]}")
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, _ = value.partition(";")
                key, _, content = cookie.partition("=")
                self.cookies[key] = content
        return text


class Saver:
    """A scorer who enters deal after deal of one sitting through the form."""

    def __init__(self, port: int, sitting: "Seeded") -> None:
        self.client, self.sitting, self.seats, self.number = Client(port), sitting.number, sitting.seats, 0
        page = self.client.get(f"/partie/{self.sitting}")
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
        self.token = found.group(1) if found else ""

    def __call__(self) -> None:
        """Save the next deal."""
        self.number += 1
        partner = self.seats[self.number % len(self.seats)]  # the seat after forehand, who is the declarer
        self.client.post(
            f"/partie/{self.sitting}/eintragen",
            {"csrf_token": self.token, "key": str(uuid.uuid4()), "number": str(self.number), "target": "0",
             "partner": partner, "gewisse": str(self.number % 10)},
        )  # fmt: skip


class FloorSaver:
    """The same client against the floor."""

    def __init__(self, port: int) -> None:
        self.client = Client(port)

    def __call__(self) -> None:
        """Save a row of about the same size."""
        self.client.post("/", {"body": "declarer=1&partner=3&gewisse=6&key=" + str(uuid.uuid4())})


class Measured(NamedTuple):
    """Requests per second over all clients, and the time of one in ms."""

    rate: float
    p50: float
    p95: float


def measure(seconds: float, clients: list[Callable[[], None]]) -> Measured:
    """Let every client repeat its request for some seconds, at once."""
    times: list[list[float]] = [[] for _ in clients]
    end = time.perf_counter() + seconds

    def repeat(client: Callable[[], None], into: list[float]) -> None:
        while (start := time.perf_counter()) < end:
            client()
            into.append(time.perf_counter() - start)

    threads = [threading.Thread(target=repeat, args=pair) for pair in zip(clients, times, strict=True)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    every = sorted(one * 1000 for part in times for one in part)
    return Measured(len(every) / (time.perf_counter() - began), statistics.median(every), every[int(len(every) * 0.95)])


def free_port() -> int:
    """Ask the system for a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(command: list[str], port: int, environment: dict[str, str]) -> Iterator[None]:
    """Run a server until the block ends."""
    process = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if "serve" in command else None,  # a line per request
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
                break
            if time.monotonic() > deadline:
                raise SystemExit(f"{command} did not start")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(30)


class Seeded(NamedTuple):
    """A sitting made for the measurement, with its players in seat order."""

    number: int
    seats: list[str]


def seed(url: str, deals: int, count: int) -> list[Seeded]:
    """Make sittings with so many deals through the services; give their numbers."""
    migrate(url)
    store = Store(url)
    game = GAMES["jaggln"]
    sittings = []
    for _ in range(count):
        with store.write() as tx:
            actor = Actor(evenings.first_club(tx), "benchmark", datetime.now(UTC))
            ids = tuple(players.add_player(tx, actor, name) for name in NAMES)
            setup = evenings.NewSitting(
                game=game.key, rule_set=game.rule_sets[0].key, options={}, stake_cents=10, payout="transfers",
                players=ids, first_dealer=ids[-1],
            )  # fmt: skip
            new = evenings.NewEvening(title="Messung", place="", date=actor.at.date(), purse="one", sitting=setup)
            sitting = evenings.start_evening(tx, actor, new, str(uuid.uuid4()))
        keys = [str(one) for one in ids]
        with store.write() as tx:  # one transaction: seeding is not measured
            for number in range(1, deals + 1):
                deal = read_deal(game, {"partner": keys[number % len(keys)], "gewisse": number % 10})
                entering.enter_deal(tx, actor, sitting, key=str(uuid.uuid4()), number=number, deal=deal)
        sittings.append(Seeded(sitting, keys))
    store.close()
    return sittings


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--clients", type=int, default=4)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _run(Path(folder), wanted.seconds, wanted.clients)


def _run(folder: Path, seconds: float, clients: int) -> None:
    url = f"sqlite:///{folder / 'scorekeeper.sqlite3'}"
    empty = seed(url, 0, clients)
    (short,), (long,) = seed(url, SHORT, 1), seed(url, LONG, 1)
    port, floor_port = free_port(), free_port()
    ours = [sys.executable, "-m", "scorekeeper", "run", "--port", str(port), "--workers", "2"]
    floor = [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--host", HOST, "--port", str(floor_port),
        "--workers", "2", "--blocking-threads", "4", "--working-dir", str(Path(__file__).parent), "floor:app",
    ]  # fmt: skip
    at = {"FLOOR_DATABASE": str(folder / "floor.sqlite3")}
    # the file is made before both workers open it at once: one that meets a locked file dies and leaves half a floor
    subprocess.run([sys.executable, Path(__file__).with_name("floor.py")], env={**os.environ, **at}, check=True)
    with (
        serving(floor, floor_port, at),
        serving(ours, port, {"SCOREKEEPER_INSTANCE": str(folder), "SCOREKEEPER_DATABASE_URL": url}),
    ):
        _saving(seconds, [FloorSaver(floor_port) for _ in range(clients)], [Saver(port, one) for one in empty])
        _pages(seconds, port, floor_port, short, long)


def _saving(seconds: float, floor: list[FloorSaver], savers: list[Saver]) -> None:
    """Take turns, so that what else the machine does meets both alike; the median of the rounds counts."""
    rounds = [(measure(seconds / 2, [*floor]), measure(seconds / 2, [*savers])) for _ in range(ROUNDS)]
    for title, column in (("floor", 0), ("deal", 1)):
        rate, p50, p95 = (statistics.median(values) for values in zip(*(pair[column] for pair in rounds), strict=True))
        print(f"saving   {title:5} {rate:7.0f}/s   p50 {p50:6.1f} ms   p95 {p95:6.1f} ms")
    ratios = sorted(saved.rate / least.rate for least, saved in rounds)
    print(f"saving   {statistics.median(ratios):.0%} of the floor (rounds: {ratios[0]:.0%} to {ratios[-1]:.0%})")


def _pages(seconds: float, port: int, floor_port: int, short: Seeded, long: Seeded) -> None:
    one = Client(floor_port)
    floor = measure(seconds, [one.visit("/")])
    print(f"page     floor, 60 rows     p50 {floor.p50:6.1f} ms   p95 {floor.p95:6.1f} ms")
    for title, end in (("table", ""), ("settlement", "/abrechnung"), ("history", "/spiele")):
        visits = [Client(port).visit(f"/partie/{sitting.number}{end}") for sitting in (short, long)]
        for visit in visits:
            visit()
        rounds = [[measure(seconds / ROUNDS, [visit]) for visit in visits] for _ in range(ROUNDS)]  # in turn, as above
        for deals, found in zip((SHORT, LONG), zip(*rounds, strict=True), strict=True):
            p50, p95 = (
                statistics.median(values) for values in zip(*((one.p50, one.p95) for one in found), strict=True)
            )
            print(
                f"page     {title}, {deals:5} deals  p50 {p50:6.1f} ms   p95 {p95:6.1f} ms"
                f"   {p50 / floor.p50:.1f} × floor"
            )
        ratio = statistics.median(slow.p50 / quick.p50 for quick, slow in rounds)
        print(f"page     {title}: 5,000 deals cost {ratio:.2f} × 50 deals")


if __name__ == "__main__":
    main()
