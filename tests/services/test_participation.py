"""People in a tournament: two records merged, somebody deleted, handed out, forgotten."""

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import Player
from scorekeeper.services import checking, evenings, merging, players, privacy
from scorekeeper.services.privacy_export import everything_about
from scorekeeper.services.story import Wanted, whole_story
from scorekeeper.services.tournament import registering, results, standings, till
from scorekeeper.storage import Store
from tests.services.hall import Hall, of_ten
from tests.services.table import actor, people


@pytest.fixture
def hall(sqlite_store: Store) -> Hall:
    """Anna 1, Bert 2 … Jos 10, one round drawn."""
    found = of_ten(sqlite_store)
    found.draw()
    return found


def _merge(hall: Hall, player: int, into: int) -> None:
    with hall.store.write() as tx:
        merging.merge(tx, actor(hall.store), player, into)


def test_two_who_are_registered_in_one_tournament_cannot_be_merged(hall: Hall) -> None:
    with pytest.raises(RefusedError, match="Both are registered in Preisjaggln, as numbers 1 and 2"):
        _merge(hall, hall.ids[0], hall.ids[1])


def test_a_substitute_and_somebody_registered_cannot_be_merged_either(hall: Hall) -> None:
    (vroni,) = people(hall.store, ("Vroni",))
    hall.do(registering.stand_in, 1, vroni, from_round=2, own=False)
    with pytest.raises(RefusedError, match="Both are registered in Preisjaggln, as numbers 1 and 2"):
        _merge(hall, vroni, hall.ids[1])
    with pytest.raises(RefusedError, match="In Preisjaggln both play as number 1, one for the other"):
        _merge(hall, vroni, hall.ids[0])


def test_two_substitutes_under_one_number_are_one_person_once_only_one_of_them_plays(hall: Hall) -> None:
    vroni, slip = people(hall.store, ("Vroni", "Veroni"))
    hall.play(1)
    hall.do(registering.stand_in, 1, vroni, from_round=2, own=True)
    hall.play(2)
    hall.do(registering.stand_in, 1, slip, from_round=3, own=True)
    hall.do(registering.leave, 1, 1)  # nor where the number is said never to have been there
    for pair in ((slip, vroni), (vroni, slip)):
        with pytest.raises(RefusedError, match="both play as number 1"):
            _merge(hall, *pair)
    hall.do(registering.stand_in, 1, vroni, from_round=3, own=True)
    _merge(hall, vroni, slip)
    hall.play(3)
    with hall.store.read() as tx:
        found = standings.read(tx, hall.event)
    lines = {line.seat.key: line for line in found.lines(3) if line.seat.entrant == 1}
    named = {key: (found.names[Player(key)], [cell.round for cell in line.cells]) for key, line in lines.items()}
    assert named == {"1": ("Anna", [1]), "1.1": ("Veroni", [2, 3])}
    # whoever comes back goes on with the line that has rounds, whichever record is named
    hall.do(registering.stand_in, 1, hall.ids[0], from_round=3, own=True)
    hall.do(registering.stand_in, 1, slip, from_round=3, own=True)
    assert hall.now().entrants[1].players[-1] == (3, vroni, True)


def test_somebody_registered_twice_by_a_slip_is_one_person_once_the_slip_is_gone_from_the_start(hall: Hall) -> None:
    (slip,) = people(hall.store, ("Ana",))
    (number,) = hall.do(registering.register, (slip,))
    hall.do(registering.leave, number, 1)
    _merge(hall, slip, hall.ids[0])
    with pytest.raises(RefusedError, match="Anna is registered already"):
        hall.do(registering.come_back, number, 1)
    assert not hall.now().entrants[number].is_there(1)


def test_a_merge_shows_in_the_list_and_the_history_and_results_stay_theirs(hall: Hall) -> None:
    hall.begin()
    seats = hall.now().rounds[1].drawn.tables[0]
    hall.hand_in(1, 1, 4, 1, 1, -2, -4)
    winner = hall.now().entrants[seats[0]].first_player
    (full,) = people(hall.store, ("Anna Maria",))
    _merge(hall, winner, full)
    with hall.store.read() as tx:
        found = standings.read(tx, hall.event)
        told = whole_story(tx, hall.event, Wanted())
        assert checking.check(tx).clean
    line = found.lines(1)[0]
    assert found.names[Player(line.seat.key)] == "Anna Maria"
    assert line.points == 4
    assert "Anna Maria" in told.names.values()
    with pytest.raises(RefusedError, match="Anna Maria is registered already"):
        hall.do(registering.register, (full,))
    with pytest.raises(RefusedError, match="Anna Maria is registered already"):
        hall.do(registering.stand_in, seats[1], full, from_round=2, own=True)


def test_what_merging_does_counts_tournaments_nobody_has_played_in_yet(hall: Hall) -> None:
    (full,) = people(hall.store, ("Anna Maria",))
    with hall.store.read() as tx:
        found = merging.what_merging_does(tx, actor(hall.store), hall.ids[0], full)
    assert (found.registered, found.evenings, found.refused) == (1, 0, None)


def test_whoever_is_registered_is_not_deleted_and_not_forgotten_before_it_is_over(hall: Hall) -> None:
    who, anna = actor(hall.store), hall.ids[0]
    with pytest.raises(RefusedError, match="is registered in a tournament"), hall.store.write() as tx:
        players.delete_player(tx, who, anna)
    with pytest.raises(RefusedError, match="Preisjaggln goes on"), hall.store.write() as tx:
        privacy.erase_person(tx, who, anna)
    with hall.store.write() as tx:
        evenings.end_evening(tx, who, hall.event)
        privacy.erase_person(tx, who, anna)
    with hall.store.read() as tx:
        assert standings.read(tx, hall.event).names[Player("1")] == "Gelöscht 1"


def test_what_a_tournament_keeps_about_somebody_is_handed_out_and_texts_that_name_them_are_found(hall: Hall) -> None:
    hall.begin()
    seats = hall.now().rounds[1].drawn.tables[0]
    hall.hand_in(1, 1, 4, 1, 1, -2, -4)
    first = seats[0]
    hall.do(till.fee_paid, first)
    hall.do(registering.change_details, first, {"note": "kommt mit dem Rad"})
    hall.do(results.penalise, first, round_number=1, points=2, reason="hat verleugnet")
    player = hall.now().entrants[first].first_player
    with hall.store.write() as tx:
        players.rename_player(tx, actor(hall.store), player, "Kreszenz Verleugner")
    hall.do(results.penalise, seats[1], round_number=1, points=1, reason="mit Kreszenz gestritten")
    with hall.store.read() as tx:
        data = everything_about(tx, actor(hall.store), player)
    (told,) = data["tournaments"]
    assert (told["title"], told["kind"]) == ("Preisjaggln", "tournament")
    (mine,) = told["start_numbers"]
    assert (mine["number"], mine["note"]) == (first, "kommt mit dem Rad")
    assert mine["rounds"] == [{"round": 1, "table": 1, "units": 4}]
    assert mine["penalties"] == [{"round": 1, "points": 2, "reason": "hat verleugnet"}]
    assert [(one["what"], one["cents"]) for one in mine["box"]] == [("fee", 1000)]
    assert [one["text"] for one in data["mentions"]] == ["mit Kreszenz gestritten"]
