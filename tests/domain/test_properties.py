"""What holds for every deal that can be described, whatever the game, the options and the number of players."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.evening import after, beginning, play, table_for
from scorekeeper.domain.game import AnyGame, Table
from scorekeeper.domain.games import GAMES, bauerntarock, dobbm, free, jaggln, matzlfangen
from scorekeeper.domain.questions import UNANSWERED, Kind
from scorekeeper.domain.text import Message, Player, Reason, Signed, Who
from tests.domain.dealing import english, line
from tests.domain.describing import SEATS, Case, careless_deals, cases, deals, setups

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
PAID_BY_THE_OTHERS = {game.key: game for game in (jaggln.GAME, matzlfangen.GAME, dobbm.GAME)}
"""The games whose units go from some players to the others."""
WITH_DECLARER: dict[str, AnyGame] = {**PAID_BY_THE_OTHERS, bauerntarock.GAME.key: bauerntarock.GAME}


def _units(game: AnyGame, case: Case) -> dict[Player, int]:
    units = game.score(case.deal, case.rules, case.table).units
    return {player: units.get(player, 0) for player in case.table.present}


@pytest.mark.parametrize("game", PAID_BY_THE_OTHERS.values(), ids=PAID_BY_THE_OTHERS)
@given(data=st.data())
def test_what_some_get_the_others_pay(game: AnyGame, data: st.DataObject) -> None:
    assert sum(_units(game, data.draw(cases(game))).values()) == 0


@given(case=cases(free.GAME))
def test_free_amounts_sum_to_0_where_the_table_wants_it(case: Case) -> None:
    if case.rules.zero_sum and case.rules.sum_per_deal is None:
        assert sum(_units(free.GAME, case).values()) == 0


@every_game
@given(data=st.data())
def test_only_those_at_the_table_get_units_and_who_sits_out_only_at_dobbm(game: AnyGame, data: st.DataObject) -> None:
    case = data.draw(cases(game))
    units = game.score(case.deal, case.rules, case.table).units
    assert set(units) <= set(case.table.present)
    assert all(type(amount) is int for amount in units.values())
    for player in case.table.sitting_out:
        share = units.get(player, 0)
        assert share == (units.get(_defender(case), 0) if game.key == dobbm.GAME.key else 0)


def _defender(case: Case) -> Player:
    return next(player for player in case.table.active if player != case.deal.declarer)


@every_game
@given(data=st.data())
def test_other_names_in_the_same_seats_get_the_same_units(game: AnyGame, data: st.DataObject) -> None:
    case = data.draw(cases(game))
    names = data.draw(st.permutations(SEATS[: len(case.table.present)]))
    renamed = dict(zip(case.table.present, names, strict=True))
    table = Table(
        tuple(renamed[player] for player in case.table.present),
        renamed[case.table.dealer],
        tuple(renamed[player] for player in case.table.sitting_out),
    )
    there = _units(game, Case(case.rules, table, _renamed(game, case.deal, renamed)))
    assert there == {renamed[player]: amount for player, amount in _units(game, case).items()}


def _renamed(game: AnyGame, deal: Any, names: dict[Player, Player]) -> Any:  # noqa: ANN401 any game's deal
    changed: dict[str, object] = {}
    for question in game.questions:
        answer = getattr(deal, question.name)
        if question.kind is Kind.PLAYER and answer is not None:
            changed[question.name] = names[answer]
        if question.kind is Kind.AMOUNTS:
            changed[question.name] = {names[player]: amount for player, amount in answer.items()}
    return replace(deal, **changed)


@pytest.mark.parametrize("game", WITH_DECLARER.values(), ids=WITH_DECLARER)
@given(data=st.data())
def test_the_last_figure_of_the_explanation_is_what_the_declarer_gets(game: AnyGame, data: st.DataObject) -> None:
    case = data.draw(cases(game))
    units = _units(game, case)
    last = game.score(case.deal, case.rules, case.table).reasons[-1]
    if last.figure == 0:
        assert set(units.values()) == {0}
        return
    said = _said(last)
    side = [case.deal.declarer] if getattr(case.deal, "partner", None) is None else [case.deal.declarer, _partner(case)]
    assert [units[player] for player in side] == (said * 2 if len(said) < len(side) else said)


def _partner(case: Case) -> Player:
    partner: Player = case.deal.partner
    return partner


def _said(reason: Reason) -> list[int | Any]:
    """Give the signed figures of a step."""
    figure = reason.figure
    if isinstance(figure, Message):
        return [value.units for value in figure.values.values() if isinstance(value, Signed)]
    return [figure.units] if isinstance(figure, Signed) else []


@pytest.mark.parametrize("game", PAID_BY_THE_OTHERS.values(), ids=PAID_BY_THE_OTHERS)
@given(data=st.data())
def test_the_explanation_says_what_each_opponent_pays_and_what_that_makes(game: AnyGame, data: st.DataObject) -> None:
    case = data.draw(cases(game))
    units = _units(game, case)
    side = {case.deal.declarer, getattr(case.deal, "partner", None)}
    others = [amount for player, amount in units.items() if player not in side and amount]
    sums = [reason.figure.values for reason in game.score(case.deal, case.rules, case.table).reasons
            if isinstance(reason.figure, Message) and "sum" in reason.figure.values]  # fmt: skip
    assert [(found["n"], found["each"], found["sum"]) for found in sums] == (
        [(len(others), abs(others[0]), abs(sum(others)))] if others else []
    )


@given(case=cases(free.GAME))
def test_the_explanation_of_free_amounts_names_everybodys_own(case: Case) -> None:
    *steps, total = free.GAME.score(case.deal, case.rules, case.table).reasons
    told = {player: _said(step)[0] for step in steps for player in _named(step)}
    assert told == _units(free.GAME, case)
    assert _said(total) == [sum(told.values())]


def _named(reason: Reason) -> tuple[Player, ...]:
    return next(value.players for value in reason.text.values.values() if isinstance(value, Who))


@every_game
@given(data=st.data())
def test_everything_said_about_a_deal_can_be_read(game: AnyGame, data: st.DataObject) -> None:
    case = data.draw(cases(game))
    told = game.describe(case.deal, case.rules, case.table)
    said = [english(message) for message in (told.title, *told.details, *game.warn(case.deal, case.rules, case.table))]
    said += [line(reason) for reason in game.score(case.deal, case.rules, case.table).reasons]
    assert all(said)
    assert not any("{" in sentence for sentence in said)
    assert told.about in case.table.present


@every_game
@given(data=st.data())
def test_what_is_greyed_out_is_refused_and_what_is_refused_is_greyed_out(game: AnyGame, data: st.DataObject) -> None:
    setup = data.draw(setups(game))
    table = table_for(setup, beginning(setup))
    deal = data.draw(careless_deals(game, table))
    closed = game.closed(deal, setup.rules, table)
    greyed = {
        question.name
        for question in game.questions
        if game.objection(deal, setup.rules, table, question.name) is not None
        or (question.name in closed and getattr(deal, question.name) != _unasked(question.default))
    }
    assert {refusal.field for refusal in game.verify(deal, setup.rules, table)} == greyed


def _unasked(default: object) -> object:
    return None if default is UNANSWERED else default


@every_game
@given(data=st.data())
def test_a_settlement_sums_to_0_and_is_the_sum_of_its_parts(game: AnyGame, data: st.DataObject) -> None:
    rules = data.draw(setups(game)).rules
    count = data.draw(st.integers(2, 9))
    totals = {player: data.draw(st.integers(-300, 300)) for player in SEATS[:count]}
    shares = game.settle(rules, totals)
    assert list(shares.units) == list(totals)
    assert sum(shares.units.values()) == 0
    for player, amount in shares.units.items():
        assert sum(part.units[player] for part in shares.parts) == amount
    for part in shares.parts:
        if part.label.id != "Units":
            assert sum(part.units.values()) == (0 if part.label.id != "Balance to sum 0" else -sum(totals.values()))
    if shares.winners:
        assert game.to_winner(rules)
        assert set(shares.winners) == {player for player in totals if totals[player] == max(totals.values())}
        assert all(amount <= 0 for player, amount in shares.units.items() if player not in shares.winners)


@every_game
@given(data=st.data())
def test_an_evenings_totals_are_the_sums_of_its_deals_and_what_it_carries_is_json(
    game: AnyGame, data: st.DataObject
) -> None:
    setup = data.draw(setups(game))
    standing, units, dealers = beginning(setup), [], []
    for _ in range(data.draw(st.integers(1, 6))):
        table = table_for(setup, standing)
        played = play(setup, standing, data.draw(deals(game, setup.rules, table)), table)
        standing = after(setup, standing, played.deal, table, played.units)
        units.append(played.units)
        dealers.append(table.dealer)
        assert json.loads(json.dumps(standing.progress.carry)) == standing.progress.carry
    assert standing.totals == {player: sum(each[player] for each in units) for player in setup.players}
    if game.key != dobbm.GAME.key:
        seat = setup.players.index(setup.first_dealer)
        assert dealers == [setup.players[(seat + number) % len(setup.players)] for number in range(len(dealers))]


MIRRORED_SPATZ = {
    "none": "none", "declarer_lost": "defender_lost", "declarer_lost_last": "defender_lost_last",
    "defender_lost": "declarer_lost", "defender_lost_last": "declarer_lost_last", "declarer_last": "defender_last",
    "defender_last": "declarer_last",
}  # fmt: skip
OTHER_SIDE = {"nobody": "nobody", "declarer": "opponents", "opponents": "declarer"}


def _turned(game: AnyGame, case: Case) -> Any:  # noqa: ANN401 any game's deal
    """Give the deal in which the sides have changed places, or None where the rules do not mirror."""
    deal = case.deal
    if game.key == jaggln.GAME.key:
        return None if deal.gematscht else replace(deal, gewisse=9 - deal.gewisse)
    if game.key == matzlfangen.GAME.key:
        changed: dict[str, object] = {"matzl": OTHER_SIDE[deal.matzl]}
        changed |= {"made": not deal.made} if deal.points is None else {"points": 130 - deal.points}
        return None if case.rules.tie == "declarer_loses" and deal.points == 65 else replace(deal, **changed)
    if game.key == bauerntarock.GAME.key:
        spatz = MIRRORED_SPATZ[deal.spatz]
        return None if deal.gmotschd else replace(deal, points=120 - deal.points, spatz=spatz)
    return None if deal.match else replace(deal, points=120 - deal.points)


@pytest.mark.parametrize("game", WITH_DECLARER.values(), ids=WITH_DECLARER)
@given(data=st.data())
def test_a_lost_deal_costs_what_the_same_deal_won_brings(game: AnyGame, data: st.DataObject) -> None:
    case = data.draw(cases(game))
    turned = _turned(game, case)
    if turned is None or list(game.verify(turned, case.rules, case.table)):
        return
    units = _units(game, Case(case.rules, case.table, turned))
    assert units == {player: -amount for player, amount in _units(game, case).items()}


@every_game
@given(data=st.data())
def test_the_examples_on_the_house_rule_sheet_can_all_be_played(game: AnyGame, data: st.DataObject) -> None:
    setup = data.draw(setups(game))
    table = table_for(setup, beginning(setup))
    for example in game.examples(setup.rules, table):
        deal = game.complete(example, table)
        assert list(game.verify(deal, setup.rules, table)) == []
