"""Settling: from units to cents, who hands what to whom, and what was handed over already."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scorekeeper.domain.evening import Setup
from scorekeeper.domain.game import Shares
from scorekeeper.domain.settlement import Payout, Plan, Transfer, open_balances, plan, remaining, to_cents
from scorekeeper.domain.stakes import Section
from scorekeeper.domain.text import Player
from scorekeeper.domain.zero_sum import Balances
from scorekeeper.services.adjustments import Adjusted, adjustments_of
from scorekeeper.services.amounts import amounts_of
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.loading import load, setup_from
from scorekeeper.services.merging import same_people
from scorekeeper.services.reading import EventHead, SittingHead, event_head, sitting_head
from scorekeeper.services.tournament.on_paper import as_it_counts
from scorekeeper.storage import Transaction, events, payments, players, sittings
from scorekeeper.storage.events import EventRow
from scorekeeper.storage.payments import PaymentRow
from scorekeeper.storage.sittings import SeatRow, SittingRow, StandingRow

Pair = tuple[Player | None, Player | None]
"""Who gives and who receives; None is the kitty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingShare:
    """What a sitting gives to everybody; `amounts` are exact cents."""

    sitting: SittingHead
    setup: Setup
    totals: Mapping[Player, int]
    """Deals and adjustments."""
    played: Mapping[Player, int]
    """Deals alone."""
    adjusted: tuple[Adjusted, ...]
    shares: Shares
    sections: tuple[Section, ...]
    """One per stake; none where the game is not paid."""
    kept: Mapping[Player, Fraction]
    """In exact cents, what the sections do not say: who left keeps what was paid out. Empty where nothing differs."""
    amounts: Mapping[Player, Fraction]
    early: bool
    """The game has an end of its own that was not reached."""
    on_paper: bool
    """The totals are those of the sheet that a tournament's office typed in; they go before the deals."""
    people: Mapping[Player, Player]
    """Records that stand for somebody whom the settlement knows by another record: merged people."""

    def person(self, player: Player) -> Player:
        """Give the settlement's key of somebody at this table."""
        return self.people.get(player, player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A payment: planned, or made (then with its number, and when and by which device)."""

    transfer: Transfer
    paid: bool
    payment: int | None
    planned: int
    """What is to go between the two in all by the plan, in cents; 0 = a payment beside the plan."""
    at: str = ""
    device: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kitty:
    """The cash box of an event, in cents."""

    float_cents: int
    paid_in: int
    paid_out: int
    counted: int | None
    hidden: bool = False
    """Whether it is nothing for the eyes of whoever asks; then all of it is 0."""

    @property
    def target(self) -> int:
        """What must lie in it now."""
        return self.float_cents + self.paid_in - self.paid_out

    @property
    def difference(self) -> int | None:
        """What was counted too much (+) or too little (−)."""
        return None if self.counted is None else self.counted - self.target

    @property
    def used(self) -> bool:
        """Whether there is anything in it or about it."""
        return bool(self.float_cents or self.paid_in or self.paid_out) or self.counted is not None


_NO_KITTY: Final = Kitty(float_cents=0, paid_in=0, paid_out=0, counted=None, hidden=True)


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
    balances: Balances
    """What everybody, and the kitty (None), still gets (+) or owes (−)."""
    kitty: Kitty
    rounded: bool
    early: bool
    several_tables: bool
    """Whether the evening has other tables than the first one."""

    @property
    def table(self) -> int | None:
        """The number of the table in the room, where one of several is settled."""
        return self.sittings[0].sitting.table if self.several_tables and len(self.sittings) == 1 else None

    @property
    def left(self) -> tuple[Transfer, ...]:
        """The payments still to be made."""
        return tuple(line.transfer for line in self.lines if not line.paid)

    @property
    def followed(self) -> bool:
        """Whether everything that was paid so far is in the plan."""
        return not any(line.paid and not line.planned for line in self.lines)


def settle_sitting(tx: Transaction, sitting_id: int, *, whole_event: bool = True) -> Settlement:
    """Settle one sitting by itself; without `whole_event` nothing of other tables is told. Raises NotFoundError."""
    now = load(tx, sitting_id)
    every = paid = payments.of_event(tx, now.event.id)
    if sittings.last_position(tx, now.event.id) > 1:
        paid = [payment for payment in paid if payment.sitting == sitting_id]
    names, people = _everybody(tx, now.event.club, sittings.names(tx, sitting_id), paid)
    made = adjustments_of(tx, [sitting_id])
    share = _share(tx, now.event, (now.sitting, now.row, now.seats), made, people)
    box = _kitty(now.event, every) if whole_event else _NO_KITTY
    several = sittings.highest_table(tx, now.event.id) > 1
    return _settlement(now.event, (share,), names, share.sitting.payout, paid, box, several_tables=several)


def settle_event(tx: Transaction, event_id: int) -> Settlement:
    """Settle all sittings of an event as one purse. Raises NotFoundError, also before a tournament has any sitting."""
    found, rows = events.get(tx, event_id), sittings.of_events(tx, [event_id])
    if found is None or not rows:
        raise NotFoundError
    paid = payments.of_event(tx, event_id)
    names, people = _everybody(tx, found.club, sittings.names_of_events(tx, [event_id])[event_id], paid)
    made = adjustments_of(tx, [row.id for row, _standing in rows])
    shares = tuple(_share(tx, found, (row, standing, sittings.seats(tx, row)), made, people) for row, standing in rows)
    several = any(row.table_number > 1 for row, _standing in rows)
    return _settlement(
        found, shares, names, event_head(found).payout, paid, _kitty(found, paid), several_tables=several
    )


def _everybody(
    tx: Transaction, club: int, seated: Mapping[Player, str], paid: Sequence[PaymentRow]
) -> tuple[dict[Player, str], Mapping[Player, Player]]:
    """Give the names of all who have to do with the money, and which records stand for whom.

    Who paid and whose coming was taken back then sits nowhere, but still has money to get.
    """
    names, people = dict(seated), same_people(tx, club, seated)
    handed = dict.fromkeys(who for one in paid for who in (one.giver, one.receiver) if who is not None)
    others = [who for who in handed if Player(str(who)) not in {*names, *people}]
    for who, label in players.labels(tx, others).items() if others else ():
        player = Player(str(who))
        if player not in people:
            names[player] = label
            people = same_people(tx, club, names)
    return names, people


def _kitty(event: EventRow, made: Sequence[PaymentRow]) -> Kitty:
    return Kitty(
        float_cents=event.float_cents,
        paid_in=sum(payment.cents for payment in made if payment.receiver is None),
        paid_out=sum(payment.cents for payment in made if payment.giver is None),
        counted=event.counted_cents,
    )


def _share(
    tx: Transaction, event: EventRow, of: tuple[SittingRow, StandingRow, Sequence[SeatRow]],
    made: Mapping[int, tuple[Adjusted, ...]], people: Mapping[Player, Player],
) -> SittingShare:  # fmt: skip
    row, standing, seats = of
    setup = setup_from(row, seats)
    paper = as_it_counts(tx, event, row, standing)
    counted = paper or standing
    found = amounts_of(tx, row, counted, seats)
    return SittingShare(
        sitting=sitting_head(row, standing),
        setup=setup,
        totals=found.totals,
        played=counted.totals,
        adjusted=() if paper else made[row.id],
        shares=found.shares,
        sections=found.sections,
        kept=found.kept,
        amounts=found.amounts,
        early=setup.game.ends(setup.rules) and not standing.finished,
        on_paper=paper is not None,
        people=people,
    )


def _settlement(  # noqa: PLR0913, PLR0917 all that it is made of
    event: EventRow, shares: tuple[SittingShare, ...], names: Mapping[Player, str], payout: Payout,
    made: Sequence[PaymentRow], kitty: Kitty, *, several_tables: bool,
) -> Settlement:  # fmt: skip
    exact = exact_cents(shares, names)
    cents = to_cents(exact, 1)
    to_winner = len(shares) == 1 and shares[0].setup.game.to_winner(shares[0].setup.rules)
    winners = shares[0].shares.winners if to_winner else ()
    if payout == "winner" and not (to_winner and all(cents[who] <= 0 or who in winners for who in cents)):
        payout = "transfers"  # somebody who left was paid out as a winner then, but is none now
    whole = plan(cents, payout, winners)
    handed = [_transfer(payment, shares[0]) for payment in made]
    return Settlement(
        event=event_head(event),
        sittings=shares,
        names=names,
        cents=cents,
        payout=payout,
        payouts=("transfers", "kitty", "winner") if to_winner else ("transfers", "kitty"),
        plan=whole,
        lines=_lines(whole, remaining(cents, payout, winners, handed), tuple(zip(handed, made, strict=True))),
        balances=open_balances(cents, handed),
        kitty=kitty,
        rounded=any(cents[player] != amount for player, amount in exact.items()),
        early=any(share.early for share in shares),
        several_tables=several_tables,
    )


def exact_cents(shares: Sequence[SittingShare], names: Mapping[Player, str]) -> dict[Player, Fraction]:
    """Add up what the sittings come to, not rounded."""
    exact = dict.fromkeys(names, Fraction(0))
    for share in shares:
        for player, amount in share.amounts.items():
            exact[share.person(player)] += amount
    return exact


def _transfer(payment: PaymentRow, share: SittingShare) -> Transfer:
    giver, receiver = (
        None if who is None else share.person(Player(str(who))) for who in (payment.giver, payment.receiver)
    )
    return Transfer(giver, receiver, payment.cents)


def _lines(whole: Plan, left: Plan, made: Sequence[tuple[Transfer, PaymentRow]]) -> tuple[Line, ...]:
    """Put what was paid and what remains in the plan's order, what is not in the plan last."""
    pairs = [_pair(line) for line in whole.transfers]
    planned = _planned(whole, left, [transfer for transfer, _row in made])
    lines = [
        Line(
            transfer=transfer, paid=True, payment=row.id, planned=planned.get(_pair(transfer), 0), at=row.at,
            device=row.actor, note=row.note,
        )
        for transfer, row in made
    ]  # fmt: skip
    lines += [
        Line(transfer=transfer, paid=False, payment=None, planned=planned.get(_pair(transfer), 0))
        for transfer in left.transfers
    ]
    places = {pair: place for place, pair in enumerate(pairs)}
    lines.sort(key=lambda line: places.get(_pair(line.transfer), len(places)))
    return tuple(lines)


def _planned(whole: Plan, left: Plan, handed: Iterable[Transfer]) -> dict[Pair, int]:
    """Say what each pair of the plan hands over in all.

    A payment beside the plan moves lines: two people then hand each other only what they did and still have to, which
    is no rest of what the first plan had between them. With the kitty it is what everybody gets or owes.
    """
    now: Counter[Pair] = Counter()
    for transfer in (*handed, *left.transfers):
        now[_pair(transfer)] += transfer.cents
    return {
        pair: line.cents if None in pair else min(line.cents, now[pair])
        for pair, line in ((_pair(line), line) for line in whole.transfers)
    }


def _pair(transfer: Transfer) -> Pair:
    return transfer.giver, transfer.receiver
