"""`make run` on machines that lack something, played without touching this one."""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper import bootstrap
from scorekeeper.bootstrap import Need, Words

Command = tuple[str, ...]


class Machine:
    """A pretended machine: what it has, what it was told to run, and whether that works."""

    def __init__(self) -> None:
        self.programs = {"apt-get"}
        self.root = True
        self.fails: str | None = None
        self.libraries = True
        self.commands: list[Command] = []

    def run(self, command: Sequence[str], **_options: object) -> SimpleNamespace:
        self.commands.append(tuple(command))
        failed = self.fails is not None and self.fails in command
        if "install" in command and not failed:
            self.libraries = True
        return SimpleNamespace(returncode=int(failed), stdout=b"the reason that the package manager gave")

    def which(self, name: str) -> str | None:
        return f"/usr/bin/{name}" if name in self.programs else None


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    machine = Machine()
    need = Need(
        why=Words("den PDF-Druck", "printing PDFs"),
        present=lambda: machine.libraries,
        packages={"apt-get": ("libpango-1.0-0",), "brew": ("pango",)},
    )
    monkeypatch.setattr(bootstrap, "NEEDS", (need,))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setattr(bootstrap, "_is_root", lambda: machine.root)
    monkeypatch.setattr("shutil.which", machine.which)
    monkeypatch.setattr(subprocess, "run", machine.run)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "VENV_PYTHON", tmp_path / ".venv/bin/python")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv/stamp.json")
    return machine


def test_a_machine_that_has_everything_calls_no_package_manager(machine: Machine) -> None:
    bootstrap.provide_system("run")
    assert machine.commands == []


def test_root_installs_what_is_missing_with_the_package_manager_of_the_machine(machine: Machine) -> None:
    machine.libraries = False
    bootstrap.provide_system("run")
    assert machine.commands == [
        ("apt-get", "update", "-qq"),
        ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "libpango-1.0-0"),
    ]


def test_homebrew_is_asked_without_sudo(machine: Machine) -> None:
    machine.libraries, machine.root, machine.programs = False, False, {"brew", "sudo"}
    bootstrap.provide_system("run")
    assert machine.commands == [("brew", "install", "--quiet", "pango")]


def test_a_user_whose_sudo_asks_no_password_installs_by_sudo(machine: Machine) -> None:
    machine.libraries, machine.root = False, False
    machine.programs.add("sudo")
    bootstrap.provide_system("run")
    assert machine.commands[0] == ("sudo", "-n", "true")
    assert [command[:3] for command in machine.commands[1:]] == [("sudo", "-n", "apt-get")] * 2


@pytest.mark.parametrize("sudo", [True, False])
def test_a_user_without_rights_reads_the_exact_command_and_the_app_starts_without_pdf(
    machine: Machine, capsys: pytest.CaptureFixture[str], *, sudo: bool
) -> None:
    machine.libraries, machine.root = False, False
    if sudo:
        machine.programs.add("sudo")
        machine.fails = "true"
    bootstrap.provide_system("run")
    said = capsys.readouterr().err
    assert "\n    sudo apt-get install -y -qq --no-install-recommends libpango-1.0-0\n" in said
    assert "Going on without printing PDFs; everything else works." in said


def test_where_the_system_does_not_speak_english_german_is_spoken(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    machine.libraries, machine.root = False, False
    bootstrap.provide_system("run")
    said = capsys.readouterr().err
    assert "Das darf nur, wer den Rechner verwaltet. Bitte eingeben:\n\n    sudo apt-get install" in said
    assert "Weiter ohne den PDF-Druck; alles andere geht." in said


@pytest.mark.parametrize(
    "environment, language",
    [
        ({}, "de"),
        ({"LANG": "C.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_AT.UTF-8"}, "de"),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "de_AT.UTF-8"}, "en"),
    ],
)
def test_german_is_spoken_unless_the_system_speaks_english(environment: dict[str, str], language: str) -> None:
    assert bootstrap.spoken(environment) == language


def test_the_tests_do_not_start_without_what_they_need(machine: Machine) -> None:
    machine.libraries, machine.root = False, False
    with pytest.raises(SystemExit, match="The system lacks what is needed for printing PDFs"):
        bootstrap.provide_system("test")


def test_a_failing_package_manager_is_quoted(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.libraries, machine.fails = False, "install"
    bootstrap.provide_system("run")
    assert "the reason that the package manager gave" in capsys.readouterr().err


def test_a_machine_without_a_known_package_manager_starts_without_pdf(machine: Machine) -> None:
    machine.libraries, machine.programs = False, set()
    bootstrap.provide_system("run")
    assert machine.commands == []


@pytest.fixture
def made(machine: Machine) -> Callable[[str], list[Command]]:
    """Provide the environment and give the commands that this took."""

    def provide(target: str) -> list[Command]:
        machine.commands.clear()
        bootstrap.VENV_PYTHON.parent.mkdir(parents=True, exist_ok=True)
        bootstrap.provide_venv(target)
        bootstrap.VENV_PYTHON.touch()
        return machine.commands.copy()

    return provide


def test_the_environment_is_made_once(made: Callable[[str], list[Command]]) -> None:
    venv, packages, project = made("run")
    assert venv[1:3] == ("-m", "venv")
    assert packages[-1].endswith("requirements.txt")
    assert project[-2] == "--editable"
    assert made("run") == []


def test_tests_add_to_the_environment_of_the_app_and_the_app_then_finds_its_own(
    made: Callable[[str], list[Command]],
) -> None:
    made("run")
    packages, _project = made("test")
    assert packages[-1].endswith("requirements-dev.txt")
    assert made("run") == []
    assert made("dev") == []


def test_other_requirements_are_installed_into_the_same_environment(made: Callable[[str], list[Command]]) -> None:
    made("run")
    stamps = json.loads(bootstrap.STAMP.read_text())
    stamps["run"]["files"] = "of last year"
    bootstrap.STAMP.write_text(json.dumps(stamps))
    assert [command[3] for command in made("run")] == ["install", "install"]


def test_a_folder_that_was_moved_gets_a_new_environment(made: Callable[[str], list[Command]]) -> None:
    made("run")
    stamps = json.loads(bootstrap.STAMP.read_text())
    stamps["run"]["folder"] = "/somewhere/else"
    bootstrap.STAMP.write_text(json.dumps(stamps))
    assert made("run")[0][1:4] == ("-m", "venv", "--clear")


def test_an_interrupted_installation_is_repeated(made: Callable[[str], list[Command]]) -> None:
    made("run")
    bootstrap.STAMP.unlink()
    assert [command[3] for command in made("run")] == ["install", "install"]


def test_the_environment_is_remade_when_its_interpreter_is_gone(made: Callable[[str], list[Command]]) -> None:
    made("run")
    bootstrap.VENV_PYTHON.unlink()
    assert made("run")[0][1:3] == ("-m", "venv")


def test_an_unknown_target_is_refused_with_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["dance"]) == 2
    assert capsys.readouterr().err == "usage: python3 -m scorekeeper.bootstrap run|dev|test\n"


def test_a_python_that_is_too_old_is_named(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST_PYTHON", (4, 0))
    assert bootstrap.main(["run"]) == 1
    assert "needs Python 3.11 or newer" in capsys.readouterr().err


def test_a_newer_python_beside_the_old_one_takes_over(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST_PYTHON", (4, 0))
    machine.programs.add("python3.12")
    assert bootstrap.main(["run"]) == 0
    assert machine.commands == [("/usr/bin/python3.12", "-m", "scorekeeper.bootstrap", "run")]
