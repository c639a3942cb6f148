"""Several devices at one table, each a process of its own: nothing lost, nothing twice, no gap, nobody starved."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scorekeeper.services import checking
from scorekeeper.storage import Store, clubs
from tests.services.device import Sent
from tests.services.table import At, sit_down

PROCESSES = 8
ROOT = Path(__file__).parents[2]


def _devices(table: At, url: str, attempts: int) -> list[list[Sent]]:
    """Give what each device sent, in its order."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.services.device", url, str(table.sitting), str(seed), str(attempts)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        )
        for seed in range(PROCESSES)
    ]  # fmt: skip
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers: list[list[Sent]] = []
    for process in processes:
        output, _ = process.communicate(timeout=1200)
        assert process.returncode == 0
        answers.append([Sent(**sent) for sent in json.loads(output)])
    return answers


class Book:
    """What a patient clerk would have written down of what was acknowledged, in the order of the entries."""

    def __init__(self, acknowledged: list[Sent]) -> None:
        self.made: dict[int, Sent] = {}
        self.versions: dict[int, list[Sent]] = {}
        self.done: list[Sent] = []
        self.undone: list[Sent] = []
        for expected, sent in enumerate(sorted(acknowledged, key=lambda sent: sent.seq), 1):
            assert sent.seq == expected
            self.made[sent.seq] = sent
            if sent.kind == "undo":
                self._undo(sent)
            elif sent.kind == "redo":
                self._redo(sent)
            else:
                self._do(sent)
                self.undone.clear()

    def _do(self, sent: Sent) -> None:
        if sent.kind == "deal":
            assert sent.number == len(self.versions) + 1
            self.versions[sent.number] = [sent]
        else:
            assert self.versions[sent.number][-1].seq == sent.target
            self.versions[sent.number].append(sent)
        self.done.append(sent)

    def _undo(self, sent: Sent) -> None:
        revoked = self.done.pop()
        assert revoked.seq == sent.target
        assert self.versions[revoked.number].pop() is revoked
        if not self.versions[revoked.number]:
            del self.versions[revoked.number]
        self.undone.append(revoked)

    def _redo(self, sent: Sent) -> None:
        restored = self.undone.pop()
        assert restored.seq == sent.target
        self._do(restored)

    @property
    def totals(self) -> tuple[int, ...]:
        """Two against three: the declaring side has 3 each, the others −2, or the other way round (rules.md)."""
        totals = [0] * 5
        for versions in self.versions.values():
            sent, sign = versions[-1], 1 if versions[-1].won else -1
            for seat in range(5):
                side = seat in {sent.declarer, (sent.declarer + 1) % 5}
                totals[seat] += sign * (3 if side else -2)
        return tuple(totals)


@pytest.mark.postgres
def test_a_deal_does_not_wait_for_whoever_holds_the_club(postgresql_url: str) -> None:
    """Ending an evening holds the club and asks for its sittings: a deal waiting for the club would be a deadlock."""
    store = Store(postgresql_url)
    table = sit_down(store)
    entering = threading.Thread(target=table.enter, args=(1, table.jaggln(0, 1, 6)))
    with store.write() as tx:
        clubs.lock(tx, 1)
        entering.start()
        entering.join(timeout=60)
        assert not entering.is_alive()
    assert table.now().standing.deals == 1
    store.close()


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_eight_devices_at_one_table_enter_exactly_what_was_acknowledged(
    store: Store, database_url: str, attempts: int
) -> None:
    table = sit_down(store)
    devices = _devices(table, database_url, attempts)
    sent = [one for device in devices for one in device]
    acknowledged = [one for one in sent if one.seq and not one.duplicate and one.kind != "unchanged"]
    book = Book(acknowledged)
    rows = table.rows()
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert [row.entry.key for row in rows] == [book.versions[row.number][-1].key for row in rows]
    assert len(rows) == len(book.versions)
    assert table.totals() == book.totals
    assert table.now().seq == len(acknowledged)
    _nobody_was_starved(devices, attempts)
    _twice_is_once_and_too_late_is_shown(sent, book, attempts)
    with store.read() as tx:
        assert checking.check(tx).clean


def _nobody_was_starved(devices: list[list[Sent]], attempts: int) -> None:
    """Every device got each of its deals in, five of twelve forms; a starved one would have ended with an error."""
    fresh = sum(1 for turn in range(attempts) if turn % 12 in {2, 8, 9, 10, 11})
    for device in devices:
        mine = [one for one in device if one.kind == "deal" and one.key.count("-") == 2]
        assert sum(1 for one in mine if one.seq and not one.duplicate) == fresh


def _twice_is_once_and_too_late_is_shown(sent: list[Sent], book: Book, attempts: int) -> None:
    for one in sent:
        if one.duplicate:
            assert book.made[one.seq].key == one.key
            assert book.made[one.seq].number == one.number
    everywhere = {one.key for one in sent if one.key.startswith("everywhere") and one.seq}
    assert len(everywhere) == len({book.made[one.seq].seq for one in sent if one.key in everywhere and one.seq})
    assert not any(one.blind for one in sent)
    rounds = attempts // 12
    assert sum(1 for one in sent if one.duplicate) >= PROCESSES * rounds
    assert sum(1 for one in sent if not one.seq) >= PROCESSES * rounds
