"""A restore says what would be lost, keeps what was there, and is done wholly or not at all, on either database."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import NullPool, create_engine, text

from scorekeeper.services import (
    backing_up,
    checking,
    evenings,
    logins,
    organisers,
    paying,
    players,
    restoring,
    settling,
)
from scorekeeper.services.checking import Report
from scorekeeper.services.restoring import EventLoss, Losses
from scorekeeper.services.tournament import till
from scorekeeper.storage import Store, backup, backup_restore, migrate
from scorekeeper.storage.backup import ForeignFileError, NewerBackupError
from scorekeeper.storage.backup_restore import InUseError
from scorekeeper.storage.migrating import MIGRATIONS
from tests.services.backups import Row, rows, with_examples
from tests.services.hall import of_ten
from tests.services.table import At, actor, new_evening, new_sitting, sit_down

NOW = datetime(2027, 1, 15, 22, 30, tzinfo=UTC)
LATER = NOW + timedelta(days=1)


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))


def backed_up(store: Store, tmp_path: Path) -> Path:
    """A backup that lies somewhere else, as on a stick."""
    file = tmp_path / "stick" / "backup.sqlite3"
    file.parent.mkdir()
    backing_up.back_up_to(store, file, NOW)
    return file


def restore(url: str, file: Path) -> backing_up.Backup:
    with restoring.looked_through(file, LATER) as candidate:
        return restoring.restore(url, candidate, LATER)


def lost(url: str, file: Path) -> Losses:
    contents = restoring.present(url)
    assert contents is not None
    with restoring.looked_through(file, LATER) as candidate:
        return restoring.losses(contents, candidate.contents)


def test_nobody_is_logged_in_after_a_restore(store: Store, database_url: str, tmp_path: Path) -> None:
    sit_down(store)
    with store.write() as tx:
        maria = organisers.add_organiser(tx, actor(store), "Maria", "a hash")
        before = logins.begin(tx, maria, NOW)
    file = backed_up(store, tmp_path)
    store.close()
    restore(database_url, file)
    again = Store(database_url)
    with again.read() as tx:
        assert organisers.find(tx, "Maria") == maria
        assert logins.holder(tx, before, NOW) is None
    again.close()


def without_audit(found: dict[str, list[Row]]) -> dict[str, list[Row]]:
    return {name: every for name, every in found.items() if name != "audit"}


def test_what_was_entered_since_is_gone_and_the_state_before_is_kept(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    table = sit_down(store)
    table.enter(1, table.jaggln(0, 1, 6))
    file, then = backed_up(store, tmp_path), rows(database_url)
    table.enter(2, table.jaggln(1, 2, 6))
    before = rows(database_url)
    store.close()
    kept = restore(database_url, file)
    now = rows(database_url)
    assert without_audit(now) == without_audit(then)
    assert now["audit"][:-1] == then["audit"]
    assert now["audit"][-1][4:6] == ("restored", {"file": "backup.sqlite3"})
    assert kept.file.name == "scorekeeper-2027-01-16-233001.sqlite3"
    assert rows(backup.url_of(kept.file)) == before
    again = Store(database_url)
    with again.read() as tx:
        assert checking.check(tx).clean
    table.store = again
    assert table.enter(2, table.jaggln(1, 2, 4)).number == 2
    again.close()


def test_new_rows_get_new_numbers_and_history_still_cannot_be_changed(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    file = backed_up(with_examples(store), tmp_path)
    highest = max(row[0] for row in rows(database_url)["player"])
    store.close()
    restore(database_url, file)
    again = Store(database_url)
    with again.write() as tx:
        assert players.add_player(tx, actor(again), "Notburga") == highest + 1
    for change in ("UPDATE entry SET actor = 'me'", "DELETE FROM payment"):
        with pytest.raises(Exception, match="is append-only"), again.write() as tx:
            tx.execute(text(change))
    again.close()


@pytest.mark.postgres
def test_from_sqlite_to_postgresql_and_back_every_row_is_the_same(
    sqlite_url: str, postgresql_url: str, tmp_path: Path
) -> None:
    here = Store(sqlite_url)
    table = sit_down(with_examples(here), names=("Ägidius", "Maria", "Franz", "Leni", "Sepp 🂡"))
    table.enter(1, table.jaggln(0, 1, 6), note="„Schuß“; =1+1")
    with here.write() as tx:  # a record that refers to an older and one that refers to a newer one
        tx.execute(text("UPDATE player SET merged_into = 2 WHERE id = 1"))
        tx.execute(text("UPDATE player SET merged_into = 3 WHERE id = 4"))
    here.close()
    before = rows(sqlite_url)
    over = _moved(sqlite_url, postgresql_url, tmp_path / "1")
    assert without_audit(rows(postgresql_url)) == without_audit(before)
    back = _moved(postgresql_url, sqlite_url, tmp_path / "2")
    after = rows(sqlite_url)
    assert without_audit(after) == without_audit(before)
    assert after["audit"][:-2] == before["audit"]
    assert [row[4:6] for row in after["audit"][-2:]] == [("restored", {"file": over}), ("restored", {"file": back})]


def _moved(source: str, target: str, home: Path) -> str:
    home.mkdir()
    store = Store(source)
    file = home / f"from-{home.name}.sqlite3"
    assert backing_up.back_up_to(store, file, NOW).report.clean
    store.close()
    restore(target, file)
    return file.name


def test_what_would_be_lost_is_counted_evening_by_evening(store: Store, database_url: str, tmp_path: Path) -> None:
    table = sit_down(store)
    first = table.enter(1, table.jaggln(0, 1, 6))
    table.enter(2, table.jaggln(1, 2, 6))
    file = backed_up(store, tmp_path)
    table.enter(3, table.jaggln(2, 3, 6))
    table.enter(4, table.jaggln(2, 3, 6))
    table.correct(1, first.seq, table.jaggln(0, 1, 4))
    with store.write() as tx:
        line = settling.settle_sitting(tx, table.sitting).lines[0]
        event = table.now().event.id
        paying.mark_paid(
            tx, actor(store), event_id=event, sitting_id=table.sitting, transfer=line.transfer, key="cash"
        )  # fmt: skip
        notburga = players.add_player(tx, actor(store), "Notburga")
        ids = (*table.ids[:4], notburga)
        evening = new_evening(new_sitting(ids), date(2027, 1, 16))
        second = At(store, ids, evenings.start_evening(tx, actor(store), evening, "second evening"))
    second.enter(1, second.jaggln(0, 1, 6))
    found = lost(database_url, file)
    assert found == Losses(
        events=(
            EventLoss(
                title="Kartenabend", date=date(2027, 1, 15), whole=False, sittings=0, deals=2, changes=1, payments=1
            ),
            EventLoss(
                title="Kartenabend", date=date(2027, 1, 16), whole=True, sittings=1, deals=1, changes=0, payments=0
            ),
        ),
        people=("Notburga",),
        others=0,
    )  # fmt: skip


def test_what_a_tournaments_record_says_is_lost_too(store: Store, database_url: str, tmp_path: Path) -> None:
    hall = of_ten(store)
    file = backed_up(store, tmp_path)
    for number in (1, 2, 3):
        hall.do(till.fee_paid, number)
    (loss,) = lost(database_url, file).events
    assert (loss.title, loss.whole, loss.facts, loss.deals, loss.changes) == ("Preisjaggln", False, 3, 0, 0)


def test_nothing_is_lost_where_the_backup_has_everything(store: Store, database_url: str, tmp_path: Path) -> None:
    found = lost(database_url, backed_up(with_examples(store), tmp_path))
    assert found.nothing


def test_a_small_change_is_a_loss_too(sqlite_store: Store, sqlite_url: str, tmp_path: Path) -> None:
    table = sit_down(sqlite_store)
    file = backed_up(sqlite_store, tmp_path)
    with sqlite_store.write() as tx:
        evenings.set_purse(tx, actor(sqlite_store), table.now().event.id, "each")
    found = lost(sqlite_url, file)
    assert (found.events, found.people, found.others) == ((), (), 1)


def test_nobody_may_have_the_database_open(
    store: Store, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(store)
    file = backed_up(store, tmp_path)
    table.enter(1, table.jaggln(0, 1, 6))  # its connection stays open, as a server's does
    with monkeypatch.context() as patch:
        patch.setattr(backup_restore, "_PATIENCE_SECONDS", 0.2)
        with pytest.raises(InUseError):
            restore(database_url, file)
    assert table.now().standing.deals == 1
    store.close()
    restore(database_url, file)


def test_an_unclean_result_leaves_everything_as_it_was(
    store: Store, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = backed_up(with_examples(store), tmp_path)
    sit_down(store)
    before = rows(database_url)
    store.close()
    with restoring.looked_through(file, LATER) as candidate:
        monkeypatch.setattr(restoring, "check", lambda _tx: Report(0, 0, (), ("so a test wants it",)))
        with pytest.raises(restoring.FailedRestoreError):
            restoring.restore(database_url, candidate, LATER)
    assert rows(database_url) == before


@pytest.mark.parametrize("content", [b"", b"no database" * 1000, b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "some.sqlite3"
    file.write_bytes(content)
    with pytest.raises((ForeignFileError, restoring.UncleanBackupError)), restoring.looked_through(file, NOW):
        pass
    assert file.read_bytes() == content


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "photos.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE photo (id INTEGER)")
    with pytest.raises(ForeignFileError), restoring.looked_through(file, NOW):
        pass


def test_a_backup_of_a_newer_version_is_refused(sqlite_store: Store, tmp_path: Path) -> None:
    file = backed_up(sqlite_store, tmp_path)
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    with pytest.raises(NewerBackupError, match="newer version"), restoring.looked_through(file, NOW):
        pass


def test_a_backup_with_damaged_pages_is_refused(sqlite_store: Store, tmp_path: Path) -> None:
    file = backed_up(with_examples(sqlite_store), tmp_path)
    content = bytearray(file.read_bytes())
    content[20 * 4096 : 30 * 4096] = b"\xff" * (10 * 4096)
    file.write_bytes(content)
    with pytest.raises(restoring.UncleanBackupError) as refused, restoring.looked_through(file, NOW):
        pass
    assert "SELECT" not in str(refused.value)  # the database's own words, not the program's


def test_a_backup_whose_figures_do_not_hold_is_refused(sqlite_store: Store, sqlite_url: str, tmp_path: Path) -> None:
    file = backed_up(with_examples(sqlite_store), tmp_path)
    with closing(sqlite3.connect(file)) as changed:
        changed.execute("UPDATE standing SET undo = 0 WHERE sitting = 1")
        changed.commit()
    with pytest.raises(restoring.UncleanBackupError, match="what can be undone is wrong"):
        restore(sqlite_url, file)


def test_an_older_backup_is_brought_up_to_date_in_a_copy(sqlite_url: str, database_url: str, tmp_path: Path) -> None:
    """Revision 0001 lacks what the ledger added later."""
    file = tmp_path / "old.sqlite3"
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("UPDATE club SET name = 'Westendorf'"))
    old = file.read_bytes()
    restore(database_url, file)
    assert rows(database_url)["club"] == [(1, "Westendorf", {}, None)]
    assert file.read_bytes() == old
    assert [path.name for path in tmp_path.glob("old*")] == ["old.sqlite3"]


def test_a_backup_is_read_where_nothing_can_be_written(sqlite_store: Store, sqlite_url: str, tmp_path: Path) -> None:
    file = backed_up(with_examples(sqlite_store), tmp_path)
    sqlite_store.close()
    file.chmod(0o400)
    file.parent.chmod(0o500)
    try:
        restore(sqlite_url, file)
    finally:
        file.parent.chmod(0o700)
    assert [path.name for path in file.parent.iterdir()] == ["backup.sqlite3"]


def test_a_copied_database_with_its_log_is_a_backup_too(sqlite_store: Store, sqlite_url: str, tmp_path: Path) -> None:
    table = sit_down(sqlite_store)
    table.enter(1, table.jaggln(0, 1, 6))
    live = Path(sqlite_url.removeprefix("sqlite:///"))
    for beside in ("", "-wal"):
        shutil.copy(f"{live}{beside}", f"{tmp_path / 'copy.sqlite3'}{beside}")
    with restoring.looked_through(tmp_path / "copy.sqlite3", NOW) as candidate:
        assert candidate.amount.deals == 1


def test_a_damaged_database_is_put_aside(sqlite_store: Store, sqlite_url: str, tmp_path: Path) -> None:
    file = backed_up(with_examples(sqlite_store), tmp_path)
    then = rows(sqlite_url)
    sqlite_store.close()
    live = Path(sqlite_url.removeprefix("sqlite:///"))
    live.write_bytes(b"garbage" * 1000)
    live.with_name(f"{live.name}-wal").write_bytes(b"left over")
    assert restoring.present(sqlite_url) is None
    with restoring.looked_through(file, NOW) as candidate:
        aside = restoring.restore_over_damaged(sqlite_url, candidate, NOW)
    assert aside.read_bytes() == b"garbage" * 1000
    assert without_audit(rows(sqlite_url)) == without_audit(then)


def test_a_database_with_other_pages_takes_a_backup(tmp_path: Path, sqlite_store: Store) -> None:
    file = backed_up(with_examples(sqlite_store), tmp_path)
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as made:
        made.execute("PRAGMA page_size=8192")
        made.execute("VACUUM")
    migrate(f"sqlite:///{other}")
    restore(f"sqlite:///{other}", file)
    assert len(rows(f"sqlite:///{other}")["event"]) == 5
