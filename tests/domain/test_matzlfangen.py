"""Every check value, option and refusal of rules.md, Matzlfangen, by hand. Seats A to D clockwise, A is forehand."""

import pytest

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games.matzlfangen import GAME, RAISES, Deal
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

MATZL: AnyGame = GAME
FOUR = seated("ABCD")
HOUSE = {"house_contract": "Bettler", "house_base": 3}


def _rufen(**answers: object) -> Deal:
    return answered(Deal, {"contract": "rufen", "declarer": "A", "partner": "B", "points": 70}, answers)


def _treiben(**answers: object) -> Deal:
    return answered(Deal, {"contract": "treiben", "declarer": "A", "points": 70}, answers)


def _durch(**answers: object) -> Deal:
    return answered(Deal, {"contract": "durch", "declarer": "A", "made": True}, answers)


SCORES = {
    "rufen 70": (_rufen(), (1, 1, -1, -1)),
    "rufen won with exactly 66": (_rufen(points=66), (1, 1, -1, -1)),
    "rufen lost with 64": (_rufen(points=64), (-1, -1, 1, 1)),
    "rufen with the partner opposite": (_rufen(partner="C"), (1, -1, 1, -1)),
    "rufen 102, losers 28, no water": (_rufen(points=102), (2, 2, -2, -2)),
    "rufen 101, losers 29, no water": (_rufen(points=101), (2, 2, -2, -2)),
    "rufen 100, losers exactly 30, a plain win": (_rufen(points=100), (1, 1, -1, -1)),
    "rufen lost with 30, a plain loss": (_rufen(points=30), (-1, -1, 1, 1)),
    "rufen lost with 29, no water": (_rufen(points=29), (-2, -2, 2, 2)),
    "rufen 130, no trick": (_rufen(points=130, no_trick=True), (3, 3, -3, -3)),
    "rufen 130, the losers have worthless tricks": (_rufen(points=130), (2, 2, -2, -2)),
    "rufen 0, no trick for the declaring side": (_rufen(points=0, no_trick=True), (-3, -3, 3, 3)),
    "rufen 0 with worthless tricks": (_rufen(points=0), (-2, -2, 2, 2)),
    "rufen 102 with Schuß and Re": (_rufen(points=102, raises=2), (6, 6, -6, -6)),
    "rufen 70 with all ten raises": (_rufen(raises=10), (11, 11, -11, -11)),
    "rufen 65 : 65": (_rufen(points=65, raises=3), (0, 0, 0, 0)),
    "treiben 70": (_treiben(), (3, -1, -1, -1)),
    "treiben lost with 50 after Schuß": (_treiben(points=50, raises=1), (-6, 2, 2, 2)),
    "treiben 105, winner caught and claimed the Matzl": (
        _treiben(points=105, matzl="declarer", matzl_claimed=True), (9, -3, -3, -3),
    ),
    "treiben 105, winner caught the Matzl and forgot to claim": (
        _treiben(points=105, matzl="declarer"), (6, -2, -2, -2),
    ),
    "treiben lost, opponents caught and claimed": (
        _treiben(points=50, matzl="opponents", matzl_claimed=True), (-6, 2, 2, 2),
    ),
    "treiben by another seat": (_treiben(declarer="C", points=10), (2, 2, -6, 2)),
    "durch made": (_durch(), (18, -6, -6, -6)),
    "durch failed after Schuß": (_durch(made=False, raises=1), (-21, 7, 7, 7)),
    "trumpf_durch made": (_durch(contract="trumpf_durch"), (18, -6, -6, -6)),
    "trumpf_durch failed": (_durch(contract="trumpf_durch", made=False), (-18, 6, 6, 6)),
    "a loss with the Matzl caught by the losing declarer": (_treiben(points=50, matzl="declarer"), (0, 0, 0, 0)),
    "a loss with the Matzl caught by the losing opponents": (_rufen(points=102, matzl="opponents"), (0, 0, 0, 0)),
    "no water after five raises with the Matzl caught by the losers": (
        _rufen(points=102, matzl="opponents", raises=5), (0, 0, 0, 0),
    ),
    "a tie with the Matzl caught": (_rufen(points=65, matzl="opponents"), (0, 0, 0, 0)),
    "durch ignores the Matzl, made": (_durch(matzl="opponents"), (18, -6, -6, -6)),
    "durch ignores the Matzl, failed": (_durch(made=False, matzl="declarer"), (-18, 6, 6, 6)),
    "durch ignores a claimed Matzl": (_durch(matzl="declarer", matzl_claimed=True), (18, -6, -6, -6)),
    "trumpf_durch ignores the Matzl": (
        _durch(contract="trumpf_durch", made=False, matzl="declarer"), (-18, 6, 6, 6),
    ),
}  # fmt: skip


