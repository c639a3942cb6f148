"""Alembic's entry point; the connection, already in its transaction, comes from storage/migrating.py."""

from alembic import context

from scorekeeper.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
