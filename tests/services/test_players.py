from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services import changing, checking, evenings, merging, players, reading
from scorekeeper.services.auditing import What
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import Store, audit
from tests.services.table import At, actor, new_evening, new_sitting, people, sit_down


def _add(store: Store, name: str, nickname: str = "") -> int:
    with store.write() as tx:
        return players.add_player(tx, actor(store), name, nickname)


def _labels(store: Store) -> list[str]:
    with store.read() as tx:
        return [known.label for known in players.known_players(tx, evenings.first_club(tx))]


def test_the_same_name_is_the_same_person_however_it_is_typed(store: Store) -> None:
    first = _add(store, "Jörg  Großrubatscher")
    assert _add(store, " jo\u0308rg Großrubatscher\n") == first
    assert _labels(store) == ["Jörg Großrubatscher"]


def test_two_people_of_one_name_are_told_apart_by_a_nickname(store: Store) -> None:
    baker, other = _add(store, "Hans", "Bäck"), _add(store, "Hans", "Lois")
    assert baker != other
    assert sorted(_labels(store)) == ["Hans (Bäck)", "Hans (Lois)"]


def test_a_nickname_is_shown_only_where_it_is_needed(sqlite_store: Store) -> None:
    _add(sqlite_store, "Hans", "Bäck")
    assert _labels(sqlite_store) == ["Hans"]
    _add(sqlite_store, "Hans")
    assert _labels(sqlite_store) == ["Hans", "Hans (Bäck)"]


@pytest.mark.parametrize("name", ["", "   ", "\n", "x" * 61, ".", "12", "−"])
def test_a_name_that_is_empty_or_endless_or_has_no_letter_is_refused(sqlite_store: Store, name: str) -> None:
    with pytest.raises(RefusedError) as caught:
        _add(sqlite_store, name)
    assert caught.value.refusals[0].field == "name"


@pytest.mark.parametrize("name", ["x" * 60, "=A1+1", "O'Brien", "Łukasz", "Anna-Maria von Stubai, geb. Ötz"])
def test_unusual_names_are_kept_as_they_are(sqlite_store: Store, name: str) -> None:
    _add(sqlite_store, name)
    assert _labels(sqlite_store) == [name]


def test_who_played_last_comes_first_then_by_name_with_umlauts_in_their_place(store: Store) -> None:
    for name in ("Zenz", "Ödön", "Otto", "Anna", "Änne"):
        _add(store, name)
    assert _labels(store) == ["Anna", "Änne", "Ödön", "Otto", "Zenz"]
    sit_down(store)
    assert _labels(store) == ["Franz", "Leni", "Maria", "Sepp", "Toni", "Anna", "Änne", "Ödön", "Otto", "Zenz"]


def test_who_played_in_demo_evenings_only_is_not_remembered(store: Store) -> None:
    ids = people(store)
    with store.write() as tx:
        evenings.start_evening(tx, actor(store), new_evening(new_sitting(ids)), "demo", demo=True)
    assert _labels(store) == []
    with store.write() as tx:
        evenings.start_evening(tx, actor(store), new_evening(new_sitting(ids)), "real")
    assert _labels(store) == ["Franz", "Leni", "Maria", "Sepp", "Toni"]


def test_nobody_sits_at_a_table_twice(sqlite_store: Store) -> None:
    ids = people(sqlite_store)
    with pytest.raises(RefusedError) as caught, sqlite_store.write() as tx:
        evenings.start_evening(tx, actor(sqlite_store), new_evening(new_sitting((*ids[:4], ids[0]))), "k")
    assert caught.value.refusals[0].field == "players"


def test_names_at_the_table_are_labels(sqlite_store: Store) -> None:
    ids = (*people(sqlite_store)[:3], _add(sqlite_store, "Hans", "Bäck"), _add(sqlite_store, "Hans", "Lois"))
    with sqlite_store.write() as tx:
        sitting = evenings.start_evening(tx, actor(sqlite_store), new_evening(new_sitting(ids)), "k")
    names = At(sqlite_store, ids, sitting).now().names
    assert list(names.values()) == ["Toni", "Maria", "Franz", "Hans (Bäck)", "Hans (Lois)"]
    with sqlite_store.read() as tx:
        assert reading.events(tx, evenings.first_club(tx))[0].names[3:] == ("Hans (Bäck)", "Hans (Lois)")


def _rename(store: Store, player: int, name: str, nickname: str = "") -> None:
    with store.write() as tx:
        players.rename_player(tx, actor(store), player, name, nickname)


def _audit(store: Store, what: What) -> list[Mapping[str, Any]]:
    with store.read() as tx:
        return [line.values for line in audit.of_kind(tx, evenings.first_club(tx), what)]


def test_renaming_breaks_no_sum_because_no_sum_hangs_on_a_name(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, None, 7))
    _rename(store, table.ids[0], "Anton", "Wirt")
    assert table.totals() == (8, -2, -2, -2, -2)
    assert list(table.now().names.values()) == ["Anton", "Maria", "Franz", "Leni", "Sepp"]
    assert _audit(store, What.PLAYER_RENAMED) == [
        {"player": table.ids[0], "name": "Toni", "nickname": "", "to_name": "Anton", "to_nickname": "Wirt"}
    ]
    with store.read() as tx:
        assert checking.check(tx).clean


