"""Who pays whom: the few shapes that the games share."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from scorekeeper.domain.game import Part, Shares
from scorekeeper.domain.text import N_, Player


def each_pays(payers: tuple[Player, ...], receivers: Mapping[Player, int], each: int) -> dict[Player, int]:
    """Let every payer pay `each` units (negative: get them); the receivers' weights say how the sum is split.

    Raises ValueError if the split would leave a fraction: the options must have been refused before.
    """
    pool, weight = each * len(payers), sum(receivers.values())
    share, rest = divmod(pool, weight)
    if rest:
        raise ValueError(pool, weight)
    units = {player: share * parts for player, parts in receivers.items()}
    for player in payers:
        units[player] = -each
    return units


def balance(totals: Mapping[Player, int]) -> Shares:
    """Settle the totals as they stand; if they do not sum to 0, everyone's distance from the average counts.

    That keeps the difference between any two players as the totals show it (rules.md is silent on penalties).
    """
    mean = Fraction(sum(totals.values()), len(totals)) if totals else Fraction(0)
    parts = [Part(N_("Units"), {player: Fraction(units) for player, units in totals.items()})]
    if mean:
        parts.append(Part(N_("Balance to sum 0"), dict.fromkeys(totals, -mean)))
    return Shares({player: Fraction(units) - mean for player, units in totals.items()}, tuple(parts))


def no_money(totals: Mapping[Player, int]) -> Shares:
    """Play for nothing: nobody gets or pays anything."""
    return Shares(dict.fromkeys(totals, Fraction(0)), ())


TieLast = Literal["share", "each", "nobody"]


def difference_to_winner(totals: Mapping[Player, int], surcharge: int, tie_last: TieLast) -> Shares:
    """Everybody pays the winner the difference, the lowest the surcharge on top [S]; ties as in rules.md [D]."""
    best, worst = max(totals.values()), min(totals.values())
    winners = tuple(player for player, units in totals.items() if units == best)
    last = tuple(player for player, units in totals.items() if units == worst)
    extra = Fraction(0)
    if worst < best and (len(last) == 1 or tie_last != "nobody"):
        extra = Fraction(surcharge, len(last) if tie_last == "share" else 1)
    differences = {player: Fraction(units - best) for player, units in totals.items()}
    surcharges = {player: -extra if player in last else Fraction(0) for player in totals}
    for column in (differences, surcharges):
        pool = -sum(column.values())
        for player in winners:
            column[player] += Fraction(pool, len(winners))
    units = {player: differences[player] + surcharges[player] for player in totals}
    parts = (Part(N_("Difference to the winner"), differences), Part(N_("Surcharge for the last"), surcharges))
    return Shares(units, parts, winners if worst < best else ())
