"""A table whose result the office read off its score sheet: its own pages, sheets and files show that result."""

from collections.abc import Collection

from scorekeeper.domain.text import Player
from scorekeeper.domain.tournament.record import RoundState, Tournament
from scorekeeper.services.tournament import recording
from scorekeeper.storage import Transaction, players
from scorekeeper.storage.events import EventRow
from scorekeeper.storage.sittings import SittingRow, StandingRow


def as_it_counts(tx: Transaction, event: EventRow, row: SittingRow, standing: StandingRow) -> StandingRow | None:
    """Give where a table stands by its sheet, which goes before its deals; None = there is no sheet."""
    if event.kind == "evening":
        return None
    state = recording.state_of(tx, event.id)
    for found in state.rounds.values():
        table = next((table for table, sitting in found.sittings.items() if sitting == row.id), 0)
        if found.counted_on_paper(table) is not None:
            totals = _totals(state, found, table, standing.totals, players.merged(tx, event.club))
            return standing._replace(totals=totals, adjusted={})
    return None


def _totals(
    state: Tournament, found: RoundState, table: int, seated: Collection[Player], merged: dict[int, int]
) -> dict[Player, int]:  # fmt: skip
    """Give the units to whoever sits there under the number; who was replaced in the middle of the round has none."""
    sits = {merged.get(int(player), int(player)): player for player in seated}
    totals = dict.fromkeys(seated, 0)
    for number, units in (found.counted_on_paper(table) or {}).items():
        entrant = state.entrants[number]
        people = (entrant.player(found.number), *(player for _since, player, _own in reversed(entrant.players)))
        there = next((sits[one] for one in (merged.get(one, one) for one in people) if one in sits), None)
        if there is not None:
            totals[there] += units
    return totals
