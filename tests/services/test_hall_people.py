"""Who is there in which round of a tournament, and who plays in somebody's place, in every order that it is said in."""

from typing import Any

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services import reading
from scorekeeper.services.tournament import playing, registering, results, standings
from scorekeeper.storage import Store
from tests.services.hall import Hall, of_ten
from tests.services.table import At, people


@pytest.fixture
def hall(sqlite_store: Store) -> Hall:
    """Three rounds; the first is begun, two tables of five."""
    found = of_ten(sqlite_store)
    found.draw()
    found.begin()
    return found


def there(hall: Hall, number: int) -> list[bool]:
    return [hall.now().entrants[number].is_there(one) for one in (1, 2, 3)]


def points(hall: Hall) -> dict[str, Any]:
    """Give what counts for everybody who has a place, by line."""
    with hall.store.read() as tx:
        return {line.seat.key: line.points for line in standings.read(tx, hall.event).lines(3) if line.place}


def play_alone(hall: Hall, declarer: int) -> None:
    """Enter a deal at table 1: somebody plays alone against four and wins +8, the others −2 each."""
    drawn = hall.now().rounds[1]
    seats = [hall.now().entrants[one].first_player for one in drawn.drawn.tables[0]]
    table = At(hall.store, tuple(seats), drawn.sittings[1])
    table.enter(table.now().standing.deals + 1, table.jaggln(declarer, None, 6))


def test_who_came_late_plays_the_first_round_after_all_once_it_is_taken_back(hall: Hall) -> None:
    (late,) = hall.do(registering.register, people(hall.store, ("Vroni",)))
    assert there(hall, late) == [False, True, True]
    hall.do(playing.recall_round, 1)
    hall.do(registering.come_back, late, 1)
    assert there(hall, late) == [True, True, True]


def test_the_last_word_holds_on_who_is_there_from_a_round_on(hall: Hall) -> None:
    (late,) = hall.do(registering.register, people(hall.store, ("Vroni",)))
    hall.do(registering.leave, late, 1)  # will not come at all
    assert there(hall, late) == [False, False, False]
    hall.do(registering.leave, 2, 2)
    hall.do(registering.come_back, 2, 3)
    hall.do(registering.leave, 2, 2)  # not in the third either
    assert there(hall, 2) == [True, False, False]
    hall.do(registering.come_back, 2, 3)
    hall.do(registering.come_back, 2, 2)
    assert there(hall, 2) == [True, True, True]


def test_a_substitute_in_the_middle_of_a_round_takes_over_what_was_played(hall: Hall) -> None:
    seats = hall.now().rounds[1].drawn.tables[0]
    play_alone(hall, 0)
    before = points(hall)
    assert before[str(seats[0])] == 8
    hall.do(registering.stand_in, seats[0], *people(hall.store, ("Vroni",)), from_round=1, own=False)
    assert points(hall) == before
    assert sum(before.values()) == 0


def test_whoever_was_replaced_for_a_round_comes_back(hall: Hall) -> None:
    anna = hall.now().entrants[1].first_player
    (vroni,) = people(hall.store, ("Vroni",))
    hall.do(registering.stand_in, 1, vroni, from_round=2, own=False)
    hall.do(registering.stand_in, 1, anna, from_round=3, own=False)
    assert [hall.now().entrants[1].player(one) for one in (1, 2, 3)] == [anna, vroni, anna]
    with pytest.raises(RefusedError):  # somebody else's substitute she is not
        hall.do(registering.stand_in, 2, vroni, from_round=2, own=False)
    with pytest.raises(RefusedError, match="from 1 to 3"):
        hall.do(registering.stand_in, 2, *people(hall.store, ("Wast",)), from_round=4, own=False)


def sitting_there(hall: Hall, table: int = 1) -> list[str]:
    """Name who sits at a table of the round that is played, as its page does."""
    current = hall.now().current
    assert current is not None
    with hall.store.read() as tx:
        now = reading.sitting_now(tx, current.sittings[table])
    return [now.names[one] for one in now.setup.present(now.standing.deals + 1)]


