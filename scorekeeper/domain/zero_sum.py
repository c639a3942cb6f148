"""Groups of balances that sum to 0, so that each group settles its debts within itself."""

from collections.abc import Hashable
from heapq import heapify, heappop, heappush

from scorekeeper.domain.text import Player

Party = Player | None
"""A player, or None for the kitty."""
Balances = dict[Party, int]
Payment = tuple[Party, Party, int]
"""Giver, receiver, cents."""


def greedy(balances: Balances) -> list[Payment]:
    """Let the largest debtor pay the largest creditor until nothing is open: at most one payment fewer than people."""
    parties = list(balances)
    debts = [(amount, seat) for seat, amount in enumerate(balances.values()) if amount < 0]
    claims = [(-amount, seat) for seat, amount in enumerate(balances.values()) if amount > 0]
    heapify(debts)
    heapify(claims)
    payments: list[Payment] = []
    while debts:
        debt, giver = heappop(debts)
        claim, receiver = heappop(claims)
        payments.append((parties[giver], parties[receiver], min(-debt, -claim)))
        if debt < claim:
            heappush(debts, (debt - claim, giver))
        elif claim < debt:
            heappush(claims, (claim - debt, receiver))
    return payments


def opposite_pairs(balances: Balances) -> tuple[list[Balances], Balances]:
    """Take out two people who owe and get the same.

    That loses nothing: where two such people are in different groups, joining the groups and taking the pair out
    leaves as many groups.
    """
    waiting: dict[int, list[Party]] = {}
    pairs: list[Balances] = []
    for party, amount in balances.items():
        partners = waiting.get(-amount)
        if partners:
            pairs.append({partners.pop(0): -amount, party: amount})
        else:
            waiting.setdefault(amount, []).append(party)
    return pairs, _without(balances, pairs)


def triples(balances: Balances) -> tuple[list[Balances], Balances]:
    """Take out three people who sum to 0, as they are found in seat order."""
    left = dict(balances)
    found: list[Balances] = []
    for first in balances:
        group = _third(left, first) if first in left else None
        if group is not None:
            found.append(group)
            for party in group:
                del left[party]
    return found, left


def _third(balances: Balances, first: Party) -> Balances | None:
    seen: dict[int, Party] = {}
    for party, amount in balances.items():
        if party == first:
            continue
        wanted = -balances[first] - amount
        if wanted in seen:
            return {first: balances[first], seen[wanted]: wanted, party: amount}
        seen[amount] = party
    return None


def most_groups(balances: Balances) -> list[Balances]:
    """Split balances that sum to 0 into as many groups that sum to 0 as there can be; about n × 2^n steps."""
    if not balances:
        return []
    parties = list(balances)
    sums, most = _count_groups([balances[party] for party in parties[:-1]])
    groups, group = [], {parties[-1]}
    chosen = len(sums) - 1
    while chosen:
        closes_group = not sums[chosen]
        if closes_group:
            groups.append(group)
            group = set()
        needed = most[chosen] - closes_group
        seat = next(seat for seat in range(len(parties)) if chosen >> seat & 1 and most[chosen - (1 << seat)] == needed)
        group.add(parties[seat])
        chosen -= 1 << seat
    groups.append(group)
    return [{party: amount for party, amount in balances.items() if party in members} for members in groups]


def _count_groups(amounts: list[int]) -> tuple[list[int], list[int]]:
    """Give for every set of people, each bit one person, the sum and how many groups that sum to 0 fit into it.

    The last person of all needs no bit: what the groups leave over sums to 0 with that person by itself.
    """
    sums, most = [0], [0]
    for bit, amount in enumerate(amounts):
        sums += [before + amount for before in sums]
        size = 1 << bit
        lowers = [1 << lower for lower in range(bit)]
        for rest in range(size):
            best = most[rest]
            for lower in lowers:
                if rest & lower and most[size + rest - lower] > best:
                    best = most[size + rest - lower]
            most.append(best if sums[size + rest] else best + 1)
    return sums, most


def _without(balances: Balances, groups: list[Balances]) -> Balances:
    taken: set[Hashable] = {party for group in groups for party in group}
    return {party: amount for party, amount in balances.items() if party not in taken}
