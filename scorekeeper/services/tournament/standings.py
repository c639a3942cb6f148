"""A tournament's list, read for page, wall, paper and file alike."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.domain.text import Player
from scorekeeper.domain.tournament import standings
from scorekeeper.domain.tournament.points import Results, seats
from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.domain.tournament.standings import Line
from scorekeeper.services.tournament import recording, results
from scorekeeper.services.tournament.results import TableResult
from scorekeeper.storage import Transaction, players


@dataclass(frozen=True, slots=True)
class Hall:
    """How a tournament stands: its record, what every table brought, and what everybody is called."""

    state: Tournament
    tables: Mapping[int, Mapping[int, TableResult]]
    """Results so far, by round and table."""
    names: Mapping[Player, str]
    """By the key of a line; who only stood in without own points as "p" and the number of the record."""

    @property
    def results(self) -> Results:
        """The units of every table."""
        return {number: {table: one.units for table, one in found.items()} for number, found in self.tables.items()}

    def lines(self, through: int) -> tuple[Line, ...]:
        """Give the list after a round."""
        return standings.standings(self.state, self.results, through)

    def of_round(self, number: int, through: int) -> tuple[Line, ...]:
        """Give the list of one round alone."""
        return standings.of_one_round(self.state, self.results, number, through)


def read(tx: Transaction, event_id: int) -> Hall:
    """Read everything that the list is made of, in a handful of queries. Raises NotFoundError."""
    state = recording.state_of(tx, event_id)
    people = {player for one in state.entrants.values() for _since, player, _own in one.players}
    labels = players.labels(tx, people)
    names = {Player(f"p{player}"): label for player, label in labels.items()}
    for one in state.entrants.values():
        names |= {Player(seat.key): labels[seat.player] for seat in seats(one)}
    return Hall(state, results.all_results(tx, event_id, state), names)


def ranking(tx: Transaction, event_id: int) -> tuple[int, ...]:
    """Give all start numbers, the best first, for a draw by the standings. Raises NotFoundError."""
    state = recording.state_of(tx, event_id)
    tables = results.all_results(tx, event_id, state)
    units = {number: {table: one.units for table, one in found.items()} for number, found in tables.items()}
    return standings.ranking(state, units)
