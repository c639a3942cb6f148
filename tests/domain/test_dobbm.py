"""Every check value, option and refusal of rules.md, Dobbm, by hand. Seats A to E clockwise."""

import pytest

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games.dobbm import GAME, Deal
from scorekeeper.domain.text import Player
from tests.domain.dealing import (
    answered,
    described,
    english,
    explained,
    option_problems,
    refusals,
    rules_of,
    seated,
    units,
    warnings,
)

DOBBM: AnyGame = GAME
FOUR = seated("ABCD")
FIVE = seated("ABCDE", sitting_out="E")


def _deal(**answers: object) -> Deal:
    return answered(Deal, {"declarer": "A", "points": 72}, answers)


SCORES = {
    "72": (_deal(), (36, -12, -12, -12)),
    "72 with Schwacher and retour": (_deal(doublings=2), (144, -48, -48, -48)),
    "72 with Schwacher and retour in Solo": (_deal(doublings=2, bid="solo"), (288, -96, -96, -96)),
    "48": (_deal(points=48), (-36, 12, 12, 12)),
    "48 in Solo": (_deal(points=48, bid="solo"), (-72, 24, 24, 24)),
    "48 with Schwacher": (_deal(points=48, doublings=1), (-72, 24, 24, 24)),
    "60 is eingestellt": (_deal(points=60, doublings=3, bid="solo"), (0, 0, 0, 0)),
    "61": (_deal(points=61), (3, -1, -1, -1)),
    "120": (_deal(points=120), (180, -60, -60, -60)),
    "a Match": (_deal(points=None, match=True), (-180, 60, 60, 60)),
    "a Match with its 0 points said": (_deal(points=0, match=True), (-180, 60, 60, 60)),
    "0 points with a worthless trick": (_deal(points=0), (-180, 60, 60, 60)),
    "ten doublings": (_deal(points=61, doublings=10), (3072, -1024, -1024, -1024)),
    "another seat declares": (_deal(declarer="C"), (-12, -12, 36, -12)),
}


@pytest.mark.parametrize("deal, expected", SCORES.values(), ids=SCORES)
def test_a_deal_of_four_pays_as_the_rules_say(deal: Deal, expected: tuple[int, ...]) -> None:
    assert units(DOBBM, deal, rules_of(DOBBM), FOUR) == expected


WITH_FIVE = {
    "72 with Schwacher and retour": (_deal(doublings=2), (192, -48, -48, -48, -48)),
    "72 with Schwacher and retour in Solo": (_deal(doublings=2, bid="solo"), (384, -96, -96, -96, -96)),
    "the sitting-out dealer gets too": (_deal(points=48), (-48, 12, 12, 12, 12)),
}


@pytest.mark.parametrize("deal, expected", WITH_FIVE.values(), ids=WITH_FIVE)
def test_the_fifth_sits_out_but_pays_and_gets_like_a_defender(deal: Deal, expected: tuple[int, ...]) -> None:
    assert units(DOBBM, deal, rules_of(DOBBM), FIVE) == expected


PRICES = {
    61: 1, 62: 1, 63: 1, 64: 1, 65: 1, 66: 2, 67: 2, 68: 2, 69: 2, 70: 2, 71: 3, 72: 3, 73: 3, 74: 3, 75: 3, 120: 12,
}  # fmt: skip


@pytest.mark.parametrize("points, expected", PRICES.items())
def test_a_match_for_12_rounds_up_to_whole_units(points: int, expected: int) -> None:
    rules = rules_of(DOBBM, match_units=12)
    assert units(DOBBM, _deal(points=points), rules, FOUR) == (3 * expected, -expected, -expected, -expected)
    mirrored = (-3 * expected, expected, expected, expected)
    assert units(DOBBM, _deal(points=120 - points), rules, FOUR) == mirrored


def test_the_rounding_comes_before_solo_and_doubling() -> None:
    rules = rules_of(DOBBM, match_units=12)
    assert units(DOBBM, _deal(points=76, bid="solo"), rules, FOUR) == (24, -8, -8, -8)
    assert units(DOBBM, _deal(points=76, bid="solo", doublings=1), rules, FOUR) == (48, -16, -16, -16)


REFUSED = {
    "no points": (_deal(points=None), "points", "missing"),
    "a Match with points": (_deal(match=True), "points", "0, as it was a Match"),
    "the declarer sits out": (_deal(declarer="E"), "declarer", "sits out in this deal"),
    "the declarer is not at the table": (_deal(declarer="X"), "declarer", "is not at the table"),
}


@pytest.mark.parametrize("deal, field, sentence", REFUSED.values(), ids=REFUSED)
def test_an_impossible_deal_is_refused(deal: Deal, field: str, sentence: str) -> None:
    assert refusals(DOBBM, deal, rules_of(DOBBM), FIVE) == [(field, sentence)]


