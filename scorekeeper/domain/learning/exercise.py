"""What an exercise is: an outcome, whose figures are asked for, and the answer with its steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.game import AnyGame, Score, Table
from scorekeeper.domain.learning.telling import Told, told
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.text import N_, Message, Player, Reason

AFTER_A_DEAL: Final = N_("Who gets or pays how much?")
ON_THE_SCORE: Final = N_("Whose score moves by how much?")
"""Where nobody pays before the game is over."""


@dataclass(frozen=True, slots=True)
class Source:
    """Whose rules are asked about."""

    game: AnyGame
    rule_set: str
    rules: Any
    """The game's Rules, with the table's options if it is a table's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """Players are called by their names, which are invented."""

    present: tuple[Player, ...]
    """In seat order."""
    sitting_out: tuple[Player, ...] = ()
    told: tuple[Told, ...]
    """What happened."""
    question: Message = AFTER_A_DEAL
    asked: tuple[Player, ...]
    """Whose figures are to be said."""
    units: Mapping[Player, int]
    """What each of those gets (+) or pays (−)."""
    reasons: tuple[Reason, ...]
    shape: object
    """Two exercises that differ in their names only have the same."""
    sort: object
    """What kind of outcome it is: the same steps with other figures."""


def of_deal(source: Source, table: Table, deal: Any) -> Exercise:  # noqa: ANN401 any game's deal
    """Ask about a deal that can be."""
    score = source.game.score(deal, source.rules, table)
    return Exercise(
        present=table.present,
        sitting_out=table.sitting_out,
        told=told(source.game, deal),
        question=ON_THE_SCORE if source.game.to_winner(source.rules) else AFTER_A_DEAL,
        asked=table.present,
        units={player: score.units.get(player, 0) for player in table.present},
        reasons=score.reasons,
        shape=(len(table.present), *_answers(source.game, deal)),
        sort=_sort(score, table),
    )


def _answers(game: AnyGame, deal: Any) -> tuple[object, ...]:  # noqa: ANN401 as above
    """Give the answers without the names."""
    given = [(question, getattr(deal, question.name)) for question in game.questions]
    return tuple(answer is None if question.kind is Kind.PLAYER else answer for question, answer in given)


def _sort(score: Score, table: Table) -> tuple[object, ...]:
    lost = [units < 0 for units in score.units.values()]
    return (tuple(reason.text.id for reason in score.reasons), tuple(sorted(lost)), len(table.sitting_out))
