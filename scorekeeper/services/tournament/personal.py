"""What a tournament or course keeps about one person, to hand out to them; of others nothing."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.domain.tournament.record import Entrant, RoundState, Tournament
from scorekeeper.services.tournament import results
from scorekeeper.services.tournament.participation import Participation
from scorekeeper.services.tournament.results import TableResult
from scorekeeper.storage import Transaction

Data = dict[str, Any]


def hall_data(tx: Transaction, one: Participation) -> Data:
    """Give somebody's part in a tournament or course as JSON takes it."""
    brought = results.all_results(tx, one.event.id, one.state)
    return {
        "event": one.event.id, "kind": one.event.kind, "title": one.event.title, "place": one.event.place,
        "date": one.event.date.isoformat(), "closed_at": one.event.closed_at,
        "start_numbers": [_entrant(one.state, entrant, brought) for entrant in one.entrants],
    }  # fmt: skip


def _entrant(state: Tournament, one: Entrant, brought: Mapping[int, Mapping[int, TableResult]]) -> Data:
    return {
        "number": one.number, "level": one.level, "fixed_table": one.fixed_table, "note": one.note,
        "not_there": [{"from_round": first, "back_in_round": back or None} for first, back in one.absences],
        "rounds": [
            _round(one, found, brought.get(number, {})) for number, found in sorted(state.rounds.items()) if found.begun
        ],
        "penalties": [
            {"round": each.round, "points": each.points, "reason": each.reason}
            for each in state.penalties if each.entrant == one.number
        ],
        "box": [
            {"at": each.at, "what": each.what, "cents": each.cents, "text": each.text}
            for each in state.money if each.entrant == one.number
        ],
        "lessons": [
            {"lesson": number, "there": one.number in lesson.present}
            for number, lesson in sorted(state.lessons.items()) if lesson.present is not None
        ],
    }  # fmt: skip


def _round(one: Entrant, found: RoundState, brought: Mapping[int, TableResult]) -> Data:
    """Give somebody's table in a round, None where they had none, and their units, None before there are any."""
    table = found.drawn.table_of(one.number)
    result = brought.get(table) if table else None
    return {"round": found.number, "table": table, "units": result.units.get(one.number) if result else None}
