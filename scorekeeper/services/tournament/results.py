"""What every table brought: out of its sitting's ledger, or as a paper table handed it in; and penalties."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.domain.text import N_, Player
from scorekeeper.domain.tournament.record import Kind, RoundState, Tournament
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.texts import one_line
from scorekeeper.services.tournament import recording
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction, players, sittings
from scorekeeper.storage.sittings import SittingRow, StandingRow

MOST_UNITS = 100_000
_LONGEST_REASON = 200
BY_HAND = (1, 2)


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table's result: units by start number, and how many deals (0 = handed in as totals)."""

    table: int
    units: Mapping[int, int]
    deals: int
    final: bool
    """Handed in as totals, ended, or every deal of the round entered."""
    disputed: bool = False
    """The totals that count are not what the deals come to that were entered at the table, too."""


def all_results(tx: Transaction, event_id: int, state: Tournament) -> dict[int, dict[int, TableResult]]:
    """Give every table's result so far by round and table, in two queries; who has played nothing yet is left out."""
    rows = {row.id: (row, standing) for row, standing in sittings.of_events(tx, [event_id])}
    merged: dict[int, int] = {}
    if rows:
        merged = players.merged(tx, next(iter(rows.values()))[0].club)
    return {
        number: _of_round(state, found, rows, merged) for number, found in sorted(state.rounds.items()) if found.begun
    }


def so_far(
    tx: Transaction, state: Tournament, found: RoundState, rows: Mapping[int, tuple[SittingRow, StandingRow]]
) -> dict[int, TableResult]:  # fmt: skip
    """Give the results of one round as its tables' sittings are now."""
    merged = players.merged(tx, next(iter(rows.values()))[0].club) if rows else {}
    return _of_round(state, found, rows, merged)


def of_round(tx: Transaction, state: Tournament, found: RoundState) -> dict[int, TableResult]:
    """Give the results of one round that are final."""
    rows = sittings.these(tx, list(found.sittings.values()))
    return {table: result for table, result in so_far(tx, state, found, rows).items() if result.final}


def last_entry(tx: Transaction, sitting_id: int) -> int:
    """Give the seq of a sitting's last entry. Raises NotFoundError."""
    found = sittings.find(tx, sitting_id)
    if found is None:
        raise NotFoundError
    return found.standing.seq


def _of_round(
    state: Tournament, found: RoundState, rows: Mapping[int, tuple[SittingRow, StandingRow]], merged: Mapping[int, int]
) -> dict[int, TableResult]:  # fmt: skip
    given = {}
    for table, sitting in found.sittings.items():
        totals = found.counted_on_paper(table)
        standing = rows[sitting][1]
        played = _played(state, found, table, standing, merged) if standing.seq else None
        if totals is not None:
            disputed = played is not None and standing.deals > 0 and played.units != totals
            given[table] = TableResult(table, totals, 0, final=True, disputed=disputed)
        elif played is not None and (
            played.final or table not in found.without
        ):  # left out: what is there is no result
            given[table] = played
    return given


def _played(
    state: Tournament, found: RoundState, table: int, standing: StandingRow, merged: Mapping[int, int]
) -> TableResult:  # fmt: skip
    units: dict[int, int] = {}
    by_person = {  # whoever played under the number: a substitute may have come in the middle of the round
        merged.get(player, player): number
        for number in found.drawn.tables[table - 1] for _since, player, _own in state.entrants[number].players
    }  # fmt: skip
    for player, total in standing.totals.items():
        number = by_person.get(merged.get(int(player), int(player)))
        if number is not None:
            units[number] = units.get(number, 0) + total + standing.adjusted.get(Player(player), 0)
    deals = state.settings.deals
    return TableResult(table, units, standing.deals, standing.ended or standing.finished or 0 < deals <= standing.deals)


