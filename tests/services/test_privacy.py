"""Somebody asks what is kept about them, and to be forgotten: the name goes, what was played and paid stays."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.services import checking, evenings, merging, paying, players, privacy
from scorekeeper.services.evening_writer import write_evening
from scorekeeper.services.exporting import event_file
from scorekeeper.services.privacy_export import everything_about
from scorekeeper.services.settling import settle_event
from scorekeeper.services.story import Wanted, whole_story
from scorekeeper.storage import Store
from scorekeeper.storage.tables import metadata
from tests.services.table import At, actor, sit_down

LATER = datetime(2027, 2, 1, 12, 0, tzinfo=UTC)


@dataclass
class Club:
    """An evening of five, closed, with Zenzi who was renamed, merged and paid."""

    store: Store
    table: At
    event: int
    zenzi: int
    double: int

    def erase(self) -> None:
        with self.store.write() as tx:
            privacy.erase_person(tx, actor(self.store, LATER), self.zenzi)


@pytest.fixture
def club(store: Store) -> Club:
    table = sit_down(store)  # as Toni, by mistake
    who, zenzi = actor(store), table.ids[0]
    with store.write() as tx:
        players.rename_player(tx, who, zenzi, "Zenzi Kranzl", "Kranzei")
        players.rename_player(tx, who, zenzi, "Zenzi Kranzlhuber", "Kranzei")
        double = players.add_player(tx, who, "Crescentia Kranzlhuber")
        merging.merge(tx, who, double, zenzi)
        players.retire_player(tx, who, zenzi)
        merging.tell_apart(tx, who, table.ids[1], double)
    table.enter(1, table.jaggln(0, 2, 6), note="Zenzi hat sich verzählt")  # Zenzi and Franz +3, the others −2
    table.enter(2, table.jaggln(1, None, 4))
    event = table.now().event.id
    with store.write() as tx:
        transfer = Transfer(table.player(1), table.player(0), 10)
        paying.pay_freely(tx, who, event_id=event, transfer=transfer, key="k", note_text="für die Kranzei")
        evenings.end_evening(tx, who, event)
    return Club(store, table, event, zenzi, double)


def everything(store: Store) -> dict[str, str]:
    """Every row of every table, as text."""
    with store.read() as tx:
        return {
            table.name: "\n".join(repr(tuple(row)) for row in tx.all(select(table).order_by(*table.primary_key)))
            for table in metadata.sorted_tables
        }  # fmt: skip


def where(store: Store, *words: str) -> set[str]:
    found = everything(store)
    return {name for name, rows in found.items() if any(word.lower() in rows.lower() for word in words)}


def test_the_name_is_nowhere_any_more_but_in_what_others_wrote(club: Club) -> None:
    assert where(club.store, "Kranzl", "Crescentia") == {"player", "audit"}
    club.erase()
    assert where(club.store, "Kranzl", "Crescentia") == set()
    assert where(club.store, "Zenzi", "Kranzei") == {"entry", "payment", "audit"}  # two notes, one of them in the audit
    with club.store.read() as tx:
        assert players_of(club, club.zenzi, club.double) == ["Gelöscht 1", "Gelöscht 2"]
        labels = settle_event(tx, club.event).names
    assert sorted(labels.values()) == ["Franz", "Gelöscht 1", "Leni", "Maria", "Sepp"]


def players_of(club: Club, *numbers: int) -> list[str]:
    with club.store.read() as tx:
        return [merging.record_of(tx, actor(club.store), number).name for number in numbers]


def test_sums_settlement_and_ledger_stay_as_they_were(club: Club) -> None:
    kept = ("club", "event", "sitting", "seat", "entry", "deal", "standing", "adjustment", "payment")
    before, totals = everything(club.store), club.table.totals()
    with club.store.read() as tx:
        settled = settle_event(tx, club.event)
    club.erase()
    after = everything(club.store)
    assert {name: after[name] == before[name] for name in kept} == dict.fromkeys(kept, True)
    with club.store.read() as tx:
        now = settle_event(tx, club.event)
        report = checking.check(tx)
    assert (now.balances, now.plan, now.lines) == (settled.balances, settled.plan, settled.lines)
    assert club.table.totals() == totals
    assert (report.findings, report.damage) == ((), ())


def test_the_audit_says_that_it_was_done_and_refuses_any_other_change_as_before(club: Club) -> None:
    lines = everything(club.store)["audit"].count("\n")
    club.erase()
    after = everything(club.store)["audit"]
    assert after.count("\n") == lines + 1
    assert after.splitlines()[-1].count("person_erased") == 1
    with pytest.raises(DBAPIError, match="append-only"), club.store.write() as tx:
        tx.execute(text("UPDATE audit SET actor = 'nobody'"))
    with pytest.raises(DBAPIError, match="append-only"), club.store.write() as tx:
        tx.execute(text("DELETE FROM audit"))


def test_an_erasure_that_fails_changes_nothing_and_leaves_the_audit_guarded(club: Club) -> None:
    before = everything(club.store)

    def fail_afterwards() -> None:
        with club.store.write() as tx:
            privacy.erase_person(tx, actor(club.store, LATER), club.zenzi)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_afterwards()
    assert everything(club.store) == before
    with pytest.raises(DBAPIError, match="append-only"), club.store.write() as tx:
        tx.execute(text("UPDATE audit SET actor = 'nobody'"))


def test_the_story_and_the_evening_file_name_nobody(club: Club) -> None:
    club.erase()
    with club.store.read() as tx:
        told = repr(whole_story(tx, club.event, Wanted(newest=False)))
        written = write_evening(event_file(tx, club.event)).decode()
    for word in ("Kranzl", "Crescentia"):
        assert word not in told
        assert word not in written
    assert "Gelöscht 1" in written


def test_who_was_erased_is_not_known_and_neither_renamed_nor_merged_nor_taken_back(club: Club) -> None:
    club.erase()
    who = actor(club.store, LATER)
    with club.store.read() as tx:
        assert [known.name for known in players.known_players(tx, who.club)] == ["Franz", "Leni", "Maria", "Sepp"]
    with pytest.raises(RefusedError), club.store.write() as tx:
        players.rename_player(tx, who, club.zenzi, "Zenzi")
    with pytest.raises(RefusedError), club.store.write() as tx:
        players.take_back_player(tx, who, club.zenzi)
    with pytest.raises(RefusedError), club.store.write() as tx:
        merging.merge(tx, who, club.table.ids[1], club.zenzi)
    with pytest.raises(RefusedError), club.store.write() as tx:
        players.add_player(tx, who, "gelöscht 1")
    with pytest.raises(RefusedError), club.store.write() as tx:
        privacy.erase_person(tx, who, club.zenzi)
    with club.store.write() as tx:
        again = players.add_player(tx, who, "Zenzi Kranzlhuber", "Kranzei")
    assert again not in {club.zenzi, club.double}


def test_a_name_that_says_nothing_and_is_taken_is_passed_over(club: Club) -> None:
    with club.store.write() as tx:
        players.add_player(tx, actor(club.store), "Gelöscht 1")
    club.erase()
    assert players_of(club, club.zenzi, club.double) == ["Gelöscht 2", "Gelöscht 3"]


def test_a_table_that_goes_on_needs_its_names(club: Club) -> None:
    with club.store.write() as tx:
        evenings.reopen_evening(tx, actor(club.store), club.event)
    with pytest.raises(RefusedError, match="goes on"):
        club.erase()


def test_what_others_wrote_is_found_by_any_word_of_the_names(club: Club) -> None:
    with club.store.read() as tx:
        found = privacy.mentions(tx, actor(club.store), club.zenzi)
        others = privacy.mentions(tx, actor(club.store), club.table.ids[2])
    assert [(mention.number, mention.text) for mention in found] == [
        (1, "Zenzi hat sich verzählt"), (0, "für die Kranzei"),
    ]  # fmt: skip
    assert others == ()


def test_all_that_is_kept_about_somebody_comes_out_and_names_nobody_else(club: Club) -> None:
    with club.store.read() as tx:
        data = everything_about(tx, actor(club.store, LATER), club.double)
    assert [(one["record"], one["name"], one["nickname"]) for one in data["names"]] == [
        (club.zenzi, "Zenzi Kranzlhuber", "Kranzei"), (club.double, "Crescentia Kranzlhuber", ""),
    ]  # fmt: skip
    [evening] = data["evenings"]
    [sitting] = evening["sittings"]
    assert (evening["title"], evening["date"], sitting["game"]) == ("Kartenabend", "2027-01-15", "jaggln")
    first, _second = sitting["deals"]
    assert (first["deal"], first["units"]) == (1, 3)
    assert [(paid["got"], paid["with"]) for paid in evening["payments"]] == [(10, "somebody")]
    assert [line["what"] for line in data["changes"]] == [
        "player_added", "player_renamed", "player_renamed", "player_added", "players_merged", "player_retired",
        "players_told_apart",
    ]  # fmt: skip
    assert {mention["text"] for mention in data["mentions"]} == {"Zenzi hat sich verzählt", "für die Kranzei"}
    written = json.dumps(data, ensure_ascii=False)
    assert [name for name in ("Maria", "Franz", "Leni", "Sepp") if name in written] == []
