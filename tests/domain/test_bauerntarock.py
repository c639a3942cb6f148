"""Every check value, option and refusal of rules.md, Brixental Bauerntarock, by hand. Seats A to D clockwise."""

import pytest

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games.bauerntarock import GAME, Deal
from scorekeeper.domain.text import Player
from tests.domain.dealing import (
    answered,
    described,
    explained,
    fractions,
    option_problems,
    refusals,
    rules_of,
    seated,
    units,
    warnings,
)

TAROCK: AnyGame = GAME
FOUR = seated("ABCD")


def _deal(**answers: object) -> Deal:
    return answered(Deal, {"declarer": "A", "points": 72}, answers)


SCORES = {
    "72": (_deal(), 12),
    "72 once doubled": (_deal(doublings=1), 24),
    "48, Spatz lost, once": (_deal(points=48, spatz="declarer_lost", doublings=1), -34),
    "60, a defender's Spatz taken, once": (_deal(points=60, spatz="defender_lost", doublings=1), 10),
    "85, last trick won with the Spatz, twice": (_deal(points=85, spatz="declarer_last", doublings=2), 140),
    "gmotschd, once, Spatz lost in the last trick": (
        _deal(points=None, gmotschd=True, spatz="declarer_lost_last", doublings=1), -140,
    ),
    "120, last trick won with the Spatz, three times": (_deal(points=120, spatz="declarer_last", doublings=3), 560),
    "half of the points, undoubled, all": (_deal(points=120), 60),
    "half of the points, once": (_deal(points=120, doublings=1), 120),
    "half of the points, twice": (_deal(points=120, doublings=2), 240),
    "half of the points, three times": (_deal(points=120, doublings=3), 480),
    "exactly 60 is neither won nor lost": (_deal(points=60), 0),
    "exactly 60, doubled": (_deal(points=60, doublings=3), 0),
    "48": (_deal(points=48), -12),
    "Spatz stayed or lay in the talon": (_deal(spatz="none"), 12),
    "Spatz lost to the defenders": (_deal(spatz="declarer_lost"), 7),
    "Spatz lost to the defenders in the last trick": (_deal(spatz="declarer_lost_last"), 2),
    "a defender's Spatz taken": (_deal(spatz="defender_lost"), 17),
    "a defender's Spatz taken in the last trick": (_deal(spatz="defender_lost_last"), 22),
    "last trick won with the Spatz": (_deal(spatz="declarer_last"), 22),
    "last trick won by a defender with the Spatz": (_deal(spatz="defender_last"), 2),
    "gmotschd": (_deal(points=None, gmotschd=True), -60),
    "gmotschd with its 0 points said": (_deal(points=0, gmotschd=True), -60),
    "gmotschd, a defender won the last trick with the Spatz": (
        _deal(points=None, gmotschd=True, spatz="defender_last"), -70,
    ),
    "0 points with a worthless trick": (_deal(points=0), -60),
    "sumpern counts once": (_deal(bid="sumpern"), 12),
}  # fmt: skip


@pytest.mark.parametrize("deal, expected", SCORES.values(), ids=SCORES)
def test_only_the_declarers_score_moves(deal: Deal, expected: int) -> None:
    assert units(TAROCK, deal, rules_of(TAROCK), FOUR) == (expected, 0, 0, 0)


