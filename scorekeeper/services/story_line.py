"""What the history is made of: frozen lines, and what later became of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scorekeeper.domain.ledger import EntryKind
from scorekeeper.domain.text import Message, Player
from scorekeeper.services.differences import Change, UnitChange
from scorekeeper.storage.entries import Step


class How(StrEnum):
    """What became of something later."""

    UNDONE = "undone"
    STRUCK = "struck"
    CORRECTED = "corrected"
    RECOMPUTED = "recomputed"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of it later, when (UTC, ISO 8601) and by which device."""

    how: How
    at: str
    device: str

    @property
    def gone(self) -> bool:
        """Whether it counts nothing any more."""
        return self.how in {How.UNDONE, How.STRUCK}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that happened."""

    at: str
    """UTC, ISO 8601."""
    device: str
    sitting: int | None
    """None where it is about the whole evening."""
    head: Message
    parts: tuple[Message, ...] = ()
    """What it was, part by part."""
    changes: tuple[Change, ...] = ()
    units: tuple[UnitChange, ...] = ()
    note: str = ""
    fate: Fate | None = None
    about: frozenset[Player] | None = None
    """Whom it is about; None = everybody who was there."""
    of_club: bool = False
    """Told only where somebody whom it is about was part of the event."""
    opened: tuple["Line", ...] = ()
    """The lines that are folded into this one."""
    deal: int = 0
    seq: int = 0


_BY_VERSION: Final = {EntryKind.CORRECT: How.CORRECTED, EntryKind.VOID: How.STRUCK}


def fates_of(steps: Sequence[Step]) -> dict[int, Fate]:
    """Say of entries by seq what became of them, out of everything that was done to their deals, oldest first."""
    revoked: dict[int, Step] = {}
    for step in steps:
        if step.kind is EntryKind.UNDO:
            revoked[step.target] = step
        elif step.kind is EntryKind.REDO:
            revoked.pop(step.target, None)
    fates: dict[int, Fate] = {}
    rules = 0
    for step in reversed(steps):
        if step.kind is EntryKind.RULES:
            rules = step.seq
        by = revoked.get(rules if step.recomputed else step.seq)
        if by is None and step.kind in _BY_VERSION and not (step.recomputed and step.kind is EntryKind.VOID):
            how = How.RECOMPUTED if step.recomputed else _BY_VERSION[step.kind]
            fates.setdefault(step.target, Fate(how, step.at, step.actor))
        elif by is not None and step.recomputed:
            fates[step.seq] = Fate(How.UNDONE, by.at, by.actor)
    return fates | {seq: Fate(How.UNDONE, step.at, step.actor) for seq, step in revoked.items()}
