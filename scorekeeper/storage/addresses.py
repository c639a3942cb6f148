"""Where the database is."""

import os
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper import assets
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.storage.private import make_folder


def default_url() -> str:
    """Give the database's URL: SCOREKEEPER_DATABASE_URL, else a SQLite file in the instance folder."""
    named = os.environ.get("SCOREKEEPER_DATABASE_URL")
    return (
        named or URL.create("sqlite", database=str(assets.instance_path() / "scorekeeper.sqlite3")).render_as_string()
    )


_CONNECT_SECONDS: Final = "8"
"""A server that is unplugged says nothing at all; the table hears of it before the phone gives up waiting."""


class UnknownDatabaseError(ScorekeeperError):
    """The URL names no database that could be used. It is not shown: there may be a password in it."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "SCOREKEEPER_DATABASE_URL names no database: it must be like {file} or {server}.",
                file="sqlite:////folder/file.sqlite3", server="postgresql://user:password@host/database",
            )
        )  # fmt: skip


def parsed(url: str) -> URL:
    """Read a URL; PostgreSQL is always spoken to by psycopg 3. A SQLite file's folder is made.

    Raises UnknownDatabaseError, also for SQLite's databases in memory: every process would have one of its own.
    """
    try:
        result = make_url(url)
    except (ArgumentError, ValueError):
        raise UnknownDatabaseError from None
    if result.get_backend_name() in {"postgresql", "postgres"}:
        waiting = {"connect_timeout": _CONNECT_SECONDS} if "connect_timeout" not in result.query else {}
        return result.set(drivername="postgresql+psycopg").update_query_dict(waiting)
    if result.drivername not in {"sqlite", "sqlite+pysqlite"} or result.database in {None, "", ":memory:"}:
        raise UnknownDatabaseError
    make_folder(Path(str(result.database)).parent)
    return result
