"""Making rounds better by exchanging two players of a round, with a memory of who has just moved (tabu search).

Everything is counted in whole numbers and decided by lot, so the same seed finds the same rounds everywhere; a budget
of exchanges, not a clock, ends the search. Players are numbered 0 … n − 1, tables of a round 0, 1 …
"""

from collections.abc import Iterable, Sequence
from operator import add
from typing import Final

from scorekeeper.domain.tournament.lot import Lot

REPEAT: Final = 1_000
"""What a repeated meeting costs; the third meeting of the same two costs a little more than the second."""
APART: Final = 1_000_000_000
"""What it costs to seat two together who are to be kept apart."""
NEVER: Final = APART * 1_000_000
MANY: Final = 200
"""More meetings of the same two are not told apart."""

_REST: Final = 8
"""For so many exchanges at most whoever has just moved stays."""
_STEPS: Final = 5
_PATIENCE: Final = 20
"""One in so many worse rounds is taken: without, the search stays where it is, with every one it wanders about."""
_VISITS: Final = 3

_PRICES: Final = (0, *(REPEAT + before for before in range(MANY)))


def price(met: int) -> int:
    """Say what it costs that two who have met so often meet again."""
    return _PRICES[min(met, MANY - 1)]


Tables = list[list[int]]


class Search:
    """The rounds that are being made, and what it costs to seat any two together once more."""

    def __init__(self, met: Sequence[Sequence[int]], apart: Iterable[tuple[int, int]], lot: Lot) -> None:
        """Take how often any two met in the past; `apart` names the pairs that must not meet."""
        self.players = len(met)
        self.lot = lot
        self.rounds: list[Tables] = []
        self.locked: list[int] = [0] * self.players
        self.usual = 0
        self.odd: list[int] = [0] * self.players
        """What it costs that a player sits at a table that is not of the usual size, twice."""
        self._met = [[min(count, MANY - 1) for count in row] for row in met]
        self._price = [[_PRICES[count] for count in row] for row in self._met]
        self._apart = [(one, other) for pair in apart for one, other in (pair, pair[::-1])]
        self._far: list[set[int]] = [set() for _ in met]
        for one, other in self._apart:
            self._far[one].add(other)
            self._price[one][other] = APART
        for player in range(self.players):
            self._price[player][player] = 0

    def lock(self, players: Iterable[int]) -> None:
        """Let these stay at their tables."""
        for player in players:
            self.locked[player] = NEVER

    def meet(self, tables: Iterable[Sequence[int]], times: int = 1) -> None:
        """Count the meetings of a round, or take them away (−1)."""
        met, price, far = self._met, self._price, self._far
        for table in tables:
            for one in table:
                counts, prices, never = met[one], price[one], far[one]
                for other in table:
                    if other != one:
                        counts[other] += times
                        if other not in never:
                            prices[other] = _PRICES[counts[other]]

    def cost(self, tables: Iterable[Sequence[int]]) -> int:
        """Say what a round costs that is not counted."""
        price = self._price
        return sum(sum(price[one][other] for other in table) for table in tables for one in table) // 2

    def total(self) -> int:
        """Say what all rounds cost together."""
        costs = 0
        for tables in self.rounds:
            costs += self.cost(tables)
            self.meet(tables)
        for tables in self.rounds:
            self.meet(tables, -1)
        return costs


def settle(search: Search, tables: Tables, steps: int, extra: Sequence[Sequence[int]] | None = None) -> int:
    """Exchange players of one round, in place, until it costs nothing or so many steps found nothing better.

    `extra` is what any two cost at a table besides (Swiss). Gives what the best round found costs.
    """
    return _Exchange(search, tables, extra).run(steps)


