import subprocess
import sys

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import NullPool, create_engine, inspect, text

from scorekeeper.storage import NewerDatabaseError, migrate
from scorekeeper.storage.addresses import parsed
from scorekeeper.storage.migrating import HEAD, MIGRATIONS
from scorekeeper.storage.tables import metadata
from tests.conftest import SOAK

WORKERS = 8 if SOAK else 3
WORKER = "import sys; from scorekeeper.storage import migrate; sys.stdin.readline(); migrate(sys.argv[1])"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def test_head_is_the_newest_migration() -> None:
    assert ScriptDirectory.from_config(_config()).get_heads() == [HEAD]


def test_the_migrations_lead_to_the_tables_of_the_code(database_url: str) -> None:
    engine = create_engine(parsed(database_url), poolclass=NullPool)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.slow
def test_workers_that_start_together_migrate_once(empty_database_url: str) -> None:
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, empty_database_url], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(WORKERS)
    ]
    errors = []
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    for worker in workers:
        errors.append(worker.communicate(timeout=200)[1])
        assert worker.returncode == 0, errors
    engine = create_engine(parsed(empty_database_url), poolclass=NullPool)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM club")).scalar() == 1
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [HEAD]


def test_an_up_to_date_database_asks_nothing_of_the_migrations(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_arguments: object) -> None:
        raise AssertionError

    monkeypatch.setattr(command, "upgrade", asked)
    migrate(database_url)


def test_a_database_of_a_newer_program_is_refused(database_url: str) -> None:
    engine = create_engine(parsed(database_url), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabaseError):
        migrate(database_url)


def test_a_migration_can_be_taken_back(database_url: str) -> None:
    engine = create_engine(parsed(database_url), poolclass=NullPool)
    config = _config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    migrate(database_url)


def test_sqlite_writes_ahead_and_outside_the_main_file(sqlite_url: str) -> None:
    with create_engine(sqlite_url, poolclass=NullPool).connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
