"""How long `scorekeeper check` takes for 100,000 entries of every game, beside a floor measured in the same run.

    .venv/bin/python benchmarks/check.py [--entries 100000] [--rounds 3]

The entries are made by the services: evenings of about fifty deals, one in twelve corrected, one in thirty undone. The
real command runs as a process of its own. The floor reads the same rows and decodes their JSON, on one core. The aim is
20 seconds on two cores. The peak of the memory is that of the largest process.
"""

import argparse
import itertools
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from scorekeeper.domain.games import GAMES
from scorekeeper.services import entering, evenings, players
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.errors import ClosedError
from scorekeeper.storage import Store, Transaction, migrate

AIM_SECONDS: Final = 20
DEALS: Final = 50
"""Of one evening."""
CORRECTED, UNDONE = 12, 30
PEOPLE: Final = ("Toni", "Maria", "Franz", "Leni", "Sepp", "Hias", "Burgi", "Lois", "Vroni", "Wast")
JSON: Final = ("answers", "sitting_out", "present", "units", "options")

Answers = dict[str, Any]


def jaggln(seats: list[str], dice: Random) -> Answers:
    """Give any deal, one in six alone."""
    declarer, *others = dice.sample(seats, len(seats))
    gewisse = dice.randint(0, 9)
    partner = dice.choice([None, *others])
    return {"declarer": declarer, "partner": partner, "gewisse": gewisse, "gematscht": gewisse == 9}  # noqa: PLR2004 all there are


def matzlfangen(seats: list[str], dice: Random) -> Answers:
    """Give a deal with changing contracts and raises."""
    declarer, partner, *_ = dice.sample(seats, len(seats))
    contract = dice.choice(("rufen", "treiben", "durch"))
    answers: Answers = {"contract": contract, "declarer": declarer, "raises": dice.randint(0, 3)}
    if contract == "durch":
        return answers | {"made": dice.random() < 0.8}  # noqa: PLR2004 usual
    return answers | {"points": dice.randint(2, 128)} | ({"partner": partner} if contract == "rufen" else {})


def bauerntarock(seats: list[str], dice: Random) -> Answers:
    """Give a deal of any points."""
    return {"declarer": dice.choice(seats), "bid": "sumpern", "points": dice.randint(30, 90), "doublings": 1}


def dobbm(seats: list[str], dice: Random) -> Answers:
    """Give a deal with and without Solo and doublings."""
    return {
        "declarer": dice.choice(seats), "bid": dice.choice(("solo", "dobbm")), "points": dice.randint(2, 118),
        "doublings": dice.randint(0, 2),
    }  # fmt: skip


def free(seats: list[str], dice: Random) -> Answers:
    """Give amounts that sum to 0; no two deals are alike."""
    one, two = dice.randint(-500, 500), dice.randint(-500, 500)
    return {"amounts": dict(zip(seats, (one, two, -one, -two), strict=False))}


DEALT: Final[tuple[tuple[Callable[[list[str], Random], Answers], int], ...]] = (
    (jaggln, 5), (matzlfangen, 4), (bauerntarock, 4), (dobbm, 4), (free, 4),
)  # fmt: skip
"""Each game with the number of its players."""


@dataclass
class Evening:
    """An evening that is filled inside one transaction; seeding is not measured."""

    tx: Transaction
    actor: Actor
    dice: Random
    number: int

    def fill(self) -> int:
        """Play it; give the number of entries."""
        deals, count = DEALT[self.number % len(DEALT)]
        seats = [players.add_player(self.tx, self.actor, name) for name in self.dice.sample(PEOPLE, count)]
        game = GAMES[deals.__name__]
        setup = evenings.NewSitting(
            game=game.key, rule_set=game.rule_sets[0].key, options={}, stake_cents=10, payout="transfers",
            players=tuple(seats), first_dealer=seats[-1],
        )  # fmt: skip
        new = evenings.NewEvening(title="Messung", place="", date=self.actor.at.date(), purse="one", sitting=setup)
        sitting = evenings.start_evening(self.tx, self.actor, new, f"evening-{self.number}")
        names, made = [str(seat) for seat in seats], 0
        keys = (f"{self.number}-{place}" for place in itertools.count())
        last = 0
        for _ in range(DEALS):
            deal = read_deal(game, deals(names, self.dice))
            try:
                done = entering.enter_deal(self.tx, self.actor, sitting, key=next(keys), number=last + 1, deal=deal)
            except ClosedError:  # the game's own end
                break
            last, made = last + 1, made + 1
            if not self.dice.randrange(CORRECTED):
                other = read_deal(game, deals(names, self.dice))
                done = entering.correct_deal(
                    self.tx, self.actor, sitting, key=next(keys), number=last, target=done.seq, deal=other
                )  # fmt: skip
                made += not done.unchanged
            elif not self.dice.randrange(UNDONE):
                entering.undo(self.tx, self.actor, sitting, key=next(keys), target=done.seq)
                last, made = last - 1, made + 1
        return made


def seed(url: str, entries: int) -> int:
    """Fill a database; give the number of entries."""
    migrate(url)
    store, made, dice = Store(url), 0, Random(1)  # noqa: S311 the same evenings every time
    for number in itertools.count():
        if made >= entries:
            break
        with store.write() as tx:
            actor = Actor(evenings.first_club(tx), "benchmark", datetime.now(UTC))
            made += Evening(tx, actor, dice, number).fill()
    store.close()
    return made


def rows(path: Path) -> Iterator[None]:
    """Read what the check reads, and decode its JSON."""
    connection = sqlite3.connect(path)
    for row in connection.execute(f"SELECT {', '.join(JSON)}, entry.* FROM entry ORDER BY sitting, seq"):  # noqa: S608 our own names
        for value in row[: len(JSON)]:
            json.loads(value)
        yield
    for running, *_ in connection.execute("SELECT running, deal.* FROM deal ORDER BY sitting, number"):
        json.loads(running)
    connection.close()


def floor(path: Path) -> float:
    """Give its seconds."""
    start = time.perf_counter()
    for _ in rows(path):
        pass
    return time.perf_counter() - start


def check(url: str) -> float:
    """Run the command; give its seconds."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "scorekeeper", "check"]
    said = subprocess.run(
        command, env={**os.environ, "SCOREKEEPER_DATABASE_URL": url}, capture_output=True, text=True, check=False
    )  # fmt: skip
    seconds = time.perf_counter() - start
    if said.returncode:
        raise SystemExit(f"{said.stdout}{said.stderr}")
    return seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--database", type=Path, help="a file that is kept between runs")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = wanted.database or Path(folder) / "check.sqlite3"
        url = f"sqlite:///{path}"
        if not path.exists():
            print(f"check    {seed(url, wanted.entries)} entries, {path.stat().st_size / 2**20:.0f} MB")
        taken = [(check(url), floor(path)) for _ in range(wanted.rounds)]
    seconds, least = min(ours for ours, _ in taken), min(bare for _, bare in taken)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"check    {seconds:.1f} s (the aim is {AIM_SECONDS} s), peak {peak} MB")
    print(f"check    floor, rows and JSON {least:.1f} s: {seconds / least:.1f} × the floor")


if __name__ == "__main__":
    main()
