"""People: the one place where names are kept."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import NamedTuple

from sqlalchemy import Select, and_, bindparam, exists, func, insert, or_, select

from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import event, player, seat, sitting

_other = player.alias()
SHARED = exists().where(
    _other.c.club == player.c.club, _other.c.name_key == player.c.name_key, _other.c.id != player.c.id
)
"""Whether somebody else in the club bears the same name."""


class PlayerRow(NamedTuple):
    """A person of the club."""

    id: int
    name: str
    nickname: str
    shared: bool
    last_played: date | None

    @property
    def label(self) -> str:
        """The name, told apart by the nickname where two people share it."""
        return label_of(self.name, self.nickname, shared=self.shared)


def label_of(name: str, nickname: str, *, shared: bool) -> str:
    """Give what a person is called on screen and paper."""
    return f"{name} ({nickname})" if shared and nickname else name


_FIND = select(player.c.id).where(
    player.c.club == bindparam("club"),
    player.c.name_key == bindparam("name_key"),
    player.c.nickname_key == bindparam("nickname_key"),
)
_ADD = insert(player)
_REAL = and_(event.c.id == sitting.c.event, event.c.demo.is_(False))
_KNOWN: Select[tuple[int, str, str, bool, date | None]] = (
    select(player.c.id, player.c.name, player.c.nickname, SHARED, func.max(event.c.date))
    .select_from(
        player.outerjoin(seat, seat.c.player == player.c.id)
        .outerjoin(sitting, sitting.c.id == seat.c.sitting)
        .outerjoin(event, _REAL)
    )
    .where(player.c.club == bindparam("club"))
    .group_by(player.c.id)
    .having(or_(func.count(event.c.id) > 0, func.count(seat.c.sitting) == 0))
)
_OF_CLUB = select(player.c.id).where(
    player.c.club == bindparam("club"), player.c.id.in_(bindparam("ids", expanding=True))
)
_LABELS = select(player.c.id, player.c.name, player.c.nickname, SHARED).where(
    player.c.id.in_(bindparam("ids", expanding=True))
)


def find(tx: Transaction, club: int, name_key: str, nickname_key: str) -> int | None:
    """Find a person by name and nickname."""
    return tx.execute(_FIND, {"club": club, "name_key": name_key, "nickname_key": nickname_key}).scalar()


def add(tx: Transaction, values: Mapping[str, str | int]) -> int:
    """Add a person, a column per value; give the number."""
    return tx.added(_ADD, values)


def known(tx: Transaction, club: int) -> list[PlayerRow]:
    """Give everybody of the club except who played in demo evenings only, in no order."""
    return [PlayerRow(*row) for row in tx.all(_KNOWN, {"club": club})]


def in_club(tx: Transaction, club: int, ids: Collection[int]) -> set[int]:
    """Say which of these people belong to the club."""
    return {row[0] for row in tx.all(_OF_CLUB, {"club": club, "ids": list(ids)})}


def labels(tx: Transaction, ids: Collection[int]) -> dict[int, str]:
    """Give what these people are called."""
    rows = tx.all(_LABELS, {"ids": list(ids)})
    return {number: label_of(name, nickname, shared=shared) for number, name, nickname, shared in rows}
