from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.i18n import render
from scorekeeper.services.answers import dump_deal, dump_options, read_deal, read_rules
from tests.services.describing import answer, answers

JAGGLN, FREE = GAMES["jaggln"], GAMES["free"]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def refused(read: Callable[[], object]) -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as error:
        read()
    return [(field, render(message, "en")) for field, message in error.value.refusals]


def test_answers_become_a_deal_and_what_is_left_out_has_its_default() -> None:
    deal = read_deal(JAGGLN, {"declarer": "Anna", "partner": None, "gewisse": 6})
    assert (deal.declarer, deal.partner, deal.called_card, deal.gewisse) == ("Anna", None, None, 6)
    assert (deal.gematscht, deal.talon, deal.doublings) == (False, True, 0)


@pytest.mark.parametrize("wrong", ["6", 6.5, 6.0, True, None, [], {}, -1, 10, 10**30])
def test_nothing_else_is_taken_for_a_number(wrong: object) -> None:
    assert refused(lambda: read_deal(JAGGLN, {"gewisse": wrong})) == [("gewisse", "needs a whole number from 0 to 9")]


@pytest.mark.parametrize("wrong", [0, 1, "true", "", None])
def test_nothing_else_is_taken_for_yes_or_no(wrong: object) -> None:
    found = refused(lambda: read_deal(JAGGLN, {"gewisse": 6, "talon": wrong}))
    assert found == [("talon", "needs true or false")]


@pytest.mark.parametrize("wrong", [3, True, ["Anna"], {}])
def test_nothing_else_is_taken_for_a_name(wrong: object) -> None:
    found = refused(lambda: read_deal(JAGGLN, {"gewisse": 6, "partner": wrong}))
    assert found == [("partner", "needs the name of a player, or null")]


def test_a_choice_that_does_not_exist_is_refused_with_those_that_do() -> None:
    found = refused(lambda: read_rules(JAGGLN, "schipflinger", {"split": "thirds"}))
    assert found == [("split", 'needs one of "even", "two_to_one"')]


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = refused(lambda: read_deal(JAGGLN, {"gewise": 6, "talon": 1}))
    known = "declarer, partner, called_card, gewisse, gematscht, talon, doublings"
    assert sorted(found) == [
        ("gewise", f"is unknown; there is {known}"),
        ("gewisse", "is missing"),
        ("talon", "needs true or false"),
    ]


@pytest.mark.parametrize("wrong", [None, [], "x", 3, True])
def test_answers_are_an_object(wrong: object) -> None:
    assert refused(lambda: read_deal(JAGGLN, wrong)) == [("", "needs an object in braces")]


@pytest.mark.parametrize("wrong", ["3", 1.5, True, None, 10**9])
def test_amounts_are_whole_numbers_and_the_refusal_names_the_player(wrong: object) -> None:
    found = refused(lambda: read_deal(FREE, {"amounts": {"Anna": 3, "Bert": wrong}}))
    assert [field for field, _reason in found] == ["amounts.Bert"]


def test_options_change_the_preset() -> None:
    rules = read_rules(JAGGLN, "mayr-hassler", {"opponent_rate": 3, "gematscht_factor": 1})
    assert (rules.opponent_rate, rules.gematscht_factor, rules.solo_rate, rules.split) == (3, 1, 1, "two_to_one")


def test_a_fact_of_the_rule_set_is_no_option() -> None:
    [(field, reason)] = refused(lambda: read_rules(JAGGLN, "mayr-hassler", {"six_may_play": True}))
    assert field == "six_may_play"
    assert reason.startswith("is unknown; there is active, opponent_rate")


def test_an_unknown_rule_set_is_refused_with_the_known_ones() -> None:
    found = refused(lambda: read_rules(JAGGLN, "hotel", {}))
    assert found == [("rules", "is unknown; there is schipflinger, mayr-hassler")]


def test_a_deal_is_dumped_without_what_goes_without_saying_in_the_order_of_the_form() -> None:
    deal = read_deal(JAGGLN, {"doublings": 0, "talon": False, "gewisse": 6, "declarer": "Anna"})
    assert list(dump_deal(deal).items()) == [("declarer", "Anna"), ("gewisse", 6), ("talon", False)]


def test_only_options_that_differ_from_the_preset_are_dumped() -> None:
    rule_set = JAGGLN.rule_sets[0]
    assert dump_options(rule_set.rules, rule_set) == {}
    rules = read_rules(JAGGLN, rule_set.key, {"gematscht_factor": 1, "solo_rate": 2})
    assert dump_options(rules, rule_set) == {"gematscht_factor": 1}


@every_game
@given(data=st.data())
def test_every_deal_that_can_be_described_comes_back_from_its_dump(game: AnyGame, data: st.DataObject) -> None:
    given_answers = data.draw(answers(game.questions, ("Anna", "Bert")))
    deal = read_deal(game, given_answers)
    dumped = dump_deal(deal)
    assert read_deal(game, dumped) == deal
    assert dumped.items() <= given_answers.items()


@every_game
@given(data=st.data())
def test_all_options_come_back_from_their_dump(game: AnyGame, data: st.DataObject) -> None:
    rule_set = data.draw(st.sampled_from(game.rule_sets))
    options = {question.name: data.draw(answer(question, ())) for question in game.options}
    rules = read_rules(game, rule_set.key, options)
    assert read_rules(game, rule_set.key, dump_options(rules, rule_set)) == rules


@every_game
def test_a_game_can_be_read_as_soon_as_it_is_declared(game: AnyGame) -> None:
    assert [question.name for question in game.questions]
    for rule_set in game.rule_sets:
        assert read_rules(game, rule_set.key, {}) == rule_set.rules
