"""Drawing rounds by lot: nobody meets again as long as that can be, wishes are kept, everything else changes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.domain.tournament.designs import Design, designs
from scorekeeper.domain.tournament.lot import Lot
from scorekeeper.domain.tournament.numbers import numbered, seated
from scorekeeper.domain.tournament.rounds import (
    DrawnRound,
    Wishes,
    meetings,
    odd_seen,
    seats_seen,
    sit_outs,
    tables_seen,
)
from scorekeeper.domain.tournament.search import REPEAT, Search, Tables, improve, price, settle
from scorekeeper.domain.tournament.sizes import TablePlan, TableSizes, table_plan

_STEPS: Final = 100
"""So many exchanges in a round that brought nothing end its first search."""
_WORK: Final = 4_000_000
"""The budget of going back: rounds that are searched again in vain × players × players."""
_VISITS_LEAST: Final = 20
_VISITS_MOST: Final = 1_000
_QUICK_WORK: Final = 150_000
_QUICK_MOST: Final = 10


class Found(NamedTuple):
    """What a search found, the better the smaller: the cost, and how unevenly the odd tables are shared out."""

    cost: int
    uneven: int
    rounds: list[Tables]


@dataclass(frozen=True, slots=True)
class Hall:
    """Who is here, by number 0, 1 … in the draw, and where the fixed ones sit (places from 0)."""

    players: tuple[int, ...]
    plan: TablePlan
    apart: tuple[tuple[int, int], ...]
    fixed: tuple[tuple[int, int], ...]
    past: tuple[DrawnRound, ...]
    sizes: TableSizes

    def met(self) -> list[list[int]]:
        """Say how often any two have met."""
        count = meetings(self.past)
        index = {player: number for number, player in enumerate(self.players)}
        met = [[0] * len(index) for _ in index]
        for (one, other), times in count.items():
            if one in index and other in index:
                met[index[one]][index[other]] = met[index[other]][index[one]] = times
        return met

    def enough(self, rounds: int) -> int:
        """Give what so many rounds cost at least: if every meeting were one of two who have met least often."""
        coming = rounds * sum(size * (size - 1) // 2 for size in self.plan.tables)
        pairs = Counter(count for number, row in enumerate(self.met()) for count in row[:number])
        cost = count = 0
        while coming:
            now = min(coming, pairs[count])
            cost += now * price(count)
            pairs[count + 1] += now
            coming -= now
            count += 1
        return cost


def hall(present: Sequence[int], sizes: TableSizes, wishes: Wishes, past: Sequence[DrawnRound]) -> Hall:
    """Number those present. Raises RefusedError for `players` if they are too few for one table."""
    players = tuple(sorted(set(present)))
    plan = table_plan(len(players), sizes)
    index = {player: number for number, player in enumerate(players)}
    apart = tuple((index[one], index[other]) for one, other in wishes.pairs() if one in index and other in index)
    seats = Counter[int]()
    fixed = []
    for player in players:
        place = wishes.fixed.get(player, 0) - 1
        if 0 <= place < len(plan.tables) and seats[place] < max(plan.tables):
            seats[place] += 1
            fixed.append((index[player], place))
    return Hall(players, plan, apart, _that_fit(fixed, plan), tuple(past), sizes)


def _that_fit(fixed: list[tuple[int, int]], plan: TablePlan) -> tuple[tuple[int, int], ...]:
    """Leave out whom the fixed tables have no seat for, when large tables are fewer than the tables that need one."""
    room = dict(zip(_fullest_first(fixed), sorted(plan.tables, reverse=True), strict=False))
    result = []
    for player, place in fixed:
        if room[place]:
            room[place] -= 1
            result.append((player, place))
    return tuple(result)


def _fullest_first(fixed: Sequence[tuple[int, int]]) -> list[int]:
    return [place for place, _count in Counter(place for _player, place in fixed).most_common()]


def draw_rounds(  # noqa: PLR0913, PLR0917 what a draw is made from, in the order in which an organiser says it
    present: Sequence[int],
    rounds: int,
    sizes: TableSizes,
    wishes: Wishes,
    past: Sequence[DrawnRound],
    seed: str,
) -> tuple[DrawnRound, ...]:
    """Draw so many rounds more for those present, by lot.

    The same seed gives the same rounds, whatever the order of `present`. What stands before a "/" in the seed decides
    the places in a construction: "KDF7/2" draws anew and still goes on with the construction that "KDF7" began.
    Raises RefusedError for `players` if those present are too few for one table.
    """
    here = hall(present, sizes, wishes, past)
    lot = Lot(seed)
    out = _sitting_out(here, rounds, lot, wishes)
    return finished(here, _best(here, out, seed, lot), out, lot)


def _best(here: Hall, out: list[list[int]], seed: str, lot: Lot) -> list[Tables]:
    """Search in several ways until nothing is repeated that need not be, and take the best.

    In a construction the same few always sit at the large tables, so quick searches come first where sizes differ.
    """
    found: list[Found] = []
    work = len(here.players) ** 2
    if len(set(here.plan.tables)) > 1:
        found += [_searched(here, out, [], 0, lot) for _ in range(min(_QUICK_MOST, 1 + _QUICK_WORK // work))]
    visits = max(_VISITS_LEAST, min(_VISITS_MOST, _WORK // work))
    enough = here.enough(len(out))
    if not found or min(found).cost > enough:
        constructed = [] if here.plan.sitting_out else _constructed(here, seed)
        for ready in (constructed, []) if constructed else ([],):
            found.append(_searched(here, out, ready, visits, lot))
            if min(found).cost // REPEAT <= enough // REPEAT:
                break
    return min(found).rounds


def _sitting_out(here: Hall, rounds: int, lot: Lot, wishes: Wishes) -> list[list[int]]:
    """Say who sits out in each round: whoever has done so least often, then who can be spared, equals by lot."""
    seen = sit_outs(here.past)
    times = [seen[player] for player in here.players]
    order = sorted(lot.shuffled(range(len(here.players))), key=times.__getitem__)
    levels = [wishes.levels.get(player, 0) for player in here.players]
    result = []
    for _ in range(rounds):
        out = _spared(order, here.plan.sitting_out, times, levels)
        for number in out:
            times[number] += 1
        result.append(sorted(out))
    return result


def _spared(order: Sequence[int], count: int, times: Sequence[int], levels: Sequence[int]) -> list[int]:
    """Choose one after the other: who has sat out least often, of the level that most are left of, first in order."""
    left = Counter(levels)
    out: list[int] = []
    while len(out) < count:
        staying = (number for number in order if number not in out)
        out.append(min(staying, key=lambda number: (times[number], -left[levels[number]])))
        left[levels[out[-1]]] -= 1
    return out


def _searched(here: Hall, out: list[list[int]], ready: list[Tables], visits: int, lot: Lot) -> Found:
    """Take the constructed rounds that repeat nothing, draw the rest one after the other, then improve all of them."""
    search = Search(here.met(), here.apart, lot)
    search.lock(player for player, _place in here.fixed)
    search.usual = here.sizes.preferred
    ready = lot.shuffled(ready)
    times = odd_seen(here.past, here.sizes)
    odd = [2 * times[player] for player in here.players]
    mixed = len(set(here.plan.tables)) > 1
    for sitting_out in out:
        tables = next((tables for tables in ready if not search.cost(tables)), None)
        if tables is None:
            tables = _at_random(here, sitting_out, lot)
            search.odd = odd if mixed else search.odd
            settle(search, tables, _STEPS)
        else:
            ready.remove(tables)
        search.meet(tables)
        search.rounds.append(tables)
        for table in tables:
            for player in table if len(table) != search.usual else ():
                odd[player] += 2
    for tables in search.rounds:
        search.meet(tables, -1)
    search.odd = [0] * search.players
    cost = improve(search, visits, here.enough(len(out)))
    return Found(cost, _unevenness(here, search.rounds), search.rounds)


def _unevenness(here: Hall, rounds: Sequence[Tables]) -> int:
    """Say how unevenly the tables that are not of the usual size are shared out, the past included."""
    times = odd_seen(here.past, here.sizes)
    for tables in rounds:
        for table in tables:
            if len(table) != here.sizes.preferred:
                times.update(here.players[player] for player in table)
    return sum(count * count for count in times.values())


def _at_random(here: Hall, sitting_out: Sequence[int], lot: Lot) -> Tables:
    """Seat everybody by lot, the fixed ones at their tables; which tables are the odd ones is by lot, too."""
    sizes = lot.shuffled(here.plan.tables)
    fixed = [(player, place) for player, place in here.fixed if player not in sitting_out]
    for place in _fullest_first(fixed):
        if sum(at == place for _player, at in fixed) > sizes[place]:
            other = sizes.index(max(sizes))
            sizes[place], sizes[other] = sizes[other], sizes[place]
    tables: Tables = [[] for _ in sizes]
    for player, place in fixed:
        tables[place].append(player)
    settled = {player for player, _place in fixed}.union(sitting_out)
    free = lot.shuffled([player for player in range(len(here.players)) if player not in settled])
    for table, size in zip(tables, sizes, strict=True):
        while len(table) < size:
            table.append(free.pop())
    return tables


def _constructed(here: Hall, seed: str) -> list[Tables]:
    """Give the rounds of a construction for those who began the tournament, as far as they fit those present."""
    began = here.past[0] if here.past else None
    everybody = here.players if began is None else tuple(sorted(began.players))
    sizes = here.plan.tables if began is None else tuple(map(len, began.tables))
    if not set(here.players) <= set(everybody) or (began is not None and began.sitting_out):
        return []
    index = {player: number for number, player in enumerate(here.players)}
    for design in designs(sizes):
        lot = Lot(seed.partition("/")[0])
        names = _places(design, everybody, here, lot)
        rounds = (
            [[index[names[point]] for point in table if names[point] in index] for table in tables]
            for tables in design.rounds
        )
        fitting = [fitted for tables in rounds for fitted in _at_their_tables(here, tables)]
        if fitting:
            return fitting
    return []


def _places(design: Design, everybody: Sequence[int], here: Hall, lot: Lot) -> dict[int, int]:
    """Give each point a player by lot: who is to be kept apart comes into one column, where nobody ever meets."""
    columns = [lot.shuffled(column) for column in lot.shuffled(design.columns)]
    names: dict[int, int] = {}
    for group in lot.shuffled(_strangers(here)):
        room = max(columns, key=len, default=[])
        if len(room) >= len(group):
            names.update((room.pop(), here.players[number]) for number in group)
    given = set(names.values())
    points = [point for table in design.rounds[0] for point in table if point not in names]
    others = lot.shuffled([player for player in everybody if player not in given])
    return names | dict(zip(sorted(points), others, strict=True))


def _strangers(here: Hall) -> list[list[int]]:
    """Give the groups that must not meet: those kept apart, directly or through others, and those of fixed tables."""
    group = {number: {number} for pair in here.apart for number in pair} | {
        number: {number} for number, _ in here.fixed
    }
    first = [number for number, _place in here.fixed[:1]]
    for one, other in [*here.apart, *((number, first[0]) for number, _place in here.fixed)]:
        if group[one] is not group[other]:
            group[one] |= group[other]
            for number in group[other]:
                group[number] = group[one]
    return [sorted(members) for number, members in sorted(group.items()) if number == min(members)]


def _at_their_tables(here: Hall, tables: Tables) -> Iterator[Tables]:
    """Put the tables of the fixed players where they belong; nothing if that cannot be or the sizes are others."""
    tables = [table for table in tables if table]
    if sorted(map(len, tables)) != sorted(here.plan.tables):
        return
    for player, place in here.fixed:
        found = next(number for number, table in enumerate(tables) if player in table)
        tables[place], tables[found] = tables[found], tables[place]
    if all(player in tables[place] for player, place in here.fixed):
        yield tables


def finished(here: Hall, rounds: Sequence[Tables], out: Sequence[Sequence[int]], lot: Lot) -> tuple[DrawnRound, ...]:
    """Give the tables their numbers and the players their seats, round after round."""
    kept = {place + 1 for _player, place in here.fixed}
    numbers, seats = tables_seen(here.past), seats_seen(here.past)
    result = []
    for tables, sitting_out in zip(rounds, out, strict=True):
        named = [[here.players[number] for number in table] for table in tables]
        placed = numbered(named, kept, numbers, lot)
        drawn = DrawnRound(
            tuple(seated(table, seats, lot) for table in placed), tuple(here.players[number] for number in sitting_out)
        )
        numbers += tables_seen([drawn])
        seats += seats_seen([drawn])
        result.append(drawn)
    return tuple(result)
