"""Every check value, option and refusal of rules.md, Jaggln, written by hand. Seats A to G clockwise, A is forehand."""

import pytest

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.games.jaggln import CARDS, GAME, Deal
from scorekeeper.domain.text import Player
from tests.domain.dealing import (
    answered,
    described,
    explained,
    option_problems,
    refusals,
    rules_of,
    seated,
    units,
    warnings,
)

JAGGLN: AnyGame = GAME
FIVE = seated("ABCDE")
SIX = seated("ABCDEF")


def _deal(**answers: object) -> Deal:
    return answered(Deal, {"declarer": "A", "partner": "B", "gewisse": 6}, answers)


SCORES = {
    "schipflinger, 2 against 3 won": ("schipflinger", "ABCDE", {}, (3, 3, -2, -2, -2)),
    "schipflinger, 2 against 3 won with exactly 5": ("schipflinger", "ABCDE", {"gewisse": 5}, (3, 3, -2, -2, -2)),
    "schipflinger, 2 against 3 lost with 4": ("schipflinger", "ABCDE", {"gewisse": 4}, (-3, -3, 2, 2, 2)),
    "schipflinger, the partner may sit anywhere": ("schipflinger", "ABCDE", {"partner": "D"}, (3, -2, -2, 3, -2)),
    "schipflinger, opponents gematscht: they pay double": (
        "schipflinger", "ABCDE", {"gewisse": 9, "gematscht": True}, (6, 6, -4, -4, -4),
    ),
    "schipflinger, declaring side gematscht: it pays double": (
        "schipflinger", "ABCDE", {"gewisse": 0, "gematscht": True}, (-6, -6, 4, 4, 4),
    ),
    "schipflinger, gematscht with the Jaggl in the discards": (
        "schipflinger", "ABCDE", {"gewisse": 1, "gematscht": True}, (-6, -6, 4, 4, 4),
    ),
    "schipflinger, without the Doaba counts once": ("schipflinger", "ABCDE", {"talon": False}, (3, 3, -2, -2, -2)),
    "schipflinger, 1 against 4 won": ("schipflinger", "ABCDE", {"partner": None}, (8, -2, -2, -2, -2)),
    "schipflinger, 1 against 4 lost": ("schipflinger", "ABCDE", {"partner": None, "gewisse": 4}, (-8, 2, 2, 2, 2)),
    "schipflinger, 2 against 4 won": ("schipflinger", "ABCDEF", {}, (4, 4, -2, -2, -2, -2)),
    "schipflinger, 2 against 4 lost": ("schipflinger", "ABCDEF", {"gewisse": 0}, (-4, -4, 2, 2, 2, 2)),
    "schipflinger, 1 against 5 won": ("schipflinger", "ABCDEF", {"partner": None}, (10, -2, -2, -2, -2, -2)),
    "schipflinger, 1 against 5 lost": (
        "schipflinger", "ABCDEF", {"partner": None, "gewisse": 2}, (-10, 2, 2, 2, 2, 2),
    ),
    "mayr-hassler, 2 against 3 won": ("mayr-hassler", "ABCDE", {}, (2, 1, -1, -1, -1)),
    "mayr-hassler, 2 against 3 lost": ("mayr-hassler", "ABCDE", {"gewisse": 4}, (-2, -1, 1, 1, 1)),
    "mayr-hassler, without talon won": ("mayr-hassler", "ABCDE", {"talon": False}, (4, 2, -2, -2, -2)),
    "mayr-hassler, without talon lost": (
        "mayr-hassler", "ABCDE", {"talon": False, "gewisse": 3}, (-4, -2, 2, 2, 2),
    ),
    "mayr-hassler, waschtln": ("mayr-hassler", "ABCDE", {"gewisse": 9, "gematscht": True}, (4, 2, -2, -2, -2)),
    "mayr-hassler, waschtln against the declaring side": (
        "mayr-hassler", "ABCDE", {"gewisse": 3, "gematscht": True}, (-4, -2, 2, 2, 2),
    ),
    "mayr-hassler, without talon and waschtln": (
        "mayr-hassler", "ABCDE", {"gewisse": 6, "gematscht": True, "talon": False}, (8, 4, -4, -4, -4),
    ),
    "mayr-hassler, without talon and waschtln lost": (
        "mayr-hassler", "ABCDE", {"gewisse": 0, "gematscht": True, "talon": False}, (-8, -4, 4, 4, 4),
    ),
    "mayr-hassler, 1 against 4 won": ("mayr-hassler", "ABCDE", {"partner": None}, (4, -1, -1, -1, -1)),
    "mayr-hassler, 1 against 4 lost": ("mayr-hassler", "ABCDE", {"partner": None, "gewisse": 0}, (-4, 1, 1, 1, 1)),
}  # fmt: skip


