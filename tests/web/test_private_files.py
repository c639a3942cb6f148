"""What lies in the instance folder is for its owner only, and what a page may do in a browser is little."""

import logging
import os
import stat
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.storage import migrate
from scorekeeper.web.settings import secret_key
from tests.web.visiting import Visitor

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_folder_secret_and_database_are_made_for_their_owner_only_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        migrate(f"sqlite:///{tmp_path}/instance/scorekeeper.sqlite3")
        secret_key(tmp_path / "instance")
    finally:
        os.umask(before)
    made = tmp_path / "instance"
    assert mode_of(made) == 0o700
    assert {path.name: mode_of(path) for path in made.iterdir()} == {
        "scorekeeper.sqlite3": 0o600, "secret.key": 0o600,
    }  # fmt: skip


def test_a_secret_that_others_could_read_is_closed_to_them_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = secret_key(tmp_path)
    path = tmp_path / "secret.key"
    path.chmod(0o644)
    with caplog.at_level(logging.WARNING):
        assert secret_key(tmp_path) == made
    assert mode_of(path) == 0o600
    assert "could be read by other users" in caplog.text
    assert made not in caplog.text


def test_a_page_may_neither_look_nor_listen_and_is_embedded_nowhere(visitor: Visitor) -> None:
    headers = visitor.get("/").headers
    assert "camera=()" in headers["Permissions-Policy"]
    assert "microphone=()" in headers["Permissions-Policy"]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in headers


def test_a_browser_that_came_by_https_comes_by_nothing_else_for_a_year(app: Flask) -> None:
    answer = app.test_client().get("/hilfe", base_url="https://localhost")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
