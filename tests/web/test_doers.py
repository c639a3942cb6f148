"""Who did something: an organiser by name while the account is known, a table's phone by its device."""

import re

import pytest
from sqlalchemy import select

from scorekeeper.services import organisers
from scorekeeper.storage import Store
from scorekeeper.storage.tables import metadata
from tests.web.room import PASSWORD, Device, Room
from tests.web.visiting import Visitor, hidden, words


@pytest.fixture
def served_url(database_url: str) -> str:
    return database_url


@pytest.fixture
def zenzi(room: Room) -> Device:
    """A second organiser, logged in."""
    with room.store.write() as tx:
        organisers.add_organiser(tx, room.actor(), "Zenzi Kranzl", organisers.hashed(PASSWORD))
    device = room.device()
    device.log_in("Zenzi Kranzl")
    return device


def enter(device: Visitor, room: Room, gewisse: str) -> None:
    page = device.get(room.table.address)
    form = {"key": hidden(page, "key"), "number": hidden(page, "number"), "target": "0", "gewisse": gewisse}
    device.post(f"{room.table.address}/eintragen", {**form, "partner": ""})


def told(room: Room, more: str = "") -> str:
    return words(room.organiser().get(f"/abend/{room.event}/verlauf{more}"))


def account(store: Store, name: str) -> int:
    with store.read() as tx:
        found = organisers.find(tx, name)
    assert found
    return found.id


def mentions(store: Store, name: str) -> set[str]:
    """Give the tables in which a name stands."""
    with store.read() as tx:
        rows = {table.name: repr(tx.all(select(table))) for table in metadata.sorted_tables}
    return {table for table, text in rows.items() if name in text}


def test_an_organiser_is_named_and_a_table_by_its_device_and_both_can_be_picked(room: Room, zenzi: Device) -> None:
    phone = room.scorer()
    enter(zenzi, room, "6")
    enter(phone, room, "4")
    number = account(room.store, "Zenzi Kranzl")
    everything = told(room)
    assert re.search(r"\d\d:\d\d Zenzi Kranzl Spiel 1 ", everything)
    device = re.search(r"\d\d:\d\d (Gerät [A-Z]\d+) Spiel 2 ", everything)
    assert device
    assert "Zenzi Kranzl" in words(phone.get(f"{room.table.address}/spiele"))
    hers, theirs = told(room, f"?von={number}"), told(room, f"?von={device[1]}")
    assert "Nur, was Zenzi Kranzl eingetragen hat." in hers
    assert ("Spiel 1 " in hers, "Spiel 2 " in hers) == (True, False)
    assert ("Spiel 1 " in theirs, "Spiel 2 " in theirs) == (False, True)
    page = zenzi.get(f"/abend/{room.event}/verlauf?von={number}")
    assert f'<option value="{number}" selected>Zenzi Kranzl</option>' in page.text
    assert f"verlauf.pdf?von={number}" in page.text
    printed = words(zenzi.get(f"/abend/{room.event}/verlauf/druck?von={number}"))
    assert "nur, was Zenzi Kranzl eingetragen hat" in printed
    assert "Spiel 2" not in printed


def test_a_name_stands_with_the_account_alone_and_is_forgotten_once_that_is_gone(room: Room, zenzi: Device) -> None:
    enter(zenzi, room, "6")
    zenzi.post(f"/abend/{room.event}/zugang/tische", {"table": "2"})
    number = account(room.store, "Zenzi Kranzl")
    assert mentions(room.store, "Kranzl") == {"organiser", "audit"}  # nothing that was entered says the name
    maria = room.organiser()
    maria.post(f"/zugang/organisator/{number}/entfernen", {})
    assert "Zenzi Kranzl Spiel 1 " in told(room)  # the history stays what it was
    assert "Organisierte früher" in words(maria.get("/zugang"))
    assert maria.post(f"/zugang/organisator/{account(room.store, 'Maria')}/vergessen", {}).status_code == 409
    maria.post(f"/zugang/organisator/{number}/vergessen", {})
    assert mentions(room.store, "Kranzl") == set()
    assert re.search(r"\d\d:\d\d Gerät [A-Z]\d+ Spiel 1 ", told(room))
    assert maria.post(f"/zugang/organisator/{number}/vergessen", {}).status_code == 404


def test_what_was_kept_before_organisers_were_named_is_read_as_before(room: Room) -> None:
    assert "20:30 Gerät K7 Abend begonnen" in told(room, "?zuerst=alt")