def enter_totals(  # noqa: PLR0913 which table, what it brought, who reads it off
    tx: Transaction, actor: Actor, at: At, number: int, table: int, *, units: Mapping[int, int], hand: int,
    both: bool = False, seen: str | None = None,
) -> None:  # fmt: skip
    """Take a paper table's totals, units by start number; hand 2 enters them once more. Raises RefusedError.

    `seen`: what stood there (`as_seen`); something else that was entered meanwhile is not replaced unseen.
    `both`: they were read differently and looked at again, so these hold for either hand.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    found = _on_paper(state, number, table, hand)
    seats = found.drawn.tables[table - 1]
    if set(units) != set(seats):
        raise refuse("units", N_("everybody at the table needs a number"))
    if any(abs(amount) > MOST_UNITS for amount in units.values()):
        raise refuse("units", N_("from {low} to {high}", low=-MOST_UNITS, high=MOST_UNITS))
    there = found.totals.get((table, hand))
    if there != dict(units):
        _verify_seen(there, seats, seen)
    for one in BY_HAND if both else (hand,):
        if found.totals.get((table, one)) != dict(units):
            values = {"round": number, "table": table, "units": {str(seat): units[seat] for seat in seats}, "hand": one}
            values |= {"both": True} if both else {}
            recording.add(tx, actor, at if one == hand else at.also(one), Kind.TOTALS, values)


def take_totals_back(  # noqa: PLR0913, PLR0917 of which table, what it said
    tx: Transaction, actor: Actor, at: At, number: int, table: int, hand: int, seen: str | None = None
) -> None:  # fmt: skip
    """Take back what was entered last for a table, once; nobody takes back what they have not `seen`.

    Raises RefusedError, NotFoundError.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    found = _on_paper(state, number, table, hand)
    there = found.totals.get((table, hand))
    _verify_seen(there, found.drawn.tables[table - 1], seen)
    if there is not None:
        recording.take_back(tx, actor, at, last_totals(tx, at.event, number, table, hand))


def _on_paper(state: Tournament, number: int, table: int, hand: int) -> RoundState:
    """Give the round that a table's sheet is of. Raises NotFoundError."""
    found = state.rounds.get(number)
    if found is None or table not in found.sittings or hand not in BY_HAND:
        raise NotFoundError
    return found


def as_seen(units: Mapping[int, int] | None) -> str:
    """Write totals as a form sends them along; empty = there were none."""
    return " ".join(f"{seat}:{units[seat]}" for seat in sorted(units)) if units else ""


def _verify_seen(there: Mapping[int, int] | None, seats: tuple[int, ...], seen: str | None) -> None:
    if there is not None and seen is not None and seen != as_seen(there):
        numbers = ", ".join(str(there[seat]).replace("-", "−") for seat in seats)
        raise refuse(
            "seen",
            N_("Meanwhile other numbers were entered here: {numbers}. Please look which are right.", numbers=numbers),
        )


def last_totals(tx: Transaction, event: int, number: int, table: int, hand: int) -> int:
    """Give the seq of what was handed in last for a table, to be taken back. Raises NotFoundError."""
    made = recording.facts_of(tx, event)
    revoked = {fact.values["seq"] for fact in made if fact.kind is Kind.REVOKE}
    wanted = {"round": number, "table": table, "hand": hand}
    for fact in reversed(made):
        if fact.kind is Kind.TOTALS and fact.seq not in revoked and wanted.items() <= fact.values.items():
            return fact.seq
    raise NotFoundError


def differences(found: RoundState) -> dict[int, frozenset[int]]:
    """Name, by table, the start numbers for which the two who entered a result read different numbers."""
    different = {}
    for table in found.sittings:
        one, other = found.totals.get((table, 1)), found.totals.get((table, 2))
        if one is not None and other is not None and one != other:
            different[table] = frozenset(number for number in one if one[number] != other.get(number))
    return different


def doubtful(found: RoundState, there: Mapping[int, TableResult]) -> tuple[int, ...]:
    """Name the tables whose result two read differently, or whose sheet says something else than their deals."""
    disputed = {table for table, result in there.items() if result.disputed}
    return tuple(sorted(disputed | differences(found).keys()))


def penalise(  # noqa: PLR0913 whom, how much, what for
    tx: Transaction, actor: Actor, at: At, number: int, *, round_number: int, points: int, reason: str
) -> None:  # fmt: skip
    """Take points away from an entrant (or give some, negative), with a reason. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    if number not in state.entrants or not 1 <= round_number <= state.settings.rounds:
        raise NotFoundError
    text = one_line(reason)
    if not text:
        raise refuse("reason", N_("is missing"))
    if len(text) > _LONGEST_REASON:
        raise refuse("reason", N_("at most {most} letters", most=_LONGEST_REASON))
    if not points or abs(points) > MOST_UNITS:
        raise refuse("points", N_("from {low} to {high}", low=1, high=MOST_UNITS))
    values = {"entrant": number, "round": round_number, "points": points, "reason": text}
    recording.add(tx, actor, at, Kind.PENALTY, values)
