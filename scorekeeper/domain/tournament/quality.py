"""How good a draw is: how often two meet again, and how often they must."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.domain.tournament.rounds import DrawnRound, repeats, sit_outs


@dataclass(frozen=True, slots=True)
class Quality:
    """Repeated meetings, the fewest that such tables allow, and how evenly it was sat out."""

    rounds: int
    repeats: int
    least: int
    sit_outs: int
    twice_out: int
    """How many sat out twice although others never did."""

    @property
    def is_best(self) -> bool:
        """Whether no draw could repeat less."""
        return self.repeats <= self.least


def quality(rounds: Sequence[DrawnRound]) -> Quality:
    """Rate rounds together."""
    people = {player for drawn in rounds for player in drawn.players}
    meetings = sum(_pairs(len(table)) for drawn in rounds for table in drawn.tables)
    out = sit_outs(rounds)
    never = any(out[player] == 0 for player in people)
    return Quality(
        rounds=len(rounds),
        repeats=repeats(rounds),
        least=max(0, meetings - _pairs(len(people)), _crowding(rounds)),
        sit_outs=sum(out.values()),
        twice_out=sum(1 for times in out.values() if times > 1) if never else 0,
    )


def _pairs(people: int) -> int:
    return people * (people - 1) // 2


def _crowding(rounds: Sequence[DrawnRound]) -> int:
    """Count the repeats that few tables force: seven out of four tables are at best two, two, two and one of each."""
    return sum(
        max((_forced(drawn, before) for before in rounds[:number]), default=0) for number, drawn in enumerate(rounds)
    )


def _forced(drawn: DrawnRound, before: DrawnRound) -> int:
    """Share each table's people evenly among the tables they come from; who sat at none meets nobody again there."""
    here = {player for table in drawn.tables for player in table}
    tables = sum(1 for table in before.tables if here.intersection(table))
    sizes = [len(table) for table in drawn.tables]
    for _fresh in here - {player for table in before.tables for player in table}:
        crowded = max(range(len(sizes)), key=sizes.__getitem__)  # there one less helps most
        sizes[crowded] = max(0, sizes[crowded] - 1)
    return sum(_shared(size, tables) for size in sizes)


def _shared(people: int, tables: int) -> int:
    each, rest = divmod(people, max(1, tables))
    return rest * _pairs(each + 1) + (tables - rest) * _pairs(each)
