"""Drawing a round by the standings: neighbours sit together, unless they have met before or are to be kept apart."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.domain.tournament.draw import Hall, hall
from scorekeeper.domain.tournament.lot import Lot
from scorekeeper.domain.tournament.numbers import seated
from scorekeeper.domain.tournament.rounds import DrawnRound, Wishes, seats_seen, sit_outs
from scorekeeper.domain.tournament.search import Search, Tables, settle
from scorekeeper.domain.tournament.sizes import TableSizes


def draw_swiss(  # noqa: PLR0913, PLR0917 what a draw is made from, in the order in which an organiser says it
    present: Sequence[int],
    ranking: Sequence[int],
    sizes: TableSizes,
    wishes: Wishes,
    past: Sequence[DrawnRound],
    seed: str,
) -> DrawnRound:
    """Draw the next round for those present; `ranking` names the best first, who is not in it comes last.

    Table 1 has the leaders, the last tables are the odd ones. Whoever has sat out least often sits out, among equals
    the last of the ranking. Raises RefusedError for `players` if those present are too few for one table.
    """
    here = hall(present, sizes, wishes, past)
    lot = Lot(seed)
    order = _order(here, ranking, lot)
    seen = sit_outs(past)
    last_first = order[::-1]
    out = sorted(last_first, key=lambda number: seen[here.players[number]])[: here.plan.sitting_out]
    places = {number: place for place, number in enumerate(order)}
    tables = _neighbours(here, [number for number in order if number not in out])
    search = Search(here.met(), here.apart, lot)
    search.lock(player for player, _place in here.fixed)
    apart = [[(places[one] - places[other]) ** 2 for other in range(len(order))] for one in range(len(order))]
    settle(search, tables, max(200, 4 * len(order)), apart)
    seats = seats_seen(past)
    placed = _best_first(here, tables, places)
    return DrawnRound(
        tuple(seated([here.players[number] for number in table], seats, lot) for table in placed),
        tuple(sorted(here.players[number] for number in out)),
    )


def _order(here: Hall, ranking: Sequence[int], lot: Lot) -> list[int]:
    """Give everybody here from the best to the last, newcomers behind them by lot."""
    index = {player: number for number, player in enumerate(here.players)}
    ranked = [index[player] for player in dict.fromkeys(ranking) if player in index]
    return ranked + lot.shuffled([number for number in range(len(index)) if number not in set(ranked)])


def _neighbours(here: Hall, order: Sequence[int]) -> Tables:
    """Seat the ranking from the top; where someone with a fixed table comes next, that table comes next."""
    fixed = {player: place for player, place in here.fixed if player in set(order)}
    sizes = list(here.plan.tables)
    reserved = {}
    for place, count in Counter(fixed.values()).most_common():
        reserved[place] = next(size for size in sizes if size >= count)
        sizes.remove(reserved[place])
    tables: Tables = [[] for _ in here.plan.tables]
    free = [number for number in range(len(tables)) if number not in reserved]
    waiting = list(order)
    while waiting:
        place = fixed.get(waiting[0], -1)
        if place < 0:
            place = free.pop(0) if free else next(fixed[player] for player in waiting if player in fixed)
        size = reserved[place] if place in reserved else sizes.pop(0)
        table = [player for player in waiting if fixed.get(player) == place]
        table += [player for player in waiting if player not in fixed][: size - len(table)]
        tables[place] = table
        waiting = [player for player in waiting if player not in table]
    return tables


def _best_first(here: Hall, tables: Tables, places: dict[int, int]) -> Tables:
    """Number the tables by the mean place of their players, those with a fixed table apart."""
    kept = {place for _player, place in here.fixed}
    free = [number for number in range(len(tables)) if number not in kept]
    whole = 1
    for size in set(here.plan.tables):
        whole *= size
    ranked = sorted(
        (tables[number] for number in free),
        key=lambda table: sum(places[player] for player in table) * (whole // len(table)),
    )
    result = list(tables)
    for number, table in zip(free, ranked, strict=True):
        result[number] = table
    return result
