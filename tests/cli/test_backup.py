"""`scorekeeper backup` and `scorekeeper restore`: what they say, how they end, and what is left if they are killed."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.services import backing_up, checking
from scorekeeper.storage import Store, backup, backup_folder, backup_restore, migrate
from tests.conftest import SOAK
from tests.services.backups import rows, with_examples
from tests.services.table import At, sit_down

LONG_AGO = datetime(2027, 1, 15, 22, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    return tmp_path / "instance"


@pytest.fixture
def url(instance: Path) -> str:
    """The database that an installation begins with, with one deal."""
    address = f"sqlite:///{instance / 'scorekeeper.sqlite3'}"
    migrate(address)
    table = played(address)
    table.store.close()
    return address


def played(address: str) -> At:
    table = sit_down(Store(address))
    table.enter(1, table.jaggln(0, 1, 6))
    return table


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def stick(tmp_path: Path) -> str:
    called = call("backup", "--to", str(tmp_path / "stick.sqlite3"))
    assert called.exit_code == 0, called.output
    return str(tmp_path / "stick.sqlite3")


def one_more_deal(address: str) -> None:
    table = At(Store(address), (1, 2, 3, 4, 5), 1)
    table.enter(2, table.jaggln(1, 2, 6), key="later")
    table.store.close()


def test_a_backup_says_where_it_lies_and_what_is_in_it(url: str) -> None:
    called = call("backup", "--lang", "en")
    (file,) = backup_folder.files()
    assert (called.exit_code, called.output) == (
        0, f"Backup: {file.path}\none event, one deal. Checked: everything is right.\n",
    )  # fmt: skip
    assert call("backup").output.endswith("eine Veranstaltung, ein Spiel. Geprüft: alles in Ordnung.\n")


def test_nothing_new_is_no_reason_for_a_backup_where_only_news_are_wanted(url: str) -> None:
    assert call("backup", "--if-changed").output.startswith("Gesichert in ")
    called = call("backup", "--if-changed")
    assert (called.exit_code, called.output) == (0, "Seit der letzten Sicherung ist nichts Neues dazugekommen.\n")
    assert len(backup_folder.files()) == 1


def test_a_backup_goes_into_a_file_or_folder_of_ones_own_and_over_nothing(url: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert call("backup", "--to", str(tmp_path / "folder")).exit_code == 0
    assert len(list((tmp_path / "folder").glob("scorekeeper-*.sqlite3"))) == 1
    file = stick(tmp_path)
    before = Path(file).read_bytes()
    called = call("backup", "--to", file)
    assert called.exit_code == 1
    assert called.stderr == f"Error: {file} gibt es schon.\n"
    assert Path(file).read_bytes() == before
    called = call("backup", "--to", str(tmp_path / "nowhere" / "x.sqlite3"))
    assert (called.exit_code, called.stderr) == (
        1,
        f"Error: {tmp_path / 'nowhere' / 'x.sqlite3'} lässt sich nicht schreiben.\n",
    )


def test_a_copy_that_is_not_clean_ends_with_status_3(url: str) -> None:
    by_hand(url, "UPDATE standing SET undo = 0")
    called = call("backup", "--lang", "en")
    (file,) = backup_folder.files()
    assert called.exit_code == 3
    assert called.stderr.splitlines()[0] == f"The copy did not pass its check: {file.path}"
    assert file.path.name.endswith("-unclean.sqlite3")


def by_hand(address: str, change: str) -> None:
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as connection:
        connection.execute(change)
        connection.commit()


def test_a_restore_says_what_would_be_lost_and_does_nothing_unasked(url: str, tmp_path: Path) -> None:
    file = stick(tmp_path)
    one_more_deal(url)
    store = Store(url)
    with_examples(store).close()
    before = rows(url)
    called = call("restore", file, "--lang", "en")
    assert called.exit_code == 1
    said = called.output.splitlines()
    assert said[0] == "one event, one deal. Checked: everything is right."
    assert said[1] == "Not in the backup, and lost by restoring it:"
    assert "  15 January 2027, Kartenabend: one deal" in said
    assert any(", wholly: one sitting, " in line for line in said)
    assert any(line.startswith("  Players: ") for line in said)
    assert said[-1].startswith("Nothing was changed. With --replace")
    assert rows(url) == before


def test_with_replace_the_backup_is_there_and_the_state_before_too(url: str, tmp_path: Path) -> None:
    file, then = stick(tmp_path), rows(url)
    one_more_deal(url)
    before = rows(url)
    called = call("restore", file, "--replace")
    (kept,) = backup_folder.files()
    assert called.exit_code == 0, called.output
    assert called.output.splitlines()[-3:] == [
        "Das steht nicht in der Sicherung und geht beim Wiederherstellen verloren:",
        "  15. Jänner 2027, Kartenabend: ein Spiel",
        f"Wiederhergestellt und geprüft. Der Stand davor liegt in {kept.path}",
    ]
    assert rows(url)["entry"] == then["entry"]
    assert rows(backup.url_of(kept.path)) == before
    assert call("check").exit_code == 0


def test_an_empty_house_takes_a_backup_without_being_asked_twice(url: str, instance: Path, tmp_path: Path) -> None:
    file, then = stick(tmp_path), rows(url)
    for path in instance.glob("scorekeeper.sqlite3*"):
        path.unlink()
    called = call("restore", file)
    assert called.exit_code == 0, called.output
    assert rows(url)["entry"] == then["entry"]


def test_a_damaged_database_is_replaced_and_kept(url: str, instance: Path, tmp_path: Path) -> None:
    file, then = stick(tmp_path), rows(url)
    (instance / "scorekeeper.sqlite3").write_bytes(b"garbage" * 1000)
    called = call("restore", file)
    assert called.exit_code == 1
    assert "Die jetzige Datenbank ist nicht lesbar." in called.output
    assert call("restore", file, "--replace").exit_code == 0
    assert rows(url)["entry"] == then["entry"]
    (kept,) = backup_folder.files()
    assert kept.path.read_bytes() == b"garbage" * 1000


def test_a_database_damaged_in_the_middle_is_replaced_too(url: str, instance: Path, tmp_path: Path) -> None:
    file, then = stick(tmp_path), rows(url)
    live = instance / "scorekeeper.sqlite3"
    content = bytearray(live.read_bytes())
    content[5 * 4096 : -4096] = b"\xff" * (len(content) - 6 * 4096)
    live.write_bytes(content)
    assert call("restore", file, "--replace").exit_code == 0
    assert rows(url)["entry"] == then["entry"]
    assert call("check").exit_code == 0


def test_files_that_cannot_be_restored_are_named_with_the_reason(url: str, tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Toni, " * 100)
    newer = Path(shutil.copy(stick(tmp_path), tmp_path / "newer.sqlite3"))
    by_hand(f"sqlite:///{newer}", "UPDATE alembic_version SET version_num = '9999'")
    before = rows(url)
    for file, said in (
        (text, "ist keine Sicherung von scorekeeper."),
        (newer, "stammt von einer neueren Version"),
        (Path(url.removeprefix("sqlite:///")), "ist die Datenbank selbst."),
    ):
        called = call("restore", str(file), "--replace")
        assert called.exit_code == 1
        assert f"Error: {file} {said}" in called.stderr
    assert rows(url) == before
    assert backup_folder.files() == []


def test_nothing_is_restored_while_the_app_runs(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_restore, "_PATIENCE_SECONDS", 0.2)
    file = stick(tmp_path)
    running = Store(url)
    with running.read() as tx:
        backing_up.condition(tx, LONG_AGO)
    called = call("restore", file, "--replace")
    running.close()
    assert called.exit_code == 1
    assert "Die Datenbank ist anderswo geöffnet." in called.stderr


KILLED = """
import os, signal, sqlite3, sys
from scorekeeper.cli import main
from scorekeeper.storage import backup_restore