@pytest.mark.parametrize("rule_set, seats, answers, expected", SCORES.values(), ids=SCORES)
def test_a_deal_pays_as_the_table_in_the_rules_says(
    rule_set: str, seats: str, answers: dict[str, object], expected: tuple[int, ...]
) -> None:
    assert units(JAGGLN, _deal(**answers), rules_of(JAGGLN, rule_set), seated(seats)) == expected


OPTIONS = {
    "opponent_rate 4": ({"opponent_rate": 4}, {}, (6, 6, -4, -4, -4)),
    "opponent_rate does not touch the solo": ({"opponent_rate": 4}, {"partner": None}, (8, -2, -2, -2, -2)),
    "solo_rate 3": ({"solo_rate": 3}, {"partner": None}, (12, -3, -3, -3, -3)),
    "solo_rate does not touch the game with a partner": ({"solo_rate": 3}, {}, (3, 3, -2, -2, -2)),
    "split two_to_one": ({"split": "two_to_one"}, {}, (4, 2, -2, -2, -2)),
    "gematscht_factor 3": ({"gematscht_factor": 3}, {"gewisse": 9, "gematscht": True}, (9, 9, -6, -6, -6)),
    "gematscht_factor 1 switches it off": (
        {"gematscht_factor": 1}, {"gewisse": 9, "gematscht": True}, (3, 3, -2, -2, -2),
    ),
    "no_talon_factor 2": ({"no_talon_factor": 2}, {"talon": False}, (6, 6, -4, -4, -4)),
    "one doubling of three": ({"max_doublings": 3}, {"doublings": 1}, (6, 6, -4, -4, -4)),
    "three doublings of three": ({"max_doublings": 3}, {"doublings": 3}, (24, 24, -16, -16, -16)),
    "all factors together: 2 × 2 × 2 × 2": (
        {"max_doublings": 1, "no_talon_factor": 2},
        {"doublings": 1, "talon": False, "gewisse": 7, "gematscht": True},
        (24, 24, -16, -16, -16),
    ),
}  # fmt: skip


@pytest.mark.parametrize("options, answers, expected", OPTIONS.values(), ids=OPTIONS)
def test_an_option_changes_the_payment(
    options: dict[str, object], answers: dict[str, object], expected: tuple[int, ...]
) -> None:
    assert units(JAGGLN, _deal(**answers), rules_of(JAGGLN, **options), FIVE) == expected


def test_six_at_the_table_with_active_5_play_with_the_dealer_out() -> None:
    table = seated("ABCDEF", sitting_out="F")
    assert JAGGLN.active(rules_of(JAGGLN, active=5), 6) == 5
    assert units(JAGGLN, _deal(), rules_of(JAGGLN, active=5), table) == (3, 3, -2, -2, -2, 0)


@pytest.mark.parametrize(
    "rule_set, present, active",
    [
        ("schipflinger", 5, 5), ("schipflinger", 6, 6), ("schipflinger", 7, 6),
        ("mayr-hassler", 5, 5), ("mayr-hassler", 6, 5), ("mayr-hassler", 7, 5), ("mayr-hassler", 8, 5),
    ],
)  # fmt: skip
def test_so_many_play_when_so_many_are_at_the_table(rule_set: str, present: int, active: int) -> None:
    assert JAGGLN.active(rules_of(JAGGLN, rule_set), present) == active


def test_schipflinger_is_the_default_and_seats_5_to_7() -> None:
    assert [rule_set.key for rule_set in JAGGLN.rule_sets] == ["schipflinger", "mayr-hassler"]
    assert JAGGLN.size(rules_of(JAGGLN)) == (5, 7)
    assert JAGGLN.size(rules_of(JAGGLN, "mayr-hassler"))[0] == 5


def test_the_declarer_is_forehand_unless_said_otherwise() -> None:
    assert units(JAGGLN, _deal(declarer=None), rules_of(JAGGLN), FIVE) == (3, 3, -2, -2, -2)
    assert JAGGLN.prefill(rules_of(JAGGLN), seated("ABCDE", dealer="B")) == {"declarer": "C"}


def test_another_declarer_than_forehand_is_taken_with_a_warning() -> None:
    deal = _deal(declarer="C", partner="B")
    assert units(JAGGLN, deal, rules_of(JAGGLN), FIVE) == (-2, 3, 3, -2, -2)
    assert warnings(JAGGLN, deal, rules_of(JAGGLN), FIVE) == ["C declared, although A is forehand"]
    assert warnings(JAGGLN, _deal(), rules_of(JAGGLN), FIVE) == []


