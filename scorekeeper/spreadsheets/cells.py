"""What a cell of a table holds, and a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.services.evenings import VIENNA


class Units(NamedTuple):
    """Points that somebody wins (+) or loses (−)."""

    amount: int | Fraction


class Points(NamedTuple):
    """Points of a list, without a sign in front of what is more than 0."""

    amount: int | Fraction


class Money(NamedTuple):
    """An amount; `signed` where somebody gets (+) or pays (−) it. Parts of a cent are on the way to a sum only."""

    cents: int | Fraction
    currency: str
    signed: bool = False


Cell = str | int | Units | Points | Money | date | datetime | None
"""None is empty; a text is shown as it is, whatever it begins with; times are those of the clock on the wall."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with one header line."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def moment_of(stamp: str) -> datetime:
    """Give a stored moment as the clock on the wall showed it; a spreadsheet knows no time zones."""
    return datetime.fromisoformat(stamp).astimezone(VIENNA).replace(tzinfo=None, microsecond=0)
