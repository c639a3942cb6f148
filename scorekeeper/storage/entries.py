"""The entries of the ledger: only ever added."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import bindparam, func, insert, select

from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import entry

FIELDS = (
    "seq", "kind", "key", "number", "target", "answers", "note", "dealer", "sitting_out", "present", "units",
    "rule_set", "options", "stake_cents", "rules_version", "at", "actor",
)  # fmt: skip
"""The columns in which everything of an Entry is frozen; each is named as the field."""
COLUMNS = tuple(entry.c[name] for name in FIELDS)

_ADD = Prepared(insert(entry))
_HERE = entry.c.sitting == bindparam("sitting")
_ALL = select(*COLUMNS).where(_HERE).order_by(entry.c.seq)
_AT = Prepared(select(*COLUMNS).where(_HERE, entry.c.seq.in_((bindparam("seq"), bindparam("other")))))
_ABOUT = _ALL.where(entry.c.number == bindparam("number"))
_BELOW = select(entry.c.below).where(_HERE, entry.c.seq == bindparam("seq"))
_ABOVE = select(func.coalesce(func.max(entry.c.seq), 0)).where(_HERE, entry.c.below == bindparam("seq"))


def entry_of(row: Sequence[Any]) -> Entry:
    """Read an entry off a row that begins with COLUMNS."""
    values = dict(zip(FIELDS, row, strict=False))
    values["kind"] = EntryKind(values["kind"])
    values["sitting_out"] = tuple(values["sitting_out"])
    values["present"] = tuple(values["present"])
    return Entry(**values)


def add(tx: Transaction, club: int, sitting_id: int, new: Entry, below: int | None) -> None:
    """Add an entry; `below` is what undo revokes once this one is revoked (None for undo and redo)."""
    values = {name: getattr(new, name) for name in FIELDS}
    _ADD.run(tx, {**values, "kind": new.kind.value, "club": club, "sitting": sitting_id, "below": below})


def at(tx: Transaction, sitting_id: int, seq: int, other: int = 0) -> dict[int, Entry]:
    """Give one entry or two by their seqs, as far as they exist; 0 is none."""
    rows = _AT.all(tx, {"sitting": sitting_id, "seq": seq, "other": other})
    return {found.seq: found for found in map(entry_of, rows)}


def every(tx: Transaction, sitting_id: int) -> Iterator[Entry]:
    """Give the whole history, oldest first, without holding it in memory."""
    for row in tx.execute(_ALL, {"sitting": sitting_id}):
        yield entry_of(row)


def about(tx: Transaction, sitting_id: int, number: int) -> tuple[Entry, ...]:
    """Give every entry ever made about one deal, oldest first."""
    return tuple(map(entry_of, tx.all(_ABOUT, {"sitting": sitting_id, "number": number})))


def below(tx: Transaction, sitting_id: int, seq: int) -> int:
    """Say what undo revokes once this entry is revoked; 0 = nothing."""
    return int(tx.execute(_BELOW, {"sitting": sitting_id, "seq": seq}).scalar() or 0)


def above(tx: Transaction, sitting_id: int, seq: int) -> int:
    """Say what redo restores while this entry is the last effective one; 0 = nothing.

    It is the last entry made on top of it: if that one were still effective, it would be the last itself, and whatever
    stood in the way of restoring it would have been made on top later.
    """
    return int(tx.execute(_ABOVE, {"sitting": sitting_id, "seq": seq}).scalar_one())
