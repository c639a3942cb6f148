"""What an organiser decides before a tournament: what is played, at which tables, what counts and what is won."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, Literal, Self, get_args

from scorekeeper.domain.tournament.sizes import TableSizes

Pairing = Literal["lot", "swiss"]
"""How the rounds after the first are drawn."""
Counting = Literal["units", "places", "both"]
"""What a round counts: the points of the game, points by the place at the table, or places first and units to part."""
SitOut = Literal["nothing", "average", "points"]
"""What a round counts for who sits out: nothing, the own average of the other rounds rounded down, or fixed points."""
TieBreak = Literal["best_round", "wins", "fewer_sit_outs", "direct", "lot"]
TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prizes:
    """What is won: fixed amounts in cents, or shares of the pool in thousandths; the last may get a consolation."""

    kind: Literal["none", "fixed", "shares"] = "none"
    places: tuple[int, ...] = ()
    """For each place from the first: cents, or thousandths of the pool."""
    consolation_cents: int = 0
    round_to: Literal[1, 10, 100] = 1
    """Shares are rounded down to so many cents, and what is left over stays in the box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A tournament's settings. `options` are the rule set's own, `stake_cents` what a point costs at the table."""

    game: str
    rule_set: str
    options: Mapping[str, Any] = field(default_factory=dict)
    stake_cents: int = 0
    rounds: int = 3
    deals: int = 0
    """Deals per round and table; 0 = by the clock, or to the game's own end."""
    minutes: int = 0
    """A round lasts so long; 0 = no clock."""
    table_size: int = 4
    other_sizes: tuple[int, ...] = ()
    pairing: Pairing = "lot"
    counting: Counting = "units"
    sit_out: SitOut = "average"
    sit_out_points: int = 0
    tie_breaks: tuple[TieBreak, ...] = ("best_round", "wins", "lot")
    fee_cents: int = 0
    prizes: Prizes = Prizes()

    @property
    def sizes(self) -> TableSizes:
        """The sizes of tables that are usual and allowed."""
        return TableSizes(self.table_size, self.other_sizes)

    def to_json(self) -> dict[str, Any]:
        """Give it as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what to_json gave; what a later version added stands at its default."""
        known = {one.name: values[one.name] for one in fields(cls) if one.name in values}
        for name in ("other_sizes", "tie_breaks"):
            if name in known:
                known[name] = tuple(known[name])
        if "prizes" in known:
            prizes = dict(known["prizes"])
            known["prizes"] = Prizes(**{**prizes, "places": tuple(prizes.get("places", ()))})
        return cls(**known)
