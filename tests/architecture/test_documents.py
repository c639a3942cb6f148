"""What the documents promise exists."""

import re

import pytest

from tests.architecture.source import ROOT

DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
COMMAND = re.compile(r"(?:`|^ {4})make ([a-z]+)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
LONG_PAGE = 105  # evening, ledger, room, hall and course: what does not fit in here is said where it is done


def _targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_target_that_a_document_names_exists(name: str) -> None:
    named = set(COMMAND.findall((ROOT / name).read_text(encoding="utf-8")))
    assert named - _targets() == set()


def test_the_readme_names_the_targets_that_a_newcomer_needs() -> None:
    assert {"run", "test", "check"} <= set(COMMAND.findall((ROOT / "README.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_and_picture_that_a_document_links_to_exists(name: str) -> None:
    linked = LINK.findall((ROOT / name).read_text(encoding="utf-8"))
    assert [target for target in linked if not (ROOT / target).exists()] == []


def test_the_architecture_fits_on_a_page() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) <= LONG_PAGE
