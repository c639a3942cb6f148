"""What is kept about people, wherever it stands, and the one change that the audit allows: to forget names."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, func, literal, or_, select, text, update

from scorekeeper.domain.tournament.record import Kind
from scorekeeper.storage.audit import AuditRow
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import adjustment, audit, entry, event, fact, link, payment, player, sitting


class NoteRow(NamedTuple):
    """A free text in an event; `number` is the deal it belongs to, 0 = none."""

    event: int | None
    number: int
    text: str


class PaidRow(NamedTuple):
    """A payment as it is kept; `revokes` is the one that it takes back."""

    id: int
    event: int
    sitting: int | None
    giver: int | None
    receiver: int | None
    cents: int
    revokes: int | None
    note: str
    at: str


_SQLITE_TRIGGER = "audit_refuses_update"
_POSTGRESQL_TRIGGER = "audit_refuses_change"
_TRIGGER = text("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = :name")
_LINES = (
    select(*(audit.c[name] for name in AuditRow._fields[:-1]))
    .where(audit.c.club == bindparam("club"))
    .order_by(audit.c.id)
)  # fmt: skip
_CHANGE = update(audit).where(audit.c.id == bindparam("line")).values(values=bindparam("said"))
_COUNT = (
    select(func.count()).select_from(player).where(player.c.club == bindparam("club"), player.c.erased_at.is_not(None))
)
_PAYMENTS = (
    select(*(payment.c[name] for name in PaidRow._fields))
    .where(or_(*(column.in_(bindparam("ids", expanding=True)) for column in (payment.c.giver, payment.c.receiver))))
    .order_by(payment.c.id)
)
_NO_DEAL = literal(0)
_TEXTS = (
    select(sitting.c.event, entry.c.number, entry.c.note)
    .join_from(entry, sitting, sitting.c.id == entry.c.sitting)
    .where(entry.c.club == bindparam("club"), entry.c.note != "")
    .order_by(entry.c.sitting, entry.c.seq),
    select(sitting.c.event, _NO_DEAL, adjustment.c.reason)
    .join_from(adjustment, sitting, sitting.c.id == adjustment.c.sitting)
    .where(adjustment.c.club == bindparam("club"), adjustment.c.reason != "")
    .order_by(adjustment.c.sitting, adjustment.c.entry),
    select(payment.c.event, _NO_DEAL, payment.c.note)
    .where(payment.c.club == bindparam("club"), payment.c.note != "")
    .order_by(payment.c.id),
    select(event.c.id, _NO_DEAL, event.c.title).where(event.c.club == bindparam("club")).order_by(event.c.id),
    select(event.c.id, _NO_DEAL, event.c.place).where(event.c.club == bindparam("club")).order_by(event.c.id),
    select(link.c.event, _NO_DEAL, link.c.label).where(link.c.club == bindparam("club"), link.c.label != ""),
)
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    Kind.ABOUT.value: ("title", "was_title", "place", "was_place"),
    Kind.DETAILS.value: ("note",),
    Kind.MONEY.value: ("text",),
    Kind.CONFIRMED.value: ("initials",),
    Kind.PENALTY.value: ("reason",),
    Kind.LESSON.value: ("place", "teacher", "topic"),
}
"""What somebody types in their own words into the record of a tournament or course, by kind of fact."""
_FACTS = (
    select(fact.c.event, fact.c.kind, fact.c["values"])
    .where(fact.c.club == bindparam("club"), fact.c.kind.in_(_WORDS))
    .order_by(fact.c.event, fact.c.seq)
)  # fmt: skip


def lines(tx: Transaction, club: int) -> list[AuditRow]:
    """Give all of a club's audit, oldest first."""
    return [AuditRow(*row) for row in tx.all(_LINES, {"club": club})]


def erased(tx: Transaction, club: int) -> int:
    """Say how many records of a club were forgotten so far."""
    return int(tx.execute(_COUNT, {"club": club}).scalar_one())


def payments_of(tx: Transaction, ids: Collection[int]) -> list[PaidRow]:
    """Give every payment that these records gave or got, those that were taken back too."""
    return [PaidRow(*row) for row in tx.all(_PAYMENTS, {"ids": list(ids)})]


def free_texts(tx: Transaction, club: int) -> Iterator[NoteRow]:
    """Give everything that somebody typed in their own words."""
    for statement in _TEXTS:
        for row in tx.all(statement, {"club": club}):
            yield NoteRow(*row)
    for number, kind, values in tx.all(_FACTS, {"club": club}):
        yield from (NoteRow(number, 0, values[name]) for name in _WORDS[kind] if values.get(name))


def rewrite(tx: Transaction, changed: Mapping[int, Mapping[str, Any]]) -> None:
    """Give lines of the audit other values, by their numbers.

    The trigger that refuses any change is taken away and put back in the same transaction: nobody else ever finds the
    table without it, and if anything fails it was never away.
    """
    with _without_trigger(tx):
        for number, values in changed.items():
            tx.execute(_CHANGE, {"line": number, "said": values})


@contextmanager
def _without_trigger(tx: Transaction) -> Iterator[None]:
    if tx.connection.dialect.name == "sqlite":
        made = tx.execute(_TRIGGER, {"name": _SQLITE_TRIGGER}).scalar_one()
        tx.execute(text(f"DROP TRIGGER {_SQLITE_TRIGGER}"))
        yield
        tx.execute(text(made))
    else:
        tx.execute(text(f"ALTER TABLE audit DISABLE TRIGGER {_POSTGRESQL_TRIGGER}"))
        yield
        tx.execute(text(f"ALTER TABLE audit ENABLE TRIGGER {_POSTGRESQL_TRIGGER}"))
