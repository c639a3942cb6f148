"""How good a draw is said to be: repeats beside the fewest that there can be."""

from scorekeeper.domain.tournament.quality import quality
from scorekeeper.domain.tournament.rounds import DrawnRound

FIRST = DrawnRound(((1, 2, 3, 4), (5, 6, 7, 8)))


def test_of_two_tables_of_four_two_of_each_come_together_again() -> None:
    """Four out of two tables: two and two, that is two repeats at each table."""
    second = DrawnRound(((1, 2, 5, 6), (3, 4, 7, 8)))
    found = quality([FIRST, second])
    assert (found.repeats, found.least) == (4, 4)
    assert found.is_best


def test_a_draw_that_repeats_more_than_it_must_is_not_the_best() -> None:
    found = quality([FIRST, FIRST])
    assert (found.repeats, found.least) == (12, 4)
    assert not found.is_best


def test_with_enough_tables_nobody_has_to_meet_again_until_all_have_met() -> None:
    """Four at two tables of two meet in three rounds, the fourth round repeats both of its pairs."""
    rounds = [
        DrawnRound(((1, 2), (3, 4))), DrawnRound(((1, 3), (2, 4))), DrawnRound(((1, 4), (2, 3))),
        DrawnRound(((1, 2), (3, 4))),
    ]  # fmt: skip
    assert (quality(rounds[:3]).repeats, quality(rounds[:3]).least) == (0, 0)
    assert (quality(rounds).repeats, quality(rounds).least) == (2, 2)


def test_who_sat_out_comes_from_no_table() -> None:
    """Of five, one sits out: the four of the next round are three of the table of four, who all meet again."""
    rounds = [DrawnRound(((1, 2, 3, 4),), (5,)), DrawnRound(((1, 2, 3, 5),), (4,))]
    found = quality(rounds)
    assert (found.repeats, found.least, found.sit_outs, found.twice_out) == (3, 3, 2, 0)


def test_one_who_sat_out_frees_one_table_only() -> None:
    """Thirteen at three tables of four: four out of three tables are two, one, one; the one who sat out spares one."""
    first = DrawnRound(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)), (13,))
    second = DrawnRound(((1, 5, 9, 13), (2, 3, 6, 10), (4, 7, 8, 11)), (12,))
    assert (quality([first, second]).repeats, quality([first, second]).least) == (2, 2)
