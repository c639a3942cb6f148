"""Deals by lot: any game's questions answered as its declaration allows, with what is rare in play made likelier."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final

from scorekeeper.domain.evening import Setup, beginning, table_for
from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.text import Player
from scorekeeper.domain.tournament.lot import Lot

NAMES: Final = tuple(
    map(
        Player,
        (
            "Anna", "Bert", "Cilli", "Dora", "Emil", "Fani", "Georg", "Heidi", "Ida", "Josef", "Klara", "Lois", "Moidl",
            "Nandl", "Olga", "Peter", "Resi", "Sepp", "Toni", "Urban", "Vroni", "Wastl", "Xaver", "Zenzi",
        ),
    )
)  # fmt: skip
"""People that there are not, each with a letter of their own."""
_MORE_SEATS: Final = 3
"""So many more than the fewest sit at a drawn table at most."""
_EXTREME: Final = 10
"""One in so many counts is the lowest, one the highest: what a match or a Matzl needs."""
_STEPS_UP: Final = (1, 1, 1, 2, 2, 3)
"""How far a count that is usually 0 is raised."""


def drawn_table(lot: Lot, game: AnyGame, rules: Any, *, sitting_out: bool) -> Table:  # noqa: ANN401 any game's rules
    """Seat invented people, as many as these rules allow; whether some may sit out is said."""
    fewest, most = game.size(rules)
    fits = [
        count
        for count in range(fewest, min(most, fewest + _MORE_SEATS) + 1)
        if not list(game.rules_problems(rules, count)) and (sitting_out or game.active(rules, count) == count)
    ]
    players = tuple(lot.shuffled(NAMES)[: lot.one_of(fits or [fewest])])
    return table_of(game, rules, players, lot.one_of(players))


def table_of(game: AnyGame, rules: Any, players: tuple[Player, ...], dealer: Player) -> Table:  # noqa: ANN401 as above
    """Seat these players for the first deal of a sitting."""
    setup = Setup(game=game, rule_set="", rules=rules, players=players, first_dealer=dealer)
    return table_for(setup, beginning(setup))


def drawn_deal(lot: Lot, game: AnyGame, rules: Any, table: Table, *, plain: bool) -> Any | None:  # noqa: ANN401 as above
    """Answer every question by lot, a `plain` deal's as usual where one answer is the usual one.

    Gives None where the answers do not go together or would be warned about.
    """
    answers = {
        question.name: question.default if plain and has_usual(question) else _answer(lot, question, table)
        for question in game.questions
    }
    closed = game.closed(SimpleNamespace(**answers), rules, table)
    deal = game.complete(game.deal(**_without(answers, closed)), table)
    if any(game.verify(deal, rules, table)) or any(game.warn(deal, rules, table)):
        return None
    return deal


def has_usual(question: Question) -> bool:
    """Whether one answer is the usual one."""
    return question.kind in {Kind.FLAG, Kind.COUNT, Kind.CHOICE} and isinstance(question.default, int | str)


def _without(answers: Mapping[str, Any], closed: Mapping[str, Any]) -> dict[str, Any]:
    return {name: answer for name, answer in answers.items() if name not in closed and answer is not UNANSWERED}


def _answer(lot: Lot, question: Question, table: Table) -> Any:  # noqa: ANN401 answers are of any kind
    if question.asked.tucked:
        return question.default
    match question.kind:
        case Kind.PLAYER:
            return _player(lot, question, table)
        case Kind.FLAG:
            return _flag(lot, question)
        case Kind.CHOICE:
            usual = question.default in question.choices and lot.below(2)
            return question.default if usual else lot.one_of(question.choices)
        case Kind.COUNT:
            return _count(lot, question)
        case _:
            return question.default


def _player(lot: Lot, question: Question, table: Table) -> Player | None:
    """Leave to the game who follows from the table (the declarer of Jaggln is forehand)."""
    if question.optional and not question.asked.explicit:
        return None
    alone = question.asked.nobody is not None and not lot.below(3)
    return None if alone else lot.one_of(table.active)


def _flag(lot: Lot, question: Question) -> bool:
    if question.optional:
        return bool(lot.below(2))
    return bool(question.default) != (not lot.below(3))


def _count(lot: Lot, question: Question) -> int:
    if isinstance(question.default, int):
        higher = 0 if lot.below(2) else lot.one_of(_STEPS_UP)
        return min(question.high, question.default + higher)
    chance = lot.below(_EXTREME)
    if chance <= 1:
        return question.high if chance else question.low
    return question.low + lot.below(question.high - question.low + 1)
