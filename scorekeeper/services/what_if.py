"""What if: a sitting as it stands beside the same deals under other rules, options or stake. Only ever reads."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import Setup, Standing, after, beginning
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.replay import Span, deal_of, scored_under, spans, table_of
from scorekeeper.domain.settlement import Payout, Plan, plan, to_cents
from scorekeeper.domain.text import Player, Refusal
from scorekeeper.services.amounts import amounts_of
from scorekeeper.services.changing import (
    NewRules,
    is_same,
    new_setup,
    options_of,
    stakes_after,
    unknown_deal,
    verify_stakes,
)
from scorekeeper.services.loading import Loaded, load
from scorekeeper.services.reading import SittingNow, sitting_now
from scorekeeper.storage import Transaction, deals
from scorekeeper.storage.sittings import SittingRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A sitting under one set of rules: totals with adjustments, money, and who pays whom as if nothing were paid."""

    setup: Setup
    stake_cents: int
    totals: Mapping[Player, int]
    cents: Mapping[Player, int]
    plan: Plan
    over_after: int
    """The deal with which the game was over by its own rules, 0 = it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescored:
    """A deal that pays something else under the other rules."""

    entry: Entry
    units: Mapping[Player, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """Both sides; `then` is None where the other rules cannot be, and `refusals` say why."""

    now: SittingNow
    new: NewRules
    here: Side
    then: Side | None
    rescored: tuple[Rescored, ...]
    refusals: tuple[Refusal, ...]
    """Of the rules or the stake; those with field "deals" name a deal that they do not know."""
    same: bool
    """Whether nothing would change at all."""
    mixed: bool
    """Whether the deals so far were not all played under the present rules and stake."""


def what_if(tx: Transaction, sitting_id: int, new: NewRules, *, all_deals: bool = True) -> WhatIf:
    """Compare: with every deal scored again, or with other rules only from the next deal on. Raises NotFoundError."""
    now, loaded = sitting_now(tx, sitting_id), load(tx, sitting_id)
    mixed = bool(loaded.row.rules) and len(_spans(tx, loaded)) > 1
    here = _side(tx, loaded, loaded.setup, loaded.sitting, loaded.standing, _over_after(tx, loaded))
    try:
        setup = new_setup(loaded, new)
        new = replace(new, options=options_of(setup))
        stakes = stakes_after(loaded, new, all_deals=all_deals)
        verify_stakes(loaded, setup, stakes)
        standing, over, rescored = _booked(tx, loaded, setup) if all_deals else (loaded.standing, here.over_after, ())
    except RefusedError as error:
        return WhatIf(
            now=now, new=new, here=here, then=None, rescored=(), refusals=error.refusals, same=False, mixed=mixed
        )
    row = loaded.sitting._replace(
        rule_set=new.rule_set, options=new.options, stake_cents=new.stake_cents, stakes=stakes
    )  # fmt: skip
    same = not rescored and is_same(loaded, setup, stakes)
    then = _side(tx, loaded, setup, row, standing, over)
    return WhatIf(now=now, new=new, here=here, then=then, rescored=rescored, refusals=(), same=same, mixed=mixed)


def rules_played(tx: Transaction, sitting_id: int) -> tuple[Span, ...]:
    """Say which deals count under which rules and stake, up to those of now. Raises NotFoundError."""
    return _spans(tx, load(tx, sitting_id))


def _spans(tx: Transaction, loaded: Loaded) -> tuple[Span, ...]:
    sitting = loaded.sitting
    return spans(loaded.setup, sitting.stake_cents, loaded.standing.deals, deals.played_under(tx, sitting.id))


def _side(  # noqa: PLR0913, PLR0917 all that makes one
    tx: Transaction, loaded: Loaded, setup: Setup, row: SittingRow, standing: Standing, over_after: int
) -> Side:
    found = amounts_of(tx, row, loaded.row._replace(totals=standing.totals), loaded.seats)
    cents = to_cents(found.amounts, 1)
    winners = found.shares.winners if setup.game.to_winner(setup.rules) else ()
    payout: Payout = "kitty" if row.payout == "kitty" else "transfers"
    if row.payout == "winner" and winners and all(cents[player] <= 0 or player in winners for player in cents):
        payout = "winner"
    return Side(
        setup=setup, stake_cents=row.stake_cents, totals=found.totals, cents=cents,
        plan=plan(cents, payout, winners), over_after=over_after,
    )  # fmt: skip


def _over_after(tx: Transaction, loaded: Loaded) -> int:
    if not loaded.standing.progress.finished:
        return 0
    return next(record.number for record in deals.every(tx, loaded.sitting.id) if record.finished)


def _booked(tx: Transaction, loaded: Loaded, setup: Setup) -> tuple[Standing, int, tuple[Rescored, ...]]:
    """Book every deal again. Raises RefusedError that names the deals that the rules do not know."""
    standing, over = beginning(setup), 0
    rescored: list[Rescored] = []
    refusals: list[Refusal] = []
    for entry, _record in deals.onwards(tx, loaded.sitting.id, 1):
        units = entry.units
        if entry.kind is not EntryKind.VOID:
            try:
                units = scored_under(setup, entry).units
            except RefusedError as error:
                refusals.append(unknown_deal(entry.number, error.refusals[0]))
                continue
            if any(units[player] != amount for player, amount in entry.units.items()):
                rescored.append(Rescored(entry=entry, units=units))
        if not refusals:
            standing = after(setup, standing, deal_of(setup.game, entry), table_of(entry), units)
            over = over or (entry.number if standing.progress.finished else 0)
    if refusals:
        raise RefusedError(refusals)
    return standing, over, tuple(rescored)
