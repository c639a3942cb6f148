"""Brings a machine to where the app or its tests can start: `python3 -m scorekeeper.bootstrap run|dev|test`.

Standard library only: the machine's own Python runs it, before there is a virtual environment. A second start finds
everything in place and calls neither the package manager nor pip.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Mapping  # noqa: UP035  an old Python must get as far as the message that it is too old

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "scorekeeper-stamp.json"
OLDEST_PYTHON = (3, 11)

REQUIREMENTS = {"run": "requirements.txt", "dev": "requirements-dev.txt", "test": "requirements-dev.txt"}
# the first is the same browser without a window and all that belongs to one: half the time
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MAC_LIBRARIES = ("/opt/homebrew/lib", "/usr/local/lib")

# package manager -> what comes before the package names; the first one found is the machine's
INSTALL_COMMANDS = {
    "apt-get": ("apt-get", "install", "-y", "-qq", "--no-install-recommends"),
    "dnf": ("dnf", "install", "-y", "-q"),
    "pacman": ("pacman", "-S", "--noconfirm", "--needed"),
    "apk": ("apk", "add", "--quiet"),
    "brew": ("brew", "install", "--quiet"),
}


@dataclass(frozen=True)
class Words:
    """What is said, in both languages: nothing is installed yet that could translate."""

    german: str
    english: str

    def __str__(self) -> str:
        """Give the one that is spoken here."""
        return self.english if spoken() == "en" else self.german


def spoken(environment: Mapping[str, str] = os.environ) -> str:
    """Give the language for who starts the app: German, unless the system speaks English."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "en" if next(filter(None, named), "").startswith("en") else "de"


@dataclass(frozen=True)
class Need:
    """Something the system has to bring, how to see whether it is there, and its package per package manager."""

    why: Words
    present: Callable[[], bool]
    packages: dict[str, tuple[str, ...]]
    for_targets: tuple[str, ...] = ("run", "test")
    app_starts_without: bool = field(default=True)


def find_chromium() -> str | None:
    """Return the path of the browser that the tests drive."""
    return next((path for path in map(shutil.which, CHROMIUM_NAMES) if path), None)


def _loads(*names: str) -> bool:
    """Tell whether the first of these shared libraries that the linker knows can be loaded."""
    for name in names:
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return True
    return False


def pdf_environment() -> dict[str, str]:
    """Give the environment in which WeasyPrint finds its libraries: a Mac does not look into Homebrew's folders."""
    return {"DYLD_FALLBACK_LIBRARY_PATH": ":".join(MAC_LIBRARIES), **os.environ}