def test_1_and_119_points_are_taken_with_a_warning() -> None:
    rules = rules_of(DOBBM)
    assert warnings(DOBBM, _deal(points=1), rules, FOUR) == ["1 points are unusual, no card counts 1"]
    assert warnings(DOBBM, _deal(points=119), rules, FOUR) == ["119 points are unusual, no card counts 1"]
    assert warnings(DOBBM, _deal(), rules, FOUR) == []
    assert units(DOBBM, _deal(points=119), rules, FOUR) == (177, -59, -59, -59)


def test_points_go_from_0_to_120_and_doublings_to_10_with_names() -> None:
    limits = {question.name: (question.low, question.high) for question in DOBBM.questions}
    assert limits["points"] == (0, 120)
    assert limits["doublings"] == (0, 10)
    doublings = next(question for question in DOBBM.questions if question.name == "doublings")
    assert [english(step) for step in doublings.asked.steps] == ["Schwacher"] + ["retour"] * 9


def test_the_questions_and_options_stand_in_the_order_of_the_rules() -> None:
    names = ["declarer", "bid", "points", "match", "doublings"]
    assert [question.name for question in DOBBM.questions] == names
    assert [question.name for question in DOBBM.options] == ["match_units"]
    assert [question.name for question in DOBBM.questions if question.required] == ["declarer"]
    assert rules_of(DOBBM) == rules_of(DOBBM, match_units=60)


def test_the_last_declarer_deals_next() -> None:
    assert DOBBM.next_dealer(_deal(declarer="C"), FOUR) == Player("C")


def test_4_or_5_sit_at_the_table_four_play_and_nothing_ends_by_itself() -> None:
    rules = rules_of(DOBBM)
    assert DOBBM.size(rules) == (4, 5)
    assert [DOBBM.active(rules, present) for present in (4, 5)] == [4, 4]
    assert option_problems(DOBBM, rules, 5) == []
    assert DOBBM.prefill(rules, FOUR) == {}
    assert DOBBM.money(rules)
    assert not DOBBM.to_winner(rules)
    assert DOBBM.settle(rules, {Player("A"): 12, Player("B"): -12}).units == {"A": 12, "B": -12}


EXPLAINED: dict[str, tuple[dict[str, object], Deal, list[str]]] = {
    "won with five at the table": ({}, _deal(doublings=2), [
        "72 points, 12 above 60 | 12",
        "Schwacher and retour, times 4 | 48",
        "E sits out and pays or gets too",
        "4 opponents, each pays 48 | 4 × 48 = 192",
        "All of it for A | +192",
    ]),
    "lost in Solo, a Match for 12": ({"match_units": 12}, _deal(points=44, bid="solo", doublings=1), [
        "44 points, 16 below 60 | 16",
        "12 for a Match, so much for 16 of 60, rounded up | 4",
        "Solo, times 2 | 8",
        "Schwacher, times 2 | 16",
        "E sits out and pays or gets too",
        "4 opponents, each gets 16 | 4 × 16 = 64",
        "A pays it all | -64",
    ]),
    "a Match with three doublings": ({}, _deal(points=None, match=True, doublings=3), [
        "Match, no points, 60 below 60 | 60",
        "Schwacher and 2 times retour, times 8 | 480",
        "E sits out and pays or gets too",
        "4 opponents, each gets 480 | 4 × 480 = 1920",
        "A pays it all | -1920",
    ]),
    "eingestellt": ({}, _deal(points=60), ["60 : 60, even, nobody pays | 0"]),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, expected", EXPLAINED.values(), ids=EXPLAINED)
def test_the_explanation_leads_step_by_step_to_the_units(
    options: dict[str, object], deal: Deal, expected: list[str]
) -> None:
    assert explained(DOBBM, deal, rules_of(DOBBM, **options), FIVE) == expected


DESCRIBED = {
    "won": (_deal(), "A plays Dobbm, 72 points, won"),
    "lost in Solo": (_deal(bid="solo", points=20, doublings=1), "A plays Solo, 20 points, lost, Schwacher"),
    "even": (_deal(points=60, doublings=2), "A plays Dobbm, 60 points, even, Schwacher and retour"),
    "a Match": (
        _deal(points=None, match=True, doublings=4),
        "A plays Dobbm, 0 points, lost, Match, Schwacher and 3 times retour",
    ),
}  # fmt: skip


@pytest.mark.parametrize("deal, expected", DESCRIBED.values(), ids=DESCRIBED)
def test_the_line_in_the_list_says_who_and_how(deal: Deal, expected: str) -> None:
    assert described(DOBBM, deal, rules_of(DOBBM), FOUR) == expected
