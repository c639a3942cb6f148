"""Where the app looks for its files, and where it keeps the user's."""

import sys
from pathlib import Path

import pytest

from scorekeeper import assets
from tests.architecture.source import ROOT


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A package that lies in a virtual environment, not in a checkout."""
    package = tmp_path / "lib" / "site-packages" / "scorekeeper"
    monkeypatch.setattr(assets, "PACKAGE", package)
    monkeypatch.delenv("SCOREKEEPER_INSTANCE", raising=False)
    return package


def test_a_checkout_uses_the_folders_beside_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCOREKEEPER_INSTANCE", raising=False)
    assert assets.templates_path() == ROOT / "templates"
    assert assets.static_path() == ROOT / "static"
    assert assets.instance_path() == ROOT / "instance"


def test_an_installed_package_uses_the_folders_inside_it(installed: Path) -> None:
    assert assets.templates_path() == installed / "templates"
    assert assets.static_path() == installed / "static"


def test_an_installed_package_keeps_its_data_with_the_users_data_and_not_in_the_environment(installed: Path) -> None:
    found = assets.instance_path()
    assert found.is_absolute()
    assert "scorekeeper" in found.parts
    assert not found.is_relative_to(sys.prefix)
    assert not found.is_relative_to(installed.parent)


def test_a_named_instance_folder_wins_and_may_start_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(Path("~") / "karten"))
    assert assets.instance_path() == (Path.home() / "karten").resolve()