OPTIONS = {
    "sumpern_factor 2": ({"sumpern_factor": 2}, _deal(bid="sumpern"), 24),
    "sumpern_factor 2 with a Spatz and a doubling": (
        {"sumpern_factor": 2}, _deal(bid="sumpern", points=70, spatz="defender_lost", doublings=1), 60,
    ),
    "sumpern_factor does not touch hineinschauen": ({"sumpern_factor": 2}, _deal(), 12),
    "max_doublings 1": ({"max_doublings": 1}, _deal(doublings=1), 24),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, expected", OPTIONS.values(), ids=OPTIONS)
def test_an_option_changes_the_score(options: dict[str, object], deal: Deal, expected: int) -> None:
    assert units(TAROCK, deal, rules_of(TAROCK, **options), FOUR) == (expected, 0, 0, 0)


@pytest.mark.parametrize("option, present, active", [(4, 3, 3), (4, 4, 4), (4, 5, 4), (3, 3, 3), (3, 4, 3), (3, 5, 3)])
def test_so_many_play_when_so_many_are_at_the_table(option: int, present: int, active: int) -> None:
    assert TAROCK.active(rules_of(TAROCK, active=option), present) == active


def test_with_one_more_at_the_table_the_dealer_sits_out_and_books_nothing() -> None:
    table = seated("ABCDE", sitting_out="E")
    assert TAROCK.size(rules_of(TAROCK)) == (3, 5)
    assert units(TAROCK, _deal(), rules_of(TAROCK), table) == (12, 0, 0, 0, 0)
    assert refusals(TAROCK, _deal(declarer="E"), rules_of(TAROCK), table) == [("declarer", "sits out in this deal")]


REFUSED: dict[str, tuple[dict[str, object], Deal, str, str]] = {
    "1 point": ({}, _deal(points=1), "points", "no card counts 1"),
    "119 points": ({}, _deal(points=119), "points", "no card counts 1"),
    "no points": ({}, _deal(points=None), "points", "missing"),
    "gmotschd with points": ({}, _deal(gmotschd=True), "points", "0, as gmotschd"),
    "gmotschd with a defender's Spatz": (
        {}, _deal(points=None, gmotschd=True, spatz="defender_lost"), "spatz", "not without a trick",
    ),
    "gmotschd with a defender's Spatz in the last trick": (
        {}, _deal(points=None, gmotschd=True, spatz="defender_lost_last"), "spatz", "not without a trick",
    ),
    "gmotschd with the last trick won": (
        {}, _deal(points=None, gmotschd=True, spatz="declarer_last"), "spatz", "not without a trick",
    ),
    "doublings over the maximum": (
        {"max_doublings": 2}, _deal(doublings=3), "doublings", "at most 2 at this table",
    ),
    "declarer is not at the table": ({}, _deal(declarer="X"), "declarer", "is not at the table"),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, field, sentence", REFUSED.values(), ids=REFUSED)
def test_an_impossible_deal_is_refused(options: dict[str, object], deal: Deal, field: str, sentence: str) -> None:
    assert refusals(TAROCK, deal, rules_of(TAROCK, **options), FOUR) == [(field, sentence)]


def test_a_doubling_is_refused_where_none_are_played() -> None:
    found = refusals(TAROCK, _deal(doublings=1), rules_of(TAROCK, max_doublings=0), FOUR)
    assert found == [("doublings", "not played at this table")]


@pytest.mark.parametrize("spatz", ["none", "declarer_lost", "declarer_lost_last", "defender_last"])
def test_a_declarer_without_a_trick_can_lose_the_spatz(spatz: str) -> None:
    assert refusals(TAROCK, _deal(points=None, gmotschd=True, spatz=spatz), rules_of(TAROCK), FOUR) == []


def test_points_go_from_0_to_120_and_doublings_from_0_to_3() -> None:
    limits = {question.name: (question.low, question.high) for question in (*TAROCK.questions, *TAROCK.options)}
    assert limits["points"] == (0, 120)
    assert limits["doublings"] == (0, 3)
    assert limits["target"] == (1, 1_000_000)
    assert limits["active"] == (3, 4)


def test_the_questions_and_options_stand_in_the_order_of_the_rules() -> None:
    assert [question.name for question in TAROCK.questions] == [
        "declarer", "bid", "points", "gmotschd", "spatz", "doublings",
    ]  # fmt: skip
    assert [question.name for question in TAROCK.options] == [
        "active", "target", "last_place_surcharge", "sumpern_factor", "max_doublings", "tie_last", "tie_winner",
    ]  # fmt: skip
    assert [question.name for question in TAROCK.questions if question.required] == ["declarer"]


def test_nothing_is_odd_and_no_option_is_refused() -> None:
    assert warnings(TAROCK, _deal(), rules_of(TAROCK), FOUR) == []
    assert option_problems(TAROCK, rules_of(TAROCK, active=3), 4) == []
    assert TAROCK.prefill(rules_of(TAROCK), FOUR) == {}


SETTLEMENTS: dict[str, tuple[dict[str, object], tuple[int, ...], tuple[int | str, ...]]] = {
    "112 / 40 / −15": ({}, (112, 40, -15), (219, -72, -147)),
    "130 / 64 / −8 / −44": ({}, (130, 64, -8, -44), (398, -66, -138, -194)),
    "co-winners share: 105 / 105 / 30": ({}, (105, 105, 30), ("95/2", "95/2", -95)),
    "the last share the 20: 120 / 20 / 20": ({}, (120, 20, 20), (220, -110, -110)),
    "each of the last pays 20": ({"tie_last": "each"}, (120, 20, 20), (240, -120, -120)),
    "nobody pays 20 where two are last": ({"tie_last": "nobody"}, (120, 20, 20), (200, -100, -100)),
    "a single last pays 20 under every option": ({"tie_last": "nobody"}, (112, 40, -15), (219, -72, -147)),
    "all equal: nobody pays": ({}, (40, 40, 40), (0, 0, 0)),
    "all equal: nobody pays, each or not": ({"tie_last": "each"}, (40, 40, 40), (0, 0, 0)),
    "another surcharge": ({"last_place_surcharge": 30}, (112, 40, -15), (229, -72, -157)),
    "no surcharge": ({"last_place_surcharge": 0}, (112, 40, -15), (199, -72, -127)),
    "stopped early: the same formula": ({}, (30, 10, 0), (70, -20, -50)),
}  # fmt: skip


@pytest.mark.parametrize("options, totals, expected", SETTLEMENTS.values(), ids=SETTLEMENTS)
def test_the_others_pay_the_winner_the_difference_and_the_last_20_more(
    options: dict[str, object], totals: tuple[int, ...], expected: tuple[int | str, ...]
) -> None:
    named = dict(zip(map(Player, "ABCD"), totals, strict=False))
    shares = TAROCK.settle(rules_of(TAROCK, **options), named)
    assert tuple(shares.units.values()) == fractions(*expected)


def test_the_settlement_shows_difference_and_surcharge_as_own_columns() -> None:
    shares = TAROCK.settle(rules_of(TAROCK), {Player("A"): 112, Player("B"): 40, Player("C"): -15})
    assert TAROCK.to_winner(rules_of(TAROCK))
    assert shares.winners == ("A",)
    difference, surcharge = shares.parts
    assert difference.units == {"A": 199, "B": -72, "C": -127}
    assert surcharge.units == {"A": 20, "B": 0, "C": -20}


EXPLAINED: dict[str, tuple[dict[str, object], Deal, list[str]]] = {
    "with the Spatz, twice": ({}, _deal(points=85, spatz="declarer_last", doublings=2), [
        "85 points minus 60 | +25",
        "Last trick won with the Spatz, +10 | +35",
        "Spritzen and Resi, times 4 | +140",
        "Only the score of A moves | +140",
    ]),
    "gmotschd": ({}, _deal(points=None, gmotschd=True, spatz="declarer_lost_last", doublings=1), [
        "gmotschd, no points, minus 60 | -60",
        "Spatz lost in the last trick, -10 | -70",
        "Spritzen, times 2 | -140",
        "Only the score of A moves | -140",
    ]),
    "sumpern, three times": ({"sumpern_factor": 2}, _deal(bid="sumpern", points=48, doublings=3), [
        "48 points minus 60 | -12",
        "Sumpern, times 2 | -24",
        "Spritzen, Resi and third doubling, times 8 | -192",
        "Only the score of A moves | -192",
    ]),
    "exactly 60": ({}, _deal(points=60), ["60 points minus 60 | 0", "Only the score of A moves | 0"]),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, expected", EXPLAINED.values(), ids=EXPLAINED)
def test_the_explanation_leads_step_by_step_to_the_units(
    options: dict[str, object], deal: Deal, expected: list[str]
) -> None:
    assert explained(TAROCK, deal, rules_of(TAROCK, **options), FOUR) == expected


def test_the_line_in_the_list_says_who_and_how() -> None:
    rules = rules_of(TAROCK)
    assert described(TAROCK, _deal(), rules, FOUR) == "A plays Hineinschauen, 72 points"
    gmotschd = _deal(points=None, gmotschd=True, bid="sumpern", spatz="declarer_lost", doublings=2)
    expected = "A plays Sumpern, 0 points, gmotschd, Spatz lost to the defenders, Spritzen and Resi"
    assert described(TAROCK, gmotschd, rules, FOUR) == expected
