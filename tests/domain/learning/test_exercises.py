"""Exercises: the same seed gives the same sheet, every level has something to ask, and what is asked adds up."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.games.bauerntarock import GAME as BAUERNTAROCK
from scorekeeper.domain.games.dobbm import GAME as DOBBM
from scorekeeper.domain.games.free import GAME as FREE
from scorekeeper.domain.games.jaggln import GAME as JAGGLN
from scorekeeper.domain.games.matzlfangen import GAME as MATZLFANGEN
from scorekeeper.domain.learning.endings import AT_THE_END, ending
from scorekeeper.domain.learning.exercise import AFTER_A_DEAL, ON_THE_SCORE, Exercise, Source, of_deal
from scorekeeper.domain.learning.exercises import Level, exercises, level_of
from scorekeeper.domain.text import Player
from tests.domain.dealing import english, rules_of, seated

SOURCES = {
    rule_set.key: Source(game, rule_set.key, rule_set.rules)
    for game in GAMES.values()
    for rule_set in game.rule_sets
}  # fmt: skip
every_source = pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
WITHOUT_A_RULE = {"Entered for {players}", "All together", "The others together"}
"""Sums that explain themselves."""


def told(exercise: Exercise) -> list[str]:
    return [": ".join(english(part) for part in one if part is not None) for one in exercise.told]


@pytest.mark.parametrize("level", Level)
@every_source
def test_every_level_asks_as_much_as_wanted_and_nothing_twice(source: Source, level: Level) -> None:
    for seed in ("KDF7Q", "A", "2027"):
        sheet = exercises(source, level, 10, seed)
        assert len(sheet) == 10
        assert len({one.shape for one in sheet}) == 10


@pytest.mark.parametrize("level", Level)
@every_source
def test_what_some_get_the_others_pay_and_every_step_has_its_rule(source: Source, level: Level) -> None:
    """Only the declarer's score moves in Bauerntarock [S]; its end sums to 0, and so does every other game's deal."""
    for one in exercises(source, level, 10, "SUM"):
        if source.game.key in {JAGGLN.key, MATZLFANGEN.key, DOBBM.key} or one.question == AT_THE_END:
            assert sum(one.units.values()) == 0
        assert [reason for reason in one.reasons if reason.rule is None and reason.text.id not in WITHOUT_A_RULE] == []


def test_the_same_seed_gives_the_same_sheet_everywhere() -> None:
    """Written down once: it may only change with the rules or the way of drawing, never with the machine."""
    first = exercises(SOURCES["schipflinger"], Level.EASY, 1, "KDF7")[0]
    assert told(first) == ["Declarer: Heidi", "Partner: Fani", "Gwiß of the declaring side: 5"]
    assert dict(first.units) == {"Dora": -2, "Heidi": 4, "Sepp": -2, "Moidl": -2, "Fani": 4, "Emil": -2}


def test_a_longer_sheet_begins_like_a_shorter_one_and_another_seed_gives_another() -> None:
    source = SOURCES["daglinger"]
    longer = exercises(source, Level.HARD, 12, "ONE")
    assert longer[:5] == exercises(source, Level.HARD, 5, "ONE")
    assert longer[:5] != exercises(source, Level.HARD, 5, "TWO")


@pytest.mark.parametrize(
    "answers, seats, level",
    [
        ({"partner": "B", "gewisse": 6}, "ABCDE", Level.EASY),
        ({"gewisse": 3}, "ABCDEF", Level.EASY),
        ({"partner": "B", "gewisse": 9, "gematscht": True}, "ABCDE", Level.MEDIUM),
        ({"partner": "B", "gewisse": 9, "gematscht": True, "talon": False}, "ABCDE", Level.HARD),
        ({"partner": "B", "gewisse": 6}, "ABCDEFG", Level.MEDIUM),
    ],
)
def test_a_deal_is_as_hard_as_what_comes_on_top(answers: Mapping[str, Any], seats: str, level: Level) -> None:
    at_table = seated(seats, sitting_out=seats[6:])
    deal = JAGGLN.complete(JAGGLN.deal(**answers), at_table)
    assert level_of(SOURCES["schipflinger"], at_table, deal) is level


def test_only_a_hard_sheet_lets_somebody_sit_out() -> None:
    for level in (Level.EASY, Level.MEDIUM):
        assert not any(one.sitting_out for one in exercises(SOURCES["mayr-hassler"], level, 10, "OUT"))
    assert any(one.sitting_out for one in exercises(SOURCES["mayr-hassler"], Level.HARD, 10, "OUT"))


def test_what_is_told_needs_no_form_around_it_to_be_understood() -> None:
    lines = {
        line for level in Level for one in exercises(SOURCES["daglinger"], level, 20, "ABCD") for line in told(one)
    }  # fmt: skip
    assert {line for line in lines if "Matzl" in line or "tricks" in line} == {
        "All tricks made",
        "Not all tricks made",
        "Bonus for the Matzl claimed",
        "Trump Matzl caught by the declaring side",
        "Trump Matzl caught by the opponents",
    }


def test_an_outcome_is_told_without_its_result() -> None:
    """The names of all raises stand there, so that "retour" cannot be misread; what went as usual is left out."""
    at_table = seated("ABCDE", dealer="E", sitting_out="E")
    deal = DOBBM.deal(declarer=Player("A"), bid="solo", points=72, doublings=2)
    one = of_deal(SOURCES["stubai"], at_table, deal)
    assert told(one) == ["Declarer: A", "Bid: Solo", "Points of the declarer: 72", "Doublings: Schwacher, retour"]
    assert dict(one.units) == {"A": 384, "B": -96, "C": -96, "D": -96, "E": -96}  # rules.md: 384 with five


def test_where_only_a_score_moves_nobody_is_said_to_pay() -> None:
    """rules.md: 85 − 60 + 5 for the Spatz of a defender; the answer names the Spatz, the question need not."""
    deal = BAUERNTAROCK.deal(declarer=Player("A"), bid="hineinschauen", points=85, spatz="defender_lost")
    one = of_deal(SOURCES["brixental"], seated("ABCD"), deal)
    assert told(one)[2:] == ["Points of the declarer: 85", "Spatz taken from a defender"]
    assert one.question == ON_THE_SCORE
    assert dict(one.units) == {"A": 30, "B": 0, "C": 0, "D": 0}
    assert exercises(SOURCES["stubai"], Level.EASY, 1, "X")[0].question == AFTER_A_DEAL


def test_the_end_of_a_game_is_asked_as_the_rules_settle_it() -> None:
    """rules.md: 112 / 40 / −15 → +219 / −72 / −147."""
    one = ending(SOURCES["brixental"], {Player("A"): 112, Player("B"): 40, Player("C"): -15})
    assert one is not None
    assert dict(one.units) == {"A": 219, "B": -72, "C": -147}
    assert [english(reason.figure) for reason in one.reasons] == ["-72", "-127", "-20", "+219"]


def test_an_end_that_would_not_be_whole_is_not_asked() -> None:
    """rules.md: 105 / 105 / 30 → +47.5."""
    assert ending(SOURCES["brixental"], {Player("A"): 105, Player("B"): 105, Player("C"): 30}) is None


def test_rules_that_leave_nothing_to_ask_give_an_empty_sheet() -> None:
    rules = rules_of(FREE, zero_sum=False)
    assert exercises(Source(FREE, "free", rules), Level.EASY, 10, "X") == ()
