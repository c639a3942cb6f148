"""The doctor looks a set-up over: every line says how it is, and what helps where it is not fine."""

import json
import os
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from scorekeeper.cli import main
from scorekeeper.cli.doctoring import machine
from scorekeeper.mode import MODE
from scorekeeper.printing.probe import finds_its_font
from scorekeeper.services import backing_up, demo, players
from scorekeeper.services.actor import Actor
from scorekeeper.storage import Store, default_url, migrate
from scorekeeper.web.settings import secret_key

PORT = "8123"


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance folder with a database, as the first start leaves it."""
    folder = tmp_path / "instance"
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    monkeypatch.setattr(machine, "finds_its_font", lambda: True)  # takes seconds; looked at by itself below
    migrate(default_url())
    secret_key(folder)
    return folder


def doctor(*options: str) -> Result:
    return CliRunner().invoke(main, ("doctor", "--port", PORT, *options), env={"LC_ALL": "de_AT.UTF-8"})


def states(*options: str) -> dict[str, str]:
    return {line["about"]: line["state"] for line in json.loads(doctor("--json", *options).stdout)}


def test_a_sound_set_up_is_all_ticks_and_status_0(instance: Path) -> None:
    said = doctor()
    assert said.exit_code == 0
    lines = said.stdout.splitlines()
    assert [line for line in lines if not line.startswith("✓ ")] == []
    assert "✓ Die Datenbank antwortet und ist auf dem neuesten Stand" in lines
    assert f"✓ {instance} ist beschreibbar" in lines


def test_before_the_first_start_nothing_is_wrong_and_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "new"))
    monkeypatch.setattr(machine, "finds_its_font", lambda: True)
    assert doctor().exit_code == 0
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_secret_that_others_could_read_is_wrong_and_an_open_folder_odd(instance: Path) -> None:
    instance.chmod(0o755)
    said = doctor("--lang", "en")
    assert said.exit_code == 0
    assert f"! Other users of this computer can open {instance}\n  → To close it: chmod 700 {instance}\n" in said.stdout
    (instance / "secret.key").chmod(0o644)
    said = doctor("--lang", "en")
    assert said.exit_code == 1
    assert f"✗ Other users of this computer can read the secret {instance / 'secret.key'}" in said.stdout
    assert "makes a new one" in said.stdout


def test_a_damaged_database_is_wrong_in_words(instance: Path) -> None:
    (instance / "scorekeeper.sqlite3").write_bytes(b"no database" * 1000)
    said = doctor()
    assert said.exit_code == 1
    assert "✗ Die Datei der Datenbank ist beschädigt" in said.stdout


@pytest.mark.parametrize("revision, state, status", [("0002", "odd", 0), ("9999", "bad", 1)])
def test_a_database_of_another_version_is_named(instance: Path, revision: str, state: str, status: int) -> None:
    store = Store(default_url())
    with store.write() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": revision})
    store.close()
    assert doctor("--json").exit_code == status
    assert states()["database"] == state


def test_a_clock_that_is_behind_is_wrong(instance: Path) -> None:
    store = Store(default_url())
    with store.write() as tx:
        players.add_player(tx, Actor(1, "Gerät K7", datetime(2200, 1, 1, tzinfo=UTC)), "Toni")
    store.close()
    said = doctor("--lang", "en")
    assert said.exit_code == 1
    assert "something was entered at 2200-01-01 00:00 (UTC) already" in said.stdout


def test_an_app_open_to_the_room_needs_somebody_who_can_log_in(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert states()["organiser"] == "fine"
    monkeypatch.setenv(MODE, "room")
    assert states()["organiser"] == "bad"


def test_the_age_of_the_last_backup_is_said(instance: Path) -> None:
    store, then = Store(default_url()), datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
    with store.write() as tx:
        demo.demo_evenings(tx, Actor(1, "Gerät K7", then))
    backing_up.back_up(store, then)
    store.close()
    assert "✓ Die letzte Sicherung ist vom 2026-01-01 13:00" in doctor().stdout


def test_a_port_that_somebody_else_has_is_odd(instance: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        taken.listen()
        number = taken.getsockname()[1]
        assert states("--port", str(number))["port"] == "odd"


def test_a_full_disk_is_wrong(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: type("Usage", (), {"free": 10 * 1024 * 1024}))
    said = doctor()
    assert said.exit_code == 1
    assert "✗ 10 MB frei" in said.stdout


def test_a_terminal_without_these_signs_gets_others(instance: Path) -> None:
    said = CliRunner(charset="cp1252").invoke(main, ("doctor", "--port", PORT), env={"LC_ALL": "de_AT.UTF-8"})
    assert said.exit_code == 0
    assert all(line.startswith("ok ") for line in said.stdout.splitlines())


def test_printing_is_tried_with_the_fonts_of_the_sheets() -> None:
    assert finds_its_font()


@pytest.mark.postgres
def test_a_server_that_is_told_to_forget_is_wrong(
    instance: Path, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", postgresql_url)
    store = Store(postgresql_url)
    with store.write() as tx:
        tx.execute(text("SELECT set_config('search_path', current_schema(), true)"))
        name = tx.execute(text("SELECT current_database()")).scalar_one()
        tx.execute(text(f'ALTER DATABASE "{name}" SET synchronous_commit = off'))
    store.close()
    said = doctor("--lang", "en")
    assert said.exit_code == 1
    assert "synchronous_commit = off" in said.stdout
