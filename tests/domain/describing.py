"""Draws rules, tables and deals of any game from its declarations, the way a form or a careless file would."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, NamedTuple

from hypothesis import assume, reject
from hypothesis import strategies as st

from scorekeeper.domain.evening import Setup, beginning, table_for
from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.questions import UNANSWERED, Kind, Question
from scorekeeper.domain.text import Player

SEATS = tuple(map(Player, "ABCDEFGHIJKLMNOPQRST"))
STRANGER = Player("X")
SMALL = 12
"""Rates and factors beyond this show nothing new."""


class Case(NamedTuple):
    """A deal under rules at a table."""

    rules: Any
    table: Table
    deal: Any


@st.composite
def setups(draw: st.DrawFn, game: AnyGame) -> Setup:
    """Draw a table that the game accepts: a rule set with options changed, a number of players, a first dealer."""
    rule_set = draw(st.sampled_from(game.rule_sets))
    options = draw(st.lists(st.sampled_from(game.options), unique_by=lambda option: option.name, max_size=4))
    rules = replace(rule_set.rules, **{option.name: draw(_free_answers(option, SEATS)) for option in options})
    fewest, most = game.size(rules)
    count = draw(st.integers(fewest, min(most, 9)))
    assume(not list(game.rules_problems(rules, count)))
    players = SEATS[:count]
    dealer = draw(st.sampled_from(players))
    return Setup(game=game, rule_set=rule_set.key, rules=rules, players=players, first_dealer=dealer)


@st.composite
def cases(draw: st.DrawFn, game: AnyGame) -> Case:
    """Draw a deal that can be, at a table that can be."""
    setup = draw(setups(game))
    table = table_for(setup, beginning(setup))
    return Case(setup.rules, table, draw(deals(game, setup.rules, table)))


@st.composite
def deals(draw: st.DrawFn, game: AnyGame, rules: Any, table: Table) -> Any:  # noqa: ANN401 any game's rules and deal
    """Fill in a form in any order, leaving out what is greyed out; what comes out must be accepted."""
    draft = SimpleNamespace(**{question.name: _before_asking(question) for question in game.questions})
    for question in draw(st.permutations(game.questions)):
        if question.name not in game.closed(draft, rules, table):
            setattr(draft, question.name, _chosen(draw, game, draft, rules, table, question))
    for name in game.closed(draft, rules, table):
        setattr(draft, name, UNANSWERED)
    answers = {name: value for name, value in vars(draft).items() if value is not UNANSWERED}
    deal = game.complete(game.deal(**answers), table)
    found = list(game.verify(deal, rules, table))
    assert found == [], (deal, found)
    return deal


def _before_asking(question: Question) -> Any:  # noqa: ANN401 answers are of any kind
    return UNANSWERED if question.required or question.asked.explicit else question.default


def _chosen(draw: st.DrawFn, game: AnyGame, draft: Any, rules: Any, table: Table, question: Question) -> Any:  # noqa: ANN401, PLR0917 as above, and all of it is the form
    """Take an answer that the form does not grey out and that makes no other answer impossible."""
    if question.kind is Kind.AMOUNTS:
        return draw(_balanced_amounts(rules, table))
    candidates = _all_answers(question, table.active)
    first = draw(st.integers(0, len(candidates) - 1))
    for answer in candidates[first:] + candidates[:first]:
        setattr(draft, question.name, answer)
        closed = game.closed(draft, rules, table)
        asked = [name for name in vars(draft) if name not in closed]
        if all(game.objection(draft, rules, table, name) is None for name in asked):
            break
    else:
        reject()
    return answer


def _all_answers(question: Question, players: tuple[Player, ...]) -> list[Any]:
    """List everything that a question can be answered with; the usual answer first, so that examples shrink to it."""
    match question.kind:
        case Kind.PLAYER:
            found: list[Any] = list(players)
        case Kind.CHOICE:
            found = list(question.choices)
        case Kind.FLAG:
            found = [False, True]
        case _:
            found = list(range(question.low, min(question.high, 200) + 1))
    if question.optional and question.asked.nobody is not None:
        found.append(None)
    if question.default in found:
        found.sort(key=lambda answer: answer != question.default)
    return found


def _free_answers(question: Question, players: tuple[Player, ...]) -> st.SearchStrategy[Any]:
    """Draw any answer of the right type, fitting or not."""
    match question.kind:
        case Kind.TEXT:
            return st.one_of(st.none(), st.sampled_from(["Bettler", "x" * question.high]))
        case Kind.AMOUNTS:
            return st.dictionaries(st.sampled_from(players), st.integers(-20, 20), max_size=5)
        case Kind.COUNT:
            numbers = st.integers(question.low, min(question.high, max(SMALL, question.low)))
            return st.one_of(st.none(), numbers) if question.optional else numbers
        case _:
            return st.sampled_from(_all_answers(question, players))


@st.composite
def careless_deals(draw: st.DrawFn, game: AnyGame, table: Table) -> Any:  # noqa: ANN401 any game's deal
    """Draw answers of the right types without a look at what fits together."""
    players = (*table.present, STRANGER)
    answers = {}
    for question in game.questions:
        if question.kind is Kind.COUNT:
            numbers = _all_answers(question, players)
            answers[question.name] = draw(st.sampled_from([*numbers, None] if question.optional else numbers))
        elif question.kind is Kind.AMOUNTS:
            answers[question.name] = draw(_free_answers(question, players))
        else:
            others = [None] if question.optional else []
            answers[question.name] = draw(st.sampled_from([*_all_answers(question, players), *others]))
    return game.deal(**answers)


@st.composite
def _balanced_amounts(draw: st.DrawFn, rules: Any, table: Table) -> dict[Player, int]:  # noqa: ANN401 as above
    """Draw amounts whose sum is the one that the rules ask for, the same within a team."""
    size = rules.teams or len(table.active)
    values = draw(st.lists(st.integers(-200, 200), min_size=size, max_size=size))
    expected = rules.sum_per_deal if rules.sum_per_deal is not None else 0 if rules.zero_sum else sum(values)
    values[-1] += expected - sum(values)
    return {player: values[seat % size] for seat, player in enumerate(table.active)}
