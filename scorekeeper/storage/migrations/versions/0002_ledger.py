"""The ledger: rules and seats that change in mid-evening, adjustments, people merged or retired, the kitty's float.

Columns that refer to another table are added in plain SQL: Alembic adds none to a table of SQLite.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "ALTER TABLE player ADD COLUMN merged_into INTEGER CONSTRAINT fk_player_merged_into REFERENCES player (id)"
    )
    op.add_column("player", sa.Column("retired_at", sa.Text(), nullable=True))
    op.add_column("event", sa.Column("float_cents", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("event", sa.Column("counted_cents", sa.BigInteger(), nullable=True))
    op.add_column("sitting", sa.Column("stakes", sa.Text(), nullable=False, server_default="[]"))
    op.execute("UPDATE sitting SET stakes = '[[1,' || stake_cents || ']]'")
    op.add_column("standing", sa.Column("adjusted", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("standing", sa.Column("rules", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("standing", sa.Column("seats", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("left_units", sa.Integer(), nullable=True))
    op.add_column("seat", sa.Column("left_cents", sa.BigInteger(), nullable=True))
    op.add_column("payment", sa.Column("note", sa.Text(), nullable=False, server_default=""))
    _adjustments()


def downgrade() -> None:
    op.drop_table("adjustment")
    op.drop_column("payment", "note")
    for column in ("left_cents", "left_units"):
        op.drop_column("seat", column)
    for column in ("seats", "rules", "adjusted"):
        op.drop_column("standing", column)
    op.drop_column("sitting", "stakes")
    for column in ("counted_cents", "float_cents"):
        op.drop_column("event", column)
    op.drop_column("player", "retired_at")
    named = {"fk": "fk_%(table_name)s_%(column_0_name)s"}  # SQLite tells no names of constraints
    with op.batch_alter_table("player", naming_convention=named) as player:
        player.drop_constraint("fk_player_merged_into", type_="foreignkey")
        player.drop_column("merged_into")


def _adjustments() -> None:
    op.create_table(
        "adjustment",
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("sitting", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("units", sa.Integer(), nullable=False),
        sa.Column("after_deal", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_adjustment_club"),
        sa.ForeignKeyConstraint(
            ["sitting", "entry"], ["entry.sitting", "entry.seq"], name="fk_adjustment_sitting_entry"
        ),
        sa.PrimaryKeyConstraint("sitting", "entry", "player", name="pk_adjustment"),
    )
