"""The laptop is switched off at the wall: what was acknowledged is there, what was not, wholly or not at all."""

import http.client
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import text

from scorekeeper.domain.ledger import EntryKind
from scorekeeper.services import checking, entering
from scorekeeper.services.actor import Actor
from scorekeeper.storage import Store, entries, migrate
from tests.cli.serving import ROOT, STARTS_WITHIN, Browser, Server
from tests.conftest import KINDS, SOAK, breadth
from tests.services.table import EVENING, At, sit_down

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(os.name == "nt", reason="process groups are killed another way there"),
]
ROUNDS = 100 if SOAK else 2
INTERRUPTIONS = 30 if SOAK else 2
CLIENTS = 4
DICE = random.Random()  # noqa: S311  any moment will do
DEALS = 200
# the soak cuts them off on PostgreSQL, too: what has happened wholly or not at all is one transaction there as well
ONE_FILE = pytest.mark.parametrize("url", breadth(KINDS[:1], KINDS[1:]), indirect=True)


@dataclass
class Scorer:
    """Enters deal after deal through the form; what got no answer is sent again, with the same key, after the cut."""

    table: At
    browser: Browser
    acknowledged: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    pending: dict[str, str] | None = None

    @property
    def path(self) -> str:
        return f"/partie/{self.table.sitting}"

    def play(self, stop: threading.Event) -> None:
        """Go on until the server is gone."""
        try:
            number = self._number(self.browser.get(self.path).text)
            while not stop.is_set():
                number = self._send(self.pending or self._form(number))
        except (OSError, http.client.HTTPException):
            return

    def settle(self) -> None:
        """Find out what became of the last form."""
        self.browser.get(self.path)
        if self.pending is not None:
            self._send(self.pending)

    def _send(self, form: dict[str, str]) -> int:
        """Send a form; give the number of the next deal."""
        self.pending = form
        answer = self.browser.post(f"{self.path}/eintragen", form)
        assert answer.status in {303, 409}, answer.text[:2000]
        self.pending = None
        if answer.status == 303:
            self.acknowledged.append(form["key"])
            return int(form["number"]) + 1
        self.refused.append(form["key"])
        return self._number(answer.text)

    def _form(self, number: int) -> dict[str, str]:
        partner = self.table.player((number + 1) % 5)  # the first deal's declarer is seat 0, the next one's seat 1 …
        gewisse = "6" if number % 3 else "4"
        return {
            "key": uuid.uuid4().hex, "number": str(number), "target": "0", "partner": partner, "gewisse": gewisse,
        }  # fmt: skip

    @staticmethod
    def _number(page: str) -> int:
        found = re.search(r'name="number" value="(\d+)"', page)
        assert found is not None
        return int(found[1])


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A SQLite file in the instance folder, as it is usually; or PostgreSQL, of which only the app is cut off."""
    if request.param == "sqlite":
        migrate(f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}")
        return f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"
    found: str = request.getfixturevalue("postgresql_url")
    return found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()


def test_whatever_was_acknowledged_outlives_the_cut_and_nothing_is_there_twice(
    store: Store, url: str, tmp_path: Path
) -> None:
    table = sit_down(store)
    scorers = [Scorer(table, Browser("127.0.0.1:1")) for _ in range(CLIENTS)]
    for _ in range(ROUNDS if url.startswith("sqlite") else ROUNDS // 2):
        _one_cut(Server(tmp_path, url), scorers)
        _nothing_is_lost(table, scorers)
    server = Server(tmp_path, url)
    try:
        for scorer in scorers:
            scorer.browser.moved(server.address)
            scorer.settle()
            scorer.browser.close()
    finally:
        server.kill()
    keys = [key for scorer in scorers for key in scorer.acknowledged]
    assert sorted(row.entry.key for row in table.rows()) == sorted(keys)
    assert not set(keys) & {key for scorer in scorers for key in scorer.refused}
    said = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "check"],
        env={**os.environ, "SCOREKEEPER_DATABASE_URL": url}, cwd=ROOT, check=False,
    )  # fmt: skip
    assert said.returncode == 0


def _one_cut(server: Server, scorers: list[Scorer]) -> None:
    """Let everybody play, and pull the plug at a random moment after a random number of deals."""
    enough = sum(len(scorer.acknowledged) for scorer in scorers) + DICE.randint(1, 60)
    stop = threading.Event()
    for scorer in scorers:
        scorer.browser.moved(server.address)
    threads = [threading.Thread(target=scorer.play, args=(stop,)) for scorer in scorers]
    try:
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + STARTS_WITHIN
        while sum(len(scorer.acknowledged) for scorer in scorers) < enough:
            assert any(thread.is_alive() for thread in threads)
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(DICE.uniform(0, 0.01))
    finally:
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        for scorer in scorers:
            scorer.browser.close()


def _nothing_is_lost(table: At, scorers: list[Scorer]) -> None:
    """Every acknowledged deal is there once; beside them at most the one that each scorer got no answer for."""
    rows = table.rows()
    keys = {row.entry.key for row in rows}
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert len(keys) == len(rows)
    acknowledged = {key for scorer in scorers for key in scorer.acknowledged}
    pending = {scorer.pending["key"] for scorer in scorers if scorer.pending}
    assert acknowledged <= keys
    assert keys - acknowledged <= pending
    with table.store.read() as tx:
        assert checking.check(tx).clean


def _cut_off(what: str, url: str, sitting: int) -> int:
    """Kill a process in the middle of what it does; give how often it had said that it was done."""
    command = [sys.executable, "-m", "tests.cli.interrupted", what, url, str(sitting)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begin\n"
            start = time.monotonic()
            assert process.stdout.readline() == "done\n"
            usual = time.monotonic() - start
            assert process.stdout.readline() == "begin\n"
            time.sleep(DICE.uniform(0, usual))
        finally:
            process.send_signal(signal.SIGKILL)
        return 1 + process.stdout.read().split().count("done")


def _table_with_deals(store: Store) -> At:
    """Two hundred times the same deal, gematscht: the declaring side has 3 × 2, the others −2 × 2 (rules.md)."""
    table = sit_down(store)
    with store.write() as tx:
        for number in range(1, DEALS + 1):
            deal = table.jaggln(0, 1, 9, gematscht=True)
            entering.enter_deal(tx, Actor(1, "test", EVENING), table.sitting, key=str(number), number=number, deal=deal)
    return table


@ONE_FILE
def test_a_change_of_all_deals_cut_off_in_the_middle_has_happened_wholly_or_not_at_all(store: Store, url: str) -> None:
    table = _table_with_deals(store)
    changes, factors = 0, {0: 2}
    for _ in range(INTERRUPTIONS):
        said = _cut_off("rules", url, table.sitting)
        with store.read() as tx:
            kinds = [entry.kind for entry in entries.every(tx, table.sitting)]
            findings = checking.check(tx).findings
        found = kinds.count(EntryKind.RULES)
        assert found in {changes + said, changes + said + 1}
        assert len(kinds) == DEALS + found * (DEALS + 1)
        changes, factor = found, factors.get(found, 3 if found % 2 else 4)
        assert table.totals() == (600 * factor, 600 * factor, -400 * factor, -400 * factor, -400 * factor)
        assert findings == ()


@ONE_FILE
def test_the_closing_of_an_evening_cut_off_in_the_middle_has_happened_wholly_or_not_at_all(
    store: Store, url: str
) -> None:
    table, changes = sit_down(store), 0
    for _ in range(INTERRUPTIONS):
        said = _cut_off("closing", url, table.sitting)
        with store.read() as tx:
            lines = tx.all(text("SELECT what FROM audit WHERE what IN ('evening_ended', 'evening_reopened')"))
        assert len(lines) in {changes + said, changes + said + 1}
        changes = len(lines)
        assert table.now().event.closed == bool(changes % 2)
