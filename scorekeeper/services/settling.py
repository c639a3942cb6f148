"""Settling: from units to cents, who hands what to whom, and what was handed over already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.game import Shares
from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.settlement import Payout, Plan, Transfer, plan, remaining, to_cents
from scorekeeper.domain.text import N_, Player
from scorekeeper.services.actor import Actor
from scorekeeper.services.amounts import amounts_of
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.evenings import event_of, verify_key
from scorekeeper.services.loading import load, setup_from
from scorekeeper.services.reading import EventHead, SittingHead, event_head, sitting_head
from scorekeeper.storage import Transaction, clubs, events, payments, sittings
from scorekeeper.storage.payments import PaymentRow
from scorekeeper.storage.sittings import SeatRow, SittingRow, StandingRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingShare:
    """What a sitting gives to everybody; `amounts` are exact cents."""

    sitting: SittingHead
    setup: Setup
    totals: Mapping[Player, int]
    shares: Shares
    amounts: Mapping[Player, Fraction]
    early: bool
    """The game has an end of its own that was not reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A payment: planned, or made (then with its number)."""

    transfer: Transfer
    paid: bool
    payment: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Who gets and pays what. Rounding happens once, at the end, over all sittings."""

    event: EventHead
    sittings: tuple[SittingShare, ...]
    names: Mapping[Player, str]
    cents: Mapping[Player, int]
    payout: Payout
    payouts: tuple[Payout, ...]
    """The ways of paying that there are here."""
    plan: Plan
    """The whole of it, as if nothing had been paid."""
    lines: tuple[Line, ...]
    """What was paid and what remains, in the plan's order."""
    rounded: bool
    early: bool


def settle_sitting(tx: Transaction, sitting_id: int) -> Settlement:
    """Settle one sitting by itself. Raises NotFoundError."""
    now = load(tx, sitting_id)
    share = _share(tx, now.sitting, now.row, now.seats)
    paid = payments.of_event(tx, now.event.id)
    if sittings.last_position(tx, now.event.id) > 1:
        paid = [payment for payment in paid if payment.sitting == sitting_id]
    return _settlement(event_head(now.event), (share,), sittings.names(tx, sitting_id), share.sitting.payout, paid)


def settle_event(tx: Transaction, event_id: int) -> Settlement:
    """Settle all sittings of an event as one purse. Raises NotFoundError."""
    found = events.get(tx, event_id)
    if found is None:
        raise NotFoundError
    shares = tuple(
        _share(tx, row, standing, sittings.seats(tx, row)) for row, standing in sittings.of_events(tx, [event_id])
    )
    head = event_head(found)
    names = sittings.names_of_events(tx, [event_id])[event_id]
    return _settlement(head, shares, names, head.payout, payments.of_event(tx, event_id))


def _share(tx: Transaction, row: SittingRow, standing: StandingRow, seats: Sequence[SeatRow]) -> SittingShare:
    setup = setup_from(row, seats)
    found = amounts_of(tx, row, standing, seats)
    early = setup.game.ends(setup.rules) and not standing.finished
    head = sitting_head(row, standing)
    return SittingShare(
        sitting=head, setup=setup, totals=found.totals, shares=found.shares, amounts=found.amounts, early=early
    )  # fmt: skip


def _settlement(
    event: EventHead, shares: tuple[SittingShare, ...], names: Mapping[Player, str], payout: Payout,
    made: Sequence[PaymentRow],
) -> Settlement:  # fmt: skip
    exact = dict.fromkeys(names, Fraction(0))
    for share in shares:
        for player, amount in share.amounts.items():
            exact[player] += amount
    cents = to_cents(exact, 1)
    to_winner = len(shares) == 1 and shares[0].setup.game.to_winner(shares[0].setup.rules)
    winners = shares[0].shares.winners if to_winner else ()
    if payout == "winner" and not to_winner:
        payout = "transfers"
    whole = plan(cents, payout, winners)
    left = remaining(cents, payout, winners, [_transfer(payment) for payment in made])
    return Settlement(
        event=event,
        sittings=shares,
        names=names,
        cents=cents,
        payout=payout,
        payouts=("transfers", "kitty", "winner") if to_winner else ("transfers", "kitty"),
        plan=whole,
        lines=_lines(whole, left, made),
        rounded=any(cents[player] != amount for player, amount in exact.items()),
        early=any(share.early for share in shares),
    )


def _transfer(payment: PaymentRow) -> Transfer:
    giver, receiver = (None if who is None else Player(str(who)) for who in (payment.giver, payment.receiver))
    return Transfer(giver, receiver, payment.cents)


def _lines(whole: Plan, left: Plan, made: Sequence[PaymentRow]) -> tuple[Line, ...]:
    """Put what was paid and what remains in the plan's order, what is not in the plan last."""
    lines = [Line(transfer=_transfer(payment), paid=True, payment=payment.id) for payment in made]
    lines += [Line(transfer=transfer, paid=False, payment=None) for transfer in left.transfers]
    places = {(line.giver, line.receiver): place for place, line in enumerate(whole.transfers)}
    lines.sort(key=lambda line: places.get((line.transfer.giver, line.transfer.receiver), len(places)))
    return tuple(lines)


def mark_paid(  # noqa: PLR0913 who paid whom, where
    tx: Transaction, actor: Actor, *, event_id: int, sitting_id: int | None = None, transfer: Transfer, key: str
) -> None:
    """Tick a line of the plan off; the same key again changes nothing. Raises StaleError if it is no line now."""
    verify_key(key)
    clubs.lock(tx, actor.club)
    event_of(tx, actor, event_id)
    if payments.by_key(tx, event_id, key) is not None:
        return
    settlement = settle_event(tx, event_id) if sitting_id is None else settle_sitting(tx, sitting_id)
    if settlement.event.id != event_id:
        raise NotFoundError
    if not any(line.transfer == transfer and not line.paid for line in settlement.lines):
        raise StaleError(N_("Meanwhile the payments changed."))
    giver, receiver = (None if who is None else int(who) for who in (transfer.giver, transfer.receiver))
    values = {"giver": giver, "receiver": receiver, "cents": transfer.cents, "note": ""}
    columns = {"club": actor.club, "event": event_id, "sitting": sitting_id, "revokes": None, "key": key}
    number = payments.add(tx, {**values, **columns, "at": actor.stamp, "actor": actor.device})
    note(tx, actor, What.PAID, event=event_id, sitting=sitting_id, values={"payment": number, **values})


def unmark_paid(tx: Transaction, actor: Actor, payment_id: int, key: str) -> None:
    """Take a payment back by a row of its own; once is enough. Raises NotFoundError."""
    verify_key(key)
    clubs.lock(tx, actor.club)
    found = payments.find(tx, payment_id)
    if found is None:
        raise NotFoundError
    event_of(tx, actor, found.event)
    if found.revoked or payments.by_key(tx, found.event, key) is not None:
        return
    values = {"giver": found.giver, "receiver": found.receiver, "cents": found.cents, "note": ""}
    columns = {"club": actor.club, "event": found.event, "sitting": found.sitting, "revokes": payment_id, "key": key}
    payments.add(tx, {**values, **columns, "at": actor.stamp, "actor": actor.device})
    note(tx, actor, What.PAYMENT_TAKEN_BACK, event=found.event, sitting=found.sitting, values={"payment": payment_id})
