"""Brings a database to the present schema, once, even if several workers start at the same moment."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, NullPool, create_engine, inspect, text

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.storage.addresses import parsed
from scorekeeper.storage.private import make_file

HEAD: Final = "0005"
"""The newest revision in migrations/versions; known here so that an up-to-date database costs one query."""
MIGRATIONS: Final = Path(__file__).with_name("migrations")
_LOCK: Final = 7_245_310
"""PostgreSQL's advisory lock for this application's migrations: any number, always the same."""
_WAIT_SECONDS: Final = 60


class NewerDatabaseError(ScorekeeperError):
    """The database was made by a newer version of the program."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            N_("The database was made by a newer version of this program (revision {revision}).", revision=revision)
        )


def migrate(url: str) -> None:
    """Create or update the schema; returns quickly if there is nothing to do. Raises NewerDatabaseError."""
    address = parsed(url)
    if address.get_backend_name() == "sqlite":
        with suppress(OSError):  # SQLite itself says in its words that it cannot
            make_file(Path(str(address.database)))
        engine = create_engine(
            address, poolclass=NullPool, connect_args={"timeout": _WAIT_SECONDS, "isolation_level": None}
        )
        _migrate(engine)
        _write_ahead(engine)
    else:
        _migrate(create_engine(address, poolclass=NullPool))


def _migrate(engine: Engine) -> None:
    with engine.connect() as connection:
        if _revision(connection) == HEAD:
            return
    with engine.connect() as connection, _alone(connection):
        if _revision(connection) != HEAD:
            _upgrade(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


@contextmanager
def _alone(connection: Connection) -> Iterator[None]:
    """Hold the whole schema for one transaction."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")  # else a table could not be rebuilt
        connection.exec_driver_sql("BEGIN EXCLUSIVE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    yield
    connection.commit()


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 slow to import, and seldom needed
    from alembic.script import ScriptDirectory  # noqa: PLC0415 as above

    config = _config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = _revision(connection)
    if found is not None and found not in known:
        raise NewerDatabaseError(found)
    command.upgrade(config, "head")


def rebuild(connection: Connection) -> None:
    """Take every table away and make it anew, empty, in the transaction of a PostgreSQL connection."""
    from alembic import command  # noqa: PLC0415 as above

    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = _config(connection)
    command.downgrade(config, "base")
    command.upgrade(config, "head")


def _config(connection: Connection) -> Any:  # noqa: ANN401 Alembic's Config
    from alembic.config import Config  # noqa: PLC0415 as above

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _write_ahead(engine: Engine) -> None:
    """Turn SQLite's write-ahead log on; it stays on. Other starting workers may hold the file for a moment."""
    deadline = time.monotonic() + _WAIT_SECONDS
    with engine.connect() as connection:
        driver = connection.connection.dbapi_connection
        while driver is not None:
            try:
                mode = driver.execute("PRAGMA journal_mode=WAL").fetchone()[0]
            except sqlite3.OperationalError:
                mode = "locked"
            if mode == "wal":
                return
            if time.monotonic() > deadline:
                raise TimeoutError(mode)
            time.sleep(0.01)