def _pdf_libraries_load() -> bool:
    if sys.platform in ("darwin", "win32"):
        os.environ.update(pdf_environment())
        return bool(ctypes.util.find_library("pango-1.0") or ctypes.util.find_library("pango-1.0-0"))
    return all(_loads(name) for name in ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"))


NEEDS = (
    Need(
        why=Words("virtuelle Umgebungen", "virtual environments"),
        present=lambda: importlib.util.find_spec("ensurepip") is not None,
        packages={"apt-get": (f"python3.{sys.version_info[1]}-venv",), "dnf": ("python3-pip",), "apk": ("py3-pip",)},
        for_targets=("run", "dev", "test"),
        app_starts_without=False,
    ),
    Need(
        why=Words("den PDF-Druck", "printing PDFs"),
        present=_pdf_libraries_load,
        packages={
            "apt-get": ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"),
            "dnf": ("pango",),
            "pacman": ("pango",),
            "apk": ("pango", "harfbuzz-subset"),
            "brew": ("pango",),
        },
    ),
    Need(
        why=Words("Tests im Browser", "tests in a browser"),
        present=lambda: find_chromium() is not None,
        packages={**dict.fromkeys(INSTALL_COMMANDS, ("chromium",)), "apt-get": ("chromium-headless-shell",)},
        for_targets=("test",),
    ),
    Need(
        why=Words("den Treiber dieses Browsers", "the driver of that browser"),
        present=lambda: sys.platform != "linux" or _loads("libatomic.so.1"),
        packages={"apt-get": ("libatomic1",), "dnf": ("libatomic",), "pacman": ("gcc-libs",), "apk": ("libatomic",)},
        for_targets=("test",),
    ),
)


def _say(text: str | Words) -> None:
    print(str(text), file=sys.stderr, flush=True)


def _is_root() -> bool:
    geteuid: Callable[[], int] | None = getattr(os, "geteuid", None)  # Windows has none
    return geteuid is not None and geteuid() == 0


def _run(command: tuple[str, ...]) -> bool:
    """Run a command of the system; what it says is of interest only if it fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        _say(done.stdout.decode(errors="replace"))
    return done.returncode == 0


def install_system_packages(packages: tuple[str, ...], manager: str) -> bool:
    """Install them as root, or by sudo if it asks no password; tell whether it worked."""
    command = (*INSTALL_COMMANDS[manager], *packages)
    prefix: tuple[str, ...] = ()
    if manager != "brew" and not _is_root():
        prefix = ("sudo", "-n")
        if not shutil.which("sudo") or not _run((*prefix, "true")):
            _say(
                Words(
                    "Das darf nur, wer den Rechner verwaltet. Bitte eingeben:",
                    "This needs an administrator. Please type:",
                )
            )
            _say(f"\n    sudo {' '.join(command)}\n")
            return False
    names = " ".join(packages)
    _say(Words(f"{names} wird installiert ...", f"Installing {names} ..."))
    if manager == "apt-get":
        _run((*prefix, "apt-get", "update", "-qq"))
    return _run((*prefix, *command))


def pdf_install_command() -> str:
    """Say how to install what printing needs on this system; empty if its package manager is unknown."""
    manager = next((name for name in INSTALL_COMMANDS if shutil.which(name)), None)
    if manager is None:
        return ""
    packages = next(need.packages[manager] for need in NEEDS if need.present is _pdf_libraries_load)
    command = (manager, "-S") if manager == "pacman" else (manager, "install" if manager != "apk" else "add")
    return " ".join((*(() if manager == "brew" else ("sudo",)), *command, *packages))


def provide_system(target: str) -> None:
    """Install what the system lacks for the target; end here if it cannot be done without."""
    missing = [need for need in NEEDS if target in need.for_targets and not need.present()]
    if not missing:
        return
    manager = next((name for name in INSTALL_COMMANDS if shutil.which(name)), None)
    if manager is not None:
        packages = tuple(name for need in missing for name in need.packages.get(manager, ()))
        if packages:
            install_system_packages(packages, manager)
        importlib.invalidate_caches()
    for need in missing:
        if need.present():
            continue
        if target != "run" or not need.app_starts_without:
            lacking = Words(
                f"Dem System fehlt etwas für {need.why}.", f"The system lacks what is needed for {need.why}."
            )
            sys.exit(f"scorekeeper: {lacking}")
        _say(
            Words(f"Weiter ohne {need.why}; alles andere geht.", f"Going on without {need.why}; everything else works.")
        )


def _fingerprint(target: str) -> dict[str, str]:
    """What an up-to-date environment was made from; the folder counts, since scripts carry its path."""
    digest = hashlib.sha256()
    for name in sorted({"requirements.txt", REQUIREMENTS[target]}):
        digest.update((ROOT / name).read_bytes())
    return {"folder": str(ROOT), "files": digest.hexdigest()}


def _stamps() -> dict[str, dict[str, str]]:
    try:
        stamps: dict[str, dict[str, str]] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamps


def provide_venv(target: str) -> None:
    """Make .venv with the pinned packages, unless it was made from the same files in the same folder."""
    kind = "run" if target == "run" else "dev"
    stamps = _stamps()
    wanted = _fingerprint(target)
    if VENV_PYTHON.exists() and stamps.get(kind) == wanted:
        return
    moved = any(stamp.get("folder") != str(ROOT) for stamp in stamps.values())
    if moved or not VENV_PYTHON.exists():
        _say(Words("Die Umgebung für Python wird angelegt ...", "Making the virtual environment ..."))
        subprocess.run((sys.executable, "-m", "venv", "--clear", str(VENV)), check=True)
        stamps = {}
    _say(
        Words(
            "Die Pakete werden installiert; beim ersten Mal dauert das etwa eine Minute ...",
            "Installing the packages; the first time this takes about a minute ...",
        )
    )
    pip = (str(VENV_PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check")
    subprocess.run((*pip, "-r", str(ROOT / REQUIREMENTS[target])), check=True)
    subprocess.run((*pip, "--no-deps", "--editable", str(ROOT)), check=True)
    # what the tests need contains what the app needs, in the same versions
    stamps.update({name: _fingerprint(name) for name in ({"run"} if kind == "run" else {"run", "dev"})})
    STAMP.write_text(json.dumps(stamps), encoding="utf-8")


def _newer_python() -> str | None:
    return next((path for path in map(shutil.which, ("python3.13", "python3.12", "python3.11")) if path), None)


def main(arguments: list[str]) -> int:
    """Provide for one target; the exit status is the shell's."""
    if len(arguments) != 1 or arguments[0] not in REQUIREMENTS:
        _say("usage: python3 -m scorekeeper.bootstrap run|dev|test")
        return 2
    if sys.version_info < OLDEST_PYTHON:
        newer = _newer_python()
        if newer is None:
            here = sys.version.split()[0]
            _say(
                Words(
                    f"scorekeeper braucht Python 3.11 oder neuer, hier ist {here}.",
                    f"scorekeeper needs Python 3.11 or newer; this is {here}.",
                )
            )
            return 1
        return subprocess.run((newer, "-m", "scorekeeper.bootstrap", *arguments), cwd=ROOT, check=False).returncode
    target = arguments[0]
    try:
        provide_system(target)
        provide_venv(target)
    except subprocess.CalledProcessError as failure:
        said = Words("Das ist fehlgeschlagen", "This failed")
        _say(f"scorekeeper: {said}: {' '.join(map(str, failure.cmd))}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
