"""What is wrong with the folder or the database is said in words when a command starts."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main


def refused(*arguments: str) -> str:
    """Call a command that must fail, and give what it says in one line."""
    called = CliRunner().invoke(main, arguments, env={"LC_ALL": "en_US.UTF-8"})
    assert called.exit_code == 1
    assert re.fullmatch(r"Error: .+\n", called.stderr), called.stderr
    return called.stderr


@pytest.mark.parametrize(
    "url",
    ["hallo", "://", "sqlite:///", "sqlite://", "sqlite:///:memory:", "mysql://u:geheim@h/d", "postgresql://h:x/d"],
)
def test_a_url_that_names_no_database_is_refused_without_showing_its_password(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", url)
    for command in (("run", "--port", "0"), ("check",), ("demo",)):
        said = refused(*command)
        assert "SCOREKEEPER_DATABASE_URL names no database" in said
        assert "geheim" not in said


def test_a_server_that_does_not_answer_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://toni:geheim@127.0.0.1:1/karten")
    said = refused("run", "--port", "0")
    assert "does not answer" in said
    assert "127.0.0.1" in said
    assert "geheim" not in said


def test_a_damaged_file_is_named_with_the_way_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "scorekeeper.sqlite3").write_bytes(b"no database" * 1000)
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    assert "damaged" in refused("run", "--port", "0")
    assert "last good copy" in refused("check")


def test_an_instance_folder_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(file))
    assert str(file) in refused("run", "--port", "0")
