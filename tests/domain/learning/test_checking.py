"""What a learner said is held against what is right, and the difference is explained."""

from scorekeeper.domain.games.jaggln import GAME as JAGGLN
from scorekeeper.domain.learning.checking import Checked, check
from scorekeeper.domain.text import Player
from tests.domain.dealing import english, rules_of, scored, seated

TABLE = seated("ABCDEFG", dealer="G", sitting_out="G")
SCORE = scored(JAGGLN, JAGGLN.deal(partner=Player("B"), gewisse=9, gematscht=True), rules_of(JAGGLN), TABLE)
"""Six active, gematscht: rules.md gives ±4 in 2 v 4, doubled ±8 and ∓4."""


def checked(*said: int) -> Checked:
    units = {player: SCORE.units.get(player, 0) for player in TABLE.present}
    return check(dict(zip(TABLE.present, said, strict=True)), units, SCORE.reasons, TABLE.sitting_out)


def remarks(*said: int) -> list[str]:
    return [english(remark) for remark in checked(*said).remarks]


def test_what_is_right_needs_no_remark() -> None:
    assert checked(8, 8, -4, -4, -4, -4, 0) == Checked((), ())


def test_the_wrong_side_is_told_from_a_wrong_amount() -> None:
    assert remarks(-8, -8, 4, 4, 4, 4, 0) == ["The amounts are right, but won and lost are the wrong way round."]
    assert remarks(8, 8, 4, -4, -4, -4, 0) == [
        "What some get the others pay: the sum must be 0, here it is +8.", "Right amount, wrong sign: C.",
    ]  # fmt: skip


def test_a_missing_factor_is_named_with_its_step() -> None:
    assert remarks(4, 4, -2, -2, -2, -2, 0) == [
        "Everything is 2 times too little.", "Was this overlooked: Opponents gematscht, times 2?",
    ]  # fmt: skip
    assert remarks(16, 16, -8, -8, -8, -8, 0) == ["Everything is 2 times too much."]


def test_two_faults_at_once_are_both_named() -> None:
    assert remarks(-4, -4, 2, 2, 2, 2, 0) == [
        "Won and lost are the wrong way round.", "Everything is 2 times too little.",
        "Was this overlooked: Opponents gematscht, times 2?",
    ]  # fmt: skip


def test_whoever_sits_out_has_nothing_to_do_with_it() -> None:
    assert remarks(8, 8, -4, -4, -4, 0, -4) == ["G: sitting out means neither getting nor paying."]
    assert checked(8, 8, -4, -4, -4, 0, -4).wrong == ("F", "G")


def test_all_zero_is_said_to_be_too_little_to_say() -> None:
    assert remarks(0, 0, 0, 0, 0, 0, 0) == ["Here not everybody has 0."]
    assert [english(one) for one in check({Player("A"): 1}, {Player("A"): 0}, ()).remarks] == [
        "Here nobody gets or pays anything."
    ]
