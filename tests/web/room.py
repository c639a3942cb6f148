"""An app that others reach, with an organiser, a table and its links; and devices that come to its door."""

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.app import create_app
from scorekeeper.mode import MODE, Mode
from scorekeeper.services import links, organisers
from scorekeeper.services.actor import Actor
from scorekeeper.services.links import Kind
from scorekeeper.storage import Store
from scorekeeper.storage.links import LinkRow
from scorekeeper.web.backups import AFTER_CLOSING
from tests.apps import KeptTemplates
from tests.web.playing import SEVEN, TableAt, sit_down
from tests.web.visiting import TOKEN, Visitor

NAME = "Maria"
PASSWORD = "herz sticht eichel"
FORM = re.compile(r'<form[^>]* action="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
INPUT = re.compile(
    r'<input[^>]* name="([^"]+)"[^>]*?(?: value="([^"]*)")?[^>]*>|<textarea hidden name="([^"]+)">\n(.*?)</textarea>',
    re.DOTALL,
)


@dataclass
class Room:
    """The app and what lets somebody in."""

    app: Flask
    table: TableAt

    @property
    def store(self) -> Store:
        store: Store = self.app.extensions["scorekeeper"]
        return store

    @property
    def secret(self) -> str:
        secret: str = self.app.config["SECRET_KEY"]
        return secret

    @property
    def event(self) -> int:
        return self.table.now().event.id

    def actor(self, club: int = 1) -> Actor:
        return Actor(club, "Gerät K7", datetime.now(UTC))

    def link(self, kind: Kind = Kind.TABLE, table: int = 1, event: int | None = None) -> LinkRow:
        with self.store.write() as tx:
            return links.make_link(
                tx, self.actor(), kind, secret=self.secret, event=event or self.event, table_number=table
            )  # fmt: skip

    def revoke(self, link: LinkRow) -> None:
        with self.store.write() as tx:
            links.revoke_link(tx, self.actor(), link.id)

    def device(self) -> "Device":
        return Device(self)

    def organiser(self) -> "Device":
        device = self.device()
        assert device.log_in().status_code == 303
        return device

    def scorer(self, link: LinkRow | None = None) -> "Device":
        device = self.device()
        assert device.scan(link or self.link()).status_code == 303
        return device

    def viewer(self) -> "Device":
        return self.scorer(self.link(Kind.VIEWER))


class Device(Visitor):
    """A phone or a laptop at the door."""

    def __init__(self, room: Room) -> None:
        super().__init__(room.app)
        self.room = room

    def log_in(self, name: str = NAME, password: str = PASSWORD, **more: str) -> TestResponse:
        return self.post("/anmelden", {"name": name, "password": password, **more})

    def type_code(self, code: str, **more: str) -> TestResponse:
        return self.post("/code", {"code": code, **more})

    def scan(self, link: LinkRow) -> TestResponse:
        return self.post("/karte", {"token": links.token_of(link, self.room.secret)})

    def send(self, page: TestResponse, action: str, **more: str) -> TestResponse:
        """Send a form of a page as it stands there."""
        return self.client.post(action, data={**fields(page, action), **more})


def fields(page: TestResponse, action: str) -> dict[str, str]:
    """Give what the form with this action holds."""
    found = next(body for address, body in FORM.findall(page.text) if html.unescape(address) == action)
    return {
        html.unescape(name or area): html.unescape(value or text) for name, value, area, text in INPUT.findall(found)
    }


@contextmanager
def opened_room(
    url: str, instance: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates, mode: Mode = Mode.ROOM
) -> Iterator[Room]:
    """Open an app that others reach."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    monkeypatch.setenv(MODE, mode)
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # how long it takes is argon2's matter
    monkeypatch.setattr(organisers, "_HASHER", quick)
    monkeypatch.setattr(organisers, "_NOBODY", quick.hash("nobody has this password"))
    app = create_app(url)
    app.jinja_env.bytecode_cache = compiled
    app.testing = True
    app.config[AFTER_CLOSING] = False
    room = Room(app, sit_down(app, Visitor(app), "jaggln", SEVEN[:5]))
    with room.store.write() as tx:
        organisers.add_organiser(tx, room.actor(), NAME, organisers.hashed(PASSWORD))
    yield room
    app.extensions["scorekeeper.limits"].counters.close()
    app.extensions["scorekeeper"].close()


__all__ = ["NAME", "PASSWORD", "TOKEN", "Device", "Room", "fields", "opened_room"]
