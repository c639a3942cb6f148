"""The tables. Every row belongs to a club; names of people live in `player` alone; times are UTC in ISO 8601.

`entry`, `payment`, `fact` (the record of a tournament or course) and `audit` are append-only, and triggers hold that.
`deal`, `adjustment` and `standing` are projections: what the fold over the entries gives, kept in the same transaction
so that no page reads a whole history. So are `seat` and the rule set, options and stakes of `sitting`.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

from scorekeeper.storage.types import Json

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _belongs(name: str, target: str, *, optional: bool = False) -> Column[int]:
    return Column(name, Integer, ForeignKey(f"{target}.id"), nullable=optional)


club = Table(
    "club",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("settings", Json, nullable=False, doc="what the organisers chose as usual; what is left out is as it comes"),
    Column("picture", Text, doc="for the sheets: a PNG file in base64"),
    sqlite_autoincrement=True,
)

organiser = Table(
    "organiser",
    metadata,
    Column("id", Integer, primary_key=True),
    _belongs("club", "club"),
    Column("name", Text, nullable=False),
    Column(
        "name_key", Text, nullable=False, doc="case folded; one name in the whole installation, as it is logged in with"
    ),
    Column("password", Text, nullable=False, doc="argon2id"),
    Column(
        "operator", Boolean(create_constraint=False), nullable=False, doc="runs the installation: backups, other clubs"
    ),
    Column("created_at", Text, nullable=False),
    UniqueConstraint("name_key"),
    sqlite_autoincrement=True,
)

login = Table(
    "login",
    metadata,
    Column("key", Text, primary_key=True, doc="made from the secret in the device's cookie"),
    _belongs("club", "club"),
    _belongs("organiser", "organiser"),
    Column("at", Text, nullable=False),
    Index(None, "organiser"),
    sqlite_with_rowid=False,
)

link = Table(
    "link",
    metadata,
    Column("id", Integer, primary_key=True),
    _belongs("club", "club"),
    _belongs("event", "event", optional=True),
    Column("kind", Text, nullable=False, doc="table, viewer or invitation"),
    Column("table_number", Integer, doc="a table link is for one table of its event"),
    Column("label", Text, nullable=False),
    Column("nonce", Text, nullable=False, doc="link and code are made from this and the secret key: neither is kept"),
    Column("code_key", Text, nullable=False, doc="by which a typed code is found"),
    Column("created_at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("expires_at", Text),
    Column("revoked_at", Text),
    UniqueConstraint("code_key"),
    Index(None, "club"),
    Index(None, "event"),
    sqlite_autoincrement=True,
)

player = Table(
    "player",
    metadata,
    Column("id", Integer, primary_key=True),
    _belongs("club", "club"),
    Column("name", Text, nullable=False),
    Column("nickname", Text, nullable=False),
    Column("name_key", Text, nullable=False, doc="case folded: Toni and toni are one name"),
    Column("nickname_key", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("merged_into", Integer, ForeignKey("player.id"), doc="the record that stands for this one everywhere"),
    Column("retired_at", Text, doc="no longer suggested for a new table"),
    Column("erased_at", Text, doc="the name was forgotten on request; results stay"),
    UniqueConstraint("club", "name_key", "nickname_key"),
    sqlite_autoincrement=True,
)

event = Table(
    "event",
    metadata,
    Column("id", Integer, primary_key=True),
    _belongs("club", "club"),
    Column("kind", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("date", Date, nullable=False, doc="the evening's own calendar day, which survives midnight"),
    Column("purse", Text, nullable=False, doc="one: all sittings are settled together; each: every sitting by itself"),
    Column("payout", Text, nullable=False, doc="how the one purse is paid"),
    Column("demo", Boolean(create_constraint=False), nullable=False),
    Column("created_at", Text, nullable=False),
    Column("closed_at", Text),
    Column("key", Text, nullable=False),
    Column("float_cents", BigInteger, nullable=False, doc="what lay in the kitty at the beginning"),
    Column("counted_cents", BigInteger, doc="what was counted in the kitty at the end"),
    UniqueConstraint("club", "key"),
    Index(None, "club", "date", "id"),
    sqlite_autoincrement=True,
)

sitting = Table(
    "sitting",
    metadata,
    Column("id", Integer, primary_key=True),
    _belongs("club", "club"),
    _belongs("event", "event"),
    Column("position", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("rule_set", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("stake_cents", Integer, nullable=False),
    Column("currency", Text, nullable=False),
    Column("payout", Text, nullable=False),
    _belongs("first_dealer", "player"),
    Column("setup_version", Integer, nullable=False, doc="goes up whenever the seats, rules or stakes change"),
    Column("created_at", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("stakes", Json, nullable=False, doc="[first deal, cents] for each stake that was in force"),
    Column(
        "table_number",
        Integer,
        nullable=False,
        doc="the table in the room; who keeps score there sees only its sittings. Below 0 = its round was taken back",
    ),
    UniqueConstraint("club", "key"),
    UniqueConstraint("event", "position"),
    sqlite_autoincrement=True,
)

seat = Table(
    "seat",
    metadata,
    _belongs("club", "club"),
    _belongs("sitting", "sitting"),
    Column("position", Integer, nullable=False),
    _belongs("player", "player"),
    Column("first_deal", Integer, nullable=False),
    Column("last_deal", Integer),
    Column("left_units", Integer, doc="who left early: the score with which they were paid out"),
    Column("left_cents", BigInteger, doc="and what that came to"),
    PrimaryKeyConstraint("sitting", "position"),
    UniqueConstraint("sitting", "player"),
    Index(None, "player"),
)

entry = Table(
    "entry",
    metadata,
    _belongs("club", "club"),
    _belongs("sitting", "sitting"),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("target", Integer, nullable=False),
    Column("below", Integer, doc="what undo revokes once this entry is revoked; NULL for undo and redo themselves"),
    Column("answers", Json, nullable=False),
    Column("note", Text, nullable=False),
    Column("dealer", Text),
    Column("sitting_out", Json, nullable=False),
    Column("present", Json, nullable=False),
    Column("units", Json, nullable=False),
    Column("rule_set", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("stake_cents", Integer, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    PrimaryKeyConstraint("sitting", "seq"),
    UniqueConstraint("sitting", "key"),
    Index(None, "sitting", "number"),
    Index(None, "sitting", "below"),
    sqlite_with_rowid=False,
)

deal = Table(
    "deal",
    metadata,
    _belongs("club", "club"),
    Column("sitting", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("entry", Integer, nullable=False, doc="seq of the version in force"),
    Column("running", Json, nullable=False, doc="totals after this deal"),
    Column("dealer", Text, nullable=False),
    Column("next_dealer", Text, doc="set where the game says who deals next"),
    Column("carry", Json, nullable=False, doc="what the game's end rule remembers after this deal"),
    Column("finished", Boolean(create_constraint=False), nullable=False),
    Column("voided", Boolean(create_constraint=False), nullable=False),
    Column("revisions", Integer, nullable=False),
    PrimaryKeyConstraint("sitting", "number"),
    ForeignKeyConstraint(["sitting", "entry"], ["entry.sitting", "entry.seq"]),
    sqlite_with_rowid=False,
)

standing = Table(
    "standing",
    metadata,
    _belongs("club", "club"),
    Column("sitting", Integer, ForeignKey("sitting.id"), primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("totals", Json, nullable=False),
    Column("last_dealer", Text),
    Column("next_dealer", Text),
    Column("carry", Json, nullable=False),
    Column("finished", Boolean(create_constraint=False), nullable=False),
    Column("closing", Integer, nullable=False, doc="seq of the end or reopen entry in force, 0 = none"),
    Column("ended", Boolean(create_constraint=False), nullable=False),
    Column("beyond", Boolean(create_constraint=False), nullable=False, doc="reopened after the game's own end"),
    Column("undo", Integer, nullable=False, doc="seq of the entry that undo revokes, 0 = none"),
    Column("redo", Integer, nullable=False),
    Column("adjusted", Json, nullable=False, doc="sum of the adjustments per player, who has none is left out"),
    Column("rules", Integer, nullable=False, doc="seq of the change of rules in force, 0 = as it began"),
    Column("seats", Integer, nullable=False, doc="seq of the change of seats in force, 0 = as it began"),
)

adjustment = Table(
    "adjustment",
    metadata,
    _belongs("club", "club"),
    Column("sitting", Integer, nullable=False),
    Column("entry", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("units", Integer, nullable=False),
    Column("after_deal", Integer, nullable=False, doc="number of deals before it: under this stake it counts"),
    Column("reason", Text, nullable=False),
    PrimaryKeyConstraint("sitting", "entry", "player"),
    ForeignKeyConstraint(["sitting", "entry"], ["entry.sitting", "entry.seq"]),
)

payment = Table(
    "payment",
    metadata,
    Column("id", Integer, primary_key=True),
    _belongs("club", "club"),
    _belongs("event", "event"),
    _belongs("sitting", "sitting", optional=True),
    _belongs("giver", "player", optional=True),
    _belongs("receiver", "player", optional=True),
    Column("cents", BigInteger, nullable=False),
    Column("revokes", Integer, ForeignKey("payment.id")),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("note", Text, nullable=False),
    UniqueConstraint("event", "key"),
    UniqueConstraint("revokes"),
    sqlite_autoincrement=True,
)

fact = Table(
    "fact",
    metadata,
    _belongs("club", "club"),
    _belongs("event", "event"),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("values", Json, nullable=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    PrimaryKeyConstraint("event", "seq"),
    UniqueConstraint("event", "key"),
    sqlite_with_rowid=False,
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    _belongs("club", "club"),
    _belongs("event", "event", optional=True),
    _belongs("sitting", "sitting", optional=True),
    Column("what", Text, nullable=False),
    Column("values", Json, nullable=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Index(None, "event"),
    sqlite_autoincrement=True,
)

APPEND_ONLY = (entry, payment, fact, audit)
