"""What came into the box of a tournament and what goes out; and, apart from it, what was played for at the tables."""

from dataclasses import dataclass

from scorekeeper.domain.settlement import to_cents
from scorekeeper.domain.text import Message
from scorekeeper.domain.tournament.prizes import Awards, Prize, awards, worked_out
from scorekeeper.domain.tournament.record import FEE, OTHER, PRIZE, Counted, Money
from scorekeeper.domain.tournament.standings import seed_of
from scorekeeper.services.settling import settle_event
from scorekeeper.services.tournament import standings
from scorekeeper.services.tournament.standings import Hall
from scorekeeper.storage import Transaction


@dataclass(frozen=True, slots=True)
class FeeLine:
    """An entrant's fee, in cents, and what it was paid by."""

    number: int
    paid: int
    open: int
    payments: tuple[Money, ...]


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize, and what of it was handed out by which facts."""

    prize: Prize
    paid: int
    seqs: tuple[int, ...]

    @property
    def open(self) -> int:
        """What is still to be handed out; less than 0: too much was."""
        return self.prize.cents - self.paid


@dataclass(frozen=True, slots=True)
class TableMoney:
    """What was played for at the tables, in cents: who lost pays it, who won gets it."""

    lost: int
    won: int

    @property
    def difference(self) -> int:
        """What does not balance."""
        return self.lost - self.won


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """The box of a tournament, in cents."""

    hall: Hall
    fees: tuple[FeeLine, ...]
    others: tuple[Money, ...]
    awards: Awards
    prizes: tuple[PrizeLine, ...]
    beside: tuple[Money, ...]
    """Prizes that were handed out to somebody who wins none any more."""
    tables: TableMoney | None
    final: bool
    """Whether every round is closed: before that the prizes may still change."""

    @property
    def pool(self) -> int:
        """All fees that were paid."""
        return sum(one.paid for one in self.fees)

    @property
    def worked_out(self) -> tuple[Message, ...]:
        """Say what of the prizes is not seen from the settings' per cent alone."""
        return worked_out(self.hall.state.settings.prizes, self.pool)

    @property
    def other_in(self) -> int:
        """What else was paid in."""
        return sum(one.cents for one in self.others if one.cents > 0)

    @property
    def other_out(self) -> int:
        """What else was paid out."""
        return -sum(one.cents for one in self.others if one.cents < 0)

    @property
    def paid_out(self) -> int:
        """The prizes that were handed out."""
        return sum(one.paid for one in self.prizes) - sum(one.cents for one in self.beside)

    @property
    def due(self) -> int:
        """The prizes that are still to be handed out."""
        return sum(one.open for one in self.prizes)

    @property
    def float_cents(self) -> int:
        """What lay in the box at the beginning."""
        return self.hall.state.float_cents

    @property
    def came_in(self) -> int:
        """Everything that came in."""
        return self.pool + self.other_in

    @property
    def went_out(self) -> int:
        """Everything that went out so far."""
        return self.paid_out + self.other_out

    @property
    def box(self) -> int:
        """What must lie in the box now: every fact of money added up."""
        return self.float_cents + sum(one.cents for one in self.hall.state.money)

    @property
    def counted(self) -> Counted | None:
        """The last count of the box; None = not counted."""
        return self.hall.state.counted

    @property
    def moved(self) -> int | None:
        """What was booked since the box was counted, together; None = nothing, so that the count still holds."""
        moved = self.hall.state.moved
        return sum(moved) if moved else None

    @property
    def difference(self) -> int | None:
        """What was too much (+) or too little (−) in the box when it was counted; None = not counted."""
        return None if self.counted is None else self.counted.cents - (self.box - (self.moved or 0))

    @property
    def kept(self) -> int:
        """What stays when all prizes are handed out; less than 0: it is not enough."""
        return self.box - self.due


def accounts(tx: Transaction, event_id: int) -> Accounts:
    """Read a tournament's money. Raises NotFoundError."""
    hall = standings.read(tx, event_id)
    state = hall.state
    fees = tuple(_fee(hall, number) for number in sorted(state.entrants))
    lines = hall.lines(max([state.settings.rounds, *state.rounds]))
    played = max((one.number for one in state.rounds.values() if one.begun), default=0)
    gone = [one.number for one in state.entrants.values() if not one.is_there(played)]
    won = awards(state.settings.prizes, lines, sum(one.paid for one in fees), seed_of(state), gone)
    prizes = tuple(_prize(hall, one) for one in won.prizes)
    known = {seq for one in prizes for seq in one.seqs}
    return Accounts(
        hall=hall, fees=fees, others=tuple(one for one in state.money if one.what == OTHER), awards=won, prizes=prizes,
        beside=tuple(one for one in state.money if one.what == PRIZE and one.seq not in known),
        tables=_table_money(tx, event_id, hall) if state.settings.stake_cents else None,
        final=state.current is not None and state.current.closed and state.current.number >= state.settings.rounds,
    )  # fmt: skip


def _fee(hall: Hall, number: int) -> FeeLine:
    made = [one for one in hall.state.money if one.what == FEE and one.entrant == number]
    paid = sum(one.cents for one in made)
    return FeeLine(number, paid, max(0, hall.state.settings.fee_cents - paid), tuple(made))


def _prize(hall: Hall, prize: Prize) -> PrizeLine:
    made = [one for one in hall.state.money if one.what == PRIZE and one.text == prize.key]
    return PrizeLine(prize, -sum(one.cents for one in made), tuple(one.seq for one in made))


def _table_money(tx: Transaction, event_id: int, hall: Hall) -> TableMoney:
    """Add up what each table settles: by its deals, or by the totals that it handed in on paper."""
    shares = settle_event(tx, event_id).sittings if hall.state.current else ()
    cents = [one for share in shares for one in to_cents(share.amounts, 1).values()]
    return TableMoney(-sum(one for one in cents if one < 0), sum(one for one in cents if one > 0))
