"""A tournament to look at: set up, filled and played through the services as an organiser and the tables would."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count, groupby
from typing import Any, Final

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.text import N_, Player
from scorekeeper.domain.tournament.lot import Lot
from scorekeeper.domain.tournament.record import RoundState, Tournament
from scorekeeper.domain.tournament.settings import Prizes, Settings
from scorekeeper.domain.tournament.sizes import TableSizes, table_plan
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import read_rules
from scorekeeper.services.demo_names import Person, people
from scorekeeper.services.demo_play import dealt
from scorekeeper.services.entering import end_sitting, enter_deal
from scorekeeper.services.errors import refuse
from scorekeeper.services.evenings import evening_date
from scorekeeper.services.loading import load
from scorekeeper.services.tournament import drawing, playing, recording, registering, results, setting_up, till
from scorekeeper.services.tournament.accounts import accounts
from scorekeeper.services.tournament.presets import preset
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.signing_up import Named, sign_up, substitute
from scorekeeper.storage import Transaction, events

FEWEST_PLAYERS: Final = 8
MOST_PLAYERS: Final = 400
MOST_ROUNDS: Final = 12
_REGISTERING: Final = timedelta(minutes=60)
_ROUND: Final = timedelta(minutes=75)
_INTO_THE_LAST: Final = timedelta(minutes=40)
"""So long ago the round began that is still being played."""
_MINUTES: Final = 60
_TO_THE_END: Final = 80
"""Deals of a game that ends by itself, at most."""
_BY_THE_CLOCK: Final = 12
_PAID_AHEAD: Final = 17
"""Of twenty so many pay when they register."""
_DEAL_BY_DEAL: Final = 3
"""At so many tables every deal is entered, the others hand in totals."""
_LARGE: Final = 40
_FEW_PRIZES: Final = (500, 300, 200)
_MANY_PRIZES: Final = (250, 180, 140, 110, 90, 70, 60, 50, 30, 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the example is to be; the same wishes give the same people and results."""

    game: AnyGame
    title: str
    players: int
    rounds: int
    sizes: tuple[int, ...] = ()
    """The usual number at a table first; none = what is usual for the game."""
    seed: str
    finished: bool
    """Every round is over; else the last one is being played."""


def demo_tournament(tx: Transaction, actor: Actor, wanted: Wanted, key: str) -> int:
    """Make an example and give its number; the same key again gives the same one. Raises RefusedError."""
    settings = _settings(wanted)
    known = events.by_key(tx, actor.club, key)
    if known is not None:
        return known
    before_the_last = _REGISTERING + (wanted.rounds - 1) * _ROUND
    at = actor.at - before_the_last - (_ROUND if wanted.finished else _INTO_THE_LAST)
    actor = replace(actor, at=at)
    new = setting_up.NewEvent(
        kind="tournament", title=wanted.title, place="Gasthof Post, Westendorf", date=evening_date(at),
        settings=settings,
    )  # fmt: skip
    event = setting_up.set_up(tx, actor, new, key, demo=True)
    hall = _Hall(tx, actor, event, key, wanted, settings)
    _register(hall)
    for number in range(1, wanted.rounds + 1):
        hall.actor = replace(actor, at=at + _REGISTERING + (number - 1) * _ROUND)
        _round(hall, number, running=number == wanted.rounds and not wanted.finished)
    if wanted.finished:
        for line in accounts(tx, event).prizes:
            hall.do(till.pay_prize, line.prize.entrant, line.open, line.prize.key)
        hall.do(till.count, accounts(tx, event).box)
    return event


