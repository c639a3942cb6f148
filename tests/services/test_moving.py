"""Moving house: what is exported comes in again as it was, on either database, and the file says what the app says."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.domain.checks import Problem
from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import N_, Player
from scorekeeper.i18n import render
from scorekeeper.services import changing, checking, entering, evenings, paying, players, reading, settling
from scorekeeper.services.changing import NewRules
from scorekeeper.services.evening_data import EventFile
from scorekeeper.services.evening_file import read_evening
from scorekeeper.services.evening_writer import write_evening, write_line
from scorekeeper.services.exporting import event_file
from scorekeeper.services.importing import AlreadyThereError, UnsoundError, as_event, import_event, preview
from scorekeeper.services.scoring import score_event
from scorekeeper.storage import Store, audit
from tests.conftest import SOAK
from tests.databases import Postgres, Sqlite, fresh
from tests.services.table import At, actor, sit_down
from tests.services.wild import Wild

Open = Callable[[], Iterator[Store]]


def exported(store: Store, event: int) -> bytes:
    with store.read() as tx:
        return write_evening(event_file(tx, event))


def imported(store: Store, content: bytes, key: str = "import") -> int:
    with store.write() as tx:
        return import_event(tx, actor(store), as_event(read_evening(content)), key=key, untitled="Kartenabend")


def read_event(content: bytes) -> EventFile:
    file = read_evening(content)
    assert isinstance(file, EventFile)
    return file


@contextmanager
def opened(databases: Sqlite | Postgres, template: str) -> Iterator[Store]:
    # closed also when Hypothesis breaks an example off
    with fresh(databases, template) as url, closing(Store(url)) as store:
        yield store


def assert_the_file_says_what_the_app_says(store: Store, event: int, content: bytes) -> None:
    score = score_event(read_event(content))
    with store.read() as tx:
        settlement = settling.settle_event(tx, event)
        apart = [settling.settle_sitting(tx, share.sitting.id) for share in settlement.sittings]
    assert list(settlement.cents.values()) == list(score.cents.values())
    for share, alone, one in zip(settlement.sittings, apart, score.sittings, strict=True):
        assert list(share.totals.values()) == list(one.totals.values())
        assert list(share.amounts.values()) == list(one.amounts.values())
        assert list(alone.cents.values()) == list(one.cents.values())
        assert [line.cents for line in alone.plan.transfers] == [line.cents for line in one.plan.transfers]
        assert share.sitting.deals == len(one.played)
    assert [line.cents for line in settlement.plan.transfers] == [line.cents for line in score.plan.transfers]


@settings(max_examples=300 if SOAK else 12)
@given(data=st.data())
def test_any_evening_comes_back_with_the_same_bytes_and_the_same_money(
    sqlite: Sqlite, sqlite_template: str, data: st.DataObject
) -> None:
    with opened(sqlite, sqlite_template) as old, opened(sqlite, sqlite_template) as new:
        event = Wild(old, data.draw).play(25)
        content = exported(old, event)
        assert write_evening(read_event(content)) == content
        assert write_line(read_event(write_line(read_event(content)))) == write_line(read_event(content))
        assert_the_file_says_what_the_app_says(old, event, content)
        again = imported(new, content)
        assert exported(new, again) == content
        assert_the_file_says_what_the_app_says(new, again, content)
        with new.read() as tx:
            assert checking.check(tx).clean


@pytest.mark.postgres
@settings(max_examples=100 if SOAK else 3)
@given(data=st.data())
def test_an_evening_moves_from_sqlite_to_postgresql_and_back_with_the_same_bytes(
    sqlite: Sqlite, sqlite_template: str, postgresql: Postgres, postgresql_template: str, data: st.DataObject
) -> None:
    with (
        opened(sqlite, sqlite_template) as old,
        opened(postgresql, postgresql_template) as between,
        opened(sqlite, sqlite_template) as new,
    ):
        content = exported(old, Wild(old, data.draw).play(25))
        event = imported(between, content)
        assert exported(between, event) == content
        assert_the_file_says_what_the_app_says(between, event, content)
        assert exported(new, imported(new, exported(between, event))) == content


@pytest.mark.postgres
@settings(max_examples=50 if SOAK else 2)
@given(data=st.data())
def test_an_evening_played_on_postgresql_moves_to_sqlite(
    sqlite: Sqlite, sqlite_template: str, postgresql: Postgres, postgresql_template: str, data: st.DataObject
) -> None:
    with opened(postgresql, postgresql_template) as old, opened(sqlite, sqlite_template) as new:
        content = exported(old, Wild(old, data.draw).play(25))
        assert exported(new, imported(new, content)) == content


def event_of(table: At) -> int:
    return table.now().event.id


def document(table: At) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(exported(table.store, event_of(table)))
    return found


def refusals(store: Store, content: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as refused:
        imported(store, json.dumps(content).encode())
    return [(place, render(message, "en")) for place, message in refused.value.refusals]


class TestExport:
    def test_a_plain_evening_is_written_as_the_format_says_and_nothing_beside_it(self, sqlite_store: Store) -> None:
        table = sit_down(sqlite_store)
        table.enter(1, table.jaggln(0, 2, 6))
        table.enter(2, table.jaggln(1, None, 4))
        assert (
            exported(sqlite_store, event_of(table)).decode()
            == """\
{"format": "scorekeeper-evening/1",
 "event": {"title": "Kartenabend", "date": "2027-01-15", "place": "Westendorf", "payout": "transfers"},
 "sittings": [
  {"game": "jaggln",
   "rules": "schipflinger",
   "options": {},
   "stake": {"cents": 10, "currency": "EUR"},
   "payout": "transfers",
   "players": ["Toni", "Maria", "Franz", "Leni", "Sepp"],
   "first_dealer": "Sepp",
   "deals": [
    {"declarer": "Toni", "partner": "Franz", "gewisse": 6},
    {"declarer": "Maria", "gewisse": 4}]}]}
