"""Every statement of a club's transaction finds, changes and adds rows of that club only, whatever numbers it is given.

Each query may name the club as well, where that is the quicker way to the rows; here it is one more condition on every
table that the statement reads from, so that no query can forget it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar, cast
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Delete, Executable, FromClause, Insert, Join, Select, Update, bindparam
from sqlalchemy.sql import operators
from sqlalchemy.sql.expression import UnaryExpression

from scorekeeper.storage.tables import club

Statement = TypeVar("Statement", bound=Executable)
OF: Final = "of_this_club"
"""The parameter that such a statement gets."""
ANY: Final[Mapping[str, bool]] = {"any_club": True}
"""Execution options of a statement that is about the whole installation: a name that is logged in with, a backup."""
_confined: Final[WeakKeyDictionary[Executable, Executable]] = WeakKeyDictionary()


class ForeignClubError(Exception):
    """A row of another club was to be added: a mistake in the program, never one of a form."""


def confined(statement: Statement) -> Statement:
    """Give the statement for one club, which its parameter OF names."""
    found = _confined.get(statement)
    if found is None:
        found = _confined[statement] = _confine(statement)
    return cast("Statement", found)


def verify(statement: Executable, values: Mapping[str, Any], of: int) -> None:
    """Let nothing be added to another club. Raises ForeignClubError."""
    if isinstance(statement, Insert) and "club" in statement.table.c and values.get("club") != of:
        raise ForeignClubError(statement.table.name)


def _confine(statement: Executable) -> Executable:
    if statement.get_execution_options().get("any_club"):
        return statement
    if isinstance(statement, Select):
        return statement.where(*(_own(source) for each in statement.get_final_froms() for source in _sources(each)))
    if isinstance(statement, Update | Delete):
        return statement.where(*(_own(source) for source in _sources(statement.table)))
    return statement


def _sources(source: FromClause) -> Iterator[FromClause]:
    """Give the tables of which every row found has one; what is joined where there is any hangs on another row."""
    if isinstance(source, Join):
        yield from _sources(source.left)
        if not source.isouter:
            yield from _sources(source.right)
    elif source is club or "club" in source.c:
        yield source


def _own(source: FromClause) -> ColumnElement[bool]:
    """The plus is no sum: it keeps SQLite from going by the club, which has nearly all rows, instead of the number."""
    column: ColumnElement[int] = source.c.id if source is club else source.c.club
    return UnaryExpression(column, operator=operators.custom_op("+"), type_=column.type) == bindparam(OF)
