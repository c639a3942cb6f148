"""Who did what and when, where it is not an entry of a ledger; only ever added."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, bindparam, func, insert, or_, select

from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import audit, sitting, standing


class AuditRow(NamedTuple):
    """A line of the audit."""

    id: int
    event: int | None
    sitting: int | None
    what: str
    values: Mapping[str, Any]
    at: str
    actor: str
    after: Mapping[str, int] | None = None
    """Per sitting of its event (by number) the last entry before it; None where that was not noted."""


_AFTER: Final = "after entries"
"""Under this name `after` is kept among the values: the order of the history needs no clock."""
_COLUMNS = tuple(audit.c[name] for name in AuditRow._fields[:-1])
_ADD = insert(audit)
_HERE = audit.c.event == bindparam("event")
_OF_KIND = (
    select(*_COLUMNS)
    .where(audit.c.club == bindparam("club"), audit.c.what == bindparam("what"))
    .order_by(audit.c.id)
)  # fmt: skip
_OF_EVENT = select(*_COLUMNS).where(_HERE).order_by(audit.c.id)
_OF_KINDS = _OF_EVENT.where(audit.c.what.in_(bindparam("kinds", expanding=True)))
_ACTORS = select(audit.c.actor).where(_HERE).distinct()
_FIRST = select(func.min(audit.c.id)).where(_HERE)
_LAST = select(audit.c.id).where(audit.c.club == bindparam("of")).order_by(audit.c.id.desc()).limit(1)
_OF_CLUB = and_(
    audit.c.event.is_(None),
    audit.c.club == bindparam("club"),
    audit.c.what.in_(bindparam("kinds", expanding=True)),
    audit.c.id > bindparam("first"),
)
_LINES = select(*_COLUMNS).where(or_(_HERE, _OF_CLUB)).limit(bindparam("limit"))
_LATER = _LINES.where(audit.c.id > bindparam("place")).order_by(audit.c.id)
_EARLIER = _LINES.where(audit.c.id < bindparam("place")).order_by(audit.c.id.desc())
_STANDINGS = (
    select(standing.c.sitting, standing.c.seq)
    .select_from(standing.join(sitting, sitting.c.id == standing.c.sitting))
    .where(sitting.c.event == bindparam("event"))
)


def add(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Add a line, a column per value."""
    if values["event"] is not None:
        after = {str(number): seq for number, seq in tx.all(_STANDINGS, {"event": values["event"]})}
        values = {**values, "values": {**values["values"], _AFTER: after}}
    tx.execute(_ADD, values)


def last(tx: Transaction, club: int) -> int:
    """Give the number of a club's last line; 0 = there is none."""
    row = tx.one(_LAST, {"of": club})
    return row[0] if row else 0


def of_kind(tx: Transaction, club: int, what: str) -> list[AuditRow]:
    """Give a club's lines of one kind, oldest first."""
    return [AuditRow(*row) for row in tx.all(_OF_KIND, {"club": club, "what": what})]


def of_event(tx: Transaction, event_id: int) -> list[AuditRow]:
    """Give an event's lines, oldest first."""
    return [_read(row) for row in tx.all(_OF_EVENT, {"event": event_id})]


def of_kinds(tx: Transaction, event_id: int, kinds: Collection[str]) -> list[AuditRow]:
    """Give an event's lines of some kinds, oldest first."""
    return [_read(row) for row in tx.all(_OF_KINDS, {"event": event_id, "kinds": list(kinds)})]


def actors(tx: Transaction, event_id: int) -> list[str]:
    """Give who did something that is noted in an event, each once."""
    return [row[0] for row in tx.all(_ACTORS, {"event": event_id})]


def stretch(  # noqa: PLR0913 whose lines, from where, which way
    tx: Transaction, club: int, event_id: int, kinds: Collection[str], place: int, *, newest: bool, limit: int
) -> list[AuditRow]:
    """Give the next lines past a place: an event's own, and the club's of some kinds since the event began."""
    first = tx.execute(_FIRST, {"event": event_id}).scalar() or 0
    values = {"event": event_id, "club": club, "kinds": list(kinds), "first": first, "place": place, "limit": limit}
    return [_read(row) for row in tx.all(_EARLIER if newest else _LATER, values)]


def _read(row: Any) -> AuditRow:  # noqa: ANN401 a row of the database
    found = AuditRow(*row)
    if _AFTER not in found.values:
        return found
    values = dict(found.values)
    return found._replace(after=values.pop(_AFTER), values=values)
