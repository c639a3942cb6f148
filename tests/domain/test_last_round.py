"""The end of Bauerntarock: announced at the target, finished with the round; rules.md, Brixental Bauerntarock, End."""

import json
from collections.abc import Mapping

import pytest

from scorekeeper.domain.evening import Presence, Setup, Standing, after, beginning, play, table_for
from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import bauerntarock
from scorekeeper.domain.games.bauerntarock import Deal
from scorekeeper.domain.text import Player
from tests.domain.dealing import english, players, rules_of

GAME: AnyGame = bauerntarock.GAME

Won = tuple[str, int]
"""A deal: who declared, and what the score changes by (−60 to 60 undoubled, 120 and more in steps by doubling)."""


def _deal(won: Won) -> Deal:
    declarer, change = won
    doublings = next(count for count in range(4) if abs(change) <= 60 * 2**count)
    points, rest = divmod(change, 2**doublings)
    assert rest == 0
    return Deal(declarer=Player(declarer), points=60 + points, doublings=doublings)


def _setup(seats: str, presence: Mapping[str, Presence] | None = None, /, **options: object) -> Setup:
    return Setup(
        game=GAME, rule_set="brixental", rules=rules_of(GAME, **options), players=players(seats),
        first_dealer=Player(seats[0]), presence={Player(name): there for name, there in (presence or {}).items()},
    )  # fmt: skip


def _fold(setup: Setup, deals: list[Won], dealers: Mapping[int, str] | None = None) -> list[Standing]:
    """Play the deals; `dealers` overrides the dealer of a deal by its number."""
    standing, found = beginning(setup), []
    for number, won in enumerate(deals, start=1):
        dealer = (dealers or {}).get(number)
        table = table_for(setup, standing, Player(dealer) if dealer else None)
        played = play(setup, standing, _deal(won), table)
        standing = after(setup, standing, played.deal, table, played.units)
        found.append(standing)
    return found


def _said(setup: Setup, deals: list[Won], dealers: Mapping[int, str] | None = None) -> list[str]:
    """Give what the table is told after each deal."""
    notices = [GAME.notice(setup.rules, standing.progress) for standing in _fold(setup, deals, dealers)]
    return [english(notice) if notice else "" for notice in notices]


OVER = "the game is over"

EVENINGS: dict[str, tuple[str, dict[str, object], list[Won], list[str]]] = {
    "100 on the first deal of four": (
        "ABCD", {}, [("A", 100), ("B", 0), ("C", 0), ("D", 0)],
        ["last round, 3 deals to go", "last round, 2 deals to go", "last round, one deal to go", OVER],
    ),
    "100 on the last deal of a round ends at once": (
        "ABC", {}, [("A", 50), ("B", 0), ("A", 50)], ["", "", OVER],
    ),
    "99 ends nothing": (
        "ABC", {}, [("A", 49), ("B", 0), ("A", 50), ("B", 0)], ["", "", "", ""],
    ),
    "more than 100, in the second round": (
        "ABC", {}, [("A", 50), ("B", 0), ("C", 0), ("A", 60), ("B", 0), ("C", 0)],
        ["", "", "", "last round, 2 deals to go", "last round, one deal to go", OVER],
    ),
    "the end stays announced although the score falls back": (
        "ABC", {}, [("A", 100), ("A", -60), ("B", 0)],
        ["last round, 2 deals to go", "last round, one deal to go", OVER],
    ),
    "−100 does not end it": ("ABC", {}, [("A", -100), ("A", -100), ("A", -100), ("B", 0)], ["", "", "", ""]),
    "another target": ("ABC", {"target": 10}, [("A", 12), ("B", 0), ("C", 0)],
                       ["last round, 2 deals to go", "last round, one deal to go", OVER]),
    "three of four active, the sitting-out dealer deals too": (
        "ABCD", {"active": 3}, [("B", 100), ("C", 0), ("D", 0), ("A", 0)],
        ["last round, 3 deals to go", "last round, 2 deals to go", "last round, one deal to go", OVER],
    ),
    "a tie at the end is shared": ("ABC", {}, [("A", 100), ("B", 100), ("C", 0)],
                                   ["last round, 2 deals to go", "last round, one deal to go", OVER]),
    "play_on: a tie at the end announces one more round": (
        "ABC", {"tie_winner": "play_on"},
        [("A", 100), ("B", 100), ("C", 0), ("A", 10), ("B", 0), ("C", 0)],
        [
            "last round, 2 deals to go", "last round, one deal to go",
            "tie at the top, one more round, 3 deals to go", "tie at the top, one more round, 2 deals to go",
            "tie at the top, one more round, one deal to go", OVER,
        ],
    ),
    "play_on: still a tie after the extra round, so one more": (
        "ABC", {"tie_winner": "play_on", "target": 12},
        [("A", 12), ("B", 12), ("C", 0), ("A", 6), ("B", 6), ("C", 0), ("A", 1), ("B", 0), ("C", 0)],
        [
            "last round, 2 deals to go", "last round, one deal to go",
            *["tie at the top, one more round, 3 deals to go", "tie at the top, one more round, 2 deals to go",
              "tie at the top, one more round, one deal to go"] * 2,
            OVER,
        ],
    ),
    "play_on without a tie ends as usual": (
        "ABC", {"tie_winner": "play_on"}, [("A", 100), ("B", 0), ("C", 0)],
        ["last round, 2 deals to go", "last round, one deal to go", OVER],
    ),
    "play_on: a tie below the target announces nothing": (
        "ABC", {"tie_winner": "play_on"}, [("A", 50), ("B", 50), ("C", 0)], ["", "", ""],
    ),
    "deals after the end leave it finished": (
        "ABC", {}, [("A", 50), ("B", 0), ("A", 50), ("A", -60), ("B", 0)], ["", "", OVER, OVER, OVER],
    ),
}  # fmt: skip