def end(*anything): os.kill(os.getpid(), signal.SIGKILL)

class Ending(sqlite3.Connection):  # dies when some pages are written and most are not
    def backup(self, target, **how):
        if how or not target.execute("PRAGMA database_list").fetchone()[2].endswith("scorekeeper.sqlite3"):
            return super().backup(target, **how)
        return super().backup(target, pages=20, progress=end)

connect = sqlite3.connect
sqlite3.connect = lambda *what, **how: connect(*what, **{**how, "factory": Ending})
backup_restore.copy_rows = end  # on a server: when every table was taken away and made anew
main(["restore", sys.argv[1], "--replace"])
"""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def either(request: pytest.FixtureRequest, instance: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A database with an evening, as the commands find it."""
    if request.param == "sqlite":
        yield request.getfixturevalue("url")
        return
    address: str = request.getfixturevalue("postgresql_url")
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", address)
    played(address).store.close()
    yield address


def test_a_restore_that_is_killed_in_the_middle_leaves_the_old_state(either: str, tmp_path: Path) -> None:
    file = stick(tmp_path)
    one_more_deal(either)
    before = rows(either)
    done = subprocess.run([sys.executable, "-c", KILLED, file], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert len(backup_folder.files()) == 1
    assert rows(either) == before
    assert call("check").exit_code == 0
    one_more = At(Store(either), (1, 2, 3, 4, 5), 1)
    assert one_more.enter(3, one_more.jaggln(2, 3, 6), key="goes on").number == 3
    one_more.store.close()
    again = call("restore", file, "--replace")
    assert again.exit_code == 0, again.output
    assert len(rows(either)["deal"]) == 1


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_restore_that_is_killed_at_any_moment_leaves_the_old_state_or_the_new_one(url: str, tmp_path: Path) -> None:
    store = Store(url)
    with store.write() as tx:  # long enough to be hit in the middle
        tx.driver.executemany(
            "INSERT INTO audit (club, what, \"values\", at, actor) VALUES (1, 'x', ?, '2027', 'x')",
            [(f'"{"x" * 2000}"',)] * (8_000 if SOAK else 4_000),
        )
    store.close()
    file = stick(tmp_path)
    one_more_deal(url)
    deals = []
    for number in range(12 if SOAK else 2):
        known = len(backup_folder.files())
        process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", "restore", file, "--replace"], stdout=subprocess.DEVNULL
        )
        while len(backup_folder.files()) == known and process.poll() is None:
            time.sleep(0.001)
        time.sleep(number * 0.04)
        process.kill()
        process.wait()
        again = Store(url)
        with again.read() as tx:
            assert checking.check(tx).clean
        again.close()
        deals.append(len(rows(url)["deal"]))
        if deals[-1] == 1:
            one_more_deal(url)
    assert set(deals) <= {1, 2}


