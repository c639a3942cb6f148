"""Beginners and the experienced are shared out over the tables of a lesson."""

import pytest

from scorekeeper.domain.tournament.draw import draw_rounds
from scorekeeper.domain.tournament.mixing import BEGINNER, EXPERIENCED, PRACTISED, mixed, spread, unmixed
from scorekeeper.domain.tournament.rounds import DrawnRound, Wishes, repeats
from scorekeeper.domain.tournament.sizes import TableSizes

FOURS = TableSizes(4, (3, 5))


def drawn(levels: dict[int, int], tables: int, seed: str, *past: DrawnRound, wishes: Wishes = Wishes()) -> DrawnRound:  # noqa: B008 frozen
    (one,) = draw_rounds(sorted(levels), 1, FOURS, mixed(wishes, levels, tables, seed), past, seed)
    return one


@pytest.mark.parametrize("seed", ["KDF7-3QPM", "ABCD-2345", "ZZZZ-9999"])
def test_four_beginners_and_four_experienced_sit_at_four_tables(seed: str) -> None:
    levels = dict.fromkeys(range(1, 17), PRACTISED) | dict.fromkeys((1, 2, 3, 4), BEGINNER)
    levels |= dict.fromkeys((5, 6, 7, 8), EXPERIENCED)
    one = drawn(levels, 4, seed)
    assert spread(one.tables, levels, BEGINNER) == (1, 1, 1, 1)
    assert spread(one.tables, levels, EXPERIENCED) == (1, 1, 1, 1)


def test_six_beginners_at_four_tables_are_two_at_two_of_them() -> None:
    levels = dict.fromkeys(range(1, 17), EXPERIENCED) | dict.fromkeys(range(1, 7), BEGINNER)
    one = drawn(levels, 4, "KDF7-3QPM")
    assert sorted(spread(one.tables, levels, BEGINNER)) == [1, 1, 2, 2]


def test_three_lessons_mix_every_time_and_hardly_anybody_meets_again() -> None:
    levels = {number: BEGINNER if number <= 8 else EXPERIENCED for number in range(1, 17)}
    lessons: list[DrawnRound] = []
    for seed in ("first", "second", "third"):
        lessons.append(drawn(levels, 4, seed, *lessons))
    assert [spread(one.tables, levels, BEGINNER) for one in lessons] == [(2, 2, 2, 2)] * 3
    assert repeats(lessons) <= 8


@pytest.mark.parametrize("seed", ["first", "second", "third", "fourth", "fifth"])
def test_the_only_experienced_one_sits_out_after_all_others(seed: str) -> None:
    """Nine at two tables of four, seven beginners: one of them sits out, in the next lesson another one."""
    levels = {1: EXPERIENCED, 2: PRACTISED, **dict.fromkeys(range(3, 10), BEGINNER)}
    fours = TableSizes(4)

    def next_one(*past: DrawnRound) -> DrawnRound:
        (one,) = draw_rounds(sorted(levels), 1, fours, mixed(Wishes(), levels, 2, seed), past, seed)
        return one

    lessons: list[DrawnRound] = []
    for _lesson in range(9):
        lessons.append(next_one(*lessons))
    out = [player for one in lessons for player in one.sitting_out]
    assert sorted(out) == list(range(1, 10))
    assert set(out[7:]) == {1, 2}


def test_three_who_sit_out_leave_every_level_something() -> None:
    levels = {number: BEGINNER if number <= 6 else EXPERIENCED for number in range(1, 12)}
    (one,) = draw_rounds(sorted(levels), 1, TableSizes(4), mixed(Wishes(), levels, 2, "seed"), (), "seed")
    assert sorted(levels[player] for player in one.sitting_out) == [BEGINNER, BEGINNER, EXPERIENCED]


def test_where_all_can_the_same_nothing_is_kept_apart() -> None:
    assert mixed(Wishes(), dict.fromkeys(range(1, 9), PRACTISED), 2, "seed") == Wishes()


def test_couples_stay_apart_and_the_same_seed_mixes_the_same() -> None:
    couple = Wishes(frozenset({frozenset({1, 9})}))
    levels = {number: BEGINNER if number <= 4 else PRACTISED for number in range(1, 13)}
    one = drawn(levels, 3, "KDF7-3QPM", wishes=couple)
    assert not any({1, 9} <= set(table) for table in one.tables)
    assert one == drawn(levels, 3, "KDF7-3QPM", wishes=couple)


def test_a_change_by_hand_that_puts_beginners_together_is_said() -> None:
    levels = dict.fromkeys(range(1, 9), PRACTISED) | {1: BEGINNER, 2: BEGINNER, 5: EXPERIENCED, 6: EXPERIENCED}

    def said(*tables: tuple[int, ...]) -> list[str]:
        return [message.id.format_map(dict(message.values)) for message in unmixed(tables, levels)]

    assert said((1, 3, 5, 7), (2, 4, 6, 8)) == []
    assert said((1, 2, 5, 7), (3, 4, 6, 8)) == ["table 1 has 2 beginners, table 2 has none"]
    assert said((1, 3, 4, 7), (2, 5, 6, 8)) == ["nobody at table 1 is experienced, 2 are at table 2"]
    assert said((1, 2, 5), (7, 6, 8), (3, 4)) == ["table 1 has 2 beginners, table 2 has none"]