def _settings(wanted: Wanted) -> Settings:
    """Give the settings. Raises RefusedError for what cannot be seated or played."""
    if not FEWEST_PLAYERS <= wanted.players <= MOST_PLAYERS:
        low, high = FEWEST_PLAYERS, MOST_PLAYERS
        raise refuse("players", N_("An example tournament has {low} to {high} players.", low=low, high=high))
    if not 1 <= wanted.rounds <= MOST_ROUNDS:
        raise refuse("rounds", N_("An example tournament has 1 to {high} rounds.", high=MOST_ROUNDS))
    usual = preset(wanted.game)
    size, *others = wanted.sizes or (usual.table_size, *usual.other_sizes)
    rules = read_rules(wanted.game, usual.rule_set, {})
    fewest, most = wanted.game.size(rules)
    for one in (size, *others):
        if not fewest <= one <= most:
            raise refuse("sizes", N_("In this game {low} to {high} sit at a table.", low=fewest, high=most))
    table_plan(wanted.players, TableSizes(size, tuple(others)))
    shares = _MANY_PRIZES if wanted.players >= _LARGE else _FEW_PRIZES
    settings = replace(
        usual, rounds=wanted.rounds, table_size=size, other_sizes=tuple(others), minutes=usual.minutes or _MINUTES,
        prizes=Prizes(kind="shares", places=shares, consolation_cents=usual.fee_cents),
    )  # fmt: skip
    setting_up.verify_settings(settings)
    return settings


