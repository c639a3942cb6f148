"""Links that let somebody in without an account: for a table, for viewers, and invitations to organisers."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, select, update

from scorekeeper.storage import own_club
from scorekeeper.storage.prepared import Prepared
from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import event, link


class LinkRow(NamedTuple):
    """A link as it is kept, and when its event was closed."""

    id: int
    club: int
    event: int | None
    kind: str
    table_number: int | None
    label: str
    nonce: str
    created_at: str
    actor: str
    expires_at: str | None
    revoked_at: str | None
    closed_at: str | None


_ROWS = select(*(link.c[name] for name in LinkRow._fields[:-1]), event.c.closed_at).select_from(
    link.outerjoin(event, event.c.id == link.c.event)
)
_BY_IDS = _ROWS.where(link.c.id.in_(bindparam("ids", expanding=True))).order_by(link.c.id)
_BY_ID = Prepared(_ROWS.where(link.c.id == bindparam("id")))
_BY_CODE = _ROWS.where(link.c.code_key == bindparam("code_key")).execution_options(**own_club.ANY)
_OF_CLUB = _ROWS.where(link.c.club == bindparam("club"), link.c.revoked_at.is_(None)).order_by(link.c.id)
_ADD = insert(link)


def by_ids(tx: Transaction, ids: Collection[int]) -> list[LinkRow]:
    """Give these links, as far as they exist; a device that holds one, as nearly all do, is answered quickly."""
    if len(ids) == 1:
        found = (LinkRow(*row) for row in _BY_ID.all(tx, {"id": next(iter(ids))}))
        return [row for row in found if tx.may_see(row.club)]
    return [LinkRow(*row) for row in tx.all(_BY_IDS, {"ids": list(ids)}) if tx.may_see(row.club)]


def by_code(tx: Transaction, code_key: str) -> LinkRow | None:
    """Find the link of a typed code, of whichever club."""
    row = tx.one(_BY_CODE, {"code_key": code_key})
    return LinkRow(*row) if row else None


def of_club(tx: Transaction, club: int) -> list[LinkRow]:
    """Give a club's links that were not revoked, the oldest first."""
    return [LinkRow(*row) for row in tx.all(_OF_CLUB, {"club": club})]


def add(tx: Transaction, values: Mapping[str, Any]) -> int:
    """Add a link, a column per value; give the number."""
    return tx.added(_ADD, values)


def forget_maker(tx: Transaction, club: int, name: str) -> None:
    """Let links that somebody made say nothing of their name; those made lately say an account's number anyway."""
    tx.execute(update(link).where(link.c.club == club, link.c.actor == name).values(actor=""))


def change(tx: Transaction, link_id: int, values: Mapping[str, Any]) -> None:
    """Change columns of a link."""
    tx.execute(update(link).where(link.c.id == link_id).values(values))
