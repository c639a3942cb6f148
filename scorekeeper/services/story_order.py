"""The order of the history: the audit of an event and the ledgers of its sittings, merged from any place on.

Within a sitting the order is that of its ledger, and a line of the audit knows after which entries it was written: no
clock that was put right meanwhile disturbs them. Only between two tables does the time decide.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from scorekeeper.domain.ledger import Entry
from scorekeeper.domain.tournament.record import Fact
from scorekeeper.storage import Transaction, audit, entries
from scorekeeper.storage.audit import AuditRow

_PAST_EVERYTHING: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry with its sitting."""

    sitting: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Recorded:
    """A fact of the event's own record."""

    fact: Fact


Item = AuditRow | Entered | Recorded
_Timed = Entered | Recorded
RECORD: Final = 0
"""Where a sitting's number would stand; no sitting has it."""


@dataclass(frozen=True, slots=True)
class Place:
    """How far every stream was read: the audit by its lines' numbers, each sitting by its entries' seqs."""

    audit: int
    seqs: Mapping[int, int]

    @classmethod
    def beginning(cls, sittings: Collection[int], *, newest: bool) -> Self:
        """Give the place before everything."""
        start = _PAST_EVERYTHING if newest else 0
        return cls(start, dict.fromkeys(sittings, start))

    def read(self, text: str) -> "Place":
        """Read a place off an address; what is none is this one. A sitting that has begun since comes last."""
        try:
            first, *rest = (part.split(".") for part in text.split("_"))
            seqs = {int(number): int(seq) for number, seq in rest}
            place = Place(int(*first), dict.fromkeys(self.seqs, 0) | seqs)
        except (TypeError, ValueError):
            return self
        numbers = (place.audit, *place.seqs.values())
        return place if place.seqs.keys() == self.seqs.keys() and max(numbers) <= _PAST_EVERYTHING else self

    def __str__(self) -> str:
        return "_".join([str(self.audit), *(f"{number}.{seq}" for number, seq in self.seqs.items())])

    def past(self, item: Item) -> "Place":
        """Go past an item."""
        if isinstance(item, AuditRow):
            return Place(item.id, self.seqs)
        if isinstance(item, Recorded):
            return Place(self.audit, {**self.seqs, RECORD: item.fact.seq})
        return Place(self.audit, {**self.seqs, item.sitting: item.entry.seq})


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """Whose lines are read, and in which direction."""

    club: int
    event: int
    kinds: Collection[str]
    """Kinds of the club's own lines that belong to the history of an event too."""
    sittings: Collection[int]
    newest: bool
    facts: Sequence[Fact] = ()
    """The event's own record, in order; an evening has none."""

    def next(self, tx: Transaction, place: Place, limit: int) -> list[Item]:
        """Give the next items past a place."""
        noted = audit.stretch(
            tx, self.club, self.event, self.kinds, place.audit, newest=self.newest, limit=limit
        )  # fmt: skip
        entered: dict[int, list[_Timed]] = {
            number: [
                Entered(number, entry)
                for entry in entries.stretch(tx, number, place.seqs[number], newest=self.newest, limit=limit)
            ]
            for number in self.sittings
        }
        if self.facts:
            seq = place.seqs[RECORD]
            left = [Recorded(fact) for fact in self.facts if (fact.seq < seq if self.newest else fact.seq > seq)]
            entered[RECORD] = [*(reversed(left) if self.newest else left)][:limit]
        return self._merged(noted, entered, limit)

    def _merged(
        self, noted: Sequence[AuditRow], entered: Mapping[int, Sequence[_Timed]], limit: int
    ) -> list[Item]:  # fmt: skip
        at = dict.fromkeys(entered, 0)
        told, merged = 0, list[Item]()
        while len(merged) < limit:
            heads = [items[at[number]] for number, items in entered.items() if at[number] < len(items)]
            row = noted[told] if told < len(noted) else None
            if row is not None:
                heads = [head for head in heads if _is_before(head, row) is not self.newest]
            if heads:
                pick = (max if self.newest else min)(heads, key=_by_clock)
                at[RECORD if isinstance(pick, Recorded) else pick.sitting] += 1
                merged.append(pick)
            elif row is not None:
                told += 1
                merged.append(row)
            else:
                break
        return merged


def _is_before(entered: _Timed, row: AuditRow) -> bool:
    """Whether an entry or fact was made before a line of the audit."""
    if isinstance(entered, Recorded):
        return entered.fact.at <= row.at
    if row.after is not None and row.event is not None:
        return entered.entry.seq <= row.after.get(str(entered.sitting), 0)
    return entered.entry.at < row.at


def _by_clock(entered: _Timed) -> tuple[str, int]:
    if isinstance(entered, Recorded):
        return entered.fact.at, RECORD
    return entered.entry.at, entered.sitting
