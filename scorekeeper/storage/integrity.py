"""What the database itself says about its files, and where a quick look begins."""

from sqlalchemy import bindparam, or_, select, text

from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import player, standing

_NEWEST = select(standing.c.sitting, standing.c.seq).order_by(standing.c.sitting.desc()).limit(bindparam("limit"))
_stays = player.alias()
_ASTRAY = (
    select(player.c.id, _stays.c.id, player.c.club, _stays.c.club)
    .join(_stays, _stays.c.id == player.c.merged_into)
    .where(or_(_stays.c.merged_into.is_not(None), _stays.c.club != player.c.club))
    .order_by(player.c.id)
)


def complaints(tx: Transaction) -> list[str]:
    """Give the complaints about damaged pages, rows without their counterpart, and merges astray; normally none."""
    return [*_own_complaints(tx), *_merges_astray(tx)]


def _own_complaints(tx: Transaction) -> list[str]:
    if tx.connection.dialect.name != "sqlite":
        return []  # PostgreSQL refuses both by itself
    damaged = [str(row[0]) for row in tx.all(text("PRAGMA integrity_check"))]
    orphans = [f"{table} {row} -> {parent}" for table, row, parent, _key in tx.all(text("PRAGMA foreign_key_check"))]
    return [complaint for complaint in damaged if complaint != "ok"] + orphans


def _merges_astray(tx: Transaction) -> list[str]:
    """Find records merged into one that is merged itself, or into another club's."""
    return [
        f"player {number} -> player {into}: " + ("another club" if club != others_club else "merged itself")
        for number, into, club, others_club in tx.all(_ASTRAY)
    ]


def quick_complaints(tx: Transaction) -> list[str]:
    """Give the complaints that can be found without reading every index and every counterpart."""
    if tx.connection.dialect.name != "sqlite":
        return []
    return [str(row[0]) for row in tx.all(text("PRAGMA quick_check")) if row[0] != "ok"]


def newest_sittings(tx: Transaction, limit: int) -> list[tuple[int, int]]:
    """Give the sittings that were begun last, each with the number of its entries."""
    return [(row[0], row[1]) for row in tx.all(_NEWEST, {"limit": limit})]
