"""Logins are rows, so that logging out ends them; whoever was logged in has to do it once more."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "login",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("organiser", sa.Integer(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_login_club"),
        sa.ForeignKeyConstraint(["organiser"], ["organiser.id"], name="fk_login_organiser"),
        sa.PrimaryKeyConstraint("key", name="pk_login"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_login_organiser", "login", ["organiser"])
    op.drop_column("organiser", "generation")


def downgrade() -> None:
    op.add_column("organiser", sa.Column("generation", sa.Integer(), nullable=False, server_default="0"))
    op.drop_table("login")
