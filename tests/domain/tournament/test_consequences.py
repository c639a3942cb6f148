"""What a change by hand brings is said in sentences."""

from collections.abc import Callable

from scorekeeper.domain.text import Message
from scorekeeper.domain.tournament.consequences import (
    consequences,
    moved,
    new_consequences,
    removed,
    swapped,
    unkept,
)
from scorekeeper.domain.tournament.rounds import DrawnRound, Wishes
from scorekeeper.domain.tournament.sizes import TableSizes

FOURS = TableSizes(4, (5,))
NOTHING = Wishes()
FIRST = DrawnRound(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
SECOND = DrawnRound(((1, 5, 9, 10), (2, 6, 11, 12)), (3,))


def said(messages: tuple[Message, ...]) -> list[str]:
    texts = []
    for message in messages:
        shown = dict(message.values)
        if "who" in shown:
            shown["who"] = "+".join(shown["who"].players)  # type: ignore[union-attr]
        texts.append((message.plural if message.n > 1 else message.id).format_map(shown))
    return texts


def telling(*past: DrawnRound) -> Callable[[DrawnRound], tuple[Message, ...]]:
    return lambda drawn: consequences(drawn, past, NOTHING, FOURS)


def test_a_draw_as_it_should_be_says_nothing() -> None:
    assert consequences(SECOND, [FIRST], NOTHING, FOURS) == ()


def test_a_new_meeting_is_said_with_how_often_before() -> None:
    after = swapped(SECOND, 5, 2)
    assert said(consequences(after, [FIRST, FIRST], NOTHING, FOURS)) == [
        "1+2 meet again at table 1, 2 times before",
        "5+6 meet again at table 2, 2 times before",
    ]
    assert said(new_consequences(SECOND, after, telling(FIRST)))[0] == "1+2 meet again at table 1, once before"


def test_what_was_so_before_is_no_consequence_of_the_change() -> None:
    past = [DrawnRound(((1, 5, 20, 21),)), DrawnRound(((2, 10, 22, 23),))]
    after = swapped(SECOND, 9, 2)
    assert said(new_consequences(SECOND, after, telling(*past))) == ["2+10 meet again at table 1, once before"]


def test_couples_and_fixed_tables_are_named() -> None:
    wishes = Wishes(frozenset({frozenset({5, 9})}), {6: 1, 7: 1})
    assert said(consequences(SECOND, (), wishes, FOURS)) == [
        "5+9 are to be kept apart and sit together at table 1",
        "6 always sits at table 1, here at table 2",
    ]


def test_sizes_that_are_not_allowed_are_named() -> None:
    drawn = moved(moved(moved(SECOND, 5, 2), 9, 2), 10, 3)
    assert drawn.tables == ((1,), (2, 6, 11, 12, 5, 9), (10,))
    assert said(consequences(drawn, (), NOTHING, FOURS)) == [
        "table 1 has one player, at least 4 are needed",
        "table 2 has 6 players, at most 5 are allowed",
        "table 3 has one player, at least 4 are needed",
    ]
    assert said(consequences(DrawnRound(((), (1, 2, 3), (4, 5, 6, 7))), (), NOTHING, TableSizes(2, (4,)))) == [
        "table 1 is empty",
        "table 2 has 3 players, which is not allowed",
    ]


def test_who_sits_out_again_or_sits_twice_is_named() -> None:
    again = DrawnRound(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
    assert "9 sits out again, others have sat out less often" in said(consequences(again, [FIRST], NOTHING, FOURS))
    assert said(consequences(DrawnRound(((1, 2, 3, 1),)), (), NOTHING, FOURS))[0] == (
        "1 has more than one place in this round"
    )


def test_players_move_out_are_removed_and_are_replaced() -> None:
    assert moved(FIRST, 2, 0) == DrawnRound(((1, 3, 4), (5, 6, 7, 8)), (2, 9))
    assert moved(FIRST, 9, 1) == DrawnRound(((1, 2, 3, 4, 9), (5, 6, 7, 8)))
    assert removed(FIRST, 9) == DrawnRound(((1, 2, 3, 4), (5, 6, 7, 8)))
    assert swapped(FIRST, 2, 20) == DrawnRound(((1, 20, 3, 4), (5, 6, 7, 8)), (9,))


def test_the_last_table_is_put_away_when_nobody_is_left_at_it() -> None:
    drawn = DrawnRound(((1, 2), (3,), (4,)), (5,))
    assert moved(drawn, 4, 1) == DrawnRound(((1, 2, 4), (3,)), (5,))
    assert moved(drawn, 3, 1) == DrawnRound(((1, 2, 3), (), (4,)), (5,))
    assert removed(moved(drawn, 3, 0), 4) == DrawnRound(((1, 2),), (3, 5))
    assert removed(DrawnRound(((1,),)), 1) == DrawnRound(((),))


def test_wishes_that_cannot_be_kept_are_said_before_the_draw() -> None:
    wishes = Wishes(frozenset({frozenset({1, 2}), frozenset({3, 4, 5})}), {1: 1, 2: 1, 6: 7, 9: 8})
    assert said(unkept(range(1, 9), 2, 5, wishes)) == [
        "6 always sits at table 7, there are 2: choose another table",
        "1+2 are to be kept apart and always sit at table 1: give one another table",
        "3+4+5 are to be kept apart, for that 3 tables are needed and there are 2",
    ]
    # five noted one by one, with one who knows only two of them, and one who is not there
    five = [{one, other} for one in range(1, 6) for other in range(one + 1, 6)]
    apart = Wishes(frozenset(map(frozenset, [*five, {6, 1}, {6, 2}, {9, 1}, {9, 2}, {9, 3}, {9, 4}, {9, 5}])))
    assert said(unkept(range(1, 9), 4, 5, apart)) == [
        "1+2+3+4+5 are to be kept apart, for that 5 tables are needed and there are 4"
    ]
    assert said(unkept(range(1, 9), 2, 5, apart)) == [
        "1+2+3+4+5 are to be kept apart, for that 5 tables are needed and there are 2",
        "1+2+6 are to be kept apart, for that 3 tables are needed and there are 2",
    ]
    assert unkept(range(1, 9), 5, 5, apart) == ()
    assert said(unkept(range(1, 9), 2, 2, Wishes(fixed={1: 1, 2: 1, 3: 1}))) == [
        "3 players always sit at table 1, it has 2 seats: give some another table",
    ]
