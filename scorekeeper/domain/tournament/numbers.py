"""Which number a table gets and which seat a player, so that both change from round to round."""

from collections import Counter
from collections.abc import Collection, Sequence

from scorekeeper.domain.tournament.lot import Lot

Seen = Counter[tuple[int, int]]
"""How often a player had a table number, or a seat."""


def numbered(tables: Sequence[Sequence[int]], kept: Collection[int], seen: Seen, lot: Lot) -> list[list[int]]:
    """Deal the numbers among the tables so that few sit where they sat before.

    `tables[0]` is table 1 so far; the numbers `kept` stay with their tables (someone there has a fixed table).
    """
    free = [place for place in range(len(tables)) if place + 1 not in kept]
    costs = {
        place: {number: sum(seen[player, number + 1] ** 2 for player in tables[place]) for number in free}
        for place in free
    }
    result = [list(table) for table in tables]
    for number, place in _matched(costs, lot).items():
        result[number] = list(tables[place])
    return result


def _matched(costs: dict[int, dict[int, int]], lot: Lot) -> dict[int, int]:
    """Give each number a table: as many as can be for nothing, then for the next higher cost, and so on.

    Augmenting paths (Kuhn): a table that is offered a number already taken may send its holder on to another one.
    """
    held: dict[int, int] = {}
    waiting = lot.shuffled(list(costs))
    numbers = {place: lot.shuffled(list(row)) for place, row in costs.items()}
    for limit in sorted({cost for row in costs.values() for cost in row.values()}):
        offers = {place: [number for number in numbers[place] if costs[place][number] <= limit] for place in costs}
        waiting = [place for place in waiting if not _placed(place, offers, held)]
        if not waiting:
            break
    return held


def _placed(start: int, offers: dict[int, list[int]], held: dict[int, int]) -> bool:
    """Find a number for the table, by going breadth first through the tables that could move on."""
    came_from: dict[int, int] = {}
    queue = [start]
    for place in queue:
        for number in offers[place]:
            if number in came_from:
                continue
            came_from[number] = place
            if number not in held:
                _move_along(number, start, came_from, held)
                return True
            queue.append(held[number])
    return False


def _move_along(number: int, start: int, came_from: dict[int, int], held: dict[int, int]) -> None:
    """Give the free number to the last table of the path, its old one to the table before, and so on."""
    holder = {place: taken for taken, place in held.items()}
    while True:
        place = came_from[number]
        held[number] = place
        if place == start:
            return
        number = holder[place]


def seated(table: Sequence[int], seen: Seen, lot: Lot) -> tuple[int, ...]:
    """Deal the seats: each goes to whoever had it least often; equals by lot."""
    waiting = lot.shuffled(table)
    result = []
    for seat in range(len(table)):
        following = min(waiting, key=lambda player: (seen[player, seat], -sum(seen[player, s] for s in range(seat))))
        waiting.remove(following)
        result.append(following)
    return tuple(result)
