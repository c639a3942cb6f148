"""Alembic's files; run by storage/migrating.py."""
