"""A naive evening of Jaggln (schipflinger) in memory: lists, copies for undo, plain arithmetic; nothing of the program.

Written from rules.md: a partner's game pays 2 from each opponent, halved; alone all of it; gematscht times the factor.
What is wrong here and there in the same way would not be found, so nothing is taken over from there.
"""

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

FIRST_FACTOR, FIRST_STAKE = 2, 10


@dataclass
class Seat:
    """Somebody's place from one deal to another; who left was paid out with a score and cents."""

    person: int
    first: int = 1
    last: int | None = None
    left_units: int | None = None
    left_cents: int | None = None

    def at(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass
class Deal:
    """A deal as it counts now."""

    seq: int
    dealer: int
    out: tuple[int, ...]
    present: tuple[int, ...]
    declarer: int
    partner: int | None
    gewisse: int
    factor: int
    stake: int
    voided: bool = False
    revisions: int = 0

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(person for person in self.present if person not in self.out)

    @property
    def said(self) -> tuple[int, int | None, int]:
        return self.declarer, self.partner, self.gewisse

    @property
    def units(self) -> dict[int, int]:
        """What the deal pays; 9 Gwiß is gematscht here, and 5 are enough to win."""
        if self.voided:
            return {}
        side = [self.declarer] if self.partner is None else [self.declarer, self.partner]
        opponents = [person for person in self.active if person not in side]
        each = 2 * (self.factor if self.gewisse == 9 else 1) * (1 if self.gewisse >= 5 else -1)
        return dict.fromkeys(opponents, -each) | dict.fromkeys(side, each * len(opponents) // len(side))


@dataclass
class State:
    """Everything at a table that undo brings back."""

    seats: list[Seat]
    factor: int = FIRST_FACTOR
    stakes: list[tuple[int, int]] = field(default_factory=lambda: [(1, FIRST_STAKE)])
    """Each stake with the first deal that it counts for."""
    deals: list[Deal] = field(default_factory=list)
    adjustments: list[tuple[int, dict[int, int]]] = field(default_factory=list)
    """The number of deals before each, and what it gives to whom."""
    ended: bool = False

    @property
    def people(self) -> list[int]:
        return [seat.person for seat in self.seats]

    @property
    def stake(self) -> int:
        return self.stakes[-1][1]

    def present(self) -> list[int]:
        """Who is at the table in the next deal."""
        return [seat.person for seat in self.seats if seat.at(len(self.deals) + 1)]

    def next_dealer(self, first: int) -> int:
        """The chair after the last dealer's, or the first dealer's; an empty one is passed over.

        Who sits down beside an empty chair before the next deal has taken it: its turn was the one of who left.
        """
        people = self.people
        place = people.index(self.deals[-1].dealer if self.deals else first)
        while (last := self.seats[place].last) is not None and place + 1 < len(people):
            if self.seats[place + 1].first != last + 1:
                break
            place += 1
        place += 1 if self.deals else 0
        return next(person for person in people[place:] + people[:place] if person in self.present())

    def totals(self, after: int | None = None) -> dict[int, int]:
        """The totals, or the running ones after a deal, with the adjustments that were made before it."""
        totals = dict.fromkeys(self.people, 0)
        for deal in self.deals[:after]:
            for person, units in deal.units.items():
                totals[person] += units
        for before, given in self.adjustments:
            if after is None or before < after:
                for person, units in given.items():
                    totals[person] += units
        return totals

    def exact(self) -> dict[int, Fraction]:
        """Exact cents: under each stake everyone's distance from the average, then who left keeps what was paid."""
        amounts = dict.fromkeys(self.people, Fraction(0))
        for place, (first, cents) in enumerate(self.stakes):
            end = self.stakes[place + 1][0] if place + 1 < len(self.stakes) else 10**9
            won = dict.fromkeys(self.people, 0)
            gains = [deal.units for deal in self.deals[first - 1 : end - 1]]
            gains += [given for before, given in self.adjustments if first <= max(before, 1) < end]
            for person, units in (pair for gain in gains for pair in gain.items()):
                won[person] += units
            mean = Fraction(sum(won.values()), len(won))
            for person, units in won.items():
                amounts[person] += (units - mean) * cents
        return self._with_leavers(amounts)

    def _with_leavers(self, amounts: dict[int, Fraction]) -> dict[int, Fraction]:
        totals, kept = self.totals(), {}
        for seat in self.seats:
            if seat.left_cents is not None and seat.left_units is not None:
                since = totals[seat.person] - seat.left_units
                if not since or len(self.stakes) == 1:
                    kept[seat.person] = Fraction(seat.left_cents + since * self.stake)
        rest = sum((amounts[person] - cents for person, cents in kept.items()), Fraction(0))
        stayed = len(amounts) - len(kept)
        return {
            person: kept[person] if person in kept else amount + rest / stayed for person, amount in amounts.items()
        }


def rounded(amounts: dict[int, Fraction]) -> dict[int, int]:
    """Whole cents: down, then the missing ones to the largest remainders, ties in seat order."""
    cents = {person: int(amount // 1) for person, amount in amounts.items()}
    missing = -sum(cents.values())
    for person in sorted(amounts, key=lambda person: cents[person] - amounts[person])[:missing]:
        cents[person] += 1
    return cents


@dataclass
class Sitting:
    """A table with its past and its future as copies."""

    id: int
    first_dealer: int
    state: State
    seq: int = 0
    past: list[tuple[int, State]] = field(default_factory=list)
    """The seq of every effective entry, and a copy of the state before it."""
    future: list[tuple[int, State]] = field(default_factory=list)

    def step(self, entries: int = 1) -> State:
        """Begin a step of so many entries: what is changed in the state given can be undone."""
        self.seq += entries
        self.past.append((self.seq, copy.deepcopy(self.state)))
        self.future.clear()
        return self.state

    def swap(self, source: list[tuple[int, State]], target: list[tuple[int, State]]) -> int:
        """Undo (past, future) or redo (future, past); give the seq of what was revoked or restored."""
        about, state = source.pop()
        target.append((about, self.state))
        self.state = state
        self.seq += 1
        return about


@dataclass
class Evening:
    """All tables of an evening, one purse, payments, and who is who."""

    names: dict[int, str]
    sittings: list[Sitting] = field(default_factory=list)
    closed: bool = False
    payments: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """Giver, receiver and cents of each that was not taken back, by number."""
    merged: dict[int, int] = field(default_factory=dict)

    def who(self, person: int) -> int:
        """The record that stands for somebody."""
        while person in self.merged:
            person = self.merged[person]
        return person

    def there(self) -> Iterator[int]:
        """Everybody once, by the first of their records that sat down, or that paid and sits nowhere any more."""
        seated = [person for sitting in self.sittings for person in sitting.state.people]
        known: set[int] = set()
        for person in (*seated, *(who for giver, receiver, _ in self.payments.values() for who in (giver, receiver))):
            if self.who(person) not in known:
                known.add(self.who(person))
                yield person

    def key(self, person: int, there: Iterable[int]) -> int:
        """The record by which the purse knows somebody."""
        return next(one for one in there if self.who(one) == self.who(person))

    def cents(self) -> dict[int, int]:
        """The whole purse, rounded once."""
        there = list(self.there())
        exact = dict.fromkeys(there, Fraction(0))
        for sitting in self.sittings:
            for person, amount in sitting.state.exact().items():
                exact[self.key(person, there)] += amount
        return rounded(exact)

    def balances(self) -> dict[int, int]:
        """What everybody still gets or owes."""
        there, balances = list(self.there()), self.cents()
        for giver, receiver, cents in self.payments.values():
            balances[self.key(giver, there)] += cents
            balances[self.key(receiver, there)] -= cents
        return balances
