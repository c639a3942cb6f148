"""The wheel that is built from the sdist installs, and serves pages and styles."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import sysconfig
import tarfile
import time
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.architecture.source import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

PATIENCE = 60
STYLESHEET = re.compile(r'<link[^>]*href="([^"]+\.css[^"]*)"')
# what the app needs at run time, and the folder of the wheel in which it lies
SHIPPED = {"templates": "scorekeeper/templates", "static": "scorekeeper/static", "scorekeeper": "scorekeeper"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist and with the wheel made from that sdist."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (wheel,) = built.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel; the dependencies are those of this environment, to save a minute."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, symlinks=os.name != "nt")
    scripts = "Scripts" if os.name == "nt" else "bin"
    python = folder / scripts / "python"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "-qq",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(pip, check=True)
    (site_packages,) = folder.glob("**/site-packages")
    (site_packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python


def _source_files() -> set[str]:
    """Give the files of the checkout that the wheel must have, by their names there."""
    return {
        f"{target}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, target in SHIPPED.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".mo", ".pot"}
    }


def test_the_wheel_has_package_templates_static_files_migrations_and_compiled_catalogues(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = _source_files()
    assert wanted - shipped == set()
    assert shipped - wanted == {"scorekeeper/i18n/locale/de/LC_MESSAGES/messages.mo"}
    assert any("/migrations/versions/" in name for name in shipped)
    assert any(name.startswith("scorekeeper/templates/print/") for name in shipped)


def test_the_sdist_has_the_tests_and_nothing_that_a_machine_made(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "LICENSE", "requirements.txt", "tests/conftest.py", ".ci/run"} <= names
    assert [name for name in names if name.startswith((".venv", "instance", "dist")) or name.endswith(".mo")] == []


@contextlib.contextmanager
def _serving(python: Path, folder: Path) -> Iterator[str]:
    """Run the installed app as a person would, and give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(folder / "instance")}
    environment.pop("SCOREKEEPER_DATABASE_URL", None)
    command = [str(python), "-m", "scorekeeper", "run", "--port", str(port)]
    with (folder / "log").open("w+b") as log:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(address, server, folder / "log")
            yield address
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(URLError, ConnectionError), urlopen(address):
            return
        time.sleep(0.1)
    pytest.fail(f"{address} does not answer: {log.read_text(encoding='utf-8', errors='replace')}")


def _get(address: str) -> str:
    with urlopen(address) as response:
        assert response.status == 200
        body: bytes = response.read()
        return body.decode()


def test_the_installed_app_serves_its_first_page_in_german_with_its_styles(python: Path, tmp_path: Path) -> None:
    with _serving(python, tmp_path) as address:
        page = _get(address)
        assert '<html lang="de' in page
        assert "Neuer Abend" in page
        styles = STYLESHEET.findall(page)
        assert styles
        assert all("{" in _get(address + style) for style in styles)
        assert (tmp_path / "instance").is_dir()


def test_the_installed_package_is_not_the_checkout(python: Path, tmp_path: Path) -> None:
    where = [str(python), "-c", "from scorekeeper import assets; print(assets.templates_path())"]
    found = subprocess.run(where, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.strip()
    assert not Path(found).is_relative_to(ROOT)
    assert Path(found).is_dir()


def test_the_command_is_installed(python: Path, tmp_path: Path) -> None:
    command = [str(python.with_name("scorekeeper")), "--help"]
    help_text = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert all(name in help_text for name in ("run", "score", "demo", "check"))
