"""Seats tables, plays single deals and reads messages in the tests of games."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from scorekeeper.domain.game import AnyGame, Score, Table
from scorekeeper.domain.text import Message, Player, Reason, Signed, Who

D = TypeVar("D")


def answered(deal: Callable[..., D], usual: Mapping[str, object], answers: Mapping[str, object]) -> D:
    """Make a deal from the usual answers and those that matter in a case."""
    return deal(**{**usual, **answers})


def players(letters: str) -> tuple[Player, ...]:
    """Name players by letters in seat order."""
    return tuple(Player(letter) for letter in letters)


def seated(letters: str, dealer: str | None = None, sitting_out: str = "") -> Table:
    """Seat players; the last one deals unless said otherwise, so that the first is forehand."""
    return Table(players(letters), Player(dealer or letters[-1]), players(sitting_out))


def rules_of(game: AnyGame, rule_set: str | None = None, /, **options: object) -> object:
    """Give a rule set (the default one) with options changed."""
    found = game.rule_sets[0] if rule_set is None else game.rule_set(rule_set)
    assert found is not None
    return replace(found.rules, **options)


def scored(game: AnyGame, deal: object, rules: object, table: Table) -> Score:
    """Play a deal that must be accepted."""
    deal = game.complete(deal, table)
    assert list(game.verify(deal, rules, table)) == []
    return game.score(deal, rules, table)


def units(game: AnyGame, deal: object, rules: object, table: Table) -> tuple[int, ...]:
    """Give the units of an accepted deal in seat order."""
    score = scored(game, deal, rules, table)
    assert set(score.units) <= set(table.present)
    return tuple(score.units.get(player, 0) for player in table.present)


def refusals(game: AnyGame, deal: object, rules: object, table: Table) -> list[tuple[str, str]]:
    """Give everything that is wrong with a deal, each as field and English sentence."""
    deal = game.complete(deal, table)
    return [(refusal.field, english(refusal.message)) for refusal in game.verify(deal, rules, table)]


def warnings(game: AnyGame, deal: object, rules: object, table: Table) -> list[str]:
    """Give the warnings of an accepted deal in English."""
    deal = game.complete(deal, table)
    assert list(game.verify(deal, rules, table)) == []
    return [english(message) for message in game.warn(deal, rules, table)]


def option_problems(game: AnyGame, rules: object, count: int) -> list[str]:
    """Give the options that are refused for so many players."""
    return [refusal.field for refusal in game.rules_problems(rules, count)]


def explained(game: AnyGame, deal: object, rules: object, table: Table) -> list[str]:
    """Give the explanation in English, one line a step."""
    return [line(reason) for reason in scored(game, deal, rules, table).reasons]


def line(reason: Reason) -> str:
    """Write a step as on paper: what was applied | the figure."""
    if reason.figure is None:
        return english(reason.text)
    return f"{english(reason.text)} | {english(reason.figure)}"


def described(game: AnyGame, deal: object, rules: object, table: Table) -> str:
    """Give the deal's line in the list."""
    told = game.describe(game.complete(deal, table), rules, table)
    return ", ".join(english(message) for message in (told.title, *told.details))


def english(value: object) -> str:
    """Say a message in English."""
    match value:
        case Message():
            text = value.plural if value.plural and value.n != 1 else value.id
            return text.format_map({name: english(inner) for name, inner in value.values.items()})
        case Who():
            return " and ".join(value.players)
        case Signed():
            return f"{value.units:+d}" if value.units else "0"
        case _:
            return str(value)


def fractions(*values: int | str) -> tuple[Fraction, ...]:
    """Write fractions by hand."""
    return tuple(Fraction(value) for value in values)
