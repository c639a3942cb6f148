"""A sitting's history: an append-only list of entries. What counts now is a fold over it, so undo is one more entry."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, Message, Player


class EntryKind(StrEnum):
    """What an entry does."""

    DEAL = "deal"
    CORRECT = "correct"
    VOID = "void"
    END = "end"
    REOPEN = "reopen"
    RULES = "rules"
    SEATS = "seats"
    ADJUST = "adjust"
    UNDO = "undo"
    REDO = "redo"


CLOSING: Final = frozenset({EntryKind.END, EntryKind.REOPEN})
RESCORED: Final = frozenset({EntryKind.CORRECT, EntryKind.VOID})
"""What a change of rules makes of each deal that it scores again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the history, with everything frozen that it was scored under. Never changed, never deleted."""

    seq: int
    """1, 2, 3 … without a gap within the sitting."""
    kind: EntryKind
    key: str
    """One-time key made by the client: the same key is the same entry."""
    number: int = 0
    """The deal that it is about; 0 where it is about the sitting."""
    target: int = 0
    """The seq of the entry that it replaces (a state of the sitting: the one before), revokes or restores; 0 = none."""
    answers: Mapping[str, Any] = field(default_factory=dict)
    """The deal's answers as plain JSON values; players by key.

    RULES and SEATS hold what was (`from`) and what is from now on (`to`), RULES also how many corrections just before
    it belong to it (`group`): undone and redone together. ADJUST holds the number of deals before it (`after`).
    """
    note: str = ""
    """ADJUST: the reason."""
    dealer: Player | None = None
    sitting_out: tuple[Player, ...] = ()
    present: tuple[Player, ...] = ()
    units: Mapping[Player, int] = field(default_factory=dict)
    rule_set: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    stake_cents: int = 0
    rules_version: int = 0
    at: str = ""
    """UTC, ISO 8601."""
    actor: str = ""

    @property
    def beyond(self) -> bool:
        """Whether this REOPEN lets the sitting go on after the game's own end."""
        return self.kind is EntryKind.REOPEN and bool(self.answers.get("beyond"))

    @property
    def group(self) -> int:
        """How many corrections just before it this entry takes with it when it is undone or redone."""
        return int(self.answers.get("group", 0)) if self.kind is EntryKind.RULES else 0


class StaleError(ScorekeeperError):
    """The entry named is not the present one any more: somebody else was quicker.

    `number` is the deal that it is about (0 = none) and `entry` what stands there now, if anything does.
    """

    def __init__(self, message: Message, number: int = 0, entry: Entry | None = None) -> None:
        super().__init__(message)
        self.number = number
        self.entry = entry


@dataclass(slots=True)
class Ledger:
    """The fold: which version of which deal counts, what can be undone and what redone."""

    versions: dict[int, list[Entry]] = field(default_factory=dict)
    """Per deal number the versions in force one over the other; the last one counts."""
    done: list[Entry] = field(default_factory=list)
    """Effective entries in order; the last one is what undo revokes."""
    undone: list[Entry] = field(default_factory=list)
    """Revoked entries; the last one is what redo restores."""
    closing: Entry | None = None
    """The last END or REOPEN in force."""
    rules: Entry | None = None
    """The last RULES in force; None = as the sitting began."""
    seats: Entry | None = None
    """The last SEATS in force."""
    adjustments: dict[int, Entry] = field(default_factory=dict)
    """Every ADJUST in force by its seq."""
    groups: dict[int, list[Entry]] = field(default_factory=dict)
    """Per RULES entry the corrections that belong to it."""
    seq: int = 0

    @property
    def ended(self) -> bool:
        """Whether the table ended the sitting."""
        return self.closing is not None and self.closing.kind is EntryKind.END

    @property
    def beyond(self) -> bool:
        """Whether the sitting may go on after the game's own end."""
        return self.closing is not None and self.closing.beyond

    @property
    def deals(self) -> int:
        """The number of deals, voided ones included."""
        return len(self.versions)

    def current(self, number: int) -> Entry:
        """Give the version of a deal that counts."""
        return self.versions[number][-1]

    def add(self, entry: Entry) -> None:
        """Take the next entry. Raises StaleError if it names something that is not present any more."""
        if entry.seq != self.seq + 1:
            raise StaleError(N_("Meanwhile something else was entered."))
        if entry.kind is EntryKind.UNDO:
            self._revoke(entry)
        elif entry.kind is EntryKind.REDO:
            self._restore(entry)
        else:
            self._apply(entry)
            self.undone.clear()
        self.seq = entry.seq

    def _apply(self, entry: Entry) -> None:
        match entry.kind:
            case EntryKind.DEAL:
                if entry.number != self.deals + 1:
                    raise StaleError(N_("Meanwhile deal {number} was entered.", number=self.deals))
                self.versions[entry.number] = [entry]
            case EntryKind.CORRECT | EntryKind.VOID:
                if entry.number not in self.versions or self.current(entry.number).seq != entry.target:
                    raise StaleError(N_("Meanwhile deal {number} was changed.", number=entry.number))
                self.versions[entry.number].append(entry)
            case EntryKind.ADJUST:
                self.adjustments[entry.seq] = entry
            case _:
                self._follow(entry)
        if entry.group:
            self.groups[entry.seq] = self._gathered(entry)
        self.done.append(entry)

    def _follow(self, entry: Entry) -> None:
        """Put an entry in the place of the one before it of its chain."""
        name = _chain(entry)
        present: Entry | None = getattr(self, name)
        if entry.target != (present.seq if present else 0):
            raise StaleError(N_("Meanwhile something else was entered."))
        setattr(self, name, entry)

    def _gathered(self, entry: Entry) -> list[Entry]:
        """Take the corrections that belong to a change of rules off the list of what can be undone by itself."""
        group = self.done[-entry.group :]
        if len(group) < entry.group or any(one.kind not in RESCORED for one in group):
            raise StaleError(N_("Meanwhile something else was entered."))
        del self.done[-entry.group :]
        return group

    def _revoke(self, entry: Entry) -> None:
        if not self.done or self.done[-1].seq != entry.target:
            raise StaleError(N_("Meanwhile something else was entered."))
        revoked = self.done.pop()
        match revoked.kind:
            case EntryKind.DEAL:
                del self.versions[revoked.number]
            case EntryKind.CORRECT | EntryKind.VOID:
                self.versions[revoked.number].pop()
            case EntryKind.ADJUST:
                del self.adjustments[revoked.seq]
            case _:
                name = _chain(revoked)
                before = (done for done in reversed(self.done) if done.number == 0 and _chain(done) == name)
                setattr(self, name, next(before, None))
        for correction in self.groups.get(revoked.seq, ()):
            self.versions[correction.number].pop()
        self.undone.append(revoked)

    def _restore(self, entry: Entry) -> None:
        if not self.undone or self.undone[-1].seq != entry.target:
            raise StaleError(N_("Meanwhile something else was entered."))
        restored = self.undone.pop()
        for correction in self.groups.get(restored.seq, ()):
            self._apply(correction)
        self._apply(restored)


def _chain(entry: Entry) -> str:
    """Say which state of the sitting an entry changes; an ADJUST changes none."""
    if entry.kind in CLOSING:
        return "closing"
    return entry.kind.value


def fold(entries: Iterable[Entry]) -> Ledger:
    """Fold a whole history. Raises StaleError where it contradicts itself."""
    ledger = Ledger()
    for entry in entries:
        ledger.add(entry)
    return ledger
