"""Free scoring as rules.md describes it, by hand. Seats A to D clockwise."""

from collections.abc import Mapping

import pytest

from scorekeeper.domain.evening import Setup, after, beginning, play, table_for
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games.free import GAME, Deal
from scorekeeper.domain.questions import Kind
from scorekeeper.domain.text import Player
from tests.domain.dealing import (
    described,
    english,
    explained,
    fractions,
    option_problems,
    players,
    refusals,
    rules_of,
    seated,
    units,
)

FREE: AnyGame = GAME
FOUR = seated("ABCD")


def _deal(**amounts: int) -> Deal:
    return Deal(amounts={Player(name): amount for name, amount in amounts.items()})


ACCEPTED: dict[str, tuple[dict[str, object], Deal, tuple[int, ...]]] = {
    "a deal that sums to 0": ({}, _deal(A=3, B=-1, C=-1, D=-1), (3, -1, -1, -1)),
    "who is not named gets 0": ({}, _deal(A=3, D=-3), (3, 0, 0, -3)),
    "nobody is named": ({}, _deal(), (0, 0, 0, 0)),
    "any sum without zero_sum": ({"zero_sum": False}, _deal(A=3, B=5), (3, 5, 0, 0)),
    "sum_per_deal 157": ({"sum_per_deal": 157, "zero_sum": False}, _deal(A=100, B=57), (100, 57, 0, 0)),
    "sum_per_deal takes the place of zero_sum": ({"sum_per_deal": 157}, _deal(A=100, B=57), (100, 57, 0, 0)),
    "two teams, every second seat": ({"teams": 2}, _deal(A=2, B=-2, C=2, D=-2), (2, -2, 2, -2)),
    "two teams share a sum of 157": (
        {"teams": 2, "sum_per_deal": 157}, _deal(A=100, B=57, C=100, D=57), (100, 57, 100, 57),
    ),
    "the largest amounts": ({}, _deal(A=1_000_000, B=-1_000_000), (1_000_000, -1_000_000, 0, 0)),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, expected", ACCEPTED.values(), ids=ACCEPTED)
def test_the_amounts_are_the_units(options: dict[str, object], deal: Deal, expected: tuple[int, ...]) -> None:
    assert units(FREE, deal, rules_of(FREE, **options), FOUR) == expected


def test_three_teams_of_two() -> None:
    deal = _deal(A=4, B=-1, C=-3, D=4, E=-1, F=-3)
    assert units(FREE, deal, rules_of(FREE, teams=3), seated("ABCDEF")) == (4, -1, -3, 4, -1, -3)


REFUSED: dict[str, tuple[dict[str, object], Deal, str]] = {
    "1 too much": ({}, _deal(A=3, B=-2), "the sum is +1 instead of 0, 1 too much"),
    "2 too little": ({}, _deal(A=-3, B=1), "the sum is -2 instead of 0, 2 too little"),
    "57 too little for 157": (
        {"sum_per_deal": 157}, _deal(A=100), "the sum is +100 instead of 157, 57 too little",
    ),
    "two teams: each team is counted once": (
        {"teams": 2, "sum_per_deal": 157}, _deal(A=100, B=50, C=100, D=50),
        "the sum is +150 instead of 157, 7 too little",
    ),
    "somebody who is not at the table": ({}, _deal(A=3, X=-3), "not at the table: X"),
    "a team with two results": ({"teams": 2}, _deal(A=2, B=-2, C=1, D=-2), "A and C are a team and get the same"),
    "an amount beyond a million": (
        {}, _deal(A=1_000_001, B=-1_000_001), "from -1000000 to +1000000",
    ),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, sentence", REFUSED.values(), ids=REFUSED)
def test_an_impossible_deal_is_refused(options: dict[str, object], deal: Deal, sentence: str) -> None:
    found = refusals(FREE, deal, rules_of(FREE, **options), FOUR)
    assert found[0] == ("amounts", sentence)


def test_teams_need_as_many_players_each() -> None:
    sentence = "the number of players must be a multiple of 2"
    rules = rules_of(FREE, teams=2)
    assert option_problems(FREE, rules, 5) == ["teams"]
    assert option_problems(FREE, rules, 6) == []
    assert option_problems(FREE, rules_of(FREE, teams=3), 6) == []
    assert option_problems(FREE, rules_of(FREE, teams=1), 4) == ["teams"]
    assert refusals(FREE, _deal(A=0), rules, seated("ABC")) == [("amounts", sentence)]


def test_target_and_lives_exclude_each_other() -> None:
    assert option_problems(FREE, rules_of(FREE, target=11, lives=5), 4) == ["lives"]
    assert option_problems(FREE, rules_of(FREE, target=11), 4) == []
    assert option_problems(FREE, rules_of(FREE, lives=5), 4) == []


def test_2_to_20_play_and_all_of_them() -> None:
    rules = rules_of(FREE)
    assert FREE.size(rules) == (2, 20)
    assert [FREE.active(rules, present) for present in (2, 7, 20)] == [2, 7, 20]


def test_the_question_takes_an_amount_for_each_player() -> None:
    (question,) = FREE.questions
    assert (question.name, question.kind, question.required) == ("amounts", Kind.AMOUNTS, True)
    assert (question.low, question.high) == (-1_000_000, 1_000_000)
    assert [option.name for option in FREE.options] == [
        "zero_sum", "sum_per_deal", "teams", "target", "lives", "settle", "last_place_surcharge",
    ]  # fmt: skip


def _finished_after(options: Mapping[str, object], *deals: Deal, seats: str = "ABCD") -> list[bool]:
    setup = Setup(
        game=FREE, rule_set="free", rules=rules_of(FREE, **options), players=players(seats), first_dealer=Player("A")
    )
    standing, finished = beginning(setup), []
    for deal in deals:
        table = table_for(setup, standing)
        played = play(setup, standing, deal, table)
        standing = after(setup, standing, played.deal, table, played.units)
        finished.append(standing.progress.finished)
        notice = FREE.notice(setup.rules, standing.progress)
        assert (english(notice) if notice else None) == ("the game is over" if finished[-1] else None)
    return finished


def test_the_game_is_over_when_a_total_reaches_the_target() -> None:
    options = {"zero_sum": False, "target": 11}
    assert _finished_after(options, _deal(A=5), _deal(A=5, B=2), _deal(A=1), _deal(A=-5)) == [
        False, False, True, True,
    ]  # fmt: skip


def test_the_game_is_over_when_only_one_player_has_lives_left() -> None:
    options = {"zero_sum": False, "lives": 2}
    assert _finished_after(options, _deal(A=-2), _deal(B=-2, C=-1), _deal(C=-1)) == [False, False, True]


def test_the_game_is_over_when_nobody_has_lives_left() -> None:
    assert _finished_after({"zero_sum": False, "lives": 1}, _deal(A=-1, B=-1, C=-1, D=-1)) == [True]


def test_the_game_is_over_when_only_one_team_has_lives_left() -> None:
    options = {"zero_sum": False, "lives": 2, "teams": 2}
    assert _finished_after(options, _deal(A=-1, C=-1), _deal(A=-1, C=-1)) == [False, True]


def test_without_target_and_lives_it_never_ends_by_itself() -> None:
    assert _finished_after({}, _deal(A=1_000_000, B=-1_000_000)) == [False]


SETTLEMENTS: dict[str, tuple[dict[str, object], tuple[int, ...], tuple[int | str, ...]]] = {
    "balance: as they stand": ({}, (5, -3, -2), (5, -3, -2)),
    "balance of totals that do not sum to 0: distance from the average": ({}, (10, 5, 0), (5, 0, -5)),
    "balance with an odd average": ({}, (1, 0, 0), ("2/3", "-1/3", "-1/3")),
    "difference": ({"settle": "difference"}, (112, 40, -15), (199, -72, -127)),
    "difference with 20 for the last": (
        {"settle": "difference", "last_place_surcharge": 20}, (112, 40, -15), (219, -72, -147),
    ),
    "the surcharge is for the difference only": ({"last_place_surcharge": 20}, (5, -3, -2), (5, -3, -2)),
    "none": ({"settle": "none"}, (112, 40, -15), (0, 0, 0)),
}  # fmt: skip


@pytest.mark.parametrize("options, totals, expected", SETTLEMENTS.values(), ids=SETTLEMENTS)
def test_the_totals_are_settled_by_the_tables_choice(
    options: dict[str, object], totals: tuple[int, ...], expected: tuple[int | str, ...]
) -> None:
    named = dict(zip(map(Player, "ABC"), totals, strict=True))
    assert tuple(FREE.settle(rules_of(FREE, **options), named).units.values()) == fractions(*expected)


def test_money_is_paid_unless_settle_is_none_and_to_the_winner_by_difference() -> None:
    rules = {settle: rules_of(FREE, settle=settle) for settle in ("balance", "difference", "none")}
    assert [settle for settle, each in rules.items() if FREE.money(each)] == ["balance", "difference"]
    assert [settle for settle, each in rules.items() if FREE.to_winner(each)] == ["difference"]


def test_the_explanation_names_who_gets_the_same_together() -> None:
    assert explained(FREE, _deal(A=3, B=-1, C=-1, D=-1), rules_of(FREE), FOUR) == [
        "Entered for A | +3",
        "Entered for B and C and D | each -1",
        "All together | 0",
    ]


def test_the_line_in_the_list_names_the_best() -> None:
    rules = rules_of(FREE)
    assert described(FREE, _deal(A=3, B=-3), rules, FOUR) == "most for A"
    assert described(FREE, _deal(A=2, B=2, C=-4), rules, FOUR) == "most for A and B"
    assert described(FREE, _deal(), rules, FOUR) == "all the same"


REST: dict[str, tuple[dict[str, object], dict[str, int], dict[str, int]]] = {
    "the last player gets what is left to 0": ({}, {"A": 3, "B": -1, "C": -1}, {"D": -1}),
    "nothing follows while two are open": ({}, {"A": 3, "B": -1}, {}),
    "nothing follows where any sum goes": ({"zero_sum": False}, {"A": 3, "B": -1, "C": -1}, {}),
    "the last player gets what is left to 157": ({"sum_per_deal": 157}, {"A": 100, "B": 20, "C": 0}, {"D": 37}),
    "a team gets the same and the other team the rest": ({"teams": 2}, {"A": 2}, {"B": -2, "C": 2, "D": -2}),
    "a team gets the same where any sum goes": ({"teams": 2, "zero_sum": False}, {"A": 2}, {"C": 2}),
}


@pytest.mark.parametrize("options, given, expected", REST.values(), ids=REST)
def test_the_form_offers_what_follows_from_the_amounts_given(
    options: dict[str, object], given: dict[str, int], expected: dict[str, int]
) -> None:
    named = {Player(name): amount for name, amount in given.items()}
    assert FREE.rest(rules_of(FREE, **options), FOUR, named) == expected
