"""Whoever changes the database by hand is found out: every trigger is taken away first, then one value is changed."""

from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection, connect

import pytest
from click.testing import CliRunner

from scorekeeper.cli.check import command
from scorekeeper.services import changing, checking
from scorekeeper.storage import Store
from tests.services.table import At, actor, sit_down


@pytest.fixture
def table(sqlite_store: Store) -> At:
    """Three deals, the second corrected, and one more entered and undone; then a penalty."""
    table = sit_down(sqlite_store)
    table.enter(1, table.jaggln(0, 1, 6))
    second = table.enter(2, table.jaggln(1, 2, 6))
    table.enter(3, table.jaggln(2, 3, 6))
    table.correct(2, second.seq, table.jaggln(1, 2, 4))
    table.undo(table.enter(4, table.jaggln(3, 4, 6)).seq)
    with sqlite_store.write() as tx:
        changing.adjust(
            tx, actor(sqlite_store), table.sitting, key="k", seen=6, units={table.player(0): -5}, reason="Strafe"
        )  # fmt: skip
    return table


@pytest.fixture
def by_hand(table: At, sqlite_url: str) -> Iterator[Connection]:
    connection = connect(Path(sqlite_url.removeprefix("sqlite:///")))
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    yield connection
    connection.close()


def _found(store: Store) -> list[tuple[str, int, int]]:
    with store.read() as tx:
        report = checking.check(tx)
    return [(finding.problem.invariant, finding.problem.number, finding.problem.seq) for finding in report.findings]


def test_an_untouched_evening_is_clean(table: At) -> None:
    with table.store.read() as tx:
        report = checking.check(tx)
    assert report.clean
    assert (report.sittings, report.entries) == (1, 7)


@pytest.mark.parametrize(
    "change, invariant",
    [
        ("""UPDATE entry SET units = '{"1":3,"2":3,"3":-2,"4":-2,"5":-3}' WHERE seq = 1""", ("scored", 1, 1)),
        (
            """UPDATE entry SET answers = replace(answers, '"gewisse":6', '"gewisse":4') WHERE seq = 5""",
            ("scored", 4, 5),
        ),
        ("""UPDATE entry SET answers = '{"gewisse":6,"x":1}' WHERE seq = 1""", ("scored", 1, 1)),
        ("DELETE FROM entry WHERE seq = 5", ("numbered", 4, 5)),
        ("UPDATE entry SET target = 1 WHERE seq = 4", ("consistent", 2, 4)),
        ("UPDATE entry SET target = 3 WHERE seq = 6", ("consistent", 4, 6)),
        ("UPDATE entry SET number = 9 WHERE seq = 3", ("consistent", 9, 3)),
        ("UPDATE entry SET kind = 'gone' WHERE seq = 3", ("readable", 0, 0)),
        ("UPDATE entry SET answers = 'x' WHERE seq = 3", ("readable", 0, 0)),
        ("DELETE FROM deal WHERE number = 3", ("counted", 0, 0)),
        ("UPDATE deal SET entry = 2 WHERE number = 2", ("counted", 2, 4)),
        ("UPDATE deal SET voided = 1 WHERE number = 3", ("counted", 3, 3)),
        ("UPDATE deal SET revisions = 0 WHERE number = 2", ("counted", 2, 4)),
        ("""UPDATE deal SET running = replace(running, '-2', '-1') WHERE number = 1""", ("counted", 1, 1)),
        ("""UPDATE standing SET totals = replace(totals, '"1":', '"1":1')""", ("standing", 0, 0)),
        ("UPDATE standing SET next_dealer = '1'", ("standing", 0, 0)),
        ("UPDATE standing SET finished = 1", ("standing", 0, 0)),
        ("UPDATE standing SET seq = 8", ("standing", 0, 0)),
        ("UPDATE standing SET undo = 3", ("standing", 0, 0)),
        ("UPDATE standing SET redo = 5", ("standing", 0, 0)),
        ("UPDATE standing SET ended = 1", ("standing", 0, 0)),
        ("UPDATE sitting SET stakes = '[[1,20]]'", ("standing", 0, 0)),
        ("UPDATE standing SET adjusted = '{}'", ("standing", 0, 0)),
        ("DELETE FROM adjustment", ("standing", 0, 0)),
        ("UPDATE adjustment SET after_deal = 2", ("standing", 0, 0)),
        ("UPDATE deal SET running = 'x' WHERE number = 2", ("readable", 0, 0)),
    ],
)
def test_whatever_was_changed_by_hand_is_found_where_it_is(
    table: At, by_hand: Connection, change: str, invariant: tuple[str, int, int]
) -> None:
    assert by_hand.execute(change).rowcount == 1
    by_hand.commit()
    assert invariant in _found(table.store)


