"""From units to money: whole cents that sum to 0, and who hands what to whom."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from scorekeeper.domain.text import Player
from scorekeeper.domain.zero_sum import Balances, Payment, greedy, most_groups, opposite_pairs, triples

Payout = Literal["transfers", "kitty", "winner"]
Method = Literal["exact", "heuristic", "kitty", "winner"]

EXACT_UP_TO: Final = 16
"""So many people with a balance are settled with the fewest transfers there are (rules.md)."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment; `giver` or `receiver` None is the kitty."""

    giver: Player | None
    receiver: Player | None
    cents: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The payments, largest first, and how they were found."""

    transfers: tuple[Transfer, ...]
    method: Method


def to_cents(units: Mapping[Player, Fraction], stake_cents: int) -> dict[Player, int]:
    """Turn units into whole cents by largest remainder, ties in seat order.

    Raises ValueError if units do not sum to 0.
    """
    exact = {player: Fraction(amount) * stake_cents for player, amount in units.items()}
    if sum(exact.values()):
        raise ValueError(units)
    cents = {player: amount.numerator // amount.denominator for player, amount in exact.items()}
    by_remainder = sorted(exact, key=lambda player: cents[player] - exact[player])
    for player in by_remainder[: -sum(cents.values())]:
        cents[player] += 1
    return cents


def plan(cents: Mapping[Player, int], payout: Payout, winners: tuple[Player, ...] = ()) -> Plan:
    """Say who hands what to whom so that everybody's balance becomes 0. No payment of 0 cents, deterministic.

    Payout "winner" wants that nobody but the winners receives. Raises ValueError if not, or if cents do not sum to 0.
    """
    if sum(cents.values()):
        raise ValueError(cents)
    if payout == "winner" and not _only_winners_receive(cents, winners):
        raise ValueError(winners)
    return _plan(_with_kitty(cents), payout)


def remaining(
    cents: Mapping[Player, int], payout: Payout, winners: tuple[Player, ...], paid: Iterable[Transfer]
) -> Plan:
    """Say what is still to be handed over after these payments.

    As long as they follow the plan its other lines stay as they are; a payment beside the plan makes a new one.
    """
    paid = tuple(paid)
    original = plan(cents, payout, winners)
    handed: Counter[tuple[Player | None, Player | None]] = Counter()
    for payment in paid:
        handed[payment.giver, payment.receiver] += payment.cents
    planned = {(line.giver, line.receiver): line.cents for line in original.transfers}
    if all(amount <= planned.get(pair, 0) for pair, amount in handed.items()):
        left = [
            Transfer(line.giver, line.receiver, line.cents - handed[line.giver, line.receiver])
            for line in original.transfers
        ]
        return Plan(tuple(line for line in left if line.cents), original.method)
    balances = open_balances(cents, paid)
    if payout == "winner" and not _only_winners_receive(balances, winners):
        payout = "transfers"
    return _plan(balances, payout)


def open_balances(cents: Mapping[Player, int], paid: Iterable[Transfer]) -> Balances:
    """Say what everybody, and the kitty (None), still gets (+) or owes (−) after these payments; sums to 0."""
    balances = _with_kitty(cents)
    for payment in paid:
        balances[payment.giver] += payment.cents
        balances[payment.receiver] -= payment.cents
    return balances


def excess(balances: Balances, payment: Transfer) -> int:
    """Say how much of a payment is more than the giver owes or the receiver gets; the kitty takes any amount."""
    owed = payment.cents if payment.giver is None else max(0, -balances[payment.giver])
    due = payment.cents if payment.receiver is None else max(0, balances[payment.receiver])
    return max(0, payment.cents - min(owed, due))


def _with_kitty(cents: Mapping[Player, int]) -> Balances:
    return dict([*cents.items(), (None, 0)])


def _only_winners_receive(balances: Mapping[Player, int] | Balances, winners: tuple[Player, ...]) -> bool:
    return all(amount <= 0 or player in winners for player, amount in balances.items())


def _plan(balances: Balances, payout: Payout) -> Plan:
    seats = {party: seat for seat, party in enumerate(balances)}
    open_balances = {party: amount for party, amount in balances.items() if amount}
    method: Method = payout if payout != "transfers" else "exact"
    if payout == "kitty":
        payments = _through_kitty(open_balances)
    elif payout == "winner":
        payments = greedy(open_balances)
    else:
        if len(open_balances) > EXACT_UP_TO:
            method = "heuristic"
        payments = _fewest(open_balances, exact=method == "exact")
    payments.sort(key=lambda payment: (-payment[2], seats[payment[0]], seats[payment[1]]))
    return Plan(tuple(Transfer(*payment) for payment in payments), method)


def _through_kitty(balances: Balances) -> list[Payment]:
    return [
        (player, None, -amount) if amount < 0 else (None, player, amount)
        for player, amount in balances.items()
        if player is not None
    ]


def _fewest(balances: Balances, *, exact: bool) -> list[Payment]:
    """Split into as many groups that sum to 0 as can be: a group of k people needs k − 1 payments."""
    groups, rest = opposite_pairs(balances)
    if not exact:
        found, rest = triples(rest)
        groups += found
    groups += most_groups(rest) if len(rest) <= EXACT_UP_TO else [rest]
    return [payment for group in groups for payment in greedy(group)]
