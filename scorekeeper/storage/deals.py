"""The deals as they count now: a projection of the entries."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, delete, func, insert, select, update

from scorekeeper.domain.ledger import Entry
from scorekeeper.domain.text import Player
from scorekeeper.storage import entries
from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import deal, entry


class DealRecord(NamedTuple):
    """A deal's version in force, and where the sitting stood after it."""

    number: int
    entry: int
    running: Mapping[Player, int]
    dealer: Player
    next_dealer: Player | None
    carry: Any
    finished: bool
    voided: bool
    revisions: int


_COLUMNS = tuple(deal.c[name] for name in DealRecord._fields)
_HERE = deal.c.sitting == bindparam("of_sitting")
_ONE = and_(_HERE, deal.c.number == bindparam("of_number"))
_GET = Prepared(select(*_COLUMNS).where(_ONE))
_EVERY = select(*_COLUMNS).where(_HERE).order_by(deal.c.number)
_ADD = Prepared(insert(deal))
_CHANGE = update(deal).where(_ONE)
_REMOVE = delete(deal).where(_ONE)
_SAMPLE = (
    select(deal.c.number, deal.c.running)
    .where(_HERE, deal.c.number.in_(bindparam("numbers", expanding=True)))
    .order_by(deal.c.number)
)
_OF_DEAL = deal.join(entry, and_(entry.c.sitting == deal.c.sitting, entry.c.seq == deal.c.entry))
_BOTH = select(*entries.COLUMNS, *_COLUMNS).select_from(_OF_DEAL).where(_HERE)
_FROM = _BOTH.where(deal.c.number >= bindparam("first")).order_by(deal.c.number)
_BEFORE = Prepared(
    _BOTH.where(deal.c.number < bindparam("before")).order_by(deal.c.number.desc()).limit(bindparam("limit"))
)
_SAT_OUT = select(entry.c.sitting_out).select_from(_OF_DEAL).where(_HERE)
_PLAYED_UNDER = (
    select(deal.c.number, entry.c.rule_set, entry.c.options, entry.c.stake_cents)
    .select_from(_OF_DEAL)
    .where(_HERE, ~deal.c.voided)
    .order_by(deal.c.number)
)
_VOIDED = (
    select(deal.c.sitting, func.count())
    .where(deal.c.sitting.in_(bindparam("sittings", expanding=True)), deal.c.voided)
    .group_by(deal.c.sitting)
)
_SPLIT = len(entries.COLUMNS)


def get(tx: Transaction, sitting_id: int, number: int) -> DealRecord | None:
    """Find a deal."""
    row = _GET.one(tx, {"of_sitting": sitting_id, "of_number": number})
    return DealRecord(*row) if row else None


def voided(tx: Transaction, sittings: Collection[int]) -> dict[int, int]:
    """Count the deals that do not count, by sitting; a sitting without any is left out."""
    return {row[0]: row[1] for row in tx.all(_VOIDED, {"sittings": list(sittings)})} if sittings else {}


def every(tx: Transaction, sitting_id: int) -> list[DealRecord]:
    """Give all deals in order, without their entries."""
    return [DealRecord(*row) for row in tx.all(_EVERY, {"of_sitting": sitting_id})]


def add(tx: Transaction, club: int, sitting_id: int, new: DealRecord) -> None:
    """Add the next deal; its number is unique in the sitting."""
    _ADD.run(tx, {"club": club, "sitting": sitting_id, **new._asdict()})


def change(tx: Transaction, sitting_id: int, changed: Sequence[DealRecord]) -> None:
    """Keep what these deals are now."""
    rows = [{**record._asdict(), "of_sitting": sitting_id, "of_number": record.number} for record in changed]
    tx.execute_many(_CHANGE, rows)


def remove(tx: Transaction, sitting_id: int, number: int) -> None:
    """Take the last deal away; its entry stays."""
    tx.execute(_REMOVE, {"of_sitting": sitting_id, "of_number": number})


def sample(tx: Transaction, sitting_id: int, numbers: Collection[int]) -> list[tuple[int, Mapping[Player, int]]]:
    """Give the running totals after these deals."""
    return [(row[0], row[1]) for row in tx.all(_SAMPLE, {"of_sitting": sitting_id, "numbers": list(numbers)})]


def onwards(tx: Transaction, sitting_id: int, first: int) -> Iterator[tuple[Entry, DealRecord]]:
    """Give the deals from this number on with their versions in force, oldest first."""
    for row in tx.execute(_FROM, {"of_sitting": sitting_id, "first": first}):
        yield entries.entry_of(row), DealRecord(*row[_SPLIT:])


def newest(tx: Transaction, sitting_id: int, before: int, limit: int) -> list[tuple[Entry, DealRecord]]:
    """Give the deals before this number, newest first."""
    rows = _BEFORE.all(tx, {"of_sitting": sitting_id, "before": before, "limit": limit})
    return [(entries.entry_of(row), DealRecord(*row[_SPLIT:])) for row in rows]


def sat_out(tx: Transaction, sitting_id: int) -> Counter[Player]:
    """Count in how many deals each sat out, struck ones too: they were dealt."""
    return Counter(Player(player) for row in tx.all(_SAT_OUT, {"of_sitting": sitting_id}) for player in row[0])


def played_under(tx: Transaction, sitting_id: int) -> Iterator[tuple[int, str, Mapping[str, Any], int]]:
    """Give per deal that was not struck its number and the rule set, options and stake that it counts under."""
    yield from (tuple(row) for row in tx.execute(_PLAYED_UNDER, {"of_sitting": sitting_id}))
