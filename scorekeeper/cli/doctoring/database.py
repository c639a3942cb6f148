"""The database: whether it answers, is up to date and whole, keeps what it acknowledged, and is backed up."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from scorekeeper.cli.doctoring.findings import Finding
from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.mode import Mode, mode
from scorekeeper.services import backing_up, organisers
from scorekeeper.storage import Store, Transaction, health, integrity
from scorekeeper.storage.migrating import HEAD
from scorekeeper.storage.trouble import trouble_of

_AHEAD: Final = timedelta(minutes=5)


def database(url: str) -> Iterator[Finding]:
    """Look at everything about the database, as far as it answers; nothing is changed."""
    file = health.file_of(url)
    if file is not None and (not file.exists() or not file.stat().st_size):
        yield Finding("database", "fine", N_("there is no database yet: the first start makes it"))
        return
    try:
        store = Store(url)
        try:
            with store.read() as tx:
                yield from _look(tx)
        finally:
            store.close()
    except Exception as error:  # what is no trouble of the database's goes on
        trouble = error.message if isinstance(error, ScorekeeperError) else trouble_of(error)
        if trouble is None:
            raise
        yield Finding("database", "bad", trouble)


def _look(tx: Transaction) -> Iterator[Finding]:
    found = health.revision(tx)
    if found is None:
        yield Finding("database", "odd", N_("the database has none of our tables yet: the first start makes them"))
        return
    if found > HEAD:
        text = N_("The database was made by a newer version of this program (revision {revision}).", revision=found)
        yield Finding("database", "bad", text, N_("Bring the program to that version."))
        return
    if found < HEAD:
        text = N_(
            "the database is of an older version (revision {revision}): the next start updates it", revision=found
        )
        yield Finding("database", "odd", text, N_("A backup before is wise: scorekeeper backup"))
        return
    yield Finding("database", "fine", N_("the database answers and is up to date"))
    yield from (*_whole(tx), *_durable(tx), *_clock(tx), *_backed_up(tx), *_organiser(tx))


def _whole(tx: Transaction) -> Iterator[Finding]:
    complaints = integrity.quick_complaints(tx)
    if complaints:
        text = N_("The database file is damaged: {complaint}", complaint=complaints[0])
        yield Finding("damage", "bad", text, N_("Where the fault lies is said by: scorekeeper check"))
    else:
        yield Finding("damage", "fine", N_("the quick check finds no damage"))


def _durable(tx: Transaction) -> Iterator[Finding]:
    careless = health.careless(tx)
    if not careless:
        yield Finding("durability", "fine", N_("what was acknowledged survives a power cut"))
        return
    settings = ", ".join(f"{name} = {value}" for name, value in careless.items())
    text = N_("a power cut could lose what was acknowledged ({settings})", settings=settings)
    if "journal_mode" in careless:
        yield Finding("durability", "odd", text, N_("The next start of scorekeeper sets it right."))
    else:
        yield Finding("durability", "bad", text, N_("Turn it on in postgresql.conf and restart the server."))


def _clock(tx: Transaction) -> Iterator[Finding]:
    newest, now = health.newest(tx), datetime.now(UTC)
    if newest is not None and datetime.fromisoformat(newest) > now + _AHEAD:
        text = N_(
            "the clock is behind: something was entered at {time} (UTC) already", time=newest[:16].replace("T", " ")
        )
        yield Finding("clock", "bad", text, N_("Set the clock of this computer, best by the network."))
    else:
        yield Finding("clock", "fine", N_("the clock goes with what was entered last"))


def _backed_up(tx: Transaction) -> Iterator[Finding]:
    condition = backing_up.condition(tx, datetime.now(UTC))
    if condition.notice is not None:
        yield Finding("backup", "odd", condition.notice, condition.trouble or N_("Now: scorekeeper backup"))
    elif condition.last is None:
        yield Finding("backup", "fine", N_("no backup yet, and nothing that is old enough to need one"))
    else:
        at = condition.last.at.isoformat(sep=" ", timespec="minutes")
        yield Finding("backup", "fine", N_("the last backup is of {time}", time=at))


def _organiser(tx: Transaction) -> Iterator[Finding]:
    if organisers.is_set_up(tx):
        yield Finding("organiser", "fine", N_("there is an organiser who can log in"))
    elif mode() is Mode.ALONE:
        text = N_("no organiser yet: not needed as long as nobody but this computer reaches the app")
        yield Finding("organiser", "fine", text)
    else:
        text = N_("nobody can log in: there is no organiser")
        yield Finding("organiser", "bad", text, N_("First: scorekeeper club add NAME --organiser NAME"))
