"""A catalogue is compiled by whoever needs it first: no command has to be called before the program starts."""

import os
from pathlib import Path

import pytest

from scorekeeper.i18n import catalogue

TEXT = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "deal"\nmsgstr "{}"\n'
load = catalogue.catalogue.__wrapped__  # as a process does that has not loaded it yet


@pytest.fixture
def po(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A catalogue of which nothing was compiled yet."""
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    po = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    po.parent.mkdir(parents=True)
    po.write_text(TEXT.format("Spiel"), encoding="utf-8")
    return po


def test_what_was_never_compiled_is_compiled_and_kept(po: Path) -> None:
    assert load("de").gettext("deal") == "Spiel"
    assert [file.name for file in sorted(po.parent.iterdir())] == ["messages.mo", "messages.po"]
    po.write_text(TEXT.format("Blatt"), encoding="utf-8")
    os.utime(po, (1, 1))  # older than what was compiled
    assert load("de").gettext("deal") == "Spiel"


def test_what_was_changed_since_is_compiled_anew(po: Path) -> None:
    load("de")
    po.write_text(TEXT.format("Blatt"), encoding="utf-8")
    os.utime(po.with_suffix(".mo"), (1, 1))
    assert load("de").gettext("deal") == "Blatt"


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(po: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "write_bytes", refused)
    assert load("de").gettext("deal") == "Spiel"
    assert [file.name for file in po.parent.iterdir()] == ["messages.po"]
