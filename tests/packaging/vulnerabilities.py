"""`python -m tests.packaging.vulnerabilities`: asks pip-audit about every pinned package.

Where nobody answers, off the net or at a mirror that knows packages but no vulnerabilities, it says plainly that
nothing was looked at, and is no failure: the check must be able to run in a mountain hut.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.architecture.source import ROOT

_SECONDS: Final = 180
_UNREACHABLE: Final = ("connect", "resolve", "timed out", "timeout", "unreachable", "certificate", "max retries")
_NOBODY: Final = "pip-audit: NOT CHECKED. The vulnerability service of PyPI does not answer from here"


def main() -> int:
    """Ask, and give the exit status: 1 only if a vulnerability is known, or pip-audit itself is broken."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(ROOT / "requirements-dev.txt"), "--no-deps",
               "--disable-pip", "--format", "json", "--progress-spinner", "off"]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        return _said(0, f"{_NOBODY} (no answer in {_SECONDS} seconds).")
    return judged(done.stdout, done.stderr)


def judged(answer: str, errors: str) -> int:
    """Say what an answer of pip-audit comes to, and give the exit status."""
    try:
        packages: Sequence[Mapping[str, Any]] = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        last = errors.strip().splitlines()[-1:] or ["no answer"]
        reached = not any(word in errors.lower() for word in _UNREACHABLE)
        return _said(1, f"pip-audit failed: {errors.strip()}") if reached else _said(0, f"{_NOBODY} ({last[0]}).")
    bad = [(package, found) for package in packages for found in package.get("vulns", ())]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    for package, found in bad:
        fixed = ", ".join(found["fix_versions"]) or "no version yet"
        _said(1, f"pip-audit: {package['name']} {package['version']}: {found['id']}, mended in {fixed}")
    if bad:
        return 1
    if len(skipped) == len(packages):
        return _said(0, f"{_NOBODY} ({len(packages)} packages).")
    unknown = f"; not known there: {', '.join(skipped)}" if skipped else ""
    return _said(0, f"pip-audit: no known vulnerability in {len(packages) - len(skipped)} packages{unknown}.")


def _said(status: int, text: str) -> int:
    print(text)  # noqa: T201 a check prints
    return status


if __name__ == "__main__":
    sys.exit(main())
