"""How long saving a deal takes while 2,000 phones watch the wall board, beside saving that nobody watches.

    .venv/bin/python benchmarks/board.py [--phones 2000] [--every 5] [--seconds 20] [--tables 100]

The server runs as it is hosted: two workers, everybody comes in by a link. The phones are a process of their own with
kept-alive connections; together they ask as often as so many phones do, one every `--every` seconds, each with the tag
of what it saw last. Every table plays: a deal is saved about every 0.8 s, as with 100 tables of five. Two rounds each,
taken in turns. Aim: a save takes at most 1.5 times as long with the phones.
"""

import argparse
import asyncio
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Final, NamedTuple

from web import HOST, Client, free_port, serving

from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.services import evenings, links, organisers, players
from scorekeeper.services.actor import Actor
from scorekeeper.services.links import Kind
from scorekeeper.services.tournament import drawing, playing, recording, registering, setting_up
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Store, Transaction, migrate
from scorekeeper.storage.links import LinkRow
from scorekeeper.web.settings import secret_key

SEATS: Final = 5
PAUSE: Final = 0.8
CONNECTIONS: Final = 64
SAVERS: Final = 4
ROUNDS: Final = 2
_TOKEN: Final = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')


class Hall(NamedTuple):
    """A tournament in its first round: the viewers' link, and the tables that save."""

    event: int
    viewer: str
    tables: list[tuple[int, list[str], str]]
    """Sitting, seats, and the token of the table's link."""


class Watched(NamedTuple):
    """What the phones were answered."""

    asked: int
    unchanged: int
    p50: float
    p99: float


def seed(url: str, folder: Path, tables: int) -> Hall:
    """Make a tournament, begin its first round, and make links."""
    migrate(url)
    store, secret = Store(url), secret_key(folder)
    settings = Settings(game="jaggln", rule_set="schipflinger", rounds=3, table_size=SEATS, deals=200)
    with store.write() as tx:
        actor = Actor(evenings.first_club(tx), "benchmark", datetime.now(UTC))
        organisers.add_organiser(tx, actor, "Messung", organisers.hashed(uuid.uuid4().hex))
        people = [players.add_player(tx, actor, f"Spieler {number:03}") for number in range(tables * SEATS)]
        event = setting_up.set_up(
            tx, actor, setting_up.NewEvent(
                kind="tournament", title="Messung", place="", date=actor.at.date(), settings=settings
            ), "set-up",
        )  # fmt: skip
        registering.register(tx, actor, At(event, "register"), people)
        drawing.draw(tx, actor, At(event, "draw"), first=1, rounds=1, seed="KDF7-3QPM")
        playing.begin_round(tx, actor, At(event, "begin"), 1)
        state = recording.state_of(tx, event)
        viewer = _link(tx, actor, secret, event)
        found = [
            (
                state.rounds[1].sittings[table],
                [str(state.entrants[one].first_player) for one in state.rounds[1].drawn.tables[table - 1]],
                links.token_of(_table_link(tx, actor, secret, event, table), secret),
            )
            for table in range(1, SAVERS + 1)
        ]
    store.close()
    return Hall(event, links.token_of(viewer, secret), found)


def _link(tx: Transaction, actor: Actor, secret: str, event: int) -> LinkRow:
    return links.make_link(tx, actor, Kind.VIEWER, secret=secret, event=event)


def _table_link(tx: Transaction, actor: Actor, secret: str, event: int, table: int) -> LinkRow:
    return links.make_link(tx, actor, Kind.TABLE, secret=secret, event=event, table_number=table)


def let_in(port: int, token: str) -> Client:
    """Scan a card."""
    client = Client(port)
    page = client.get("/code")
    client.post("/karte", {"token": token, "csrf_token": _token(page)})
    return client


def _token(page: str) -> str:
    found = _TOKEN.search(page)
    if not found:
        raise SystemExit("no form on the page")
    return found.group(1)


class Table:
    """A table that saves deal after deal."""

    def __init__(self, port: int, sitting: int, seats: list[str], token: str) -> None:
        self.client, self.sitting, self.seats, self.number = let_in(port, token), sitting, seats, 0
        self.token = _token(self.client.get(f"/partie/{sitting}"))

    def save(self) -> float:
        """Save the next deal; give the time in ms."""
        self.number += 1
        form = {
            "csrf_token": self.token, "key": str(uuid.uuid4()), "number": str(self.number), "target": "0",
            "partner": self.seats[(self.number + 1) % SEATS], "gewisse": str(self.number % 10),
        }  # fmt: skip
        self.client.connection.close()  # between two deals a phone's connection has long been given up
        start = time.perf_counter()
        self.client.post(f"/partie/{self.sitting}/eintragen", form)
        return (time.perf_counter() - start) * 1000


def play(tables: list[Table], seconds: float) -> list[float]:
    """Save at one table after the other, as often as the hall does."""
    times, end, number = [], time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        took = tables[number % len(tables)].save()
        times.append(took)
        number += 1
        time.sleep(max(0.0, PAUSE - took / 1000))
    return times


