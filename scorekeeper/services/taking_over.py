"""In which order a sitting's scores are taken over into a new one, so that who left early keeps the same amount."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.domain.settlement import to_cents
from scorekeeper.domain.stakes import PaidOut, Section, amounts_with, sections_of
from scorekeeper.domain.text import Player
from scorekeeper.services.amounts import Amounts, amounts_of
from scorekeeper.services.loading import Loaded, load
from scorekeeper.storage import Transaction, adjustments, entries


@dataclass(frozen=True, slots=True)
class Step:
    """What is entered as adjustment, and who leaves then; None = nobody."""

    units: Mapping[Player, int]
    leaves: Player | None


@dataclass(frozen=True, slots=True)
class TakingOver:
    """The steps, where all scores at once would change what somebody keeps who left; else none."""

    steps: tuple[Step, ...] = ()
    unlike: tuple[Player, ...] = ()
    """Who keeps another amount all the same: then there are no steps."""


def taking_over(tx: Transaction, sitting_id: int) -> TakingOver:
    """Find the order. A penalty that does not sum to 0 is shared by all who are there: so by who has not left yet."""
    now = load(tx, sitting_id)
    share = amounts_of(tx, now.sitting, now.row, now.seats)
    if not share.kept:
        return TakingOver()
    left = list(_left(tx, now))
    steps = tuple(_steps(tx, now, share, left))
    paid = _paid(now, steps)
    sections = _sections(now, share.totals)
    found = amounts_with(now.setup, sections, share.totals, paid)
    unlike = tuple(player for _seq, player in left if found[player] != share.amounts[player])
    if unlike or len(share.sections) > 1:
        return TakingOver(unlike=unlike or tuple(player for _seq, player in left))
    return TakingOver(steps)


def _left(tx: Transaction, now: Loaded) -> Iterator[tuple[int, Player]]:
    """Give who left by which entry, the first one first."""
    chain = []
    seq = now.row.seats
    while seq:
        chain.append(entries.at(tx, now.sitting.id, seq)[seq])
        seq = chain[-1].target
    for entry in reversed(chain):
        before = {row[0] for row in entry.answers["from"] if row[2] is not None}
        for row in entry.answers["to"]:
            if row[2] is not None and row[0] not in before:
                yield entry.seq, Player(str(row[0]))


def _steps(tx: Transaction, now: Loaded, share: Amounts, left: list[tuple[int, Player]]) -> Iterator[Step]:
    """Leave out before each leaving what was adjusted after it, and give that afterwards."""
    made = adjustments.of_sittings(tx, [now.sitting.id])
    stands = [dict.fromkeys(now.setup.players, 0)]
    for seq, _player in left:
        later = [one for one in made if one.entry > seq]
        stands.append(
            {
                player: total - sum(one.units for one in later if one.player == player)
                for player, total in share.totals.items()
            }
        )
    stands.append(dict(share.totals))
    leaving = [*(player for _seq, player in left), None]
    for (before, after), player in zip(pairwise(stands), leaving, strict=True):
        units = {one: after[one] - before[one] for one in after if after[one] != before[one]}
        if units or player:
            yield Step(units, player)


def _paid(now: Loaded, steps: tuple[Step, ...]) -> dict[Player, PaidOut]:
    """Reckon with what everybody who leaves is paid out in the new sitting."""
    paid: dict[Player, PaidOut] = {}
    totals = dict.fromkeys(now.setup.players, 0)
    for step in steps:
        for player, units in step.units.items():
            totals[player] += units
        if step.leaves is not None:
            amounts = amounts_with(now.setup, _sections(now, totals), totals, paid)
            paid[step.leaves] = PaidOut(totals[step.leaves], to_cents(amounts, 1)[step.leaves])
    return paid


def _sections(now: Loaded, totals: Mapping[Player, int]) -> tuple[Section, ...]:
    return tuple(sections_of(now.setup, [[1, now.sitting.stake_cents]], totals, lambda _last: totals))
