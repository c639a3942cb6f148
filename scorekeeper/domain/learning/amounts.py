"""Amounts that are written down as they are: one player's is left out and follows from the sum."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.domain.game import Table
from scorekeeper.domain.learning.exercise import Exercise, Source
from scorekeeper.domain.learning.telling import Told
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.text import N_, Player, Reason, Signed, Who
from scorekeeper.domain.tournament.lot import Lot

THE_REST: Final = N_("One amount is missing: how much is it?")
_THE_SUM: Final = N_("All amounts of a deal must come to the sum that the table agreed on.")
_MADE_UP: Final = N_("What is missing to the sum is the last player's.")


def amounts_exercise(lot: Lot, source: Source, table: Table, most: int) -> Exercise | None:
    """Draw amounts up to `most`; None where these rules let no amount follow from the others."""
    *known, missing = lot.shuffled(table.active)
    given = {player: lot.below(2 * most + 1) - most for player in known}
    rest = source.game.rest(source.rules, table, given)
    if set(rest) != {missing} or not _fits(source, table, {**given, **rest}):
        return None
    return Exercise(
        present=table.present,
        sitting_out=table.sitting_out,
        told=tuple(
            Told(N_("{who}", who=Who((player,))), N_("{units}", units=Signed(given[player])))
            for player in table.active
            if player in given
        ),
        question=THE_REST,
        asked=(missing,),
        units={missing: rest[missing]},
        reasons=_reasons(given, missing, rest[missing]),
        shape=tuple(sorted(given.values())),
        sort=len(table.active),
    )


def _fits(source: Source, table: Table, amounts: Mapping[Player, int]) -> bool:
    answers: dict[str, Any] = {
        question.name: amounts for question in source.game.questions if question.kind is Kind.AMOUNTS
    }
    return not any(source.game.verify(source.game.deal(**answers), source.rules, table))


def _reasons(given: Mapping[Player, int], missing: Player, rest: int) -> tuple[Reason, ...]:
    others = sum(given.values())
    return (
        Reason(N_("The others together"), Signed(others)),
        Reason(N_("All together"), Signed(others + rest), _THE_SUM),
        Reason(N_("The rest for {player}", player=Who((missing,))), Signed(rest), _MADE_UP),
    )
