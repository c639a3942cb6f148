"""One device of test_contention, a process of its own: sends forms as fast as it can, a third twice or too late.

    python -m tests.services.device URL SITTING SEED ATTEMPTS

It waits for a line, then prints what was acknowledged and refused as JSON.
"""

import json
import random
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Final

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.text import Player
from scorekeeper.services import entering, reading
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.entering import Entered
from scorekeeper.storage import Store

MOST_TRIES: Final = 2000
"""A device that is too late so often in a row is starved."""


@dataclass
class Sent:
    """A form and what became of it; seq 0 = refused, `blind` = refused without showing what stands there."""

    kind: str
    key: str
    number: int = 0
    target: int = 0
    declarer: int = 0
    won: bool = False
    seq: int = 0
    duplicate: bool = False
    blind: bool = False


@dataclass
class Device:
    """What one scorer does."""

    store: Store
    sitting: int
    seed: int
    dice: random.Random
    players: tuple[Player, ...]
    log: list[Sent] = field(default_factory=list)
    mine: list[Sent] = field(default_factory=list)
    """Deals of this device that were acknowledged."""

    def attempt(self, turn: int) -> None:
        """Send the form whose turn it is."""
        plan: dict[int, Callable[[int], None]] = {
            0: self.the_same_again, 1: self.a_number_that_is_taken, 2: self.undo_too_late, 3: self.correct_too_late,
            4: self.correct, 5: self.undo, 6: self.redo, 7: self.the_same_everywhere,
        }  # fmt: skip
        plan.get(turn % 12, self.enter)(turn)

    def enter(self, turn: int) -> None:
        """Enter the next deal; whoever was overtaken enters it as the one after."""
        for number in range(MOST_TRIES):
            if self._send(self._deal(f"{self.seed}-{turn}-{number}", self._now().head.deals + 1)).seq:
                self.mine.append(self.log[-1])
                return
        raise SystemExit("starved")

    def the_same_everywhere(self, turn: int) -> None:
        """Send a form that every device sends, as a shared page would be."""
        self._send(self._deal(f"everywhere-{turn}", self._now().head.deals + 1))

    def the_same_again(self, _turn: int) -> None:
        """Tap twice, or come back to a page."""
        if self.mine:
            before = self.dice.choice(self.mine)
            self._send(Sent("deal", before.key, before.number, 0, before.declarer, before.won))

    def a_number_that_is_taken(self, turn: int) -> None:
        """Enter a deal from a page that is one deal old."""
        self._send(self._deal(f"{self.seed}-{turn}", max(self._now().head.deals, 1)))

    def undo_too_late(self, turn: int) -> None:
        """Take back what was the last before a deal came in between."""
        before = self._now().undo
        self.enter(turn)
        self._send(Sent("undo", f"{self.seed}-{turn}", target=before.seq if before else 0))

    def correct_too_late(self, turn: int) -> None:
        """Correct a version that was corrected since."""
        found = self._any_deal()
        if found is not None:
            self._send(self._correction(f"{self.seed}-{turn}-first", *found))
            self._send(self._correction(f"{self.seed}-{turn}", *found))

    def correct(self, turn: int) -> None:
        """Correct any deal as it counts now."""
        found = self._any_deal()
        if found is not None:
            self._send(self._correction(f"{self.seed}-{turn}", *found))

    def undo(self, turn: int) -> None:
        """Take the last entry back."""
        last = self._now().undo
        self._send(Sent("undo", f"{self.seed}-{turn}", target=last.seq if last else 0))

    def redo(self, turn: int) -> None:
        """Restore what was taken back last, if anything was."""
        last = self._now().redo
        self._send(Sent("redo", f"{self.seed}-{turn}", target=last.seq if last else 0))

    def _any_deal(self) -> tuple[int, int] | None:
        """Give the number and the version in force of one of the last deals."""
        with self.store.read() as tx:
            rows = reading.recent_deals(tx, self.sitting, 5)
        row = self.dice.choice(rows) if rows else None
        return (row.number, row.entry.seq) if row else None

    def _deal(self, key: str, number: int) -> Sent:
        return Sent("deal", key, number, 0, self.dice.randrange(len(self.players)), self.dice.random() < 0.5)

    def _correction(self, key: str, number: int, target: int) -> Sent:
        return Sent("correct", key, number, target, self.dice.randrange(len(self.players)), self.dice.random() < 0.5)

    def _now(self) -> reading.SittingNow:
        with self.store.read() as tx:
            return reading.sitting_now(tx, self.sitting)

    def _send(self, form: Sent) -> Sent:
        self.log.append(form)
        try:
            done = self._do(form)
        except StaleError as stale:
            taken_back = "taken back" in stale.message.id or form.kind in {"undo", "redo"}
            form.blind = stale.entry is None and not taken_back
        else:
            form.seq, form.number, form.duplicate = done.seq, done.number, done.duplicate
            if done.unchanged:
                form.kind = "unchanged"
        return form

    def _do(self, form: Sent) -> Entered:
        actor = Actor(1, f"device {self.seed}", datetime.now(UTC))
        with self.store.write() as tx:
            if form.kind == "undo":
                return entering.undo(tx, actor, self.sitting, key=form.key, target=form.target)
            if form.kind == "redo":
                return entering.redo(tx, actor, self.sitting, key=form.key, target=form.target)
            declarer, partner = (self.players[(form.declarer + step) % len(self.players)] for step in (0, 1))
            answers = {"declarer": declarer, "partner": partner, "gewisse": 6 if form.won else 4}
            deal = read_deal(GAMES["jaggln"], answers)
            if form.kind == "deal":
                return entering.enter_deal(tx, actor, self.sitting, key=form.key, number=form.number, deal=deal)
            return entering.correct_deal(
                tx, actor, self.sitting, key=form.key, number=form.number, target=form.target, deal=deal
            )  # fmt: skip


def main() -> None:
    """Do as the command line says."""
    url, sitting, seed, attempts = sys.argv[1], *map(int, sys.argv[2:])
    store = Store(url)
    with store.read() as tx:
        players = reading.sitting_now(tx, sitting).setup.players
    device = Device(store, sitting, seed, random.Random(seed), players)  # noqa: S311 no secret
    sys.stdin.readline()
    for turn in range(attempts):
        device.attempt(turn)
    store.close()
    sys.stdout.write(json.dumps([asdict(sent) for sent in device.log]))


if __name__ == "__main__":
    main()
