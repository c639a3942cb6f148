"""What the database itself says about its files, and where a quick look begins."""

from sqlalchemy import bindparam, select, text

from scorekeeper.storage.store import Transaction
from scorekeeper.storage.tables import standing

_NEWEST = select(standing.c.sitting, standing.c.seq).order_by(standing.c.sitting.desc()).limit(bindparam("limit"))


def complaints(tx: Transaction) -> list[str]:
    """Give the database's own complaints about damaged pages and rows without their counterpart; normally none."""
    if tx.connection.dialect.name != "sqlite":
        return []  # PostgreSQL refuses both by itself
    damaged = [str(row[0]) for row in tx.all(text("PRAGMA integrity_check"))]
    orphans = [f"{table} {row} -> {parent}" for table, row, parent, _key in tx.all(text("PRAGMA foreign_key_check"))]
    return [complaint for complaint in damaged if complaint != "ok"] + orphans


def quick_complaints(tx: Transaction) -> list[str]:
    """Give the complaints that can be found without reading every index and every counterpart."""
    if tx.connection.dialect.name != "sqlite":
        return []
    return [str(row[0]) for row in tx.all(text("PRAGMA quick_check")) if row[0] != "ok"]


def newest_sittings(tx: Transaction, limit: int) -> list[tuple[int, int]]:
    """Give the sittings that were begun last, each with the number of its entries."""
    return [(row[0], row[1]) for row in tx.all(_NEWEST, {"limit": limit})]
