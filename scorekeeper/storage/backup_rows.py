"""Every row of one database into another of the same revision: numbers kept, in the order they need each other."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Column, Connection, Table, Text, bindparam, func, insert, select, text, type_coerce

from scorekeeper.storage.tables import metadata
from scorekeeper.storage.types import Json

_ROWS_AT_ONCE: Final = 1000


def copy_rows(source: Connection, target: Connection) -> None:
    """Fill a freshly migrated database; what the migrations put there is taken away first.

    The caller's transaction holds all of it. On SQLite foreign keys must be off.
    """
    for table in reversed(metadata.sorted_tables):
        if _is_filled(target, table):
            target.execute(table.delete())
    with _later(target):
        for table in metadata.sorted_tables:
            _copy_table(source, target, table)
    if target.dialect.name != "sqlite":
        _set_sequences(target)


def _is_filled(connection: Connection, table: Table) -> bool:
    """Tell whether a table has rows: those that may not be deleted have none in a fresh database."""
    return connection.execute(select(1).select_from(table).limit(1)).first() is not None


def _copy_table(source: Connection, target: Connection, table: Table) -> None:
    adding = insert(table).values({column.name: bindparam(column.name, type_=_raw(column)) for column in table.columns})
    reading = select(*(type_coerce(column, _raw(column)).label(column.name) for column in table.columns))
    options = {"stream_results": True, "yield_per": _ROWS_AT_ONCE}
    found = source.execute(reading.order_by(*table.primary_key), execution_options=options)
    for rows in found.mappings().partitions():
        target.execute(adding, [dict(row) for row in rows])


def _raw(column: Column[Any]) -> Any:  # noqa: ANN401 any column's type
    """Give the type by which a value comes over as it stands: JSON is not read, so that not a letter changes."""
    return Text() if isinstance(column.type, Json) else column.type


@contextmanager
def _later(target: Connection) -> Iterator[None]:
    """Let a row refer to one of its own table that comes after it (a merged player to an older record)."""
    own = [
        (table.name, constraint.name)
        for table in metadata.sorted_tables
        for constraint in table.foreign_key_constraints
        if constraint.referred_table is table
    ]
    if target.dialect.name == "sqlite":
        yield
        return
    for table_name, name in own:
        target.execute(text(f"ALTER TABLE {table_name} ALTER CONSTRAINT {name} DEFERRABLE INITIALLY DEFERRED"))
    yield
    target.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
    for table_name, name in own:
        target.execute(text(f"ALTER TABLE {table_name} ALTER CONSTRAINT {name} NOT DEFERRABLE"))


def _set_sequences(target: Connection) -> None:
    """Let PostgreSQL number on after the highest number copied."""
    for table in metadata.sorted_tables:
        counted = table.autoincrement_column
        if counted is not None:
            sequence = func.pg_get_serial_sequence(table.name, counted.name)
            highest = func.max(counted)
            target.execute(select(func.setval(sequence, func.coalesce(highest, 1), highest.is_not(None))))
