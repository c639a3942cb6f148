"""Exercises from a seed: an outcome is given, who gets or pays how much is asked; the core knows the answer."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

from scorekeeper.domain.game import Table
from scorekeeper.domain.learning.amounts import amounts_exercise
from scorekeeper.domain.learning.drawing import drawn_deal, drawn_table, has_usual
from scorekeeper.domain.learning.endings import drawn_ending
from scorekeeper.domain.learning.exercise import Exercise, Source, of_deal
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.tournament.lot import Lot

MOST: Final = 20
_TRIES: Final = 2000
"""So many deals are drawn at most; rules that leave hardly anything to ask get a shorter sheet."""
_CHOICE: Final = 3
"""The exercise that is rarest on the sheet so far is taken from so many."""
_ENDING: Final = 5
"""Where the game is settled with the winner, one exercise in so many is about its end."""
_LARGEST: Final = (10, 30, 200)


class Level(StrEnum):
    """How much has to be thought of at once."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def exercises(source: Source, level: Level, count: int, seed: str) -> tuple[Exercise, ...]:
    """Draw a sheet. The same seed gives the same exercises everywhere, and a longer sheet begins like a shorter one.

    No two are alike but for the names; kinds of outcome that the sheet has not had yet come first.
    """
    lot = Lot(f"{source.game.key}/{source.rule_set}/{level}/{seed}")
    drawn = _drawn(lot, source, level)
    found: list[Exercise] = []
    seen: set[object] = set()
    had: Counter[object] = Counter()
    while len(found) < min(count, MOST) and (choice := _fresh(drawn, seen)):
        best = min(choice, key=lambda one: had[one.sort])
        found.append(best)
        seen.add(best.shape)
        had[best.sort] += 1
    return tuple(found)


def _fresh(drawn: Iterator[Exercise], seen: set[object]) -> list[Exercise]:
    """Take a few that are not on the sheet yet."""
    choice: list[Exercise] = []
    while len(choice) < _CHOICE and (one := next(drawn, None)) is not None:
        if one.shape not in seen:
            choice.append(one)
    return choice


def _drawn(lot: Lot, source: Source, level: Level) -> Iterator[Exercise]:
    for _ in range(_TRIES):
        table = drawn_table(lot, source.game, source.rules, sitting_out=level is Level.HARD)
        one = _one(lot, source, level, table)
        if one is not None:
            yield one


def _one(lot: Lot, source: Source, level: Level, table: Table) -> Exercise | None:
    """Draw an exercise; None where it came out as another level's, or as nothing that can be."""
    if any(question.kind is Kind.AMOUNTS for question in source.game.questions):
        return amounts_exercise(lot, source, table, _LARGEST[list(Level).index(level)])
    if level is not Level.EASY and source.game.to_winner(source.rules) and not lot.below(_ENDING):
        return drawn_ending(lot, source, table, ties=level is Level.HARD)
    deal = drawn_deal(lot, source.game, source.rules, table, plain=level is Level.EASY)
    if deal is None or level_of(source, table, deal) is not level:
        return None
    return of_deal(source, table, deal)


def level_of(source: Source, table: Table, deal: Any) -> Level:  # noqa: ANN401 any game's deal
    """Grade a deal by what comes on top: answers out of the ordinary or steps of the score, and who sits out."""
    game, rules = source.game, source.rules
    unusual = sum(
        getattr(deal, question.name) != question.default for question in game.questions if has_usual(question)
    )
    steps = len(game.score(deal, rules, table).reasons)
    plain = next(iter(game.examples(rules, table)), None)
    if plain is not None:
        steps -= len(game.score(game.complete(plain, table), rules, table).reasons)
    extras = max(unusual, steps) + bool(table.sitting_out)
    return Level.EASY if extras <= 0 else Level.MEDIUM if extras == 1 else Level.HARD