"""
        )

    def test_who_dealt_and_sat_out_is_written_only_where_the_rules_would_have_it_otherwise(
        self, sqlite_store: Store
    ) -> None:
        table = sit_down(sqlite_store)
        table.enter(1, table.jaggln(0, 2, 6))
        table.enter(2, table.jaggln(1, 3, 6), dealer=table.player(2))  # it was Toni's turn
        table.enter(3, table.jaggln(1, 3, 6))  # after Franz Leni deals
        first, second, third = document(table)["sittings"][0]["deals"]
        assert "dealer" not in first
        assert second["dealer"] == "Franz"
        assert "dealer" not in third

    def test_what_changed_from_a_deal_on_is_written_with_its_number(self, sqlite_store: Store) -> None:
        table = sit_down(sqlite_store)
        table.enter(1, table.jaggln(0, 2, 6))
        change(table, stake=20, gematscht_factor=3)
        table.enter(2, table.jaggln(1, 3, 6))
        change(table, stake=20, rule_set="mayr-hassler")
        sitting = document(table)["sittings"][0]
        assert sitting["stake"] == {"cents": 10, "currency": "EUR"}
        assert sitting["changes"] == [
            {"from": 2, "options": {"gematscht_factor": 3}, "stake": {"cents": 20, "currency": "EUR"}},
            {"from": 3, "rules": "mayr-hassler"},
        ]

    def test_struck_deals_leavers_and_adjustments_are_written(self, sqlite_store: Store) -> None:
        table = sit_down(sqlite_store)
        table.void(1, table.enter(1, table.jaggln(0, 2, 6)).seq)
        table.enter(2, table.jaggln(0, 2, 6))
        with sqlite_store.write() as tx:
            who = actor(sqlite_store)
            units = {table.player(3): -2, table.player(0): 1}
            changing.adjust(tx, who, table.sitting, key="a", seen=3, units=units, reason="verleugnet")
            hias = players.add_player(tx, who, "Hias")
            changing.change_seats(
                tx, who, table.sitting, key="s", seen=4, leaving=table.player(1), joining=hias
            )  # fmt: skip
        sitting = document(table)["sittings"][0]
        assert sitting["deals"][0]["void"] is True
        assert sitting["players"] == ["Toni", "Maria", "Hias", "Franz", "Leni", "Sepp"]
        assert sitting["present"] == {"Maria": {"from": 1, "to": 2}, "Hias": {"from": 3}}
        assert sitting["adjustments"] == [
            {"player": "Toni", "units": 1, "reason": "verleugnet", "after": 2},
            {"player": "Leni", "units": -2, "reason": "verleugnet", "after": 2},
        ]
        assert sitting["paid_out"] == {"Maria": {"units": -2, "cents": -18}}  # -2 and a fifth of 1, at 10 cents

    def test_who_paid_and_whose_coming_was_taken_back_moves_along_with_the_payment(self, sqlite_store: Store) -> None:
        table = sit_down(sqlite_store)
        table.enter(1, table.jaggln(0, 2, 6))
        who = actor(sqlite_store)
        with sqlite_store.write() as tx:
            burgi = players.add_player(tx, who, "Burgi")
            came = changing.change_seats(tx, who, table.sitting, key="comes", seen=1, joining=burgi)
            paid = Transfer(Player(str(burgi)), table.player(2), 150)
            paying.pay_freely(tx, who, event_id=event_of(table), transfer=paid, key="pays", more=True)
            entering.undo(tx, who, table.sitting, key="back", target=came.seq)
        written = document(table)["event"]
        assert written["payments"] == [{"from": "Burgi", "to": "Franz", "cents": 150}]
        assert written["people"] == {"Burgi": {"name": "Burgi"}}
        content = exported(sqlite_store, event_of(table))
        again = json.loads(content)
        again["event"]["title"] = "Noch einmal"
        new = imported(sqlite_store, json.dumps(again).encode())
        assert exported(sqlite_store, new) == content.replace(b"Kartenabend", b"Noch einmal")
        with sqlite_store.read() as tx:
            assert settling.settle_event(tx, new).balances == settling.settle_event(tx, event_of(table)).balances

    def test_two_people_of_one_name_are_told_apart_and_found_again(self, sqlite_store: Store) -> None:
        with sqlite_store.write() as tx:
            who = actor(sqlite_store)
            people = [("Toni", "Schmied"), ("Toni", "Bäck"), ("Toni", ""), ("Hans (Bäck)", ""), ("Leni", "a (b)")]
            ids = tuple(players.add_player(tx, who, *person) for person in people)
            new = evenings.NewSitting(
                game="jaggln", rule_set="schipflinger", options={}, stake_cents=0, payout="transfers", players=ids,
                first_dealer=ids[0],
            )  # fmt: skip
            whole = evenings.NewEvening(
                title="x", place="", date=evenings.evening_date(who.at), purse="one", sitting=new
            )  # fmt: skip
            sitting = evenings.start_evening(tx, who, whole, "k")
            event = reading.sitting_now(tx, sitting).event.id
        file = read_event(exported(sqlite_store, event))
        assert file.sittings[0].setup.players == (
            "Toni (Schmied)",
            "Toni (Bäck)",
            "Toni",
            "Hans (Bäck)",
            "Leni (a (b))",
        )
        with sqlite_store.write() as tx:
            import_event(tx, who, file, key="again", untitled="", again=True)
            assert len(players.known_players(tx, who.club)) == 5


def change(table: At, *, stake: int, rule_set: str = "schipflinger", **options: int) -> None:
    new = NewRules(rule_set=rule_set, options=options, stake_cents=stake)
    with table.store.write() as tx:
        seen = reading.sitting_now(tx, table.sitting).seq
        changing.change_rules(
            tx, actor(table.store), table.sitting, key=f"rules {seen}", seen=seen, new=new, all_deals=False
        )  # fmt: skip


class TestImport:
    @pytest.fixture
    def content(self, sqlite: Sqlite, sqlite_template: str) -> Iterator[dict[str, Any]]:
        """A small evening from another database."""
        with opened(sqlite, sqlite_template) as other:
            table = sit_down(other)
            table.enter(1, table.jaggln(0, 2, 6))
            table.enter(2, table.jaggln(1, None, 4))
            yield document(table)

    def take(self, store: Store, content: dict[str, Any], key: str = "import") -> int:
        return imported(store, json.dumps(content).encode(), key)

    def test_it_leaves_a_line_in_the_audit_and_can_be_undone_deal_by_deal(
        self, store: Store, content: dict[str, Any]
    ) -> None:
        event = self.take(store, content)
        with store.read() as tx:
            lines = {row.what: row.values for row in audit.of_event(tx, event)}
            [sitting] = reading.event_now(tx, event).sittings
        assert lines["event_imported"] == {"sittings": 1, "deals": 2, "payments": 0}
        with store.write() as tx:
            undone = reading.sitting_now(tx, sitting.id).undo
            assert undone is not None
            entering.undo(tx, actor(store), sitting.id, key="u", target=undone.seq)
            assert list(reading.sitting_now(tx, sitting.id).totals.values()) == [3, -2, 3, -2, -2]
            assert checking.check(tx).clean

    def test_a_name_without_a_letter_is_taken_as_it_stands_in_the_file(
        self, store: Store, content: dict[str, Any]
    ) -> None:
        text = json.dumps(content).replace('"Toni"', '"12"')
        imported(store, text.encode())
        with store.read() as tx:
            assert "12" in {known.name for known in players.known_players(tx, evenings.first_club(tx))}

    def test_the_same_event_again_must_be_meant(self, store: Store, content: dict[str, Any]) -> None:
        event = self.take(store, content)
        with pytest.raises(AlreadyThereError) as there:
            self.take(store, content, "another form")
        assert there.value.event == event
        other = json.loads(json.dumps(content))
        other["sittings"][0]["deals"][1]["gewisse"] = 5
        assert self.take(store, other, "other deals") != event

    def test_the_same_form_twice_takes_it_once(self, store: Store, content: dict[str, Any]) -> None:
        assert self.take(store, content) == self.take(store, content)

    def test_a_closed_evening_comes_closed_an_example_becomes_a_real_one(
        self, sqlite_store: Store, content: dict[str, Any]
    ) -> None:
        content["event"]["closed"] = True
        with sqlite_store.read() as tx:
            file = as_event(read_evening(json.dumps(content).encode()))
        event = self.take(sqlite_store, content)
        with sqlite_store.read() as tx:
            head = reading.event_now(tx, event).head
            assert (head.closed, head.demo, event_file(tx, event).closed) == (True, False, file.closed)

    def test_a_file_that_fails_in_the_middle_leaves_nothing(
        self, store: Store, content: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_arguments: object) -> checking.Report:
            finding = checking.Finding(None, None, Problem("scored", N_("wrong")))  # type: ignore[arg-type]  # neither is looked at
            return checking.Report(1, 2, (finding,), ())

        monkeypatch.setattr(checking, "check_sittings", broken)
        with pytest.raises(UnsoundError):
            self.take(store, content)
        with store.read() as tx:
            assert reading.events(tx, actor(store).club) == ()
            assert players.known_players(tx, actor(store).club) == ()

    @pytest.mark.parametrize(
        "change, place",
        [
            ({"stake": {"cents": 100_001}}, "sittings[0].stake.cents"),
            ({"changes": [{"from": 2, "stake": {"cents": 100_001}}]}, "sittings[0].changes[0].stake.cents"),
            ({"changes": [{"from": 2, "options": {"opponent_rate": 1}}]}, "sittings[0].options.split"),
            ({"changes": [{"from": 2}, {"from": 2}]}, "sittings[0].changes[1].from"),
            ({"changes": [{"from": 4}]}, "sittings[0].changes[0].from"),
            ({"changes": [{"from": 2, "stake": {"cents": 1, "currency": "CHF"}}]},
             "sittings[0].changes[0].stake.currency"),
            ({"adjustments": [{"player": "Toni", "units": 1_000_001}]}, "sittings[0].adjustments[0].units"),
            ({"adjustments": [{"player": "Toni", "units": 1, "reason": "x" * 201}]},
             "sittings[0].adjustments[0].reason"),
            ({"adjustments": [{"player": "Toni", "units": 1, "after": 3}]}, "sittings[0].adjustments[0].after"),
            ({"deals": [{"gewisse": 6, "note": "x" * 501}]}, "sittings[0].deals[0].note"),
            ({"deals": [{"gewisse": 6, "void": 1}]}, "sittings[0].deals[0].void"),
            ({"players": ["Toni", "toni", "Franz", "Leni", "Sepp"], "deals": []}, "sittings[0].players[1]"),
            ({"players": ["Toni", "x" * 61, "Franz", "Leni", "Sepp"], "deals": []}, "sittings[0].players[1]"),
            ({"paid_out": {"Toni": {"units": 0, "cents": 0}}}, "sittings[0].paid_out.Toni"),
            ({"ended": 1}, "sittings[0].ended"),
        ],
    )  # fmt: skip
    def test_every_refusal_names_its_place(
        self, sqlite_store: Store, content: dict[str, Any], change: dict[str, Any], place: str
    ) -> None:
        content["sittings"][0] |= change
        assert place in [where for where, _reason in refusals(sqlite_store, content)]

    @pytest.mark.parametrize(
        "change, place",
        [
            ({"purse": "two"}, "event.purse"),
            ({"closed": "yes"}, "event.closed"),
            ({"kitty": {"float": -1}}, "event.kitty.float"),
            ({"payments": [{"from": "Toni", "to": "Toni", "cents": 5}]}, "event.payments[0].to"),
            ({"payments": [{"from": "Hugo", "to": None, "cents": 5}]}, "event.payments[0].from"),
            ({"payments": [{"from": "Toni", "to": None, "cents": 0}]}, "event.payments[0].cents"),
            ({"payments": [{"from": "Toni", "to": None, "cents": 1, "sitting": 2}]}, "event.payments[0].sitting"),
            ({"payments": [{"from": "Toni", "to": None, "cents": 1, "note": "x" * 201}]}, "event.payments[0].note"),
            ({"people": {"Hugo": {"name": "Hugo"}}}, "event.people.Hugo"),
            ({"people": {"Toni": {"nickname": "x"}}}, "event.people.Toni.name"),
            ({"payout": "winner"}, "event.payout"),
        ],
    )
    def test_every_refusal_of_the_event_names_its_place(
        self, sqlite_store: Store, content: dict[str, Any], change: dict[str, Any], place: str
    ) -> None:
        content["event"] |= change
        assert place in [where for where, _reason in refusals(sqlite_store, content)]

    def test_an_event_without_a_sitting_is_refused(self, sqlite_store: Store, content: dict[str, Any]) -> None:
        assert refusals(sqlite_store, content | {"sittings": []}) == [("sittings", "needs at least one sitting")]

    def test_deals_beyond_the_games_end_are_taken_whether_somebody_reopened_it_or_not(
        self, sqlite_store: Store
    ) -> None:
        deals = [{"declarer": name, "points": 120} for name in ("Anna", "Bert", "Cilli") * 3]
        sitting = {"game": "bauerntarock", "players": ["Anna", "Bert", "Cilli"], "deals": deals}
        for ended in ({}, {"ended": False}):
            content = {"format": "scorekeeper-evening/1", "event": {"title": f"{ended}"}, "sittings": [sitting | ended]}
            event = self.take(sqlite_store, content, f"{ended}")
            with sqlite_store.read() as tx:
                now = reading.sitting_now(tx, reading.event_now(tx, event).sittings[0].id)
            assert (now.finished, now.open) == (True, bool(ended))

    def test_the_preview_tells_new_people_from_known_ones(self, sqlite_store: Store, content: dict[str, Any]) -> None:
        with sqlite_store.write() as tx:
            players.add_player(tx, actor(sqlite_store), "toni")
        file = as_event(read_evening(json.dumps(content).encode()))
        with sqlite_store.read() as tx:
            seen = preview(tx, actor(sqlite_store).club, file)
        assert (seen.known, seen.new, seen.there) == (("Toni",), ("Maria", "Franz", "Leni", "Sepp"), None)
