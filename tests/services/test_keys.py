"""A form that makes several things makes keys for them which no other form can have."""

import json

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.services import changing, evenings, paying
from scorekeeper.services.changing import NewRules
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.importing import as_event, import_event
from scorekeeper.services.keys import part_of
from scorekeeper.storage import Store, payments
from tests.services.table import At, actor, new_sitting, people, sit_down

FILE = {
    "format": "scorekeeper-evening/1", "game": "jaggln", "players": ["A", "B", "C", "D", "E"],
    "deals": [{"declarer": "A", "gewisse": 6}],
}  # fmt: skip


def guesses(key: str, part: int) -> list[str]:
    return [f"{key}{sign}{part}" for sign in ("-", " ", ":", " 0 ", "")]


@pytest.fixture
def table(sqlite_store: Store) -> At:
    table = sit_down(sqlite_store)
    table.enter(1, table.jaggln(0, 2, 6))
    return table


def test_a_key_made_here_is_refused_when_a_form_sends_it(table: At) -> None:
    with pytest.raises(RefusedError):
        table.enter(2, table.jaggln(0, 2, 6), key=part_of("rules", 1))


def test_no_other_form_is_taken_for_a_part_of_paying_out(table: At) -> None:
    with table.store.write() as tx:
        for key in guesses("out", 1):
            transfer = Transfer(table.player(1), table.player(0), 1)
            paying.pay_freely(tx, actor(table.store), event_id=1, transfer=transfer, key=key, note_text="", more=True)
        before = len(payments.of_event(tx, 1))
        lines = paying.leaving(tx, 1, table.player(3)).lines
        paid = paying.pay_out(tx, actor(table.store), event_id=1, player=table.player(3), key="out", seen=lines)
        assert paid == lines
        assert len(payments.of_event(tx, 1)) == before + len(lines)
        assert paying.pay_out(tx, actor(table.store), event_id=1, player=table.player(3), key="out", seen=lines) == ()


def test_no_deal_is_taken_for_one_that_was_scored_again(table: At) -> None:
    with table.store.write() as tx:
        changing.change_rules(
            tx, actor(table.store), table.sitting, key="rules", seen=table.now().seq,
            new=NewRules(rule_set="schipflinger", options={}, stake_cents=50), all_deals=True,
        )  # fmt: skip
    for number, key in enumerate(guesses("rules", 1), 2):
        assert table.enter(number, table.jaggln(0, 2, 6), key=key).number == number


def test_no_sitting_and_no_deal_is_taken_for_one_that_was_read_in(sqlite_store: Store) -> None:
    who = actor(sqlite_store)
    with sqlite_store.write() as tx:
        file = as_event(read_evening(json.dumps(FILE).encode()))
        event = import_event(tx, who, file, key="moved", untitled="Kartenabend", line=2)
        assert import_event(tx, who, file, key="moved", untitled="Kartenabend", line=2) == event
        assert import_event(tx, who, file, key="moved", untitled="Kartenabend", line=3, again=True) == event + 1
    new = new_sitting(people(sqlite_store, ("Toni", "Maria", "Franz", "Leni", "Sepp")))
    with sqlite_store.write() as tx:
        made = {evenings.next_sitting(tx, who, event, new, key) for key in (*guesses("moved 2", 1), "moved 2")}
    assert len(made) == 6
    assert min(made) == 3  # after the two that were read in
    table = At(sqlite_store, (1, 2, 3, 4, 5), 1)
    assert table.enter(2, table.jaggln(0, 2, 6), key="import 1").number == 2
