"""What the database itself says about its files."""

from sqlalchemy import text

from scorekeeper.storage.store import Transaction


def complaints(tx: Transaction) -> list[str]:
    """Give the database's own complaints about damaged pages and rows without their counterpart; normally none."""
    if tx.connection.dialect.name != "sqlite":
        return []  # PostgreSQL refuses both by itself
    damaged = [str(row[0]) for row in tx.all(text("PRAGMA integrity_check"))]
    orphans = [f"{table} {row} -> {parent}" for table, row, parent, _key in tx.all(text("PRAGMA foreign_key_check"))]
    return [complaint for complaint in damaged if complaint != "ok"] + orphans