class _Exchange:
    """One round on its way: what each player would cost at each table, and where each sits."""

    def __init__(self, search: Search, tables: Tables, extra: Sequence[Sequence[int]] | None) -> None:
        self.lot, self.tables, self.players = search.lot, tables, search.players
        self.price: Sequence[Sequence[int]] = search._price  # noqa: SLF001 the search's own other half
        if extra is not None:
            self.price = [list(map(add, row, more)) for row, more in zip(self.price, extra, strict=True)]
        self.locked = search.locked
        self.where = [-1] * self.players
        for number, table in enumerate(tables):
            for player in table:
                self.where[player] = number
        price = self.price
        self.at = [list(map(sum, zip(*(price[player] for player in table), strict=True))) for table in tables]
        for number, table in enumerate(tables):
            if len(table) != search.usual and any(search.odd):
                self.at[number] = list(map(add, self.at[number], search.odd))
        self.own = [self.at[where][player] if where >= 0 else 0 for player, where in enumerate(self.where)]
        self.resting = [0] * self.players

    def force(self) -> None:
        """Exchange a player that costs something, so that equally good rounds are tried, too."""
        player = self._costly(1)
        other = None if player is None else self._partner(player, 1, -NEVER)[1]
        if player is not None and other is not None:
            self._exchange(player, other)
            for moved in (player, other):
                self.resting[moved] = 1 + self.lot.below(_REST)

    def run(self, steps: int) -> int:
        """Take the best exchange of a player that costs something, again and again, and go back to the best round."""
        cost = best = sum(self.own) // 2
        undo: list[tuple[int, int]] = []
        step = since = 0
        while best and since < steps:
            step += 1
            since += 1
            player = self._costly(step)
            if player is None:
                continue
            change, other = self._partner(player, step, best - cost)
            if other is None:
                continue
            self._exchange(player, other)
            undo.append((player, other))
            cost += change
            for moved in (player, other):
                self.resting[moved] = step + 2 + self.lot.below(_REST)
            if cost < best:
                best, since, undo = cost, 0, []
        for player, other in reversed(undo):
            self._exchange(player, other)
        return best

    def _costly(self, step: int) -> int | None:
        """Give one who costs something, is free to move and has not moved just now."""
        found = [
            player
            for player, cost in enumerate(self.own)
            if cost and not self.locked[player] and self.resting[player] < step
        ]
        return self.lot.one_of(found) if found else None

    def _partner(self, player: int, step: int, needed: int) -> tuple[int, int | None]:
        """Find with whom to exchange: the best, by lot among equals; who just moved only if a new best is found."""
        here = self.where[player]
        table = self.at[here]
        there = [row[player] for row in self.at]
        mine = there[here]
        there[here] = NEVER
        there.append(NEVER)
        changes = [
            there[where] + cost_here - own - 2 * price + locked
            for where, cost_here, own, price, locked in zip(
                self.where, table, self.own, self.price[player], self.locked, strict=True
            )
        ]
        change = min(changes)
        if change - mine >= needed:
            changes = [value if rests < step else NEVER for value, rests in zip(changes, self.resting, strict=True)]
            change = min(changes)
        if change >= NEVER // 2:
            return 0, None
        return change - mine, self.lot.one_of([other for other, value in enumerate(changes) if value == change])

    def _exchange(self, one: int, other: int) -> None:
        """Let two players change places and keep the sums up to date."""
        where, tables, at, own = self.where, self.tables, self.at, self.own
        here, there = where[one], where[other]
        prices, others = self.price[one], self.price[other]
        at[here] = [cost - gone + come for cost, gone, come in zip(at[here], prices, others, strict=True)]
        at[there] = [cost - gone + come for cost, gone, come in zip(at[there], others, prices, strict=True)]
        tables[here][tables[here].index(one)] = other
        tables[there][tables[there].index(other)] = one
        where[one], where[other] = there, here
        for number in (here, there):
            sums = at[number]
            for player in tables[number]:
                own[player] = sums[player]


def improve(search: Search, visits: int, enough: int) -> int:
    """Go back to one round after the other that costs something and settle it anew, until so many visits were in vain.

    The search's rounds end as the best that were found; gives what they cost. `enough` is a cost that cannot be beaten.
    """
    rounds = search.rounds
    for tables in rounds:
        search.meet(tables)
    total = best = _counted(search)
    kept = _copied(rounds)
    vain = 0
    for _ in range(_VISITS * visits):
        if best <= enough or vain >= visits:
            break
        vain += 1
        total += _visit(search, search.lot.one_of(rounds))
        if total < best:
            vain, best, kept = 0, total, _copied(rounds)
    for tables in rounds:
        search.meet(tables, -1)
    search.rounds = kept
    return best


def _copied(rounds: Sequence[Tables]) -> list[Tables]:
    return [[list(table) for table in tables] for tables in rounds]


def _visit(search: Search, tables: Tables) -> int:
    """Settle a round after an exchange that had to be; now and then a worse one is taken. Gives the change of cost."""
    search.meet(tables, -1)
    before, change = search.cost(tables), 0
    if before:
        settled = [list(table) for table in tables]
        exchange = _Exchange(search, settled, None)
        exchange.force()
        change = exchange.run(_STEPS) - before
        if change <= 0 or not search.lot.below(_PATIENCE):
            tables[:] = settled
        else:
            change = 0
    search.meet(tables)
    return change


def _counted(search: Search) -> int:
    """Say what the counted rounds cost."""
    for tables in search.rounds:
        search.meet(tables, -1)
    total = search.total()
    for tables in search.rounds:
        search.meet(tables)
    return total
