"""How good a draw is: how often two meet again, and how often they must."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.domain.tournament.rounds import DrawnRound, repeats, sit_outs


@dataclass(frozen=True, slots=True)
class Quality:
    """Repeated meetings, the fewest that so many tables allow, and who sat out more often than somebody else's once."""

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
    """Rate rounds together; the least is the bound: meetings at the tables − pairs that there are."""
    people = {player for drawn in rounds for player in drawn.players}
    meetings = sum(len(table) * (len(table) - 1) // 2 for drawn in rounds for table in drawn.tables)
    pairs = len(people) * (len(people) - 1) // 2
    out = sit_outs(rounds)
    never = any(out[player] == 0 for player in people)
    return Quality(
        rounds=len(rounds),
        repeats=repeats(rounds),
        least=max(0, meetings - pairs),
        sit_outs=sum(out.values()),
        twice_out=sum(1 for times in out.values() if times > 1) if never else 0,
    )