@pytest.mark.parametrize("deal, expected", SCORES.values(), ids=SCORES)
def test_a_deal_pays_as_the_table_in_the_rules_says(deal: Deal, expected: tuple[int, ...]) -> None:
    assert units(MATZL, deal, rules_of(MATZL), FOUR) == expected


OPTIONS = {
    "rufen 2": ({"rufen": 2}, _rufen(points=102), (4, 4, -4, -4)),
    "treiben 2": ({"treiben": 2}, _treiben(), (6, -2, -2, -2)),
    "durch 5": ({"durch": 5}, _durch(), (15, -5, -5, -5)),
    "trumpf_durch 8": ({"trumpf_durch": 8}, _durch(contract="trumpf_durch"), (24, -8, -8, -8)),
    "raises added: rufen 102 with Schuß and Re is 1 × 2 + 2": (
        {"raises": "added"}, _rufen(points=102, raises=2), (4, 4, -4, -4),
    ),
    "raises added: no trick with Schuß is 1 × 3 + 1": (
        {"raises": "added"}, _rufen(points=130, no_trick=True, raises=1), (4, 4, -4, -4),
    ),
    "tie = declarer_loses: a plain loss": ({"tie": "declarer_loses"}, _rufen(points=65), (-1, -1, 1, 1)),
    "tie = declarer_loses with raises": (
        {"tie": "declarer_loses"}, _treiben(points=65, raises=2), (-9, 3, 3, 3),
    ),
    "tie = declarer_loses, the declaring side caught the Matzl": (
        {"tie": "declarer_loses"}, _rufen(points=65, matzl="declarer"), (0, 0, 0, 0),
    ),
    "tie = declarer_loses, the opponents caught and claimed": (
        {"tie": "declarer_loses"}, _rufen(points=65, matzl="opponents", matzl_claimed=True), (-2, -2, 2, 2),
    ),
    "matzl_bonus 2 comes after the factor": (
        {"matzl_bonus": 2}, _rufen(points=102, raises=1, matzl="declarer", matzl_claimed=True), (6, 6, -6, -6),
    ),
    "matzl_bonus 0": ({"matzl_bonus": 0}, _rufen(matzl="declarer", matzl_claimed=True), (1, 1, -1, -1)),
    "matzl_in_trumpf_durch: the declarer failed and caught it": (
        {"matzl_in_trumpf_durch": True}, _durch(contract="trumpf_durch", made=False, matzl="declarer"), (0, 0, 0, 0),
    ),
    "matzl_in_trumpf_durch: made, caught and claimed": (
        {"matzl_in_trumpf_durch": True},
        _durch(contract="trumpf_durch", matzl="declarer", matzl_claimed=True),
        (21, -7, -7, -7),
    ),
    "matzl_in_trumpf_durch: failed, the opponents caught and claimed": (
        {"matzl_in_trumpf_durch": True},
        _durch(contract="trumpf_durch", made=False, matzl="opponents", matzl_claimed=True),
        (-21, 7, 7, 7),
    ),
    "matzl_in_trumpf_durch leaves Durch without trumps alone": (
        {"matzl_in_trumpf_durch": True}, _durch(made=False, matzl="declarer"), (-18, 6, 6, 6),
    ),
    "a house contract for points": (HOUSE, _treiben(contract="house_contract"), (9, -3, -3, -3)),
    "a house contract for points, no water after Schuß": (
        HOUSE, _treiben(contract="house_contract", points=20, raises=1), (-24, 8, 8, 8),
    ),
    "a house contract for points, the losers caught the Matzl": (
        HOUSE, _treiben(contract="house_contract", points=20, matzl="declarer"), (0, 0, 0, 0),
    ),
    "a house contract for all tricks": (
        {**HOUSE, "house_aim": "all_tricks"}, _durch(contract="house_contract", made=False), (-9, 3, 3, 3),
    ),
    "in a house contract for all tricks the Matzl does not count": (
        {**HOUSE, "house_aim": "all_tricks"},
        _durch(contract="house_contract", made=False, matzl="declarer"),
        (-9, 3, 3, 3),
    ),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, expected", OPTIONS.values(), ids=OPTIONS)
def test_an_option_changes_the_payment(options: dict[str, object], deal: Deal, expected: tuple[int, ...]) -> None:
    assert units(MATZL, deal, rules_of(MATZL, **options), FOUR) == expected


def test_with_five_at_the_table_the_dealer_sits_out_and_books_nothing() -> None:
    assert MATZL.active(rules_of(MATZL), 5) == 4
    assert units(MATZL, _treiben(), rules_of(MATZL), seated("ABCDE", sitting_out="E")) == (3, -1, -1, -1, 0)


REFUSED: dict[str, tuple[dict[str, object], Deal, str, str]] = {
    "1 point": ({}, _rufen(points=1), "points", "no card counts 1"),
    "129 points": ({}, _rufen(points=129), "points", "no card counts 1"),
    "no points in a 66-game": ({}, _rufen(points=None), "points", "missing"),
    "points in a durch game": ({}, _durch(points=130), "points", "not where all tricks are the aim"),
    "made in a 66-game": ({}, _rufen(made=True), "made", "only where all tricks are the aim"),
    "made = no in a 66-game": ({}, _rufen(made=False), "made", "only where all tricks are the aim"),
    "a durch game without made": ({}, _durch(made=None), "made", "missing"),
    "no_trick with 129 less one": ({}, _rufen(points=128, no_trick=True), "no_trick", "only with 0 or 130 points"),
    "no_trick in a durch game": ({}, _durch(no_trick=True), "no_trick", "not where all tricks are the aim"),
    "rufen without a partner": ({}, _rufen(partner=None), "partner", "missing: Rufen needs a partner"),
    "a partner in treiben": ({}, _treiben(partner="B"), "partner", "only in Rufen"),
    "a partner in durch": ({}, _durch(partner="B"), "partner", "only in Rufen"),
    "partner is the declarer": ({}, _rufen(partner="A"), "partner", "is the declarer already"),
    "partner is not at the table": ({}, _rufen(partner="X"), "partner", "is not at the table"),
    "declarer sits out": ({}, _treiben(declarer="E"), "declarer", "sits out in this deal"),
    "claimed though nobody caught the Matzl": (
        {}, _rufen(matzl_claimed=True), "matzl_claimed", "only if the Matzl was caught",
    ),
    "claimed by the losing opponents": (
        {}, _rufen(matzl="opponents", matzl_claimed=True), "matzl_claimed", "only if the winners caught the Matzl",
    ),
    "claimed by the losing declarer": (
        {}, _treiben(points=40, matzl="declarer", matzl_claimed=True),
        "matzl_claimed", "only if the winners caught the Matzl",
    ),
    "claimed after a tie": (
        {}, _rufen(points=65, matzl="declarer", matzl_claimed=True),
        "matzl_claimed", "only if the winners caught the Matzl",
    ),
    "claimed by the declaring side after a tie that it loses": (
        {"tie": "declarer_loses"}, _rufen(points=65, matzl="declarer", matzl_claimed=True),
        "matzl_claimed", "only if the winners caught the Matzl",
    ),
    "claimed by the losers of a durch game": (
        {}, _durch(made=False, matzl="declarer", matzl_claimed=True),
        "matzl_claimed", "only if the winners caught the Matzl",
    ),
    "the Matzl caught by opponents without a trick": (
        {}, _rufen(points=130, no_trick=True, matzl="opponents"), "matzl", "not caught by a side without a trick",
    ),
    "the Matzl caught by a declaring side without a trick": (
        {}, _rufen(points=0, no_trick=True, matzl="declarer"), "matzl", "not caught by a side without a trick",
    ),
    "the Matzl caught by the opponents of a made Trumpf-Durch where it counts": (
        {"matzl_in_trumpf_durch": True}, _durch(contract="trumpf_durch", matzl="opponents"),
        "matzl", "not caught by a side without a trick",
    ),
    "a house contract that the table has not named": (
        {}, _treiben(contract="house_contract"), "contract", "not played at this table",
    ),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, field, sentence", REFUSED.values(), ids=REFUSED)
def test_an_impossible_deal_is_refused(options: dict[str, object], deal: Deal, field: str, sentence: str) -> None:
    table = seated("ABCDE", sitting_out="E")
    assert refusals(MATZL, deal, rules_of(MATZL, **options), table) == [(field, sentence)]


def test_points_go_from_0_to_130_and_raises_from_0_to_10() -> None:
    limits = {question.name: (question.low, question.high) for question in MATZL.questions}
    assert limits["points"] == (0, 130)
    assert limits["raises"] == (0, 10)


def test_the_raises_are_named_in_order() -> None:
    names = ["Schuß", "Re", "Sub", "Dut", "Hirsch", "Gams", "Jager", "Gweih", "Auffi", "Drauffi"]
    assert [english(name) for name in RAISES] == names
    raises = next(question for question in MATZL.questions if question.name == "raises")
    assert raises.asked.steps == RAISES


def test_the_questions_and_options_stand_in_the_order_of_the_rules() -> None:
    assert [question.name for question in MATZL.questions] == [
        "contract", "declarer", "partner", "points", "made", "no_trick", "raises", "matzl", "matzl_claimed",
    ]  # fmt: skip
    assert [question.name for question in MATZL.options] == [
        "rufen", "treiben", "durch", "trumpf_durch", "house_contract", "house_base", "house_aim", "raises", "tie",
        "matzl_bonus", "matzl_in_trumpf_durch",
    ]  # fmt: skip
    assert [question.name for question in MATZL.questions if question.required] == ["contract", "declarer"]


def test_another_declarer_than_forehand_is_odd_in_rufen_only() -> None:
    rules = rules_of(MATZL)
    assert warnings(MATZL, _rufen(declarer="C"), rules, FOUR) == ["C declared, although A is forehand"]
    assert warnings(MATZL, _rufen(), rules, FOUR) == []
    assert warnings(MATZL, _treiben(declarer="C"), rules, FOUR) == []


def test_a_matzl_that_does_not_count_is_taken_with_a_warning() -> None:
    rules = rules_of(MATZL)
    sentence = ["the Matzl does not count here"]
    assert warnings(MATZL, _durch(matzl="declarer"), rules, FOUR) == sentence
    assert warnings(MATZL, _durch(contract="trumpf_durch", matzl="opponents"), rules, FOUR) == sentence
    counting = rules_of(MATZL, matzl_in_trumpf_durch=True)
    assert warnings(MATZL, _durch(contract="trumpf_durch", matzl="declarer"), counting, FOUR) == []
    assert warnings(MATZL, _durch(matzl="declarer"), counting, FOUR) == sentence


def test_a_house_contract_needs_a_name_and_what_it_counts() -> None:
    assert option_problems(MATZL, rules_of(MATZL, house_contract="Bettler"), 4) == ["house_base"]
    assert option_problems(MATZL, rules_of(MATZL, house_contract=" ", house_base=1), 4) == ["house_contract"]
    assert option_problems(MATZL, rules_of(MATZL, **HOUSE), 4) == []
    assert option_problems(MATZL, rules_of(MATZL), 4) == []


def test_the_form_starts_with_forehand_calling() -> None:
    assert MATZL.prefill(rules_of(MATZL), seated("ABCD", dealer="B")) == {"contract": "rufen", "declarer": "C"}


def test_4_or_5_sit_at_the_table_and_nothing_ends_by_itself() -> None:
    rules = rules_of(MATZL)
    assert MATZL.size(rules) == (4, 5)
    assert MATZL.money(rules)
    assert not MATZL.to_winner(rules)
    assert MATZL.settle(rules, {Player("A"): 1, Player("B"): -1}).units == {"A": 1, "B": -1}


EXPLAINED: dict[str, tuple[dict[str, object], Deal, list[str]]] = {
    "no water with raises": ({}, _rufen(points=102, raises=2), [
        "102 of 130 points, 66 win | won",
        "Rufen | 1",
        "Schuß and Re, plus 2 | 3",
        "Losers under 30, no water, times 2 | 6",
        "2 opponents, each pays 6 | 2 × 6 = 12",
        "Shared by A and B | each +6",
    ]),
    "raises added": ({"raises": "added"}, _rufen(points=0, no_trick=True, raises=3), [
        "0 of 130 points, 66 win | lost",
        "Rufen | 1",
        "Losers without a trick, times 3 | 3",
        "Schuß to Sub, plus 3 | 6",
        "2 opponents, each gets 6 | 2 × 6 = 12",
        "Shared by A and B | each -6",
    ]),
    "the Matzl claimed": ({}, _treiben(points=105, matzl="declarer", matzl_claimed=True), [
        "105 of 130 points, 66 win | won",
        "Treiben | 1",
        "Losers under 30, no water, times 2 | 2",
        "Matzl caught and claimed, plus 1 | 3",
        "3 opponents, each pays 3 | 3 × 3 = 9",
        "All of it for A | +9",
    ]),
    "durch failed after Schuß": ({}, _durch(made=False, raises=1), [
        "Not all tricks made | lost",
        "Durch | 6",
        "Schuß, plus 1 | 7",
        "3 opponents, each gets 7 | 3 × 7 = 21",
        "A pays it all | -21",
    ]),
    "a house contract made": ({**HOUSE, "house_aim": "all_tricks"}, _durch(contract="house_contract"), [
        "All tricks made | won",
        "House contract Bettler | 3",
        "3 opponents, each pays 3 | 3 × 3 = 9",
        "All of it for A | +9",
    ]),
    "the Matzl caught and not claimed": ({}, _treiben(points=80, matzl="declarer"), [
        "80 of 130 points, 66 win | won",
        "Treiben | 1",
        "Matzl caught, bonus not claimed | 1",
        "3 opponents, each pays 1 | 3 × 1 = 3",
        "All of it for A | +3",
    ]),
    "the Matzl caught by the losers": ({}, _treiben(points=50, matzl="declarer"), [
        "50 of 130 points, 66 win | lost",
        "The losing side caught the Matzl, nobody pays | 0",
    ]),
    "a tie": ({}, _rufen(points=65), ["65 : 65, nobody pays | 0"]),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, expected", EXPLAINED.values(), ids=EXPLAINED)
def test_the_explanation_leads_step_by_step_to_the_units(
    options: dict[str, object], deal: Deal, expected: list[str]
) -> None:
    assert explained(MATZL, deal, rules_of(MATZL, **options), FOUR) == expected


DESCRIBED: dict[str, tuple[dict[str, object], Deal, str]] = {
    "rufen": ({}, _rufen(points=102, raises=2), "A with B, Rufen, 102 points, won, no water, Re"),
    "no trick": ({}, _rufen(points=0, no_trick=True), "A with B, Rufen, 0 points, lost, losers without a trick"),
    "a tie": ({}, _rufen(points=65), "A with B, Rufen, 65 points, tie"),
    "durch": ({}, _durch(), "A alone, Durch, won"),
    "the Matzl": (
        {}, _treiben(matzl="declarer", matzl_claimed=True),
        "A alone, Treiben, 70 points, won, Matzl caught by the declaring side, bonus claimed",
    ),
    "a house contract": (
        HOUSE, _treiben(contract="house_contract", matzl="opponents"),
        "A alone, House contract Bettler, 70 points, won, Matzl caught by the opponents",
    ),
}  # fmt: skip


@pytest.mark.parametrize("options, deal, expected", DESCRIBED.values(), ids=DESCRIBED)
def test_the_line_in_the_list_says_who_and_how(options: dict[str, object], deal: Deal, expected: str) -> None:
    assert described(MATZL, deal, rules_of(MATZL, **options), FOUR) == expected
