"""Where the database is."""

import os
from pathlib import Path

from sqlalchemy import URL, make_url

from scorekeeper import assets


def default_url() -> str:
    """Give the database's URL: SCOREKEEPER_DATABASE_URL, else a SQLite file in the instance folder."""
    named = os.environ.get("SCOREKEEPER_DATABASE_URL")
    return (
        named or URL.create("sqlite", database=str(assets.instance_path() / "scorekeeper.sqlite3")).render_as_string()
    )


def parsed(url: str) -> URL:
    """Read a URL; PostgreSQL is always spoken to by psycopg 3. A SQLite file's folder is made."""
    result = make_url(url)
    if result.get_backend_name() in {"postgresql", "postgres"}:
        return result.set(drivername="postgresql+psycopg")
    if result.database:
        Path(result.database).parent.mkdir(parents=True, exist_ok=True)
    return result
