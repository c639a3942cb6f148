"""The application on a database of the test's own, and somebody who visits it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.web.backups import AFTER_CLOSING
from tests.apps import KeptTemplates
from tests.web.room import Room, opened_room
from tests.web.visiting import Visitor


@pytest.fixture
def served_url(sqlite_url: str) -> str:
    """The database that is served; a module that tries both kinds gives its own."""
    return sqlite_url


@pytest.fixture
def app(served_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates) -> Iterator[Flask]:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    app = create_app(served_url)
    app.jinja_env.bytecode_cache = compiled
    app.testing = True
    app.config[AFTER_CLOSING] = False  # a process each, which outlives the test
    yield app
    app.extensions["scorekeeper"].close()


@pytest.fixture
def room(served_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: KeptTemplates) -> Iterator[Room]:
    """The application where others reach it."""
    with opened_room(served_url, tmp_path / "instance", monkeypatch, compiled) as opened:
        yield opened


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    return Visitor(app)
