"""The entries of the ledger: only ever added."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, func, insert, or_, select

from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import entry, sitting

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
_SPAN = _ALL.where(entry.c.seq >= bindparam("first"), entry.c.seq <= bindparam("last"))
_changed = entry.alias()
_REPLACED = (
    select(*COLUMNS)
    .select_from(entry.join(_changed, and_(_changed.c.sitting == entry.c.sitting, _changed.c.target == entry.c.seq)))
    .where(_HERE, _changed.c.seq >= bindparam("first"), _changed.c.seq <= bindparam("last"))
    .order_by(_changed.c.seq)
)
_VERSIONS = (EntryKind.CORRECT.value, EntryKind.VOID.value)
"""Alone they have something below them; a change of rules that brought them along stands above, not below."""
_BY_SEQ = _ALL.where(entry.c.seq.in_(bindparam("seqs", expanding=True)))
_ACTORS = (
    select(entry.c.actor)
    .join_from(entry, sitting, sitting.c.id == entry.c.sitting)
    .where(sitting.c.event == bindparam("event"))
    .distinct()
)
_LINES = (
    select(*COLUMNS)
    .where(_HERE, or_(entry.c.kind.not_in(_VERSIONS), entry.c.below.is_not(None)))
    .limit(bindparam("limit"))
)
_LATER = _LINES.where(entry.c.seq > bindparam("place")).order_by(entry.c.seq)
_EARLIER = _LINES.where(entry.c.seq < bindparam("place")).order_by(entry.c.seq.desc())
_BELOW = select(entry.c.below).where(_HERE, entry.c.seq == bindparam("seq"))
_ABOVE = select(func.coalesce(func.max(entry.c.seq), 0)).where(_HERE, entry.c.below == bindparam("seq"))


class Step(NamedTuple):
    """What later became of deals, without what was answered; `recomputed`: a change of rules brought it along."""

    seq: int
    kind: EntryKind
    number: int
    target: int
    at: str
    actor: str
    recomputed: bool


_STEPS = (
    select(*(entry.c[name] for name in Step._fields[:-1]), entry.c.below.is_(None))
    .where(
        _HERE,
        entry.c.number.in_(bindparam("numbers", expanding=True)),
        entry.c.kind.not_in([EntryKind.DEAL.value, EntryKind.ADJUST.value]),
    )
    .order_by(entry.c.seq)
)


def entry_of(row: Sequence[Any]) -> Entry:
    """Read an entry off a row that begins with COLUMNS."""
    values = dict(zip(FIELDS, row, strict=False))
    values["kind"] = EntryKind(values["kind"])
    values["sitting_out"] = tuple(values["sitting_out"])
    values["present"] = tuple(values["present"])
    values["units"] = Counter(values["units"])  # who joined later has 0
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


def span(tx: Transaction, sitting_id: int, first: int, last: int) -> tuple[Entry, ...]:
    """Give the entries from one seq to another, both included."""
    return tuple(map(entry_of, tx.all(_SPAN, {"sitting": sitting_id, "first": first, "last": last})))


def replaced(tx: Transaction, sitting_id: int, first: int, last: int) -> tuple[Entry, ...]:
    """Give what the entries from one seq to another replaced, in their order."""
    return tuple(map(entry_of, tx.all(_REPLACED, {"sitting": sitting_id, "first": first, "last": last})))


def by_seqs(tx: Transaction, sitting_id: int, seqs: Collection[int]) -> dict[int, Entry]:
    """Give some entries by their seqs, as far as they exist."""
    rows = tx.all(_BY_SEQ, {"sitting": sitting_id, "seqs": list(seqs)}) if seqs else ()
    return {found.seq: found for found in map(entry_of, rows)}


def actors(tx: Transaction, event_id: int) -> list[str]:
    """Give who entered anything in an event, each once."""
    return [row[0] for row in tx.all(_ACTORS, {"event": event_id})]


def stretch(tx: Transaction, sitting_id: int, place: int, *, newest: bool, limit: int) -> list[Entry]:
    """Give the next entries past a seq, without the versions that a change of rules brought along."""
    values = {"sitting": sitting_id, "place": place, "limit": limit}
    return [entry_of(row) for row in tx.all(_EARLIER if newest else _LATER, values)]


def steps(tx: Transaction, sitting_id: int, numbers: Collection[int]) -> list[Step]:
    """Give what became of these deals (0: of the sitting itself), oldest first."""
    rows = tx.all(_STEPS, {"sitting": sitting_id, "numbers": list(numbers)})
    return [
        Step(seq, EntryKind(kind), number, target, at, actor, bool(alone) and kind in _VERSIONS)
        for seq, kind, number, target, at, actor, alone in rows
    ]


def below(tx: Transaction, sitting_id: int, seq: int) -> int:
    """Say what undo revokes once this entry is revoked; 0 = nothing."""
    return int(tx.execute(_BELOW, {"sitting": sitting_id, "seq": seq}).scalar() or 0)


def above(tx: Transaction, sitting_id: int, seq: int) -> int:
    """Say what redo restores while this entry is the last effective one; 0 = nothing.

    It is the last entry made on top of it: if that one were still effective, it would be the last itself, and whatever
    stood in the way of restoring it would have been made on top later.
    """
    return int(tx.execute(_ABOVE, {"sitting": sitting_id, "seq": seq}).scalar_one())
