"""What is installed is pinned, on every Python and system that the project supports."""

import re
import tomllib
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source import ROOT

SYSTEMS = ({"sys_platform": "linux", "os_name": "posix"}, {"sys_platform": "win32", "os_name": "nt"})
PYTHONS = ("3.11", "3.12", "3.13")
NAMES = {"linux": "Linux", "win32": "Windows"}
# part of pip's own world: needed to install, never pinned by us
BUILT_IN = {"pip", "setuptools"}
Key = tuple[str, frozenset[str]]


def _lines(name: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith(("#", "-r"))]


def _pins(*files: str) -> dict[str, Requirement]:
    return {canonicalize_name(pin.name): pin for name in files for pin in map(Requirement, _lines(name))}


def _declared(kind: str) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    wanted: list[str] = project["project"]["dependencies"]
    return wanted if kind == "run" else wanted + groups["test"] + groups["lint"]


def _environments() -> list[dict[str, str]]:
    return [
        system
        | {"platform_system": NAMES[system["sys_platform"]], "platform_python_implementation": "CPython"}
        | {"implementation_name": "cpython", "python_version": python, "python_full_version": f"{python}.0"}
        for system in SYSTEMS
        for python in PYTHONS
    ]


def _needed(declared: list[str], environment: dict[str, str], pins: dict[str, Requirement]) -> set[str]:
    """Follow what the installed packages say they need; what only another system needs cannot be followed further."""
    seen: set[Key] = set()
    waiting = [Requirement(text) for text in declared]
    while waiting:
        requirement = waiting.pop()
        key = (canonicalize_name(requirement.name), frozenset(requirement.extras))
        if key in seen or key[0] in BUILT_IN:
            continue
        seen.add(key)
        pin = pins.get(key[0])
        if pin is None or (pin.marker and not pin.marker.evaluate()):
            continue  # missing, which the test will say, or not for this machine
        for extra in key[1] | {""}:
            waiting += [
                needed
                for needed in map(Requirement, distribution(key[0]).requires or ())
                if needed.marker is None or needed.marker.evaluate({**environment, "extra": extra})
            ]
    return {name for name, _extras in seen}


@pytest.mark.parametrize("environment", _environments(), ids=lambda e: f"{e['sys_platform']}-{e['python_version']}")
@pytest.mark.parametrize("kind", ["run", "dev"])
def test_everything_that_is_needed_is_pinned(kind: str, environment: dict[str, str]) -> None:
    pins = _pins("requirements.txt") if kind == "run" else _pins("requirements.txt", "requirements-dev.txt")
    needed = _needed(_declared(kind), environment, pins)
    pinned = {name for name, pin in pins.items() if pin.marker is None or pin.marker.evaluate(environment)}
    assert needed - pinned == set()


def test_nothing_is_pinned_that_nobody_needs() -> None:
    pins = _pins("requirements.txt", "requirements-dev.txt")
    needed = {name for environment in _environments() for name in _needed(_declared("dev"), environment, pins)}
    assert set(pins) - needed == {"editables"}  # hatchling asks for it only when it installs a checkout


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_the_pins_are_plain_names_and_versions(name: str) -> None:
    plain = re.compile(r'[\w.-]+(\[\w+\])?==[\w.]+( ; sys_platform == "win32")?')
    assert [line for line in _lines(name) if not plain.fullmatch(line)] == []


def test_a_pin_satisfies_what_the_project_declares() -> None:
    pins = _pins("requirements.txt", "requirements-dev.txt")
    for declared in map(Requirement, _declared("dev")):
        (pinned,) = pins[canonicalize_name(declared.name)].specifier
        assert declared.specifier.contains(pinned.version), declared


def test_every_dependency_carries_its_reason_on_its_line() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.findall(r'^    "[\w\[\]-]+[>=]=[\w.]+",(.*)$', text, re.MULTILINE)
    assert len(declared) >= len(_declared("dev"))
    assert [rest for rest in declared if not re.fullmatch(r" +# \S.*", rest)] == []
