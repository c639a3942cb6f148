"""A round's tables as they are now: who sits there, how far they are, what they brought, whether they agreed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.sums import sums_to_zero
from scorekeeper.domain.tournament.record import RoundState, Tournament
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.services.answers import read_rules
from scorekeeper.services.tournament import recording, results
from scorekeeper.storage import Transaction, audit, events, facts, places, players, sittings
from scorekeeper.storage.events import EventRow


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """A table of a round that was begun."""

    number: int
    seats: tuple[int, ...]
    """Start numbers."""
    sitting: int
    seq: int
    """Of the sitting's last entry."""
    deals: int
    """Entered at the table; on paper 0."""
    units: Mapping[int, int]
    """By start number; empty before anything was entered."""
    final: bool
    first: Mapping[int, int] | None
    """What the office entered from paper, and what whoever did it once more did."""
    second: Mapping[int, int] | None
    first_by: str
    """The device on which the first numbers were entered."""
    twice_by: str
    """The device on which both were, so that nobody else has compared them; empty = none."""
    signed: str
    """Who confirmed the result; empty = nobody yet."""
    confirmed: bool
    """Nothing was entered since it was signed, no other totals count instead, and no two readings of it differ."""
    disputed: bool
    """The sheet that counts says something else than the deals that were entered at the table."""
    extra: int
    """Minutes more than the others have."""
    zero_sum: bool

    @property
    def on_paper(self) -> bool:
        """Whether the office entered its totals."""
        return self.first is not None or self.second is not None

    @property
    def different(self) -> frozenset[int]:
        """Whose numbers the two who entered them read differently."""
        if self.first is None or self.second is None:
            return frozenset()
        return frozenset(number for number in self.seats if self.first.get(number) != self.second.get(number))

    @property
    def odd_sum(self) -> int:
        """By how much the points miss the sum of 0 that they have in this game."""
        return sum(self.units.values()) if self.zero_sum else 0


@dataclass(frozen=True, slots=True)
class AtTable:
    """The round and table that a sitting is."""

    event: int
    state: Tournament
    round: RoundState
    table: int


def table_of(tx: Transaction, at: AtTable) -> TableNow:
    """Give one table alone."""
    alone = replace(at.round, sittings={at.table: at.round.sittings[at.table]})
    return tables_of(tx, at.state, alone)[0]


def tables_of(tx: Transaction, state: Tournament, found: RoundState) -> tuple[TableNow, ...]:
    """Give the tables of a round that was begun."""
    rows = sittings.these(tx, list(found.sittings.values()))
    brought = results.so_far(tx, state, found, rows)
    even = {size: is_zero_sum(state.settings, size) for size in {len(seats) for seats in found.drawn.tables}}
    doubtful = results.doubtful(found, brought)
    made = []
    for number, sitting in sorted(found.sittings.items()):
        seats, result, standing = found.drawn.tables[number - 1], brought.get(number), rows[sitting][1]
        signed, seen = found.confirmed.get(number, ("", -1))
        made.append(
            TableNow(
                number=number, seats=seats, sitting=sitting, seq=standing.seq, deals=standing.deals,
                units=result.units if result else {}, final=result is not None and result.final,
                first=found.totals.get((number, 1)), second=found.totals.get((number, 2)), signed=signed,
                first_by=found.readers.get((number, 1), ""), twice_by=found.read_twice_by(number),
                confirmed=seen == standing.seq and number not in doubtful, disputed=bool(result and result.disputed),
                extra=found.extra.get(number, 0), zero_sum=even[len(seats)],
            )
        )  # fmt: skip
    return tuple(made)


def is_zero_sum(settings: Settings, size: int) -> bool:
    """Say whether the points of a table of this size always sum to 0."""
    game = GAMES[settings.game]
    try:
        return sums_to_zero(game, read_rules(game, settings.rule_set, dict(settings.options)), size)
    except RefusedError:
        return False


def labels(tx: Transaction, state: Tournament, number: int, whom: Iterable[int] | None = None) -> dict[int, str]:
    """Give by start number what everybody is called who plays in a round."""
    wanted = state.entrants if whom is None else {one: state.entrants[one] for one in whom}
    people = {one: entrant.player(number) for one, entrant in wanted.items()}
    known = players.labels(tx, list(people.values()))
    return {one: known[player] for one, player in people.items()}


def at_table(tx: Transaction, sitting: int) -> AtTable | None:
    """Find of which round and table a sitting is; None = of no tournament's."""
    place = places.of_sitting(tx, sitting)
    event = events.get(tx, place.event) if place and place.event else None
    if event is None or event.kind == "evening":
        return None
    state = recording.state_of(tx, event.id)
    for found in state.rounds.values():
        table = next((table for table, other in found.sittings.items() if other == sitting), None)
        if table is not None:
            return AtTable(event.id, state, found, table)
    return None


def mark(tx: Transaction, event: EventRow) -> tuple[int, int, int]:
    """Give three numbers: of an event's record, of what is entered at its tables, of what people are called.

    The last one goes up with every line of the club's audit: whoever is renamed, merged or forgotten has one there.
    """
    return facts.last(tx, event.id), sittings.entries_of_event(tx, event.id), audit.last(tx, event.club)
