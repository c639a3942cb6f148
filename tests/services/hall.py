"""A tournament to test services at: so many people, and short ways to draw, play and close rounds."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from scorekeeper.domain.tournament.folding import fold
from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.services.actor import Actor
from scorekeeper.services.tournament import drawing, playing, recording, registering, results, setting_up
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Store, Transaction
from tests.services.table import EVENING, actor, people

SEED = "KDF7-3QPM"
JAGGLN = Settings(
    game="jaggln", rule_set="schipflinger", rounds=3, table_size=5, other_sizes=(6,), fee_cents=1000
)  # fmt: skip


@dataclass
class Hall:
    """A tournament; every call is a transaction of its own."""

    store: Store
    ids: tuple[int, ...]
    event: int
    keys: Iterator[int] = field(default_factory=itertools.count)

    def at(self) -> At:
        return At(self.event, f"form-{next(self.keys)}")

    def do(self, service: Callable[..., Any], *values: Any, now: datetime = EVENING, **named: Any) -> Any:  # noqa: ANN401 any service's
        with self.store.write() as tx:
            return service(tx, actor(self.store, now), self.at(), *values, **named)

    def now(self) -> Tournament:
        """Give how it stands; what the store knew already and went on from must be what the whole record comes to."""
        with self.store.read() as tx:
            state = recording.state_of(tx, self.event)
            assert state == fold(recording.facts_of(tx, self.event))
            return state

    def draw(self, first: int = 1, rounds: int = 1, seed: str = SEED) -> None:
        self.do(drawing.draw, first=first, rounds=rounds, seed=seed)

    def begin(self, number: int = 1) -> None:
        self.do(playing.begin_round, number)

    def hand_in(self, number: int, table: int, *units: int, hand: int = 1) -> None:
        """Hand in a paper table's totals, in seat order."""
        seats = self.now().rounds[number].drawn.tables[table - 1]
        named = dict(zip(seats, units, strict=True))
        self.do(results.enter_totals, number, table, units=named, hand=hand)

    def play(self, number: int) -> None:
        """Draw a round unless that was done, begin it, let the first seat of every table win 1 from each, close it."""
        if number not in self.now().rounds:
            self.draw(number)
        self.begin(number)
        for table, seats in enumerate(self.now().rounds[number].drawn.tables, 1):
            self.hand_in(number, table, len(seats) - 1, *([-1] * (len(seats) - 1)))
        self.do(playing.close_round, number, ())


def set_up(store: Store, settings: Settings = JAGGLN, names: tuple[str, ...] = ()) -> Hall:
    """Set a tournament up, and register these people."""
    new = setting_up.NewEvent(
        kind="tournament", title="Preisjaggln", place="Westendorf", date=date(2027, 1, 15), settings=settings
    )  # fmt: skip
    ids = people(store, names)
    with store.write() as tx:
        event = setting_up.set_up(tx, actor(store), new, "hall")
    hall = Hall(store, ids, event)
    if ids:
        hall.do(registering.register, ids)
    return hall


def set_up_course(store: Store, names: tuple[str, ...] = (), **changed: Any) -> Hall:  # noqa: ANN401 any settings
    """Set a course of Dobbm up, at tables of four, and let these people take part."""
    settings = Settings(game="dobbm", rule_set="stubai", rounds=50, table_size=4, other_sizes=(5,))
    new = setting_up.NewEvent(
        kind="course", title="Dobbm lernen", place="Westendorf", date=date(2027, 1, 15),
        settings=replace(settings, **changed),
    )  # fmt: skip
    ids = people(store, names)
    with store.write() as tx:
        event = setting_up.set_up(tx, actor(store), new, "course")
    hall = Hall(store, ids, event)
    if ids:
        hall.do(registering.register, ids)
    return hall


def of_ten(store: Store, **changed: Any) -> Hall:  # noqa: ANN401 any settings
    """Two tables of five."""
    names = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Fritz", "Gusti", "Hias", "Ida", "Jos")
    return set_up(store, replace(JAGGLN, **changed), names)


Service = Callable[[Transaction, Actor], object]
