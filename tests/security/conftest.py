"""The app open to the room, on a database with two clubs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.mode import MODE, Mode
from scorekeeper.printing.pool import Printer
from scorekeeper.storage import Store, Transaction
from scorekeeper.web import backups, limits
from scorekeeper.web.backups import AFTER_CLOSING
from tests.apps import KeptTemplates
from tests.conftest import KINDS, breadth
from tests.security.asking import BACKUP, Guest, guests
from tests.security.digests import digest, everything, strays, taken_back
from tests.security.two_clubs import Club, two_clubs


@dataclass(frozen=True, slots=True)
class World:
    """The app, the two clubs in it, and by role who comes: all of them were let in before anything is tried."""

    app: Flask
    ours: Club
    theirs: Club
    people: Mapping[str, Guest]

    @property
    def store(self) -> Store:
        store: Store = self.app.extensions["scorekeeper"]
        return store


@pytest.fixture(params=breadth(KINDS[:1], KINDS[1:]))
def world(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates
) -> Iterator[World]:
    """SQLite every time, PostgreSQL too in the soak. Sheets are not printed, they stay what they are printed from."""
    instance = tmp_path / "instance"
    (instance / "backups").mkdir(parents=True)
    (instance / "backups" / BACKUP).write_bytes(b"SQLite format 3\0")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    monkeypatch.setenv(MODE, Mode.ROOM)
    monkeypatch.setattr(Printer, "pdf", lambda _printer, html, *_more: html.encode())
    monkeypatch.setattr(
        "scorekeeper.web.print_jobs.print_parts", lambda _printer, parts, _done: "".join(parts).encode()
    )
    monkeypatch.setattr(Printer, "missing", lambda _printer, *_more: None)
    monkeypatch.setattr(Printer, "warm", lambda _printer, *_more: None)
    monkeypatch.setattr(backups, "now", lambda: True)
    monkeypatch.setattr(
        "scorekeeper.web.limits._attempt", lambda *_counted: limits.Attempt(())
    )  # tried out by their own tests
    monkeypatch.setattr("scorekeeper.web.views.room.door", lambda: instance / "door")
    app = create_app(request.getfixturevalue(f"{request.param}_url"))
    app.jinja_env.bytecode_cache = compiled
    app.config[AFTER_CLOSING] = False
    store: Store = app.extensions["scorekeeper"]
    ours, theirs = two_clubs(store, app.config["SECRET_KEY"])
    yield World(app, ours, theirs, guests(app, ours, theirs))
    store.close()


class Watch:
    """Lets nothing be kept: looks at what was written to other clubs, and takes everything back."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.watched: tuple[int, ...] = ()
        self.writes = 0
        with world.store.read() as tx:
            self.before = {club: digest(tx, club) for club in (world.ours.number, world.theirs.number)}
            self.all_before = everything(tx)
        self.wrong: list[str] = []
        self.kept = False
        """Whether anything would have been kept."""

    def look(self, tx: Transaction) -> None:
        self.writes += 1
        self.kept = self.kept or everything(tx) != self.all_before
        changed = [club for club in self.watched if digest(tx, club) != self.before[club]]
        self.wrong += [f"wrote to club {club}" for club in changed] + strays(tx)


@pytest.fixture
def watch(world: World, monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch, write = Watch(world), Store.write

    @contextmanager
    def watched(self: Store, club: int | None = None) -> Iterator[Transaction]:
        with taken_back(write(self, club)) as tx:
            yield tx
            watch.look(tx)

    monkeypatch.setattr(Store, "write", watched)
    return watch
