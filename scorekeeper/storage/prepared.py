"""Statements of the quick path: SQLAlchemy compiles them once per dialect, the driver itself runs them.

That spares a context and a result object per statement, four fifths of what a small statement costs.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Delete, Insert, Select, Update
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from scorekeeper.storage import own_club
from scorekeeper.storage.store import Transaction

Convert = Callable[[Any], Any] | None
Statement = Select[Any] | Insert | Update | Delete


class _Ready(NamedTuple):
    """A statement for one dialect: its text, and what is done to its parameters and columns."""

    text: str
    parameters: tuple[tuple[str, Convert], ...]
    positional: bool
    constants: Mapping[str, Any]
    columns: tuple[tuple[int, Callable[[Any], Any]], ...]
    adds: bool
    """Whether it adds rows, whose club is looked at."""


class Prepared:
    """A Core statement without anything that is only known when it runs; `values` name the columns it writes."""

    def __init__(self, statement: Statement, values: Sequence[str] | None = None) -> None:
        self._statement = statement
        self._values = values
        self._ready: dict[tuple[str, bool], _Ready] = {}

    def run(self, tx: Transaction, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 the driver's cursor
        """Run it."""
        ready = self._for(tx)
        if tx.club is not None:
            if ready.adds:
                own_club.verify(self._statement, values, tx.club)
            values = {**values, own_club.OF: tx.club}
        if ready.constants:
            values = {**ready.constants, **values}
        if ready.positional:
            return tx.driver.execute(
                ready.text, [values[name] if to is None else to(values[name]) for name, to in ready.parameters]
            )
        named = {name: values[name] if to is None else to(values[name]) for name, to in ready.parameters}
        return tx.driver.execute(ready.text, named)

    def one(self, tx: Transaction, values: Mapping[str, Any]) -> Sequence[Any] | None:
        """Give the only row, if there is one."""
        rows = self.all(tx, values)
        return rows[0] if rows else None

    def all(self, tx: Transaction, values: Mapping[str, Any]) -> list[Sequence[Any]]:
        """Give all rows."""
        rows = self.run(tx, values).fetchall()
        columns = self._for(tx).columns
        return [_converted(row, columns) for row in rows]

    def _for(self, tx: Transaction) -> _Ready:
        dialect, of_club = tx.connection.dialect, tx.club is not None
        ready = self._ready.get((dialect.name, of_club))
        if ready is None:
            statement = own_club.confined(self._statement) if of_club else self._statement
            ready = self._ready[dialect.name, of_club] = self._compile(statement, dialect)
        return ready

    def _compile(self, statement: Statement, dialect: Dialect) -> _Ready:
        compiled = statement.compile(dialect=dialect, column_keys=self._values)
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(self._statement)
        names = compiled.positiontup or list(compiled.binds)
        parameters = tuple((name, _writing(compiled.binds[name].type, dialect)) for name in names)
        constants = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        kinds = [_reading(column.type, dialect) for column in getattr(self._statement, "selected_columns", ())]
        columns = tuple((place, convert) for place, convert in enumerate(kinds) if convert is not None)
        return _Ready(compiled.string, parameters, bool(compiled.positiontup), constants, columns, statement.is_insert)


def _writing(kind: TypeEngine[Any], dialect: Dialect) -> Convert:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _reading(kind: TypeEngine[Any], dialect: Dialect) -> Convert:
    return kind.dialect_impl(dialect).result_processor(dialect, None)


def _converted(row: Sequence[Any], columns: tuple[tuple[int, Callable[[Any], Any]], ...]) -> Sequence[Any]:
    if not columns:
        return row
    values = list(row)
    for place, convert in columns:
        values[place] = convert(values[place])
    return values
