"""Deals on their way to paper."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.domain.text import Player


@dataclass(frozen=True, slots=True)
class PrintedDeal:
    """What the table needs to know about a deal."""

    number: int
    deal: Any
    sitting_out: tuple[Player, ...]
    units: Mapping[Player, int]
    running: Mapping[Player, int]
    voided: bool = False
    present: tuple[Player, ...] = ()
    """Who was at the table; empty = everybody."""


@dataclass(frozen=True, slots=True)
class Row:
    """A deal in its cells. Whom the deal does not touch has no units."""

    number: int
    answers: tuple[str, ...]
    units: tuple[str, ...]
    won: tuple[bool, ...]
    totals: tuple[str, ...]
    voided: bool