@pytest.mark.postgres
def test_a_house_moves_to_a_server_and_back_by_backup_and_restore(
    url: str, postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, back, then = stick(tmp_path), tmp_path / "back.sqlite3", rows(url)
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", postgresql_url)
    assert call("restore", there).exit_code == 0  # nothing is there yet that could be lost
    assert rows(postgresql_url)["entry"] == then["entry"]
    one_more_deal(postgresql_url)
    assert call("backup", "--to", str(back)).exit_code == 0
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL")
    called = call("restore", str(back), "--replace", "--lang", "en")
    assert called.exit_code == 0
    assert "All that is there now is in the backup too." in called.output
    assert [row[:3] for row in rows(url)["deal"]] == [(1, 1, 1), (1, 1, 2)]


def test_a_quick_look_at_the_start_tells_what_is_wrong(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gave_way: list[int] = []
    monkeypatch.setattr("os.nice", gave_way.append)  # it would stay so for every test that comes after
    called = call("backup", "--if-changed", "--look-over", "--aside")
    assert (called.exit_code, called.output) == (0, "")
    assert gave_way == [10]
    by_hand(url, "UPDATE standing SET undo = 0")
    called = call("backup", "--if-changed", "--look-over", "--aside", "--lang", "en")
    assert called.exit_code == 0  # nothing new that could be backed up
    assert called.stderr.startswith("The check found one fault, in “Kartenabend”")
    store = Store(url)
    with store.read() as tx:
        assert backing_up.condition(tx, LONG_AGO).finding is not None
    store.close()


def test_the_server_backs_up_once_at_its_start_without_waiting_for_it(url: str, instance: Path) -> None:
    command = [sys.executable, "-m", "scorekeeper", "run", "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert "http://" in process.stdout.readline()
            deadline = time.monotonic() + 90
            while not backup_folder.files() and time.monotonic() < deadline:
                time.sleep(0.05)
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=90) == 0
    assert len(backup_folder.files()) == 1
    store = Store(url)
    with store.read() as tx:
        found = backing_up.condition(tx, LONG_AGO)
    store.close()
    assert found.checked_at is not None
    assert list((instance / "backups").glob("*.part")) == []
