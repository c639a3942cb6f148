import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services import evenings, players, reading
from scorekeeper.storage import Store
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


@pytest.mark.parametrize("name", ["", "   ", "\n", "x" * 61])
def test_an_empty_or_endless_name_is_refused(sqlite_store: Store, name: str) -> None:
    with pytest.raises(RefusedError) as caught:
        _add(sqlite_store, name)
    assert caught.value.refusals[0].field == "name"


@pytest.mark.parametrize("name", ["x" * 60, "=1+1", "O'Brien", "Łukasz", "Anna-Maria von Stubai, geb. Ötz"])
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
