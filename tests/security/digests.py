"""What is kept of a club, row by row: to tell whether anything of it changed, and whether it refers to another club."""

import contextlib
import hashlib
from collections.abc import Iterator
from typing import Final, Never

from sqlalchemy import ColumnElement, Table, and_, func, select

from scorekeeper.storage import Transaction
from scorekeeper.storage.tables import club, metadata

_OF_CLUBS: Final = tuple(table for table in metadata.sorted_tables if "club" in table.c)
_ROWS: Final = tuple(
    select(*table.c).order_by(*table.primary_key.columns) for table in (club, *_OF_CLUBS)
)  # fmt: skip


class _TakenBackError(Exception):
    """Nothing is kept."""


@contextlib.contextmanager
def taken_back(opened: contextlib.AbstractContextManager[Transaction]) -> Iterator[Transaction]:
    """Lend a transaction of which nothing is kept."""
    with contextlib.suppress(_TakenBackError), opened as tx:
        yield tx
        _take_back()


def _take_back() -> Never:
    raise _TakenBackError


def digest(tx: Transaction, number: int) -> str:
    """Sum up every row of a club."""
    made = hashlib.blake2b(digest_size=12)
    for statement, table in zip(_ROWS, (club, *_OF_CLUBS), strict=True):
        column = table.c.id if table is club else table.c.club
        for row in tx.connection.execute(statement.where(column == number)):
            made.update(repr(tuple(row)).encode())
    return made.hexdigest()


def everything(tx: Transaction) -> str:
    """Sum up every row there is."""
    made = hashlib.blake2b(digest_size=12)
    for table in metadata.sorted_tables:
        for row in tx.connection.execute(select(*table.c).order_by(*table.primary_key.columns)):
            made.update(repr(tuple(row)).encode())
    return made.hexdigest()


def _references() -> Iterator[tuple[Table, Table, ColumnElement[bool]]]:
    for table in _OF_CLUBS:
        for key in table.foreign_key_constraints:
            target = key.referred_table
            if "club" in target.c:
                alias = target.alias()
                joined = and_(*(table.c[each.parent.name] == alias.c[each.column.name] for each in key.elements))
                yield table, target, and_(joined, alias.c.club != table.c.club)


_STRAYING: Final = tuple(
    (f"{table.name} of one club refers to {target.name} of another", select(func.count()).where(condition))
    for table, target, condition in _references()
)


def strays(tx: Transaction) -> list[str]:
    """Say which rows of one club refer to rows of another."""
    return [what for what, statement in _STRAYING if tx.connection.execute(statement).scalar()]
