"""Several devices at one table, each a process of its own: nothing lost, nothing twice, no gap."""

import json
import subprocess
import sys
import threading

import pytest

from scorekeeper.services import checking
from scorekeeper.storage import Store, clubs
from tests.services.table import At, sit_down

PROCESSES = 8

DEVICE = """
import json, random, sys
from datetime import UTC, datetime
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.ledger import StaleError
from scorekeeper.services import entering, reading
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.storage import Store

url, sitting, seed, attempts = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
chance, store, done = random.Random(seed), Store(url), []
with store.read() as tx:
    players = reading.sitting_now(tx, sitting).setup.players
sys.stdin.readline()
for attempt in range(attempts):
    with store.read() as tx:
        number = reading.sitting_now(tx, sitting).head.deals + 1
    gewisse = chance.randint(2, 8)
    key = f"{seed}-{attempt}" if attempt % 10 else f"the same form everywhere, {attempt}"
    deal = read_deal(GAMES["jaggln"], {"declarer": players[0], "partner": players[1 + seed % 4], "gewisse": gewisse})
    for _ in range(chance.choice((1, 1, 2))):  # a third is tapped twice
        try:
            with store.write() as tx:
                actor = Actor(1, f"device {seed}", datetime.now(UTC))
                entered = entering.enter_deal(tx, actor, sitting, key=key, number=number, deal=deal)
            done.append([key, entered.number, entered.seq, entered.duplicate])
        except StaleError as stale:
            done.append([key, 0, 0, stale.entry is None])
print(json.dumps(done))
"""


def _devices(table: At, url: str, attempts: int) -> list[list[object]]:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", DEVICE, url, str(table.sitting), str(seed), str(attempts)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for seed in range(PROCESSES)
    ]  # fmt: skip
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers: list[list[object]] = []
    for process in processes:
        output, _ = process.communicate(timeout=1200)
        assert process.returncode == 0
        answers += json.loads(output)
    return answers


@pytest.mark.postgres
def test_a_deal_does_not_wait_for_whoever_holds_the_club(postgresql_url: str) -> None:
    """Ending an evening holds the club and asks for its sittings: a deal waiting for the club would be a deadlock."""
    store = Store(postgresql_url)
    table = sit_down(store)
    entering = threading.Thread(target=table.enter, args=(1, table.jaggln(0, 1, 6)))
    with store.write() as tx:
        clubs.lock(tx, 1)
        entering.start()
        entering.join(timeout=20)
        assert not entering.is_alive()
    assert table.now().standing.deals == 1
    store.close()


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_eight_devices_at_one_table_enter_exactly_what_was_acknowledged(
    store: Store, database_url: str, attempts: int
) -> None:
    table = sit_down(store)
    answers = _devices(table, database_url, attempts)
    entered = {key: (number, seq) for key, number, seq, duplicate in answers if seq and not duplicate}
    assert len(entered) == sum(1 for *_, seq, duplicate in answers if seq and not duplicate)
    twice = {key: (number, seq) for key, number, seq, duplicate in answers if seq and duplicate}
    rows = table.rows()
    assert {row.entry.key: (row.number, row.entry.seq) for row in rows} == entered
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert all(entered[key] == where for key, where in twice.items())
    assert not any(
        stale_without_what_was_entered for _key, _number, seq, stale_without_what_was_entered in answers if not seq
    )
    assert len(rows) >= attempts
    with store.read() as tx:
        assert checking.check(tx).clean
