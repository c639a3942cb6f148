"""Who wins how much: fixed amounts, or shares of the pool to the cent; equals share what their places win."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from scorekeeper.domain.text import N_, Cents, Message
from scorekeeper.domain.tournament.settings import Prizes
from scorekeeper.domain.tournament.standings import Line, lot_of

_WHOLE: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """What a line of the list wins, the consolation included."""

    key: str
    entrant: int
    place: int
    sharing: int
    cents: int
    consolation: int = 0
    """How much of it is the consolation of the last."""
    by_lot: bool = False
    """Gets a cent more than others of the same place: so the lot has it."""


@dataclass(frozen=True, slots=True)
class Awards:
    """The prizes, best place first, and what nobody wins of the pool (less than 0: it is not enough)."""

    prizes: tuple[Prize, ...]
    kept: int

    @property
    def total(self) -> int:
        """All prizes together, in cents."""
        return sum(one.cents for one in self.prizes)


def amounts(prizes: Prizes, pool: int) -> tuple[int, ...]:
    """Give what each place wins, in cents: shares of what the consolation leaves of the pool.

    To the cent they are shared by largest remainder; else they are rounded down.
    """
    if prizes.kind == "none":
        return ()
    if prizes.kind == "fixed":
        return prizes.places
    rest = max(0, pool - prizes.consolation_cents)
    shares = (*prizes.places, max(0, _WHOLE - sum(prizes.places)))
    cents = [rest * share // _WHOLE for share in shares]
    if prizes.round_to > 1:
        return tuple(one // prizes.round_to * prizes.round_to for one in cents[:-1])
    by_remainder = sorted(range(len(shares)), key=lambda place: -(rest * shares[place] % _WHOLE))
    for place in by_remainder[: rest - sum(cents)]:
        cents[place] += 1
    return tuple(cents[:-1])


def worked_out(prizes: Prizes, pool: int) -> tuple[Message, ...]:
    """Say what of the shares is not seen from their per cent alone."""
    if prizes.kind != "shares":
        return ()
    said: list[Message] = []
    if prizes.consolation_cents:
        said.append(
            N_("The consolation comes off the {pool} of the fees first: the shares are of the {rest} that are left.",
               pool=Cents(pool), rest=Cents(max(0, pool - prizes.consolation_cents)))
        )  # fmt: skip
    if prizes.round_to > 1:
        said.append(
            N_("Shares are rounded down to {step}: what is left over stays in the box.", step=Cents(prizes.round_to))
        )
    return tuple(said)


def awards(prizes: Prizes, lines: Sequence[Line], pool: int, seed: str, gone: Collection[int] = ()) -> Awards:
    """Give everybody's prize. Who never played wins nothing; a place that nobody has is not paid out.

    `gone`: start numbers that went home before the end: the consolation is for the last of those who stayed.
    """
    placed = [line for line in lines if line.place]
    if prizes.kind == "none" or not placed:
        return Awards((), pool)
    left = list(amounts(prizes, pool))
    away = frozenset(gone)
    stayed = [line for line in placed if line.seat.entrant not in away]
    last = max(line.place for line in stayed or placed)
    step = prizes.round_to if prizes.kind == "shares" else 1
    consolation = min(prizes.consolation_cents, pool) if prizes.kind == "shares" else prizes.consolation_cents
    found: list[Prize] = []
    for place, group in groupby(placed, key=lambda line: line.place):
        equals = sorted(group, key=lambda line: -lot_of(seed, line.seat.key))
        won, left = sum(left[: len(equals)]), left[len(equals) :]
        parts = _equal(won, equals, step)
        here = [line for line in equals if line.seat.entrant not in away]
        comfort = _equal(consolation if place == last else 0, here or equals, step)
        found += [
            Prize(
                key=line.seat.key, entrant=line.seat.entrant, place=place, sharing=len(equals),
                cents=parts[line.seat.key] + comfort.get(line.seat.key, 0), consolation=comfort.get(line.seat.key, 0),
                by_lot=parts[line.seat.key] > won // len(equals),
            )
            for line in equals
        ]  # fmt: skip
    kept = pool - sum(one.cents for one in found)
    return Awards(tuple(one for one in found if one.cents), kept)


def _equal(cents: int, equals: Sequence[Line], step: int) -> Mapping[str, int]:
    """Share equally; the first by lot get the odd cents, where several share in larger steps nobody does."""
    whole, odd = divmod(cents, len(equals))
    if step > 1 and len(equals) > 1:
        whole, odd = whole // step * step, 0
    return {line.seat.key: whole + (place < odd) for place, line in enumerate(equals)}
