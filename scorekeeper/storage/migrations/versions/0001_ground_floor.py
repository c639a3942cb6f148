"""The ground floor: clubs, players, evenings, sittings, the ledger and its projections, payments and the audit."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = ("entry", "payment", "audit")
NEWEST_FIRST = ("audit", "payment", "standing", "deal", "entry", "seat", "sitting", "event", "player", "club")


def upgrade() -> None:
    _people()
    _evenings()
    _ledger()
    _money_and_audit()
    op.execute("INSERT INTO club (name) VALUES ('')")
    if op.get_bind().dialect.name == "sqlite":
        _sqlite_triggers()
    else:
        _postgresql_triggers()


def downgrade() -> None:
    for table in NEWEST_FIRST:
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_change()")


def _sqlite_triggers() -> None:
    for table in APPEND_ONLY:
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuses_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )


def _postgresql_triggers() -> None:
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )


def _people() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("nickname", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("nickname_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_player_club"),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("club", "name_key", "nickname_key", name="uq_player_club_name_key_nickname_key"),
        sqlite_autoincrement=True,
    )


def _evenings() -> None:
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("purse", sa.Text(), nullable=False),
        sa.Column("payout", sa.Text(), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("closed_at", sa.Text(), nullable=True),
        sa.Column("key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_event_club"),
        sa.PrimaryKeyConstraint("id", name="pk_event"),
        sa.UniqueConstraint("club", "key", name="uq_event_club_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_event_club_date_id", "event", ["club", "date", "id"])
    op.create_table(
        "sitting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rule_set", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("stake_cents", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("payout", sa.Text(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("setup_version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_sitting_club"),
        sa.ForeignKeyConstraint(["event"], ["event.id"], name="fk_sitting_event"),
        sa.ForeignKeyConstraint(["first_dealer"], ["player.id"], name="fk_sitting_first_dealer"),
        sa.PrimaryKeyConstraint("id", name="pk_sitting"),
        sa.UniqueConstraint("club", "key", name="uq_sitting_club_key"),
        sa.UniqueConstraint("event", "position", name="uq_sitting_event_position"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "seat",
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("sitting", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("first_deal", sa.Integer(), nullable=False),
        sa.Column("last_deal", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_seat_club"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_seat_player"),
        sa.ForeignKeyConstraint(["sitting"], ["sitting.id"], name="fk_seat_sitting"),
        sa.PrimaryKeyConstraint("sitting", "position", name="pk_seat"),
        sa.UniqueConstraint("sitting", "player", name="uq_seat_sitting_player"),
    )
    op.create_index("ix_seat_player", "seat", ["player"])


def _ledger() -> None:
    op.create_table(
        "entry",
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("sitting", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("below", sa.Integer(), nullable=True),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Text(), nullable=True),
        sa.Column("sitting_out", sa.Text(), nullable=False),
        sa.Column("present", sa.Text(), nullable=False),
        sa.Column("units", sa.Text(), nullable=False),
        sa.Column("rule_set", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("stake_cents", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_entry_club"),
        sa.ForeignKeyConstraint(["sitting"], ["sitting.id"], name="fk_entry_sitting"),
        sa.PrimaryKeyConstraint("sitting", "seq", name="pk_entry"),
        sa.UniqueConstraint("sitting", "key", name="uq_entry_sitting_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_entry_sitting_below", "entry", ["sitting", "below"])
    op.create_index("ix_entry_sitting_number", "entry", ["sitting", "number"])
    op.create_table(
        "deal",
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("sitting", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("running", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Text(), nullable=False),
        sa.Column("next_dealer", sa.Text(), nullable=True),
        sa.Column("carry", sa.Text(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("voided", sa.Boolean(), nullable=False),
        sa.Column("revisions", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_deal_club"),
        sa.ForeignKeyConstraint(["sitting", "entry"], ["entry.sitting", "entry.seq"], name="fk_deal_sitting_entry"),
        sa.PrimaryKeyConstraint("sitting", "number", name="pk_deal"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "standing",
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("sitting", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("totals", sa.Text(), nullable=False),
        sa.Column("last_dealer", sa.Text(), nullable=True),
        sa.Column("next_dealer", sa.Text(), nullable=True),
        sa.Column("carry", sa.Text(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("closing", sa.Integer(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("beyond", sa.Boolean(), nullable=False),
        sa.Column("undo", sa.Integer(), nullable=False),
        sa.Column("redo", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_standing_club"),
        sa.ForeignKeyConstraint(["sitting"], ["sitting.id"], name="fk_standing_sitting"),
        sa.PrimaryKeyConstraint("sitting", name="pk_standing"),
    )


def _money_and_audit() -> None:
    op.create_table(
        "payment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("sitting", sa.Integer(), nullable=True),
        sa.Column("giver", sa.Integer(), nullable=True),
        sa.Column("receiver", sa.Integer(), nullable=True),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("revokes", sa.Integer(), nullable=True),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_payment_club"),
        sa.ForeignKeyConstraint(["event"], ["event.id"], name="fk_payment_event"),
        sa.ForeignKeyConstraint(["giver"], ["player.id"], name="fk_payment_giver"),
        sa.ForeignKeyConstraint(["receiver"], ["player.id"], name="fk_payment_receiver"),
        sa.ForeignKeyConstraint(["revokes"], ["payment.id"], name="fk_payment_revokes"),
        sa.ForeignKeyConstraint(["sitting"], ["sitting.id"], name="fk_payment_sitting"),
        sa.PrimaryKeyConstraint("id", name="pk_payment"),
        sa.UniqueConstraint("event", "key", name="uq_payment_event_key"),
        sa.UniqueConstraint("revokes", name="uq_payment_revokes"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=True),
        sa.Column("sitting", sa.Integer(), nullable=True),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("values", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_audit_club"),
        sa.ForeignKeyConstraint(["event"], ["event.id"], name="fk_audit_event"),
        sa.ForeignKeyConstraint(["sitting"], ["sitting.id"], name="fk_audit_sitting"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_event", "audit", ["event"])
