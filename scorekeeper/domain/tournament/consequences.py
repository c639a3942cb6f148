"""What is not as it should be in a round that somebody changed by hand; everything can be done, nothing goes unsaid."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from scorekeeper.domain.text import N_, NN_, Message, Player, Who
from scorekeeper.domain.tournament.cliques import all_apart
from scorekeeper.domain.tournament.rounds import DrawnRound, Tables, Wishes, meetings, sit_outs
from scorekeeper.domain.tournament.sizes import TableSizes


def swapped(drawn: DrawnRound, one: int, other: int) -> DrawnRound:
    """Let two players change places; either may sit out or not be in the round at all (a substitute)."""
    names = {one: other, other: one}
    return DrawnRound(
        tuple(tuple(names.get(player, player) for player in table) for table in drawn.tables),
        tuple(sorted(names.get(player, player) for player in drawn.sitting_out)),
    )


def moved(drawn: DrawnRound, player: int, table: int) -> DrawnRound:
    """Seat a player last at another table (from 1; one more than there are is a new table), or let them sit out (0)."""
    tables = [[other for other in seats if other != player] for seats in drawn.tables]
    out = [other for other in drawn.sitting_out if other != player]
    if table > len(tables):
        tables.append([])
    (tables[table - 1] if table else out).append(player)
    return DrawnRound(_put_away(map(tuple, tables)), tuple(sorted(out)))


def removed(drawn: DrawnRound, player: int) -> DrawnRound:
    """Take a player out of the round."""
    return DrawnRound(
        _put_away(tuple(other for other in table if other != player) for table in drawn.tables),
        tuple(other for other in drawn.sitting_out if other != player),
    )


def _put_away(tables: Iterable[tuple[int, ...]]) -> Tables:
    """Leave out the last tables if nobody is left at them: those before keep their numbers, and the first one stays."""
    left = list(tables)
    while len(left) > 1 and not left[-1]:
        left.pop()
    return tuple(left)


def consequences(
    drawn: DrawnRound, past: Sequence[DrawnRound], wishes: Wishes, sizes: TableSizes
) -> tuple[Message, ...]:
    """Say what is not as it should be in this round after those before it, the gravest first."""
    return (
        *_twice(drawn),
        *_sizes(drawn, sizes),
        *_together(drawn, wishes),
        *_elsewhere(drawn, wishes),
        *_met(drawn, past),
        *_out(drawn, past),
    )


def new_consequences(
    before: DrawnRound, after: DrawnRound, said: Callable[[DrawnRound], Sequence[Message]]
) -> tuple[Message, ...]:
    """Give what a change brings of all that is `said` about a round."""
    known = said(before)
    return tuple(message for message in said(after) if message not in known)


def who(players: Iterable[int]) -> Who:
    """Name these players in a message."""
    return Who(tuple(Player(str(player)) for player in players))


def _twice(drawn: DrawnRound) -> Iterator[Message]:
    for player, times in Counter(drawn.players).items():
        if times > 1:
            yield N_("{who} has more than one place in this round", who=who([player]))


def _sizes(drawn: DrawnRound, sizes: TableSizes) -> Iterator[Message]:
    fewest, most = sizes.all[0], sizes.all[-1]
    for number, table in enumerate(drawn.tables, 1):
        if not table:
            yield N_("table {table} is empty", table=number)
        elif len(table) < fewest:
            yield NN_(
                "table {table} has one player, at least {fewest} are needed",
                "table {table} has {n} players, at least {fewest} are needed",
                len(table), table=number, fewest=fewest,
            )  # fmt: skip
        elif len(table) > most:
            yield N_(
                "table {table} has {count} players, at most {most} are allowed",
                table=number, count=len(table), most=most,
            )  # fmt: skip
        elif len(table) not in sizes.all:
            yield N_("table {table} has {count} players, which is not allowed", table=number, count=len(table))


def _together(drawn: DrawnRound, wishes: Wishes) -> Iterator[Message]:
    apart = set(wishes.pairs())
    for number, table in enumerate(drawn.tables, 1):
        for pair in combinations(sorted(table), 2):
            if pair in apart:
                yield N_("{who} are to be kept apart and sit together at table {table}", who=who(pair), table=number)


def _elsewhere(drawn: DrawnRound, wishes: Wishes) -> Iterator[Message]:
    for player, number in sorted(wishes.fixed.items()):
        table = drawn.table_of(player)
        if table is not None and table != number:
            yield N_(
                "{who} always sits at table {number}, here at table {table}",
                who=who([player]), number=number, table=table,
            )  # fmt: skip


def _met(drawn: DrawnRound, past: Sequence[DrawnRound]) -> Iterator[Message]:
    met = meetings(past)
    for number, table in enumerate(drawn.tables, 1):
        for pair in combinations(sorted(table), 2):
            if met[pair]:
                yield NN_(
                    "{who} meet again at table {table}, once before",
                    "{who} meet again at table {table}, {n} times before",
                    met[pair], who=who(pair), table=number,
                )  # fmt: skip


def _out(drawn: DrawnRound, past: Sequence[DrawnRound]) -> Iterator[Message]:
    times = sit_outs(past)
    fewest = min((times[player] for table in drawn.tables for player in table), default=0)
    for player in drawn.sitting_out:
        if times[player] > fewest:
            yield N_("{who} sits out again, others have sat out less often", who=who([player]))


def unkept(present: Iterable[int], tables: int, largest: int, wishes: Wishes) -> tuple[Message, ...]:
    """Say which wishes cannot be kept with so many tables, before anything is drawn, and what helps."""
    here = set(present)
    fixed = {player: number for player, number in sorted(wishes.fixed.items()) if player in here}
    messages = [
        N_("{who} always sits at table {table}, there are {tables}: choose another table", who=who([player]),
           table=number, tables=tables)
        for player, number in fixed.items() if number > tables
    ]  # fmt: skip
    for number in sorted(set(fixed.values())):
        sitting = [player for player, place in fixed.items() if place == number]
        if len(sitting) > largest:
            messages.append(
                N_("{count} players always sit at table {table}, it has {seats} seats: give some another table",
                   count=len(sitting), table=number, seats=largest)
            )  # fmt: skip
    messages += [
        N_("{who} are to be kept apart and always sit at table {table}: give one another table", who=who(pair),
           table=fixed[pair[0]])
        for pair in wishes.pairs() if set(pair) <= set(fixed) and fixed[pair[0]] == fixed[pair[1]]
    ]  # fmt: skip
    messages += [
        N_("{who} are to be kept apart, for that {count} tables are needed and there are {tables}",
           who=who(group), count=len(group), tables=tables)
        for group in all_apart((pair for pair in wishes.pairs() if here.issuperset(pair)), tables)
    ]  # fmt: skip
    return tuple(messages)
