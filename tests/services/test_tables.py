"""Several tables in one evening: each goes on by itself, and nobody sits at two unnoticed."""

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.services import evenings, exporting, links, reading, tables
from scorekeeper.services.evening_writer import write_evening
from scorekeeper.storage import Store
from tests.services.table import At, actor, new_sitting, people, sit_down


def another(table: At, names: tuple[str, ...], key: str, number: int | None = None) -> int:
    """Begin a sitting of Dobbm at a table named, else at one more table."""
    ids = people(table.store, names)
    event = table.now().event.id
    with table.store.write() as tx:
        if number is None:
            return evenings.new_table(tx, actor(table.store), event, new_sitting(ids, "dobbm"), key)
        return evenings.next_sitting(
            tx, actor(table.store), event, new_sitting(ids, "dobbm"), key, table_number=number
        )  # fmt: skip


def numbers(table: At) -> dict[int, list[int]]:
    """Per table the positions of its sittings."""
    with table.store.read() as tx:
        row = reading.event_now(tx, table.now().event.id)
    return {one.number: [head.position for head in one.sittings] for one in tables.tables_of(row)}


def twice(table: At) -> tuple[str, ...]:
    with table.store.read() as tx:
        return tables.at_two_tables(tx, actor(table.store).club, reading.event_now(tx, table.now().event.id))


def test_a_further_table_has_the_next_number_and_each_goes_on_by_itself(store: Store) -> None:
    table = sit_down(store)
    others = ("Hans", "Vroni", "Gretl", "Peter")
    second = another(table, others, "2")
    assert another(table, others, "2") == second, "the same form sent twice"
    another(table, ("Toni", "Maria", "Franz", "Leni"), "3", number=1)
    another(table, others, "4", number=2)
    another(table, ("Anna", "Berta", "Carl", "Dora"), "5")
    assert numbers(table) == {1: [1, 3], 2: [2, 4], 3: [5]}


def test_what_follows_stays_at_the_table_of_the_last_sitting(sqlite_store: Store) -> None:
    table = sit_down(sqlite_store)
    another(table, ("Hans", "Vroni", "Gretl", "Peter"), "2")
    event, ids = table.now().event.id, people(sqlite_store, ("Hans", "Vroni", "Gretl", "Peter"))
    with sqlite_store.write() as tx:
        evenings.next_sitting(tx, actor(sqlite_store), event, new_sitting(ids, "dobbm"), "3")
    assert numbers(table) == {1: [1], 2: [2, 3]}
    with sqlite_store.read() as tx:
        assert write_evening(exporting.event_file(tx, event)).count(b'"table": 2') == 2


@pytest.mark.parametrize("number", [0, 1000])
def test_a_table_has_a_number_that_a_link_may_have(sqlite_store: Store, number: int) -> None:
    table = sit_down(sqlite_store)
    with pytest.raises(RefusedError):
        another(table, ("Hans", "Vroni", "Gretl", "Peter"), "2", number=number)
    event = table.now().event.id
    with pytest.raises(RefusedError), sqlite_store.write() as tx:
        links.make_link(tx, actor(sqlite_store), links.Kind.TABLE, secret="s", event=event, table_number=number)


def test_who_sits_at_two_tables_at_once_is_named_until_one_of_them_is_over(store: Store) -> None:
    table = sit_down(store)
    assert twice(table) == ()
    another(table, ("Hans", "Vroni", "Gretl", "Peter"), "2")
    assert twice(table) == ()
    another(table, ("Toni", "Anna", "Berta", "Carl"), "3")
    assert twice(table) == ("Toni",)
    table.end()
    assert twice(table) == ()
