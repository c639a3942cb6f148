"""Whole databases compared."""

from typing import Any

from sqlalchemy import create_engine, select

from scorekeeper.services import demo
from scorekeeper.storage import Store
from scorekeeper.storage.tables import metadata
from tests.services.table import actor

Row = tuple[Any, ...]


def rows(url: str) -> dict[str, list[Row]]:
    """Everything in a database, in the order of the primary keys."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }
    engine.dispose()
    return found


def with_examples(store: Store) -> Store:
    with store.write() as tx:
        demo.demo_evenings(tx, actor(store))
    return store