def test_a_substitute_in_the_middle_of_a_round_sits_at_the_table_too_and_so_does_who_comes_back(hall: Hall) -> None:
    seat = hall.now().rounds[1].drawn.tables[0][0]
    name, others = sitting_there(hall)[0], sitting_there(hall)[1:]
    own = hall.now().entrants[seat].first_player
    (vroni,) = people(hall.store, ("Vroni",))
    hall.do(registering.stand_in, seat, vroni, from_round=1, own=False)
    assert sitting_there(hall) == ["Vroni", *others]
    hall.do(registering.stand_in, seat, own, from_round=1, own=False)  # nothing was played in between
    assert sitting_there(hall) == [name, *others]
    hall.do(registering.stand_in, seat, vroni, from_round=1, own=False)
    with hall.store.read() as tx:
        now = reading.sitting_now(tx, hall.now().rounds[1].sittings[1])
    table = At(hall.store, tuple(map(int, now.setup.present(1))), now.head.id)
    table.enter(1, table.jaggln(0, None, 6))  # Vroni wins 4 times 2
    assert points(hall)[str(seat)] == 8
    with pytest.raises(RefusedError, match="left this table"):  # who left in the middle cannot sit down twice
        hall.do(registering.stand_in, seat, own, from_round=1, own=False)
    hall.do(registering.stand_in, seat, own, from_round=2, own=False)
    assert sitting_there(hall) == ["Vroni", *others]
    hall.do(playing.close_round, 1, (1, 2))
    hall.draw(2)
    hall.begin(2)
    table_now = hall.now().rounds[2].drawn.table_of(seat)
    assert table_now is not None
    assert name in sitting_there(hall, table_now)


def test_a_table_that_is_done_keeps_who_played_there(sqlite_store: Store) -> None:
    hall = of_ten(sqlite_store, deals=1)
    hall.draw()
    hall.begin()
    play_alone(hall, 0)
    before = sitting_there(hall)
    seat = hall.now().rounds[1].drawn.tables[0][0]
    hall.do(registering.stand_in, seat, *people(hall.store, ("Vroni",)), from_round=1, own=False)
    assert sitting_there(hall) == before


def test_whoever_plays_instead_of_somebody_who_had_gone_is_there(hall: Hall) -> None:
    hall.do(registering.leave, 1, 2)
    hall.do(registering.stand_in, 1, *people(hall.store, ("Vroni",)), from_round=3, own=True)
    assert there(hall, 1) == [True, False, True]


def test_who_was_replaced_by_somebody_with_own_points_plays_again_and_goes_on_with_the_own_line(hall: Hall) -> None:
    anna = hall.now().entrants[1].first_player
    (vroni,) = people(hall.store, ("Vroni",))
    hall.do(registering.stand_in, 1, vroni, from_round=2, own=True)
    with pytest.raises(RefusedError):  # she plays already
        hall.do(registering.stand_in, 1, vroni, from_round=3, own=True)
    hall.do(registering.stand_in, 1, anna, from_round=3, own=True)
    assert [hall.now().entrants[1].player(one) for one in (1, 2, 3)] == [anna, vroni, anna]
    for number, first in ((1, 4), (2, 7), (3, -2)):  # whatever else is played, number 1 brings 4, then 7, then −2
        if number > 1:
            hall.draw(number)
            hall.begin(number)
        for table, seats in enumerate(hall.now().rounds[number].drawn.tables, 1):
            units = {seat: first if seat == 1 else 0 for seat in seats}
            hall.do(results.enter_totals, number, table, units=units, hand=1)
        hall.do(playing.close_round, number, ())
    counted = points(hall)
    assert (counted["1"], counted["1.1"]) == (2, 7)  # Anna 4 − 2, Vroni 7


def test_a_substitute_who_was_replaced_before_playing_has_no_line(hall: Hall) -> None:
    vroni, wast = people(hall.store, ("Vroni", "Wast"))
    hall.do(registering.stand_in, 1, vroni, from_round=2, own=True)
    hall.do(registering.stand_in, 1, wast, from_round=2, own=True)
    with hall.store.read() as tx:
        lines = standings.read(tx, hall.event).lines(3)
    assert sorted(line.seat.player for line in lines if line.seat.entrant == 1) == [1, wast]