@dataclass
class _Hall:
    """A tournament that is being filled, and the moment that it has come to."""

    tx: Transaction
    actor: Actor
    event: int
    key: str
    wanted: Wanted
    settings: Settings
    numbers: Iterator[int] = field(default_factory=count)

    def next_key(self) -> str:
        return f"{self.key}-{next(self.numbers)}"

    def do(self, service: Callable[..., Any], *values: Any, **named: Any) -> Any:  # noqa: ANN401 any service's
        return service(self.tx, self.actor, At(self.event, self.next_key()), *values, **named)

    def later(self, minutes: float) -> None:
        self.actor = replace(self.actor, at=self.actor.at + timedelta(minutes=minutes))

    def state(self) -> Tournament:
        return recording.state_of(self.tx, self.event)

    def lot(self, what: str) -> Lot:
        return Lot(f"{self.wanted.seed} {what}")

    @property
    def comes_and_goes(self) -> bool:
        """Whether there are enough to fill a table without those who come late, leave or stay away."""
        return self.wanted.rounds > 1 and self.wanted.players >= 2 * self.settings.sizes.all[0]

    @property
    def late(self) -> int:
        """How many come when the first round has begun."""
        return 1 + self.wanted.players // 80 if self.comes_and_goes else 0

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody in the order of their registration, and one more who stands in."""
        return people(self.wanted.seed, self.wanted.players + 1, self.wanted.players // 16)


def _register(hall: _Hall) -> None:
    """Register all but the late ones: most pay at once, some of the others later; one wants a fixed table."""
    there = hall.people[: hall.wanted.players - hall.late]
    hall.do(till.set_float, 10000)
    ahead = len(there) * _PAID_AHEAD // 20
    hall.do(sign_up, _groups(there[:ahead]), paid=True)
    hall.later(25)
    hall.do(sign_up, _groups(there[ahead:]), paid=False)
    for number in range(ahead + 1, len(there) + 1, 2):
        hall.later(1)
        hall.do(till.fee_paid, number)
    hall.do(till.other, 5000, "Spende vom Wirt")
    lot = hall.lot("wishes")
    hall.do(registering.change_details, 1 + lot.below(len(there)), {"fixed_table": 1, "note": "Rollstuhl"})


def _groups(them: Sequence[Person]) -> tuple[tuple[Named, ...], ...]:
    """Give those of a household together: they never sit at one table."""
    households = groupby(them, key=lambda person: person.household)
    return tuple(tuple(Named(name=one.name, nickname="") for one in household) for _number, household in households)


def _round(hall: _Hall, number: int, *, running: bool) -> None:
    """Draw a round, begin it, let its tables play, and close it unless it is still running."""
    if number > 1 and hall.comes_and_goes:
        _come_and_go(hall, number)
    lot = hall.lot(f"round {number}")
    hall.do(drawing.draw, first=number, rounds=1, seed=_seed(lot))
    hall.do(playing.begin_round, number)
    begun = hall.actor
    if number == 1 and hall.late:
        hall.later(10)
        hall.do(sign_up, _groups(hall.people[-1 - hall.late : -1]), paid=True)
        hall.actor = begun
    state = hall.state()
    for table in state.rounds[number].sittings:
        hall.actor = begun
        _table(hall, state.rounds[number], table, running=running)
    hall.actor = begun
    if running:
        return
    hall.later(65)
    if number == 1:
        loser = 1 + lot.below(hall.wanted.players - hall.late)
        hall.do(results.penalise, loser, round_number=1, points=5, reason="Zu früh aufgedeckt")
    hall.do(playing.close_round, number, ())


def _seed(lot: Lot) -> str:
    """Give a seed that looks like those the app makes up."""
    drawn = "".join(lot.one_of(drawing.SIGNS) for _sign in range(8))
    return f"{drawn[:4]}-{drawn[4:]}"


def _come_and_go(hall: _Hall, number: int) -> None:
    """Before the second round one is replaced and one leaves, before the third of a large tournament another one."""
    lot = hall.lot("changes")
    replaced, first, second = lot.shuffled(range(1, hall.wanted.players - hall.late + 1))[:3]
    match number:
        case 2:
            hall.do(substitute, replaced, hall.people[-1].name, from_round=2, own=False)
            hall.do(registering.leave, first, 2)
        case 3 if hall.wanted.players >= _LARGE:
            hall.do(registering.leave, second, 3)


def _table(hall: _Hall, found: RoundState, table: int, *, running: bool) -> None:
    """Let a table play; of those still running some have handed in, some are under way, the rest comes later."""
    settings = hall.settings
    lot = hall.lot(f"round {found.number} table {table}")
    most = settings.deals or (_BY_THE_CLOCK if preset(hall.wanted.game).minutes else _TO_THE_END)
    if table <= _DEAL_BY_DEAL:
        _deal_by_deal(hall, found, table, lot, most // (1 + table) if running else most)
        if not running:
            _agree(hall, found, table)
        return
    if running and table % 3:
        return
    seats = tuple(Player(str(number)) for number in found.drawn.tables[table - 1])
    rules = read_rules(hall.wanted.game, settings.rule_set, dict(settings.options))
    setup = Setup(
        game=hall.wanted.game, rule_set=settings.rule_set, rules=rules, players=seats, first_dealer=seats[0]
    )  # fmt: skip
    *_before, last = dealt(lot, setup, most)
    units = {int(player): total for player, total in last.totals.items()}
    hall.later(38 if running else 55)
    hall.do(results.enter_totals, found.number, table, units=units, hand=1)


def _deal_by_deal(hall: _Hall, found: RoundState, table: int, lot: Lot, most: int) -> None:
    sitting = found.sittings[table]
    for number, one in enumerate(dealt(lot, load(hall.tx, sitting).setup, most), 1):
        hall.later(35 / most)
        enter_deal(hall.tx, hall.actor, sitting, key=hall.next_key(), number=number, deal=one.deal)


def _agree(hall: _Hall, found: RoundState, table: int) -> None:
    """Let a table end its game and confirm the result together."""
    sitting = found.sittings[table]
    if not load(hall.tx, sitting).row.finished and not hall.settings.deals:
        end_sitting(hall.tx, hall.actor, sitting, key=hall.next_key())
    seen = results.last_entry(hall.tx, sitting)
    people = hall.people
    names = [people[number - 1].name for number in found.drawn.tables[table - 1]]
    initials = " ".join("".join(part[0] for part in name.split()) for name in names)
    hall.do(playing.confirm, found.number, table, initials=initials, seen=seen)
