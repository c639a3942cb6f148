"""The record of a tournament or course: read as a whole, added to one fact at a time."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.domain.tournament.folding import fold, fold_on
from scorekeeper.domain.tournament.record import Fact, Kind, Tournament
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import ClosedError, NotFoundError
from scorekeeper.services.evenings import event_of, verify_key
from scorekeeper.services.event_words import WORDS
from scorekeeper.services.keys import part_of
from scorekeeper.storage import Transaction, events, facts
from scorekeeper.storage.events import EventRow
from scorekeeper.storage.facts import FactRow


class At(NamedTuple):
    """Where something is added: the event, and the form's one-time key."""

    event: int
    key: str

    def also(self, part: str | int) -> "At":
        """Give the key of one more fact of the same form."""
        return At(self.event, part_of(self.key, part))


def event_with_record(tx: Transaction, event_id: int) -> EventRow:
    """Find a tournament or course. Raises NotFoundError for an evening, too."""
    found = events.get(tx, event_id)
    if found is None or found.kind == "evening":
        raise NotFoundError
    return found


def facts_of(tx: Transaction, event_id: int) -> tuple[Fact, ...]:
    """Give every fact of an event, in order."""
    return _read(facts.after(tx, event_id, 0))


def _read(rows: Iterable[FactRow]) -> tuple[Fact, ...]:
    return tuple(
        Fact(seq=row.seq, kind=Kind(row.kind), values=row.values, at=row.at, actor=row.actor) for row in rows
    )  # fmt: skip


class _Known(NamedTuple):
    """How an event stood after a fact."""

    last: FactRow
    state: Tournament


def state_of(tx: Transaction, event_id: int) -> Tournament:
    """Give how an event stands. Raises NotFoundError.

    Only the facts after the last known one are read, if that is still there as it was: a restored backup may be older.
    """
    event_with_record(tx, event_id)
    known: _Known | None = tx.events.get(event_id)
    if known is not None:
        rows = facts.after(tx, event_id, known.last.seq - 1)
        if rows and rows[0] == known.last:
            state = fold_on(known.state, _read(rows[1:]))
            if state is not None:
                return _kept(tx, event_id, rows, state)
    rows = facts.after(tx, event_id, 0)
    return _kept(tx, event_id, rows, fold(_read(rows)))


def _kept(tx: Transaction, event_id: int, rows: list[FactRow], state: Tournament) -> Tournament:
    if rows:
        tx.events.keep(event_id, _Known(rows[-1], state))
    return state


def begin(tx: Transaction, actor: Actor, at: At) -> Tournament | None:
    """Lock an event for a fact to be added; None = this key added one before. Raises NotFoundError, ClosedError."""
    verify_key(at.key)
    events.lock(tx, at.event)
    found = event_of(tx, actor, at.event)
    state = state_of(tx, at.event)
    if facts.by_key(tx, at.event, at.key) is not None:
        return None
    if found.closed_at is not None:
        raise ClosedError(WORDS[found.kind].must_reopen)
    return state


def add(tx: Transaction, actor: Actor, at: At, kind: Kind, values: Mapping[str, Any]) -> int:
    """Add a fact; give its seq. The event must be locked."""
    seq = facts.last(tx, at.event) + 1
    facts.add(
        tx,
        {
            "club": actor.club, "event": at.event, "seq": seq, "kind": kind.value, "key": at.key, "values": values,
            "at": actor.stamp, "actor": actor.device,
        },
    )  # fmt: skip
    return seq


def take_back(tx: Transaction, actor: Actor, at: At, seq: int, *kinds: Kind) -> None:
    """Take a payment, penalty, result, confirmation, substitution … back, once. Raises NotFoundError.

    `kinds`: nothing but these may be taken back here.
    """
    if begin(tx, actor, at) is None:
        return
    made = facts_of(tx, at.event)
    known = {fact.seq: fact.kind for fact in made}
    if known.get(seq) not in (kinds or TAKEN_BACK):
        raise NotFoundError
    if seq not in {fact.values["seq"] for fact in made if fact.kind is Kind.REVOKE}:
        add(tx, actor, at, Kind.REVOKE, {"seq": seq})


TAKEN_BACK = frozenset(
    {
        Kind.MONEY,
        Kind.COUNTED,
        Kind.PENALTY,
        Kind.TOTALS,
        Kind.CONFIRMED,
        Kind.CLOSED,
        Kind.STAND_IN,
        Kind.LEFT,
        Kind.EXTRA,
    }
)
"""What may be taken back; everything else is changed by saying it anew."""
