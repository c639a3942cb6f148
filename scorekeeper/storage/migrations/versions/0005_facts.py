"""Tournaments and courses: their record is a list of facts that is only ever added to."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "fact",
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("values", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_fact_club"),
        sa.ForeignKeyConstraint(["event"], ["event.id"], name="fk_fact_event"),
        sa.PrimaryKeyConstraint("event", "seq", name="pk_fact"),
        sa.UniqueConstraint("event", "key", name="uq_fact_event_key"),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER fact_refuses_{change.lower()} BEFORE {change} ON fact "
                "BEGIN SELECT RAISE(ABORT, 'fact is append-only'); END"
            )
    else:
        op.execute(
            "CREATE TRIGGER fact_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON fact "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )


def downgrade() -> None:
    op.drop_table("fact")
