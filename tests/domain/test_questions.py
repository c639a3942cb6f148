"""What forms, sheets and files may rely on in every game's declarations."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from annotated_types import Ge, Interval, Le, MaxLen

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.questions import UNANSWERED, Asked, Kind, Question, questions_of
from scorekeeper.domain.text import N_, Player
from tests.domain.dealing import english

ASKED = {
    f"{game.key}.{question.name}": question
    for game in GAMES.values()
    for question in (*game.questions, *game.options)
}  # fmt: skip
OPTIONS = {
    f"{game.key}.{rule_set.key}.{option.name}": (option, getattr(rule_set.rules, option.name))
    for game in GAMES.values()
    for rule_set in game.rule_sets
    for option in game.options
}
each_question = pytest.mark.parametrize("question", ASKED.values(), ids=ASKED)


@dataclass(frozen=True, kw_only=True)
class Example:
    who: Annotated[Player, Asked(label=N_("Who?"))]
    other: Annotated[Player | None, Asked(label=N_("Other?"))] = None
    bid: Annotated[Literal["low", "high"], Asked(label=N_("Bid"), short=N_("b."))] = "low"
    points: Annotated[int | None, Asked(label=N_("Points")), Interval(ge=2, le=5)] = None
    least: Annotated[int, Asked(label=N_("Least")), Ge(3)] = 3
    most: Annotated[int, Asked(label=N_("Most")), Le(7)] = 0
    name: Annotated[str, Asked(label=N_("Name")), MaxLen(40)] = ""
    flag: Annotated[bool, Asked(label=N_("Flag"))] = False
    amounts: Annotated[dict[Player, Annotated[int, Interval(ge=-9, le=9)]], Asked(label=N_("Amounts"))]
    fact: int = 0


def test_a_declaration_becomes_questions_in_its_order_and_facts_are_not_asked() -> None:
    found = {question.name: question for question in questions_of(Example)}
    assert list(found) == ["who", "other", "bid", "points", "least", "most", "name", "flag", "amounts"]
    assert [question.kind for question in found.values()] == [
        Kind.PLAYER, Kind.PLAYER, Kind.CHOICE, Kind.COUNT, Kind.COUNT, Kind.COUNT, Kind.TEXT, Kind.FLAG, Kind.AMOUNTS,
    ]  # fmt: skip
    assert [name for name, question in found.items() if question.required] == ["who", "amounts"]
    assert [name for name, question in found.items() if question.optional] == ["other", "points"]
    assert found["bid"].choices == ("low", "high")
    assert (found["points"].low, found["points"].high) == (2, 5)
    assert found["least"].low == 3
    assert found["most"].high == 7
    assert found["name"].high == 40
    assert (found["amounts"].low, found["amounts"].high) == (-9, 9)
    assert english(found["bid"].short) == "b."
    assert english(found["who"].short) == "Who?"
    assert repr(found["who"].default) == "unanswered"


@each_question
def test_every_choice_has_a_name(question: Question) -> None:
    if question.kind is Kind.CHOICE:
        assert set(question.asked.choices) == set(question.choices)
        assert set(question.asked.choice_hints) <= set(question.choices)


@each_question
def test_a_ladder_has_as_many_names_as_steps(question: Question) -> None:
    if question.asked.steps:
        assert len(question.asked.steps) == question.high


@each_question
def test_number_pads_cover_the_range_once(question: Question) -> None:
    if question.asked.pads:
        numbers = [number for pad in question.asked.pads for number in range(pad.low, pad.high + 1)]
        assert numbers == list(range(question.low, question.high + 1))


@each_question
def test_points_of_both_sides_make_the_most_that_one_side_can_have(question: Question) -> None:
    if question.asked.total:
        assert (question.low, question.high) == (0, question.asked.total)


@each_question
def test_a_default_is_an_answer(question: Question) -> None:
    if question.default is not UNANSWERED:
        assert _answers(question, question.default)


@pytest.mark.parametrize("option, value", OPTIONS.values(), ids=OPTIONS)
def test_a_rule_set_holds_values_that_could_be_chosen(option: Question, value: object) -> None:
    assert _answers(option, value)


def _answers(question: Question, value: object) -> bool:
    if value is None:
        return question.optional
    match question.kind:
        case Kind.COUNT:
            return type(value) is int and question.low <= value <= question.high
        case Kind.CHOICE:
            return value in question.choices
        case Kind.FLAG:
            return type(value) is bool
        case _:
            return isinstance(value, str)