def test_the_same_name_typed_again_leaves_no_trace_but_other_capitals_do(store: Store) -> None:
    toni = _add(store, "toni")
    _rename(store, toni, " toni ")
    assert _audit(store, What.PLAYER_RENAMED) == []
    _rename(store, toni, "Toni")
    assert _labels(store) == ["Toni"]
    assert len(_audit(store, What.PLAYER_RENAMED)) == 1


def test_nobody_takes_the_name_of_somebody_else_but_a_nickname_tells_them_apart(store: Store) -> None:
    toni, anton = _add(store, "Toni"), _add(store, "Anton")
    with pytest.raises(RefusedError, match="Somebody else is called so"):
        _rename(store, anton, "TONI")
    _rename(store, anton, "Toni", "Bäck")
    _rename(store, toni, "Toni", "Wirt")
    assert _labels(store) == ["Toni (Bäck)", "Toni (Wirt)"]


def test_the_name_of_a_merged_record_is_not_taken_but_merged_the_other_way_round(store: Store) -> None:
    slip, josef = _add(store, "Joisef"), _add(store, "Josef")
    with store.write() as tx:
        merging.merge(tx, actor(store), slip, josef)
    with pytest.raises(RefusedError, match="the other way round"):
        _rename(store, josef, "Joisef")


def test_who_retired_comes_last_and_sits_down_as_the_same_person(store: Store) -> None:
    table = sit_down(store)
    with store.write() as tx:
        players.retire_player(tx, actor(store), table.ids[0])
        players.retire_player(tx, actor(store), table.ids[0])
    assert _labels(store) == ["Franz", "Leni", "Maria", "Sepp", "Toni"]
    with store.read() as tx:
        assert [person.retired for person in players.known_players(tx, 1)] == [False] * 4 + [True]
    assert _add(store, "Toni") == table.ids[0]
    table.enter(1, table.jaggln(0, None, 7))  # the table goes on
    assert table.totals() == (8, -2, -2, -2, -2)
    with store.write() as tx:
        players.take_back_player(tx, actor(store), table.ids[0])
    assert len(_audit(store, What.PLAYER_RETIRED)) == len(_audit(store, What.PLAYER_BACK)) == 1


def _delete(store: Store, player: int) -> None:
    with store.write() as tx:
        players.delete_player(tx, actor(store), player)


def test_who_was_never_anywhere_is_deleted_with_a_line_that_says_who(store: Store) -> None:
    nobody = _add(store, "Niemand", "Post")
    _delete(store, nobody)
    assert _labels(store) == []
    assert _audit(store, What.PLAYER_DELETED) == [{"player": nobody, "name": "Niemand", "nickname": "Post"}]
    with pytest.raises(NotFoundError):
        _delete(store, nobody)


def test_who_sat_at_a_table_and_only_owed_is_not_deleted(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, None, 7))
    for player in table.ids:
        with pytest.raises(RefusedError, match="sat at a table"):
            _delete(store, player)


def test_who_would_sit_down_again_if_an_undone_change_of_seats_were_restored_is_not_deleted(store: Store) -> None:
    table = sit_down(store)
    vroni, hias = people(store, ("Vroni", "Hias"))
    with store.write() as tx:
        done = changing.change_seats(tx, actor(store), table.sitting, key="join", seen=0, joining=vroni)
    table.undo(done.seq)
    assert len(table.now().setup.players) == 5
    with pytest.raises(RefusedError, match="sat at a table"):
        _delete(store, vroni)
    _delete(store, hias)
    table.redo(done.seq)
    assert list(table.now().names.values())[-1] == "Vroni"


def test_who_stands_for_a_merged_record_is_not_deleted_nor_the_record(store: Store) -> None:
    slip, josef = _add(store, "Joisef"), _add(store, "Josef")
    with store.write() as tx:
        merging.merge(tx, actor(store), slip, josef)
    for player in (slip, josef):
        with pytest.raises(RefusedError, match="was merged"):
            _delete(store, player)


def test_people_of_another_club_are_not_found(sqlite_store: Store) -> None:
    toni = _add(sqlite_store, "Toni")
    stranger = replace(actor(sqlite_store), club=4711)
    for service in (players.retire_player, players.take_back_player, players.delete_player):
        with pytest.raises(NotFoundError), sqlite_store.write() as tx:
            service(tx, stranger, toni)
    with pytest.raises(NotFoundError), sqlite_store.write() as tx:
        players.rename_player(tx, stranger, toni, "Anton")


def test_known_names_much_alike_are_paired_and_those_told_apart_are_not(sqlite_store: Store) -> None:
    for name, nickname in (
        ("Josef", ""),
        ("Joisef", ""),
        ("Hans", "Bäck"),
        ("Hans", "Lois"),
        ("Leni", ""),
        ("Lena", ""),
    ):
        _add(sqlite_store, name, nickname)
    with sqlite_store.read() as tx:
        register = players.Register(players.known_players(tx, evenings.first_club(tx)))
    assert [(one.name, other.name) for one, other in register.pairs()] == [("Joisef", "Josef")]
    assert [person.name for person in register.like("Joseff")] == ["Joisef", "Josef"]
