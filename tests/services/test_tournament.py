"""A tournament's services: registered, drawn, begun, handed in, closed, penalised, taken back."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.tournament.consequences import swapped
from scorekeeper.domain.tournament.rounds import repeats
from scorekeeper.services.errors import ClosedError, NotFoundError
from scorekeeper.services.tournament import drawing, playing, recording, registering, results, setting_up
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.setting_up import frozen
from scorekeeper.storage import Store, events, sittings
from tests.services import hall
from tests.services.table import EVENING, actor, people
from tests.services.table import At as Table


def test_people_get_start_numbers_in_the_order_they_are_registered(store: Store) -> None:
    found = hall.of_ten(store)
    assert {number: one.first_player for number, one in found.now().entrants.items()} == dict(
        enumerate(found.ids, 1)
    )  # fmt: skip


def test_the_same_form_sent_twice_registers_once(store: Store) -> None:
    found = hall.of_ten(store)
    more = people(store, ("Kathi", "Leo"))
    for _ in range(2):
        with store.write() as tx:
            numbers = registering.register(tx, actor(store), At(found.event, "twice"), more)
        assert numbers == (11, 12)
    assert len(found.now().entrants) == 12


def test_nobody_is_registered_twice(store: Store) -> None:
    found = hall.of_ten(store)
    with pytest.raises(RefusedError):
        found.do(registering.register, [found.ids[3]])
    assert len(found.now().entrants) == 10


def test_couples_registered_together_are_never_drawn_to_one_table(store: Store) -> None:
    found = hall.of_ten(store)
    couple = people(store, ("Kathi", "Leo"))
    found.do(registering.register, couple, together=True)
    found.draw(rounds=3)
    tables = [table for one in found.now().rounds.values() for table in one.drawn.tables]
    assert not any({11, 12} <= set(table) for table in tables)


def test_twenty_five_at_tables_of_five_play_three_rounds_and_nobody_meets_again(store: Store) -> None:
    found = hall.set_up(store, hall.JAGGLN, tuple(f"Spieler {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY"))
    found.draw(rounds=3)
    rounds = [one.drawn for _number, one in sorted(found.now().rounds.items())]
    assert len(rounds) == 3
    assert repeats(rounds) == 0


def test_the_same_seed_draws_the_same_round_again(store: Store) -> None:
    found = hall.of_ten(store)
    found.draw(seed="ABCD-2345")
    first = found.now().rounds[1].drawn
    found.draw(seed="ZZZZ-9999")
    assert found.now().rounds[1].drawn != first
    found.draw(seed="ABCD-2345")
    assert found.now().rounds[1].drawn == first


def test_a_round_that_was_begun_is_never_drawn_anew(store: Store) -> None:
    found = hall.of_ten(store)
    found.draw(rounds=3)
    found.begin()
    with pytest.raises(RefusedError):
        found.draw(1)
    found.draw(2, 2, seed="other")
    assert found.now().rounds[1].begun


def test_a_begun_round_gives_every_table_a_sitting_with_its_players_in_seat_order(store: Store) -> None:
    found = hall.of_ten(store)
    found.draw()
    found.begin()
    state = found.now()
    seats = state.rounds[1].drawn.tables[1]
    with store.read() as tx:
        rows = sittings.find(tx, state.rounds[1].sittings[2])
    assert rows is not None
    assert rows.sitting.table_number == 2
    assert [seat.player for seat in rows.seats] == [state.entrants[number].first_player for number in seats]


def test_a_round_is_closed_when_every_table_has_handed_in_or_by_naming_who_has_not(store: Store) -> None:
    found = hall.of_ten(store)
    found.draw()
    found.begin()
    found.hand_in(1, 1, 4, -1, -1, -1, -1)
    with pytest.raises(RefusedError):
        found.do(playing.close_round, 1, ())
    found.do(playing.close_round, 1, (2,))
    assert found.now().rounds[1].closed
    assert found.now().rounds[1].without == {2}


def test_what_is_played_by_phone_counts_like_what_is_handed_in(store: Store) -> None:
    found = hall.of_ten(store, deals=1)
    found.draw()
    found.begin()
    state = found.now()
    seats = state.rounds[1].drawn.tables[0]
    people_there = tuple(state.entrants[number].first_player for number in seats)
    table = Table(store, people_there, state.rounds[1].sittings[1])
    table.enter(1, table.jaggln(1, 2, 9))
    with store.read() as tx:
        state = recording.state_of(tx, found.event)
        result = results.all_results(tx, found.event, state)[1][1]
    # rules.md, Jaggln: schipflinger, 2 against 3, won: +3 each, the opponents −2 each
    assert [result.units[number] for number in seats] == [-2, 3, 3, -2, -2]
    assert result.final


def test_two_who_read_one_sheet_differently_are_shown_where(store: Store) -> None:
    found = hall.of_ten(store)
    found.draw()
    found.begin()
    seats = found.now().rounds[1].drawn.tables[0]
    found.hand_in(1, 1, 4, -1, -1, -1, -1)
    found.hand_in(1, 1, 4, -1, -1, 1, -3, hand=2)
    assert results.differences(found.now().rounds[1]) == {1: frozenset(seats[3:])}


def test_who_comes_late_misses_what_was_begun(store: Store) -> None:
    found = hall.of_ten(store)
    found.play(1)
    found.do(registering.register, people(store, ("Kathi",)))
    assert 11 not in found.now().present(1)
    assert 11 in found.now().present(2)


def test_who_leaves_is_not_drawn_and_may_come_back(store: Store) -> None:
    found = hall.of_ten(store)
    found.do(registering.leave, 3, 2)
    assert 3 in found.now().present(1)
    assert 3 not in found.now().present(2)
    found.do(registering.come_back, 3, 3)
    assert 3 not in found.now().present(2)
    assert 3 in found.now().present(3)


def test_a_penalty_is_taken_back_by_its_number(store: Store) -> None:
    found = hall.of_ten(store)
    found.do(results.penalise, 4, round_number=1, points=5, reason="verleugnet")
    (penalty,) = found.now().penalties
    assert (penalty.entrant, penalty.points, penalty.reason) == (4, 5, "verleugnet")
    found.do(recording.take_back, penalty.seq)
    assert not found.now().penalties


def test_what_was_set_up_is_never_taken_back(store: Store) -> None:
    found = hall.of_ten(store)
    with pytest.raises(NotFoundError):
        found.do(recording.take_back, 1)


def test_the_clock_stands_still_and_goes_on_with_what_was_left(store: Store) -> None:
    found = hall.of_ten(store, minutes=30)
    found.draw()
    found.begin()
    later = EVENING + timedelta(minutes=10)
    found.do(playing.set_clock, 1, minutes=None, running=False, last=False, now=later)
    assert playing.seconds_left(found.now().rounds[1], later + timedelta(hours=1)) == 20 * 60
    found.do(playing.set_clock, 1, minutes=None, running=True, last=True, now=later + timedelta(hours=1))
    state = found.now().rounds[1]
    assert playing.seconds_left(state, later + timedelta(minutes=65)) == 15 * 60
    assert state.last_deal


def test_a_table_confirms_what_it_saw_and_nothing_newer(store: Store) -> None:
    found = hall.of_ten(store)
    found.draw()
    found.begin()
    with pytest.raises(RefusedError):
        found.do(playing.confirm, 1, 1, initials="A, B, C, D, E", seen=3)
    found.do(playing.confirm, 1, 1, initials="A, B, C, D, E", seen=0)
    assert found.now().rounds[1].confirmed == {1: ("A, B, C, D, E", 0)}


def test_the_game_stays_once_a_round_was_played(store: Store) -> None:
    found = hall.of_ten(store)
    found.draw()
    found.begin()
    state = found.now()
    other = replace(state.settings, game="free", rule_set="plain")
    assert [refusal.field for refusal in frozen(state, other)] == ["game", "rule_set"]
    found.do(setting_up.change_settings, replace(state.settings, rounds=5))
    assert found.now().settings.rounds == 5


def test_a_round_changed_by_hand_keeps_its_number_and_says_so(store: Store) -> None:
    found = hall.of_ten(store)
    found.draw()
    before = found.now().rounds[1]
    one, other = before.drawn.tables[0][0], before.drawn.tables[1][0]
    new = swapped(before.drawn, one, other)
    found.do(drawing.change_by_hand, 1, new, seen=before.drawn_seq)
    after = found.now().rounds[1]
    assert after.method == "hand"
    assert (after.drawn.table_of(one), after.drawn.table_of(other)) == (2, 1)
    with pytest.raises(RefusedError):
        found.do(drawing.change_by_hand, 1, new, seen=before.drawn_seq)


def test_nothing_is_added_to_a_tournament_that_is_closed(store: Store) -> None:
    found = hall.of_ten(store)
    with store.write() as tx:
        events.change(tx, found.event, {"closed_at": "2027-01-15T23:00:00+00:00"})
    with pytest.raises(ClosedError):
        found.draw()
