"""Texts as people paste them."""

import pytest

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.services import evenings, paying, players, settling
from scorekeeper.services.texts import one_line, several_lines
from scorekeeper.storage import Store
from tests.services.table import actor, new_evening, new_sitting, people, sit_down


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("  Hans   Bäck ", "Hans Bäck"),
        ("Ba\N{COMBINING DIAERESIS}ck", "Bäck"),
        ("Han\N{SOFT HYPHEN}s", "Hans"),
        ("\N{ZERO WIDTH SPACE}Hans\N{RIGHT-TO-LEFT OVERRIDE}", "Hans"),
        ("Hans\0Sepp\tLeni\nVroni", "Hans Sepp Leni Vroni"),
        ("\N{ZERO WIDTH SPACE}", ""),
        ("שלום 🂡 O’Neill =1+1", "שלום 🂡 O’Neill =1+1"),
    ],
)
def test_a_name_keeps_what_can_be_seen(typed: str, kept: str) -> None:
    assert one_line(typed) == kept


def test_a_note_keeps_its_lines() -> None:
    assert several_lines(" einer\r\n\r\nzwei \x00\ndrei\n") == "einer\n\nzwei\ndrei"


def test_a_pasted_name_with_invisible_signs_is_the_person_it_looks_like(store: Store) -> None:
    with store.write() as tx:
        hans = players.add_player(tx, actor(store), "Hans")
        assert players.add_player(tx, actor(store), "Ha\N{SOFT HYPHEN}ns\N{ZERO WIDTH SPACE}") == hans


def test_signs_that_a_database_refuses_are_taken_out_of_notes_and_titles(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 1, 6), note="Leni\0gab\0zweimal")
    assert table.rows()[0].entry.note == "Leni gab zweimal"
    ids = people(store)
    with store.write() as tx:
        new = evenings.NewEvening(title="Karten\0abend", place="\0", date=new_evening(new_sitting(ids)).date,
                                  purse="one", sitting=new_sitting(ids))  # fmt: skip
        evenings.start_evening(tx, actor(store), new, "titles")


def test_a_key_of_signs_that_a_database_refuses_is_no_key(store: Store) -> None:
    table = sit_down(store)
    with pytest.raises(RefusedError):
        table.enter(1, table.jaggln(0, 1, 6), key="a\0b")


def test_a_payment_of_the_highest_amounts_at_the_highest_stake_is_kept(store: Store) -> None:
    """1,000,000 points at 1,000 euro are more cents than four bytes hold."""
    table = sit_down(store, "free", ("Toni", "Maria"), stake=100_000)
    toni, maria = table.player(0), table.player(1)
    table.enter(1, table.deal({"amounts": {toni: 1_000_000, maria: -1_000_000}}))
    transfer = Transfer(maria, toni, 100_000_000_000)
    with store.write() as tx:
        paying.mark_paid(tx, actor(store), event_id=table.now().event.id, transfer=transfer, key="paid")
    with store.read() as tx:
        lines = settling.settle_sitting(tx, table.sitting).lines
    assert [(line.transfer, line.paid) for line in lines] == [(transfer, True)]


def test_a_sharp_s_makes_another_name(store: Store) -> None:
    with store.write() as tx:
        sharp, double = (players.add_player(tx, actor(store), name) for name in ("Strauß", "Strauss"))
        assert sharp != double
        assert players.add_player(tx, actor(store), "STRAUSS") == double