REFUSED = {
    "partner is the declarer": ({"partner": "A"}, {}, ("partner", "is the declarer already")),
    "declarer is not at the table": ({"declarer": "X"}, {}, ("declarer", "is not at the table")),
    "declarer sits out": ({"declarer": "F"}, {}, ("declarer", "sits out in this deal")),
    "partner is not at the table": ({"partner": "X"}, {}, ("partner", "is not at the table")),
    "partner sits out": ({"partner": "F"}, {}, ("partner", "sits out in this deal")),
    "a doubling where none are played": ({"doublings": 1}, {}, ("doublings", "not played at this table")),
    "doublings over the maximum": (
        {"doublings": 3}, {"max_doublings": 2}, ("doublings", "at most 2 at this table"),
    ),
    "gematscht won with 8": ({"gematscht": True, "gewisse": 8}, {}, ("gematscht", "only with 9 Gwiß")),
    "gematscht won with 5": ({"gematscht": True, "gewisse": 5}, {}, ("gematscht", "only with 9 Gwiß")),
    "gematscht won without talon with 5": (
        {"gematscht": True, "gewisse": 5, "talon": False}, {}, ("gematscht", "won: only with 6 Gwiß or more"),
    ),
    "gematscht lost without talon with 1": (
        {"gematscht": True, "gewisse": 1, "talon": False}, {}, ("gematscht", "lost: only with 0 Gwiß"),
    ),
    "gematscht lost with 2 where Sows and Tens may not be discarded": (
        {"gematscht": True, "gewisse": 2}, {}, ("gematscht", "lost: only with 1 Gwiß or fewer"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("answers, options, expected", REFUSED.values(), ids=REFUSED)
def test_an_impossible_deal_is_refused(
    answers: dict[str, object], options: dict[str, object], expected: tuple[str, str]
) -> None:
    table = seated("ABCDEF", sitting_out="F")
    found = refusals(JAGGLN, _deal(**answers), rules_of(JAGGLN, active=5, **options), table)
    assert expected in found
    assert {field for field, _ in found} == {expected[0]}


def test_mayr_hassler_allows_three_gewisse_in_the_discards_of_a_trickless_side_and_not_four() -> None:
    rules = rules_of(JAGGLN, "mayr-hassler")
    assert refusals(JAGGLN, _deal(gematscht=True, gewisse=3), rules, FIVE) == []
    assert refusals(JAGGLN, _deal(gematscht=True, gewisse=4), rules, FIVE) == [
        ("gematscht", "lost: only with 3 Gwiß or fewer")
    ]
    assert refusals(JAGGLN, _deal(gematscht=True, gewisse=1, talon=False), rules, FIVE) != []


def test_gematscht_is_possible_exactly_with_these_counts() -> None:
    def possible(rule_set: str, *, talon: bool) -> list[int]:
        rules = rules_of(JAGGLN, rule_set)
        deals = (_deal(gematscht=True, gewisse=count, talon=talon) for count in range(10))
        return [deal.gewisse for deal in deals if not refusals(JAGGLN, deal, rules, FIVE)]

    assert possible("schipflinger", talon=True) == [0, 1, 9]
    assert possible("schipflinger", talon=False) == [0, 6, 7, 8, 9]
    assert possible("mayr-hassler", talon=True) == [0, 1, 2, 3, 9]
    assert possible("mayr-hassler", talon=False) == [0, 6, 7, 8, 9]


def test_gewisse_go_from_0_to_9_and_doublings_from_0_to_3() -> None:
    limits = {question.name: (question.low, question.high) for question in JAGGLN.questions}
    assert limits["gewisse"] == (0, 9)
    assert limits["doublings"] == (0, 3)


def test_options_that_would_split_a_unit_are_refused_when_they_are_chosen() -> None:
    assert option_problems(JAGGLN, rules_of(JAGGLN, opponent_rate=1), 5) == ["split"]
    assert option_problems(JAGGLN, rules_of(JAGGLN, opponent_rate=1), 6) == []
    assert option_problems(JAGGLN, rules_of(JAGGLN, "mayr-hassler", split="even"), 5) == ["split"]
    assert option_problems(JAGGLN, rules_of(JAGGLN, "mayr-hassler", split="even", opponent_rate=2), 5) == []
    assert option_problems(JAGGLN, rules_of(JAGGLN, split="two_to_one"), 6) == ["split"]
    assert option_problems(JAGGLN, rules_of(JAGGLN), 5) == []
    assert option_problems(JAGGLN, rules_of(JAGGLN, "mayr-hassler"), 7) == []


def test_a_unit_that_cannot_be_split_is_refused_in_the_deal_when_a_sixth_player_has_left() -> None:
    rules = rules_of(JAGGLN, opponent_rate=1)
    sentence = "1 from each of 3 opponents cannot be shared in whole units"
    assert refusals(JAGGLN, _deal(), rules, FIVE) == [("partner", sentence)]
    assert units(JAGGLN, _deal(), rules, SIX) == (2, 2, -1, -1, -1, -1)


def test_mayr_hassler_is_always_for_five() -> None:
    assert option_problems(JAGGLN, rules_of(JAGGLN, "mayr-hassler", active=6), 7) == ["active"]


def test_the_questions_and_options_stand_in_the_order_of_the_rules() -> None:
    assert [question.name for question in JAGGLN.questions] == [
        "declarer", "partner", "called_card", "gewisse", "gematscht", "talon", "doublings",
    ]  # fmt: skip
    assert [question.name for question in JAGGLN.options] == [
        "active", "opponent_rate", "solo_rate", "split", "gematscht_factor", "no_talon_factor", "max_doublings",
    ]  # fmt: skip
    assert [question.name for question in JAGGLN.questions if question.required] == ["gewisse"]


def test_the_called_card_is_one_of_33_and_changes_nothing() -> None:
    assert len(CARDS) == 3 + 32
    assert units(JAGGLN, _deal(called_card="laub-sau"), rules_of(JAGGLN), FIVE) == (3, 3, -2, -2, -2)


def test_the_explanation_leads_step_by_step_to_the_units() -> None:
    deal = _deal(partner="D", gewisse=9, gematscht=True)
    assert explained(JAGGLN, deal, rules_of(JAGGLN), FIVE) == [
        "9 of 9 Gwiß, 5 win | won",
        "Rate for each opponent | 2",
        "Opponents gematscht, times 2 | 4",
        "3 opponents, each pays 4 | 3 × 4 = 12",
        "Shared by A and D | each +6",
    ]


def test_the_explanation_of_a_lost_deal_names_the_trickless_side_and_who_pays() -> None:
    deal = _deal(gewisse=0, gematscht=True, talon=False)
    assert explained(JAGGLN, deal, rules_of(JAGGLN, "mayr-hassler", max_doublings=1), FIVE) == [
        "0 of 9 Gwiß, 5 win | lost",
        "Rate for each opponent | 1",
        "Declaring side gematscht, times 2 | 2",
        "Without the Doaba, times 2 | 4",
        "3 opponents, each gets 4 | 3 × 4 = 12",
        "Two thirds for A, one third for B | -8 and -4",
    ]


def test_the_explanation_of_a_doubled_solo() -> None:
    deal = _deal(partner=None, doublings=2)
    assert explained(JAGGLN, deal, rules_of(JAGGLN, max_doublings=2), FIVE) == [
        "6 of 9 Gwiß, 5 win | won",
        "Rate for each opponent, alone | 2",
        "Doubled 2 times, times 4 | 8",
        "4 opponents, each pays 8 | 4 × 8 = 32",
        "All of it for A | +32",
    ]
    assert explained(JAGGLN, _deal(partner=None, gewisse=3), rules_of(JAGGLN), FIVE)[-1] == "A pays it all | -8"


def test_the_line_in_the_list_says_who_and_how() -> None:
    rules = rules_of(JAGGLN, max_doublings=1)
    assert described(JAGGLN, _deal(gewisse=4), rules, FIVE) == "A with B, 4 Gwiß, lost"
    everything = _deal(partner=None, gewisse=9, gematscht=True, talon=False, doublings=1)
    assert described(JAGGLN, everything, rules, FIVE) == "A alone, 9 Gwiß, won, gematscht, without the Doaba, doubled"


def test_the_declarer_left_out_is_described_as_forehand() -> None:
    deal = JAGGLN.complete(_deal(declarer=None), FIVE)
    assert JAGGLN.describe(deal, rules_of(JAGGLN), FIVE).about == Player("A")


def test_it_never_ends_by_itself_and_is_settled_by_its_totals() -> None:
    rules = rules_of(JAGGLN)
    assert JAGGLN.money(rules)
    assert not JAGGLN.to_winner(rules)
    shares = JAGGLN.settle(rules, {Player("A"): 3, Player("B"): -3})
    assert shares.units == {"A": 3, "B": -3}
    assert next(iter(GAMES)) == JAGGLN.key