def test_an_older_rules_version_is_not_scored_again(table: At, by_hand: Connection) -> None:
    by_hand.execute("UPDATE entry SET rules_version = 0, answers = '{}' WHERE seq = 5")
    by_hand.commit()
    assert _found(table.store) == []


def test_rows_without_their_counterpart_are_damage(table: At, by_hand: Connection) -> None:
    by_hand.execute("DELETE FROM player WHERE id = 1")
    by_hand.commit()
    with table.store.read() as tx:
        report = checking.check(tx)
    assert not report.clean
    assert [damage.rpartition("> ")[2] for damage in report.damage] == ["player"]


def test_on_every_core_the_same_is_found(
    table: At, by_hand: Connection, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand.execute("UPDATE deal SET revisions = 0 WHERE number = 2")
    by_hand.commit()
    alone = checking.check_on_every_core(sqlite_url)
    monkeypatch.setattr(checking, "_WORTH_A_PROCESS", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    together = checking.check_on_every_core(sqlite_url)
    assert together == alone
    assert (together.sittings, together.entries) == (1, 7)
    assert [finding.problem.invariant for finding in together.findings] == ["counted"]


@pytest.mark.parametrize(
    "change", ["UPDATE sitting SET rule_set = 'gone'", "UPDATE sitting SET options = '{'", "DELETE FROM seat"]
)
def test_a_sitting_that_cannot_be_loaded_at_all_does_not_stop_the_check(
    by_hand: Connection, sqlite_url: str, change: str
) -> None:
    by_hand.execute(change)
    by_hand.commit()
    report = checking.check_on_every_core(sqlite_url)
    assert not report.clean
    assert report.sittings == 1


def test_the_command_says_where_and_ends_with_status_1(
    table: At, by_hand: Connection, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", sqlite_url)
    good = CliRunner().invoke(command, ["--lang", "en"])
    assert (good.exit_code, good.output) == (0, "Everything is right. Sittings: 1, entries: 7.\n")
    by_hand.execute("""UPDATE entry SET units = '{"1":3,"2":3,"3":-2,"4":-2,"5":-3}' WHERE seq = 1""")
    by_hand.commit()
    bad = CliRunner().invoke(command, ["--lang", "en"])
    assert bad.exit_code == 1
    assert bad.output.splitlines()[0] == (
        "15 January 2027, Kartenabend, sitting 1 (Jaggln), deal 1: the units are not those that the rules give"
    )
    advice = [line[:24] for line in bad.output.splitlines() if line.startswith("→")]
    assert advice == ["→ A deal with wrong unit", "→ Wrong totals are recko"]
    by_hand.execute("DELETE FROM player WHERE id = 1")
    by_hand.commit()
    worse = CliRunner().invoke(command, ["--lang", "en"])
    advice = [line[:24] for line in worse.output.splitlines() if line.startswith("→")]
    assert advice == ["→ A deal with wrong unit", "→ Wrong totals are recko", "→ What is missing or dam"]


@pytest.mark.parametrize(
    "change, complaint",
    [
        ("UPDATE player SET merged_into = id - 1 WHERE id IN (2, 3)", "player 3 -> player 2: merged itself"),
        ("UPDATE player SET merged_into = 1 WHERE id = 1", "player 1 -> player 1: merged itself"),
        (
            "INSERT INTO club (id, name) VALUES (2, 'x'); UPDATE player SET club = 2, merged_into = 1 WHERE id = 5",
            "player 5 -> player 1: another club",
        ),
    ],
)
def test_a_merged_record_points_at_one_of_its_club_that_stands_for_itself(
    table: At, by_hand: Connection, change: str, complaint: str
) -> None:
    by_hand.executescript(change)
    by_hand.commit()
    with table.store.read() as tx:
        assert checking.check(tx).damage == (complaint,)
