"""The printing process: files of static/ and nothing else, replaced when it dies, told apart when libraries lack."""

import logging
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper import assets, bootstrap
from scorekeeper.printing import pool
from scorekeeper.printing.errors import PrintingBusyError, PrintingFailedError, PrintingUnavailableError
from scorekeeper.printing.pool import Printer
from scorekeeper.printing.worker import inside
from tests.printing.paper import Paper

FRAMES = "import sys, time; from scorekeeper.printing import frames; a = sys.stdout.buffer; r = sys.stdin.buffer\n"
READY = FRAMES + "frames.send(a, frames.READY)\n"


def scripted(tmp_path: Path, script: str, **settings: float) -> Printer:
    """Give a printer whose processes do what the script says."""
    return Printer(tmp_path, command=(sys.executable, "-c", script), **settings)  # type: ignore[arg-type]  # seconds


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/a.css",
        "https://example.org/a.css",
        "ftp://example.org/a",
        "data:text/css,body{}",
        "file:///etc/passwd",
        "file://elsewhere/static/print/sheet.css",
        (assets.static_path() / ".." / "pyproject.toml").as_posix(),
        f"file://{assets.static_path().as_posix()}/../pyproject.toml",
        f"file://{assets.static_path().as_posix()}/%2e%2e/pyproject.toml",
    ],
)
def test_only_files_below_static_can_be_fetched(url: str) -> None:
    with pytest.raises(PermissionError):
        inside(url, assets.static_path())


def test_a_link_out_of_static_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "secret").write_text("x", encoding="utf-8")
    link = tmp_path / "static" / "link"
    try:
        link.symlink_to(tmp_path / "secret")
    except OSError:  # pragma: no cover  a system without links cannot be tricked by them
        pytest.skip("no symbolic links here")
    with pytest.raises(PermissionError):
        inside(link.as_uri(), tmp_path / "static")


def test_a_style_sheet_of_static_is_inside() -> None:
    path = assets.static_path() / "print" / "sheet.css"
    assert inside(path.as_uri(), assets.static_path()) == path.resolve()


def test_a_page_becomes_a_pdf_and_foreign_pictures_do_not_stop_it(printer: Printer) -> None:
    paper = Paper(printer.pdf('<p>Grüß Gott<img src="file:///etc/hostname"><img src="http://127.0.0.1:9/x">'))
    assert "Grüß Gott" in paper.text


def test_two_sheets_use_the_same_process(printer: Printer) -> None:
    printer.pdf("<p>1")
    before = list(printer._all)
    printer.pdf("<p>2")
    assert printer._all == before


def test_a_process_that_died_while_idle_is_replaced(tmp_path: Path) -> None:
    script = READY + "frames.receive(r); frames.send(a, frames.PDF, b'%PDF'); sys.exit()"
    printer = scripted(tmp_path, script)
    try:
        assert printer.pdf("1") == b"%PDF"
        assert printer.pdf("2") == b"%PDF"
    finally:
        printer.close()


def test_a_process_that_dies_over_every_sheet_is_given_up(tmp_path: Path) -> None:
    printer = scripted(tmp_path, READY + "frames.receive(r)")
    try:
        with pytest.raises(PrintingFailedError):
            printer.pdf("1")
    finally:
        printer.close()


def test_a_sheet_that_takes_too_long_is_ended_and_not_tried_again(tmp_path: Path) -> None:
    printer = scripted(tmp_path, READY + "time.sleep(60)", seconds=0.5)
    begun = time.monotonic()
    try:
        with pytest.raises(PrintingFailedError):
            printer.pdf("1")
        assert time.monotonic() - begun < 30
        assert printer._all == []
    finally:
        printer.close()


def test_who_finds_no_free_process_within_the_patience_is_told_so_and_the_first_sheet_still_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "PATIENCE_SECONDS", 0.01)
    script = READY + (
        "import pathlib\nframes.receive(r); pathlib.Path(sys.argv[1], 'begun').touch()\n"
        "while not pathlib.Path(sys.argv[1], 'go').exists(): time.sleep(0.02)\n"
        "frames.send(a, frames.PDF, b'%PDF'); frames.receive(r)"
    )
    command = (sys.executable, "-c", script, str(tmp_path))
    printer = Printer(tmp_path, command=command, processes=1)
    try:
        with ThreadPoolExecutor(1) as beside:
            first = beside.submit(printer.pdf, "1")
            while not (tmp_path / "begun").exists() and not first.done():
                time.sleep(0.02)
            with pytest.raises(PrintingBusyError):
                printer.pdf("2")
            (tmp_path / "go").touch()
            assert first.result() == b"%PDF"
    finally:
        printer.close()


def test_a_sheet_that_cannot_be_laid_out_leaves_the_process_for_the_next(tmp_path: Path) -> None:
    script = READY + (
        "frames.receive(r); frames.send(a, frames.FAILED, b'no')\n"
        "frames.receive(r); frames.send(a, frames.PDF, b'%PDF')\nframes.receive(r)"
    )
    printer = scripted(tmp_path, script)
    try:
        with pytest.raises(PrintingFailedError):
            printer.pdf("1")
        assert printer.pdf("2") == b"%PDF"
    finally:
        printer.close()


def test_missing_libraries_are_known_after_warming_up_with_the_command_that_installs_them(tmp_path: Path) -> None:
    printer = scripted(tmp_path, FRAMES + "frames.send(a, frames.UNAVAILABLE, b'libpango')")
    try:
        printer.warm()
        deadline = time.monotonic() + 30
        while printer.missing() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        missing = printer.missing()
        assert missing is not None
        assert missing.command == bootstrap.pdf_install_command()
        with pytest.raises(PrintingUnavailableError):
            printer.pdf("1")
    finally:
        printer.close()


def test_an_idle_process_is_ended(tmp_path: Path) -> None:
    script = READY + "frames.receive(r); frames.send(a, frames.PDF, b'%PDF'); frames.receive(r)"
    printer = scripted(tmp_path, script, idle_seconds=0.2)
    try:
        printer.pdf("1")
        deadline = time.monotonic() + 30
        while printer._all and time.monotonic() < deadline:
            time.sleep(0.05)
        assert printer._all == []
    finally:
        printer.close()


def test_closing_ends_every_process_and_leaves_no_zombie(tmp_path: Path) -> None:
    printer = scripted(tmp_path, READY + "frames.receive(r)")
    printer.warm()
    [process] = printer._all
    printer.close()
    assert process._popen.returncode is not None


def test_the_fonts_that_a_process_unpacked_are_cleared_away_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    printer = Printer(assets.static_path())
    link = '<link rel="stylesheet" href="print/sheet.css"><p>Kraut'
    printer.pdf(link)
    assert any(path.is_file() for path in tmp_path.rglob("*"))
    printer.close()
    assert list(tmp_path.iterdir()) == []
