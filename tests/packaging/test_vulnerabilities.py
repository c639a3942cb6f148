"""What is made of pip-audit's answers: a vulnerability fails the check, a net that is not there does not."""

import json

import pytest

from tests.packaging.vulnerabilities import judged

FLASK = {"name": "flask", "version": "3.1.3", "vulns": []}
BROKEN = {"name": "jinja2", "version": "3.0.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1.6"]}]}
UNKNOWN = {"name": "werkzeug", "skip_reason": "Dependency not found on PyPI"}


def answer(*packages: object) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_known_vulnerability_fails_and_names_package_and_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(answer(FLASK, BROKEN), "") == 1
    assert capsys.readouterr().out == "pip-audit: jinja2 3.0.0: PYSEC-1, mended in 3.1.6\n"


def test_packages_without_any_pass_and_who_is_not_known_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(answer(FLASK, UNKNOWN), "") == 0
    said = capsys.readouterr().out
    assert said == "pip-audit: no known vulnerability in 1 packages; not known there: werkzeug.\n"


@pytest.mark.parametrize(
    "given, errors",
    [
        (answer(UNKNOWN, UNKNOWN), ""),
        ("", "ERROR:pip_audit._cli:Failed to connect to pypi.org"),
        ("", "Read timed out"),
    ],
)
def test_a_service_that_does_not_answer_is_no_failure_and_is_said(
    capsys: pytest.CaptureFixture[str], given: str, errors: str
) -> None:
    assert judged(given, errors) == 0
    assert "NOT CHECKED" in capsys.readouterr().out


def test_a_check_that_is_itself_broken_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged("", "Traceback: no such option") == 1
    assert "no such option" in capsys.readouterr().out
