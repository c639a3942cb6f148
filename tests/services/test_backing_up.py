"""A backup is one SQLite file of one moment, checked before it gets its name, whichever database runs."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.services import backing_up, checking
from scorekeeper.services.backing_up import Backup
from scorekeeper.services.tournament import till
from scorekeeper.storage import Store, backup, backup_contents
from scorekeeper.storage.backup_folder import BackupFile
from tests.services.backups import rows, with_examples
from tests.services.hall import of_ten
from tests.services.table import sit_down

NOW = datetime(2027, 1, 15, 22, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance" / "backups"


def test_a_backup_is_one_file_with_every_row_named_after_the_time_on_the_wall(
    store: Store, database_url: str, folder: Path
) -> None:
    made = backing_up.back_up(with_examples(store), NOW)
    assert made.file == folder / "scorekeeper-2027-01-15-233000.sqlite3"
    assert sorted(path.name for path in folder.iterdir()) == [made.file.name, "status.json"]
    assert made.report.clean
    assert made.amount.events == 5
    assert rows(backup.url_of(made.file)) == rows(database_url)
    assert made.file.stat().st_mode & 0o077 == 0
    assert folder.stat().st_mode & 0o077 == 0


def test_the_copy_refuses_changes_of_its_history_as_the_database_does(store: Store) -> None:
    made = backing_up.back_up(with_examples(store), NOW)
    with closing(sqlite3.connect(made.file)) as copy, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        copy.execute("DELETE FROM payment")


def test_two_backups_of_one_second_have_two_names(sqlite_store: Store) -> None:
    names = [backing_up.back_up(with_examples(sqlite_store), NOW).file.name for _ in range(2)]
    assert names == ["scorekeeper-2027-01-15-233000.sqlite3", "scorekeeper-2027-01-15-233001.sqlite3"]


def test_a_copy_that_does_not_pass_its_check_is_kept_under_another_name_and_noted(
    sqlite_store: Store, sqlite_url: str
) -> None:
    table = sit_down(sqlite_store)
    table.enter(1, table.jaggln(0, 1, 6))
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as by_hand:
        by_hand.execute("UPDATE standing SET undo = 0")
        by_hand.commit()
    made = backing_up.back_up(sqlite_store, NOW)
    assert made.file.name == "scorekeeper-2027-01-15-233000-unclean.sqlite3"
    with sqlite_store.read() as tx:
        found = backing_up.condition(tx, NOW)
    assert found.last is None
    assert [file.clean for file in found.files] == [False]
    assert found.trouble is not None
    assert found.trouble.values["title"] == "Kartenabend"
    assert found.notice is not None


def test_trouble_is_noted_and_gone_with_the_next_backup(sqlite_store: Store, folder: Path) -> None:
    folder.mkdir(parents=True)
    part = folder / "scorekeeper-2027-01-15-233000.sqlite3"
    with_examples(sqlite_store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backup, "copy", _full_disk)
        with pytest.raises(OSError, match="No space left"):
            backing_up.back_up(sqlite_store, NOW)
    assert not part.exists()
    assert [path.name for path in folder.iterdir()] == ["status.json"]
    with sqlite_store.read() as tx:
        found = backing_up.condition(tx, NOW)
    assert found.trouble is not None
    assert found.trouble.id == "The disk is full."
    backing_up.back_up(sqlite_store, NOW)
    with sqlite_store.read() as tx:
        assert backing_up.condition(tx, NOW).trouble is None


def _full_disk(*_arguments: object) -> None:
    raise OSError(28, "No space left on device")


def test_an_automatic_backup_is_made_only_where_something_is_new(store: Store) -> None:
    assert backing_up.back_up_if_changed(store, NOW) is None  # nothing was ever played
    table = sit_down(store)
    made: list[Backup | None] = []
    for enter in (lambda: table.enter(1, table.jaggln(0, 1, 6)), lambda: None, lambda: table.undo(1)):
        enter()
        made.append(backing_up.back_up_if_changed(store, NOW))
    assert [one.amount.deals if one else None for one in made] == [1, None, 0]


def test_what_only_a_tournaments_record_says_is_new_too(store: Store) -> None:
    hall = of_ten(store)
    assert backing_up.back_up_if_changed(store, NOW) is not None
    assert backing_up.back_up_if_changed(store, NOW) is None
    hall.do(till.fee_paid, 1)
    late = NOW + timedelta(days=8)
    assert _condition(store, late).outdated
    assert backing_up.back_up_if_changed(store, NOW) is not None
    assert not _condition(store, late).outdated


def test_a_damaged_last_backup_is_no_reason_to_make_none(sqlite_store: Store) -> None:
    made = backing_up.back_up(with_examples(sqlite_store), NOW)
    made.file.write_bytes(b"x" * 5000)
    assert backing_up.back_up_if_changed(sqlite_store, NOW) is not None


def _file(at: datetime, *, clean: bool = True) -> BackupFile:
    return BackupFile(Path(f"{at}"), at, clean, 1)


def test_the_last_ten_stay_and_the_last_one_of_each_of_thirty_days() -> None:
    midday = datetime(2027, 3, 31, 12)  # noqa: DTZ001 the time on the wall
    today = [_file(midday - timedelta(minutes=minute)) for minute in range(12)]
    # two a day, at noon and an hour before, on the 40 days before
    earlier = [_file(midday - timedelta(days=day, hours=hour)) for day in range(1, 41) for hour in (0, 1)]
    gone = backing_up.superfluous([*today, *earlier], date(2027, 3, 31))
    stays = [file.at for file in (*today, *earlier) if file not in gone]
    assert stays[:10] == [midday - timedelta(minutes=minute) for minute in range(10)]
    assert stays[10:] == [midday - timedelta(days=day) for day in range(1, 30)]  # today is the thirtieth day
    assert stays[-1] == datetime(2027, 3, 2, 12)  # noqa: DTZ001 as above


def test_the_last_ten_stay_however_old_they_are() -> None:
    files = [_file(datetime(2026, month, 1)) for month in range(12, 0, -1)]  # noqa: DTZ001 as above
    assert [file.at.month for file in backing_up.superfluous(files, date(2027, 3, 31))] == [2, 1]


def test_copies_that_are_not_clean_push_out_no_good_one() -> None:
    midday = datetime(2027, 3, 31, 12)  # noqa: DTZ001 as above
    bad = [_file(midday - timedelta(minutes=minute), clean=False) for minute in range(20)]
    good = _file(datetime(2026, 1, 1))  # noqa: DTZ001 as above
    assert backing_up.superfluous([*bad, good], date(2027, 3, 31)) == bad[3:]


def test_rotation_deletes_what_is_superfluous(sqlite_store: Store, folder: Path) -> None:
    with_examples(sqlite_store)
    for minute in range(12):
        backing_up.back_up(sqlite_store, NOW + timedelta(minutes=minute))
    names = sorted(path.name for path in folder.glob("*.sqlite3"))
    assert (names[0], len(names)) == ("scorekeeper-2027-01-15-233200.sqlite3", 10)


def test_what_an_ended_program_left_behind_goes_after_an_hour(sqlite_store: Store, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ("scorekeeper-2027-01-01-120000.sqlite3.part", "scorekeeper-2027-01-01-130000.sqlite3.part"):
        (folder / name).touch()
    old = time.time() - 3700
    os.utime(folder / "scorekeeper-2027-01-01-120000.sqlite3.part", (old, old))
    backing_up.back_up(with_examples(sqlite_store), NOW)
    assert [path.name for path in folder.glob("*.part")] == ["scorekeeper-2027-01-01-130000.sqlite3.part"]


def _condition(store: Store, now: datetime) -> backing_up.Condition:
    with store.read() as tx:
        return backing_up.condition(tx, now)


def test_a_backup_older_than_a_week_is_outdated_once_something_was_played_since(store: Store) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 1, 6))
    backing_up.back_up(store, NOW)
    late = NOW + timedelta(days=8)
    assert not _condition(store, late).outdated
    table.enter(2, table.jaggln(1, 2, 6))
    assert not _condition(store, NOW + timedelta(days=6)).outdated
    assert _condition(store, late).outdated


def test_without_any_backup_an_evening_of_a_week_ago_is_reason_to_remind(sqlite_store: Store) -> None:
    assert _condition(sqlite_store, NOW).notice is None
    sit_down(sqlite_store)
    assert _condition(sqlite_store, NOW).notice is None
    assert _condition(sqlite_store, NOW + timedelta(days=8)).outdated


def test_the_quick_look_at_the_start_is_noted_with_its_time(sqlite_store: Store, sqlite_url: str) -> None:
    table = sit_down(sqlite_store)
    table.enter(1, table.jaggln(0, 1, 6))
    assert backing_up.look_over(sqlite_store, NOW).clean
    found = _condition(sqlite_store, NOW)
    assert (found.finding, found.notice) == (None, None)
    assert found.checked_at == datetime(2027, 1, 15, 23, 30)  # noqa: DTZ001 as above
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as by_hand:
        by_hand.execute("UPDATE standing SET undo = 0")
        by_hand.commit()
    assert not backing_up.look_over(sqlite_store, NOW).clean
    found = _condition(sqlite_store, NOW)
    assert found.finding is not None
    assert found.notice is not None


def test_a_status_that_cannot_be_read_is_no_trouble(sqlite_store: Store, folder: Path) -> None:
    backing_up.back_up(with_examples(sqlite_store), NOW)
    for nonsense in ("", "[]", "{", json.dumps({"trouble": 7, "checked_at": "x", "mark": "y"})):
        (folder / "status.json").write_text(nonsense)
        assert _condition(sqlite_store, NOW).notice is None


WRITER = """
import sys
from scorekeeper.storage import Store
from tests.services.table import At
store = Store(sys.argv[1])
table = At(store, tuple(map(int, sys.argv[3].split(","))), int(sys.argv[2]))
print("ready", flush=True)
number = 1
while True:
    table.enter(number, table.jaggln(number % 5, (number + 1) % 5, 6), key=f"w-{number}")
    number += 1
"""


@pytest.fixture
def writer(store: Store, database_url: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that enters deals as fast as it can."""
    table = sit_down(store)
    command = [
        sys.executable, "-c", WRITER, database_url, str(table.sitting), ",".join(str(number) for number in table.ids),
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def test_a_backup_that_is_made_while_others_write_is_of_one_moment(writer: subprocess.Popen[str], store: Store) -> None:
    deals: list[int] = []
    while len(deals) < 3 or deals[-1] == deals[0]:  # until the other process has got something in between
        made = backing_up.back_up(store, NOW)
        assert made.report.clean, made.report
        with backup.opened(made.file) as tx:
            entries = backup_contents.mark(tx).entries
            assert entries == made.amount.deals
            assert checking.check(tx).clean
        deals.append(made.amount.deals)
        assert writer.poll() is None
    assert deals == sorted(deals)
