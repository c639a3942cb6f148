"""A disk that is really full, and folders that really cannot be written: the server says so and loses nothing."""

import errno
import html
import os
import re
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.services import checking
from scorekeeper.storage import Store, migrate
from tests.cli.serving import ROOT, Browser, Server
from tests.services.table import sit_down

FIELD = re.compile(r'<textarea hidden name="([^"]+)">\n(.*?)</textarea>', re.DOTALL)
RUN = (sys.executable, "-m", "scorekeeper", "run", "--port", "0")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of three megabytes, where this test may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if shutil.which("mount") is None or subprocess.run(
        ("mount", "-t", "tmpfs", "-o", "size=3m", "scorekeeper-test", str(folder)), capture_output=True, check=False
    ).returncode:  # fmt: skip
        pytest.skip("nothing may be mounted here")
    yield folder
    subprocess.run(("umount", "--lazy", str(folder)), check=True)


def _ballast(folder: Path) -> Path:
    """Fill the disk to the last byte."""
    path = folder / "ballast"
    with path.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError as error:
                assert error.errno == errno.ENOSPC  # noqa: PT017  which one comes is what the loop is for
    return path


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_on_a_full_disk_a_deal_is_kept_and_entered_with_one_tap_when_there_is_room(small_disk: Path) -> None:
    url = f"sqlite:///{small_disk / 'scorekeeper.sqlite3'}"
    migrate(url)
    store = Store(url)
    table = sit_down(store)
    server = Server(small_disk, workers=1)
    try:
        browser, address = Browser(server.address), f"/partie/{table.sitting}"
        assert browser.get(address).status == 200
        ballast = _ballast(small_disk)
        form = {"key": uuid.uuid4().hex, "number": "1", "target": "0", "partner": table.player(2), "gewisse": "6"}
        full = browser.post(f"{address}/eintragen", form)
        assert full.status == 503
        assert "Der Datenträger ist voll." in html.unescape(full.text)
        kept = {html.unescape(name): html.unescape(value) for name, value in FIELD.findall(full.text)}
        assert kept == form
        assert browser.post(f"{address}/eintragen", kept).status == 503
        assert browser.get(address).status == 200
        ballast.unlink()
        assert browser.post(f"{address}/eintragen", kept).status == 303
        browser.close()
    finally:
        server.kill()
    assert [row.entry.key for row in table.rows()] == [form["key"]]
    with store.read() as tx:
        assert checking.check(tx).clean
    store.close()


def _without_the_right_of_root() -> tuple[str, ...]:
    """Give what a command is called with so that permissions bind it too. Skips where that cannot be."""
    if os.name == "nt":
        pytest.skip("permissions are another thing there")
    if os.geteuid() != 0:
        return ()
    prefix = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
    if (
        shutil.which(prefix[0]) is None
        or subprocess.run((*prefix, "true"), capture_output=True, check=False).returncode
    ):
        pytest.skip("root can write everywhere")
    return prefix


def _refused(instance: Path, url: str | None = None) -> str:
    """Start the server; give the one line that it says."""
    environment = {name: value for name, value in os.environ.items() if name != "SCOREKEEPER_DATABASE_URL"}
    environment |= {"SCOREKEEPER_INSTANCE": str(instance), "LC_ALL": "en_US.UTF-8"} | (
        {"SCOREKEEPER_DATABASE_URL": url} if url else {}
    )
    called = subprocess.run(
        (*_without_the_right_of_root(), *RUN), env=environment, cwd=ROOT, capture_output=True, text=True, check=False,
        timeout=100,
    )  # fmt: skip
    assert called.returncode == 1
    assert called.stdout == ""
    assert re.fullmatch(r"Error: .+\n", called.stderr), called.stderr
    return called.stderr


def test_a_folder_that_cannot_be_written_is_named_at_the_start_with_what_helps(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    said = f"{tmp_path} cannot be written."
    assert said in _refused(tmp_path)
    assert "SCOREKEEPER_INSTANCE" in _refused(tmp_path / "below")
    tmp_path.chmod(0o700)


def test_so_is_one_in_which_a_database_lies_already(tmp_path: Path) -> None:
    migrate(f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}")
    tmp_path.chmod(0o500)
    assert f"{tmp_path} cannot be written." in _refused(tmp_path)
    tmp_path.chmod(0o700)
    (tmp_path / "scorekeeper.sqlite3").chmod(0o400)
    assert f"{tmp_path / 'scorekeeper.sqlite3'} cannot be written." in _refused(tmp_path)


@pytest.mark.postgres
def test_with_a_server_the_folder_must_take_the_key_of_the_cookies(tmp_path: Path, postgresql_url: str) -> None:
    tmp_path.chmod(0o500)
    assert f"{tmp_path} cannot be written." in _refused(tmp_path, postgresql_url)
    tmp_path.chmod(0o700)


def test_a_full_disk_is_named_at_the_start(small_disk: Path) -> None:
    _ballast(small_disk)
    assert f"The disk with {small_disk} is full." in _refused(small_disk)
