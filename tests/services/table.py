"""A table to test services at: five people, one sitting, and short ways to enter deals of Jaggln or Bauerntarock."""
# ruff: noqa: ANN401  any game's deals and options

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.settlement import Payout
from scorekeeper.domain.text import Player
from scorekeeper.services import entering, evenings, players, reading
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_deal
from scorekeeper.services.entering import Entered
from scorekeeper.storage import Store

NAMES = ("Toni", "Maria", "Franz", "Leni", "Sepp")
EVENING = datetime(2027, 1, 15, 19, 30, tzinfo=UTC)


def actor(store: Store, at: datetime = EVENING) -> Actor:
    with store.read() as tx:
        return Actor(evenings.first_club(tx), "Gerät K7", at)


def people(store: Store, names: tuple[str, ...] = NAMES) -> tuple[int, ...]:
    with store.write() as tx:
        return tuple(players.add_player(tx, actor(store), name) for name in names)


def new_sitting(
    ids: tuple[int, ...], game: str = "jaggln", *, stake: int = 10, payout: Payout = "transfers", **options: Any
) -> evenings.NewSitting:
    return evenings.NewSitting(
        game=game, rule_set=GAMES[game].rule_sets[0].key, options=options, stake_cents=stake, payout=payout,
        players=ids, first_dealer=ids[-1],
    )  # fmt: skip


def new_evening(sitting: evenings.NewSitting, day: date = date(2027, 1, 15)) -> evenings.NewEvening:
    return evenings.NewEvening(title="Kartenabend", place="Westendorf", date=day, purse="one", sitting=sitting)


@dataclass
class At:
    """A sitting that is going on; every call is a transaction of its own."""

    store: Store
    ids: tuple[int, ...]
    sitting: int
    game: str = "jaggln"
    keys: Iterator[int] = field(default_factory=itertools.count)

    def key(self) -> str:
        return f"form-{next(self.keys)}"

    def player(self, seat: int) -> Player:
        return Player(str(self.ids[seat]))

    def deal(self, answers: Mapping[str, Any]) -> Any:
        return read_deal(GAMES[self.game], answers)

    def jaggln(self, declarer: int, partner: int | None, gewisse: int, **more: Any) -> Any:
        who = None if partner is None else self.player(partner)
        return self.deal({"declarer": self.player(declarer), "partner": who, "gewisse": gewisse, **more})

    def tarock(self, declarer: int, points: int, **more: Any) -> Any:
        return self.deal({"declarer": self.player(declarer), "points": points, **more})

    def enter(self, number: int, deal: Any, **more: Any) -> Entered:
        with self.store.write() as tx:
            values = {"key": self.key(), "number": number, "deal": deal} | more
            return entering.enter_deal(tx, actor(self.store), self.sitting, **values)

    def correct(self, number: int, target: int, deal: Any, **more: Any) -> Entered:
        with self.store.write() as tx:
            values = {"key": self.key(), "number": number, "target": target, "deal": deal} | more
            return entering.correct_deal(tx, actor(self.store), self.sitting, **values)

    def void(self, number: int, target: int) -> Entered:
        with self.store.write() as tx:
            return entering.void_deal(
                tx, actor(self.store), self.sitting, key=self.key(), number=number, target=target
            )  # fmt: skip

    def undo(self, target: int) -> Entered:
        with self.store.write() as tx:
            return entering.undo(tx, actor(self.store), self.sitting, key=self.key(), target=target)

    def redo(self, target: int) -> Entered:
        with self.store.write() as tx:
            return entering.redo(tx, actor(self.store), self.sitting, key=self.key(), target=target)

    def end(self) -> Entered:
        with self.store.write() as tx:
            return entering.end_sitting(tx, actor(self.store), self.sitting, key=self.key())

    def reopen(self) -> Entered:
        with self.store.write() as tx:
            return entering.reopen_sitting(tx, actor(self.store), self.sitting, key=self.key())

    def now(self) -> reading.SittingNow:
        with self.store.read() as tx:
            return reading.sitting_now(tx, self.sitting)

    def rows(self) -> tuple[reading.DealRow, ...]:
        with self.store.read() as tx:
            return tuple(reading.all_deals(tx, self.sitting))

    def totals(self) -> tuple[int, ...]:
        """The totals in seat order."""
        totals = self.now().totals
        return tuple(totals[self.player(seat)] for seat in range(len(self.ids)))

    def running(self, number: int) -> tuple[int, ...]:
        """The totals after a deal in seat order."""
        running = self.rows()[number - 1].running
        return tuple(running[self.player(seat)] for seat in range(len(self.ids)))


def sit_down(store: Store, game: str = "jaggln", names: tuple[str, ...] = NAMES, **options: Any) -> At:
    """Start an evening; the last seat deals first, so that seat 0 is forehand."""
    ids = people(store, names)
    with store.write() as tx:
        sitting = evenings.start_evening(
            tx, actor(store), new_evening(new_sitting(ids, game, **options)), f"{game}-{names}"
        )  # fmt: skip
    return At(store, ids, sitting, game)
