"""People: the one place where names are kept."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date
from typing import NamedTuple

from sqlalchemy import Select, and_, bindparam, delete, exists, func, insert, or_, select, update

from scorekeeper.domain.ledger import EntryKind
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import entry, event, payment, player, seat, sitting

_other = player.alias()
SHARED = exists().where(
    _other.c.club == player.c.club, _other.c.name_key == player.c.name_key, _other.c.id != player.c.id,
    _other.c.merged_into.is_(None),
)  # fmt: skip
"""Whether somebody else in the club bears the same name. A record that another one stands for is nobody else."""


class PlayerRow(NamedTuple):
    """A person of the club, with what all the records came to that were merged into this one."""

    id: int
    name: str
    nickname: str
    shared: bool
    retired: bool
    last_played: date | None
    evenings: int
    sittings: int

    @property
    def label(self) -> str:
        """The name, told apart by the nickname where two people share it."""
        return label_of(self.name, self.nickname, shared=self.shared)


class RecordRow(NamedTuple):
    """One record as it is kept, whether another one stands for it or not."""

    id: int
    club: int
    name: str
    nickname: str
    merged_into: int | None
    retired_at: str | None
    erased_at: str | None
    """The name was forgotten."""


class PlayedRow(NamedTuple):
    """A sitting that somebody sat in."""

    sitting: int
    event: int
    title: str
    place: str
    date: date
    demo: bool
    closed_at: str | None
    record: int
    """The record that sits there."""


def label_of(name: str, nickname: str, *, shared: bool) -> str:
    """Give what a person is called on screen and paper."""
    return f"{name} ({nickname})" if shared and nickname else name


_record = player.alias()
_STANDS_FOR = player.c.id == func.coalesce(_record.c.merged_into, _record.c.id)
_REAL = and_(event.c.id == sitting.c.event, event.c.demo.is_(False))
_MERGED = select(player.c.id, player.c.merged_into).where(
    player.c.club == bindparam("club"), player.c.merged_into.is_not(None)
)
_RECORDS = select(*(player.c[name] for name in RecordRow._fields))
_FIND = _RECORDS.where(
    player.c.club == bindparam("club"),
    player.c.name_key == bindparam("name_key"),
    player.c.nickname_key == bindparam("nickname_key"),
)
_GET = _RECORDS.where(player.c.id == bindparam("player"))
_ABSORBED = (
    _RECORDS.where(player.c.club == bindparam("club"), player.c.merged_into.is_not(None)).order_by(player.c.id)
)  # fmt: skip
_ADD = insert(player)
_REMOVE = delete(player).where(player.c.id == bindparam("player"))
_PEOPLE: Select[tuple[int, str, str, bool, bool, date | None, int, int]] = (
    select(
        player.c.id, player.c.name, player.c.nickname, SHARED, player.c.retired_at.is_not(None),
        func.max(event.c.date), func.count(event.c.id.distinct()), func.count(event.c.id),
    )
    .select_from(
        player.join(_record, _STANDS_FOR)
        .outerjoin(seat, seat.c.player == _record.c.id)
        .outerjoin(sitting, sitting.c.id == seat.c.sitting)
        .outerjoin(event, _REAL)
    )
    .where(player.c.club == bindparam("club"), player.c.merged_into.is_(None))
    .group_by(player.c.id)
)  # fmt: skip
_KNOWN = _PEOPLE.where(player.c.erased_at.is_(None)).having(
    or_(func.count(event.c.id) > 0, func.count(seat.c.sitting) == 0)
)
_ONE = _PEOPLE.where(player.c.id == bindparam("player"))
_OF_CLUB = select(player.c.id).where(
    player.c.club == bindparam("club"), player.c.id.in_(bindparam("ids", expanding=True))
)
_LABELS = (
    select(_record.c.id, player.c.name, player.c.nickname, SHARED)
    .select_from(_record.join(player, _STANDS_FOR))
    .where(_record.c.id.in_(bindparam("ids", expanding=True)))
)
_PLAYED = (
    select(
        sitting.c.id, event.c.id, event.c.title, event.c.place, event.c.date, event.c.demo, event.c.closed_at,
        seat.c.player,
    )
    .select_from(seat.join(sitting, sitting.c.id == seat.c.sitting).join(event, event.c.id == sitting.c.event))
    .where(seat.c.player.in_(bindparam("ids", expanding=True)))
    .order_by(event.c.date.desc(), event.c.id.desc(), sitting.c.position)
)  # fmt: skip
_SEATED = select(func.count()).where(seat.c.player == bindparam("player"))
_PAID = select(func.count()).where(
    or_(payment.c.giver == bindparam("player"), payment.c.receiver == bindparam("player"))
)
_SEATINGS = select(entry.c.answers).where(entry.c.club == bindparam("club"), entry.c.kind == EntryKind.SEATS.value)


def find(tx: Transaction, club: int, name_key: str, nickname_key: str) -> RecordRow | None:
    """Find a record by name and nickname, also one that another one stands for."""
    row = tx.one(_FIND, {"club": club, "name_key": name_key, "nickname_key": nickname_key})
    return RecordRow(*row) if row else None


def get(tx: Transaction, player_id: int) -> RecordRow | None:
    """Find a record."""
    row = tx.one(_GET, {"player": player_id})
    found = RecordRow(*row) if row else None
    return found if found and tx.may_see(found.club) else None


def add(tx: Transaction, values: Mapping[str, str | int]) -> int:
    """Add a person, a column per value; give the number."""
    return tx.added(_ADD, values)


def change(tx: Transaction, ids: Collection[int], values: Mapping[str, str | int | None]) -> None:
    """Change columns of these records."""
    tx.execute(update(player).where(player.c.id.in_(list(ids))).values(values))


def remove(tx: Transaction, player_id: int) -> None:
    """Forget a record."""
    tx.execute(_REMOVE, {"player": player_id})


def known(tx: Transaction, club: int) -> list[PlayerRow]:
    """Give everybody of the club except who was forgotten and who played in demo evenings only, in no order."""
    return [PlayerRow(*row) for row in tx.all(_KNOWN, {"club": club})]


def person(tx: Transaction, club: int, player_id: int) -> PlayerRow | None:
    """Give one person of the club, unless the record was merged into another."""
    row = tx.one(_ONE, {"club": club, "player": player_id})
    return PlayerRow(*row) if row else None


def merged(tx: Transaction, club: int) -> dict[int, int]:
    """Give every record that another one stands for, with that other one."""
    return {row[0]: row[1] for row in tx.all(_MERGED, {"club": club})}


def absorbed(tx: Transaction, club: int) -> dict[int, list[RecordRow]]:
    """Give by record those that it stands for, the eldest first."""
    found: dict[int, list[RecordRow]] = defaultdict(list)
    for row in (RecordRow(*row) for row in tx.all(_ABSORBED, {"club": club})):
        found[row.merged_into or 0].append(row)
    return found


def in_club(tx: Transaction, club: int, ids: Collection[int]) -> set[int]:
    """Say which of these people belong to the club."""
    return {row[0] for row in tx.all(_OF_CLUB, {"club": club, "ids": list(ids)})}


def labels(tx: Transaction, ids: Collection[int]) -> dict[int, str]:
    """Give what these people are called; a merged record bears the name of the one that stands for it."""
    rows = tx.all(_LABELS, {"ids": list(ids)})
    return {number: label_of(name, nickname, shared=shared) for number, name, nickname, shared in rows}


def played(tx: Transaction, ids: Collection[int]) -> list[PlayedRow]:
    """Give the sittings that these records sat in, the newest evening first."""
    return [PlayedRow(*row) for row in tx.all(_PLAYED, {"ids": list(ids)})]


def is_seated(tx: Transaction, club: int, player_id: int) -> bool:
    """Whether somebody sits or sat anywhere, or would again if a change of seats that was taken back were restored."""
    if tx.execute(_SEATED, {"player": player_id}).scalar():
        return True
    return any(_mentions(answers, player_id) for (answers,) in tx.all(_SEATINGS, {"club": club}))


def _mentions(answers: Mapping[str, list[list[int]]], player_id: int) -> bool:
    return any(row[0] == player_id for row in [*answers["from"], *answers["to"]])


def has_paid(tx: Transaction, player_id: int) -> bool:
    """Whether somebody gave or got a payment, even one that was taken back."""
    return bool(tx.execute(_PAID, {"player": player_id}).scalar())
