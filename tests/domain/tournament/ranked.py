"""Small tournaments to rank: rounds as (tables, who sits out), and what each table brought, in seat order."""

from dataclasses import replace
from itertools import count
from typing import Any

from scorekeeper.domain.tournament.folding import fold
from scorekeeper.domain.tournament.points import Results
from scorekeeper.domain.tournament.record import Fact, Kind, Tournament
from scorekeeper.domain.tournament.settings import Settings
from scorekeeper.domain.tournament.standings import Line

SETTINGS = Settings(game="jaggln", rule_set="schipflinger", rounds=3, tie_breaks=(), sit_out="nothing")
Table = dict[int, int]
"""Units by start number, in seat order."""


def played(
    *rounds: list[Table], out: tuple[tuple[int, ...], ...] = (), more: tuple[tuple[Kind, dict[str, Any]], ...] = (),
    people: int = 0, **settings: Any,  # noqa: ANN401 any settings
) -> tuple[Tournament, Results]:  # fmt: skip
    """Give a tournament in which these tables were played; `more` are further facts, said before the first round."""
    seq = count(1)
    numbers = sorted({number for tables in rounds for table in tables for number in table} | set(sum(out, ())))
    kinds: list[tuple[Kind, dict[str, Any]]] = [(Kind.SETTINGS, replace(SETTINGS, **settings).to_json())]
    kinds += [(Kind.ENTRANT, {"entrant": one, "player": 100 + one}) for one in range(1, max(people, *numbers) + 1)]
    kinds += more
    for number, tables in enumerate(rounds, 1):
        sitting_out = out[number - 1] if number <= len(out) else ()
        seats = [list(table) for table in tables]
        kinds += [
            (Kind.DRAWN, {"round": number, "seed": "KDF7", "method": "lot", "tables": seats, "out": sitting_out}),
            (Kind.BEGUN, {"round": number, "sittings": {}, "ends_at": ""}),
        ]
    state = fold([Fact(seq=next(seq), kind=kind, values=values) for kind, values in kinds])
    return state, {number: dict(enumerate(tables, 1)) for number, tables in enumerate(rounds, 1)}


def places(lines: tuple[Line, ...]) -> list[tuple[int, str]]:
    """Give (place, who) from the top."""
    return [(line.place, line.seat.key) for line in lines]


def points(lines: tuple[Line, ...]) -> dict[str, Any]:
    """Give the points by who."""
    return {line.seat.key: line.points for line in lines}