async def _connection(
    request: tuple[int, str, str], tags: list[str], every: float, end: float, answers: list[tuple[int, float]]
) -> None:  # fmt: skip
    """Be some of the phones: ask one after the other over a connection, each with the tag that it saw last."""
    port, path, cookie = request
    reader, writer = await asyncio.open_connection(HOST, port)
    gap, phone = every / len(tags), 0
    due = time.perf_counter() + gap * (id(reader) % 997) / 997
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        start = time.perf_counter()
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nCookie: {cookie}\r\nAccept-Encoding: gzip\r\n"
            f"If-None-Match: {tags[phone]}\r\n\r\n".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split()[1])
        length = re.search(r"content-length: (\d+)", head)
        if status == HTTPStatus.OK and length:
            await reader.readexactly(int(length.group(1)))
        found = re.search(r'etag: ("[^"]+")', head)
        tags[phone] = found.group(1) if found else ""
        phone = (phone + 1) % len(tags)
        answers.append((status, (time.perf_counter() - start) * 1000))
        due = max(due + gap, time.perf_counter())
    writer.close()


async def watch(request: tuple[int, str, str], count: int, every: float, seconds: float) -> Watched:
    """Be so many phones, for some seconds."""
    answers: list[tuple[int, float]] = []
    end = time.perf_counter() + seconds
    shares = [[""] * len(range(first, count, CONNECTIONS)) for first in range(min(count, CONNECTIONS))]
    await asyncio.gather(*(_connection(request, tags, every, end, answers) for tags in shares))
    answers = answers[count:]  # each phone's first time everything is new
    wrong = [status for status, _took in answers if status not in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}]
    if wrong:
        raise SystemExit(f"the board answered {wrong[0]}")
    times = sorted(took for _status, took in answers)
    unchanged = sum(status == HTTPStatus.NOT_MODIFIED for status, _took in answers)
    return Watched(len(answers), unchanged, statistics.median(times), times[int(len(times) * 0.99)])


def phones(port: int, hall: Hall, crowd: tuple[int, float], seconds: float) -> "subprocess.Popen[str]":
    """Let a process of its own be the phones."""
    viewer = let_in(port, hall.viewer)
    cookie = "; ".join(f"{name}={value}" for name, value in viewer.cookies.items())
    command = [
        sys.executable, __file__, "--watch", str(port), f"/turnier/{hall.event}/tafel/stand?handy", cookie,
        *map(str, crowd), str(seconds),
    ]  # fmt: skip
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def measure(port: int, hall: Hall, crowd: tuple[int, float], seconds: float) -> None:
    """Print how long a save takes, alone and watched, taken in turns."""
    tables = [Table(port, *one) for one in hall.tables]
    play(tables, 2)
    alone: list[float] = []
    watched: list[float] = []
    seen: list[Watched] = []
    for _ in range(ROUNDS):
        alone += play(tables, seconds)
        watching = phones(port, hall, crowd, seconds + crowd[1] + 2)
        time.sleep(crowd[1] + 1)
        watched += play(tables, seconds)
        seen.append(Watched(*json.loads(watching.communicate()[0])))
    quiet = phones(port, hall, crowd, 4 * crowd[1])
    calm = Watched(*json.loads(quiet.communicate()[0]))
    for title, times in (("nobody watches", alone), ("phones watch", watched)):
        print(f"saving   {title:15} {len(times):4} saves   p50 {statistics.median(times):6.1f} ms   "
              f"p95 {sorted(times)[int(len(times) * 0.95)]:6.1f} ms")  # fmt: skip
    asked, unchanged = sum(one.asked for one in seen), sum(one.unchanged for one in seen)
    print(f"board    while playing   {asked:6} asked   {unchanged / asked:.0%} unchanged (304)   "
          f"p50 {seen[-1].p50:.1f} ms   p99 {seen[-1].p99:.1f} ms")  # fmt: skip
    print(f"board    nothing entered {calm.asked:6} asked   {calm.unchanged / calm.asked:.0%} unchanged (304)   "
          f"p50 {calm.p50:.1f} ms   p99 {calm.p99:.1f} ms")  # fmt: skip
    print(
        f"board    a save takes {statistics.median(watched) / statistics.median(alone):.2f} × as long with the phones"
    )


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["--watch"]:
        address, path, cookie, count, every, lasting = sys.argv[2:]
        print(json.dumps(asyncio.run(watch((int(address), path, cookie), int(count), float(every), float(lasting)))))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=2000)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--tables", type=int, default=100)
    wanted = parser.parse_args()
    rate = wanted.phones / wanted.every
    print(f"board    {wanted.tables} tables, {wanted.phones} phones, {rate:.0f} requests a second", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'scorekeeper.sqlite3'}"
        hall = seed(url, folder, wanted.tables)
        port = free_port()
        command = [
            sys.executable, "-m", "scorekeeper", "serve", "--port", str(port), "--workers", "2", "--host-name", HOST,
        ]  # fmt: skip
        with serving(command, port, {"SCOREKEEPER_INSTANCE": name, "SCOREKEEPER_DATABASE_URL": url}):
            measure(port, hall, (wanted.phones, wanted.every), wanted.seconds)


if __name__ == "__main__":
    main()
