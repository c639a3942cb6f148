"""Who may do what: organisers and links; what a club chose as usual; people forgotten on request."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club", sa.Column("settings", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("club", sa.Column("picture", sa.Text(), nullable=True))
    op.add_column("player", sa.Column("erased_at", sa.Text(), nullable=True))
    op.add_column("sitting", sa.Column("table_number", sa.Integer(), nullable=False, server_default="1"))
    op.create_table(
        "organiser",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("operator", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_organiser_club"),
        sa.PrimaryKeyConstraint("id", name="pk_organiser"),
        sa.UniqueConstraint("name_key", name="uq_organiser_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("code_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=True),
        sa.Column("revoked_at", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_link_club"),
        sa.ForeignKeyConstraint(["event"], ["event.id"], name="fk_link_event"),
        sa.PrimaryKeyConstraint("id", name="pk_link"),
        sa.UniqueConstraint("code_key", name="uq_link_code_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_link_club", "link", ["club"])
    op.create_index("ix_link_event", "link", ["event"])


def downgrade() -> None:
    op.drop_table("link")
    op.drop_table("organiser")
    op.drop_column("sitting", "table_number")
    op.drop_column("player", "erased_at")
    op.drop_column("club", "picture")
    op.drop_column("club", "settings")