@pytest.mark.parametrize("seats, options, deals, expected", EVENINGS.values(), ids=EVENINGS)
def test_the_last_round(seats: str, options: dict[str, object], deals: list[Won], expected: list[str]) -> None:
    assert _said(_setup(seats, **options), deals) == expected


def test_a_deal_after_the_end_is_counted_with_a_warning() -> None:
    setup = _setup("ABC")
    standing = _fold(setup, [("A", 50), ("B", 0), ("A", 50)])[-1]
    played = play(setup, standing, _deal(("B", 30)), table_for(setup, standing))
    assert [english(warning) for warning in played.warnings] == ["entered after the end of the game"]
    assert played.units == {"A": 0, "B": 30, "C": 0}


def test_a_correction_that_takes_the_100_away_opens_it_again() -> None:
    deals: list[Won] = [("A", 50), ("B", 0), ("A", 50)]
    setup = _setup("ABC")
    assert _fold(setup, deals)[-1].progress.finished
    deals[0] = ("A", 49)
    assert not _fold(setup, deals)[-1].progress.finished
    assert _said(setup, deals) == ["", "", ""]


def test_a_correction_that_brings_the_100_earlier_announces_the_end_there() -> None:
    deals: list[Won] = [("A", 50), ("B", 0), ("C", 0), ("A", 30)]
    deals[0] = ("A", 100)
    assert _said(_setup("ABC"), deals) == ["last round, 2 deals to go", "last round, one deal to go", OVER, OVER]


def test_a_voided_deal_still_was_dealt_in_the_round() -> None:
    setup = _setup("ABC")
    standing = _fold(setup, [("A", 100), ("B", 0)])[-1]
    standing = after(setup, standing, _deal(("C", 0)), table_for(setup, standing), {})
    assert standing.progress.finished


def test_a_round_is_complete_when_every_one_has_dealt_even_out_of_turn() -> None:
    said = _said(_setup("ABC"), [("A", 100), ("B", 0), ("B", 0), ("B", 0)], dealers={2: "A", 3: "C", 4: "B"})
    assert said == [
        "last round, 2 deals to go", "last round, 2 deals to go", "last round, one deal to go", OVER,
    ]  # fmt: skip


def test_a_late_joiner_has_to_deal_in_the_last_round_too() -> None:
    setup = _setup("ABCD", {"D": Presence(3)})
    assert _said(setup, [("A", 100), ("B", 0), ("C", 0), ("D", 0)]) == [
        "last round, 2 deals to go", "last round, one deal to go", "last round, one deal to go", OVER,
    ]  # fmt: skip


def test_a_leaver_is_not_waited_for() -> None:
    setup = _setup("ABCD", {"D": Presence(1, 2)})
    assert _said(setup, [("A", 100), ("B", 0), ("C", 0)]) == [
        "last round, 3 deals to go", "last round, 2 deals to go", OVER,
    ]  # fmt: skip


def test_the_deal_after_a_leaver_completed_the_round_opens_the_next_one() -> None:
    setup = _setup("ABCD", {"D": Presence(1, 3)})
    deals: list[Won] = [("A", 0), ("B", 0), ("C", 0), ("A", 100), ("B", 0), ("C", 0)]
    assert _said(setup, deals) == [
        "", "", "", "last round, 2 deals to go", "last round, one deal to go", OVER,
    ]  # fmt: skip


def test_a_leaver_who_was_the_last_to_deal_ends_the_announced_round_with_the_next_deal() -> None:
    setup = _setup("ABCD", {"D": Presence(1, 3)})
    assert _said(setup, [("A", 100), ("B", 0), ("C", 0), ("A", 0)])[-1] == OVER


def test_nothing_is_said_before_the_first_deal() -> None:
    assert GAME.notice(rules_of(GAME), beginning(_setup("ABC")).progress) is None


def test_what_is_carried_is_plain_json() -> None:
    for standing in _fold(_setup("ABC"), [("A", 100), ("B", 0), ("C", 0)]):
        carry = standing.progress.carry
        assert json.loads(json.dumps(carry)) == carry
