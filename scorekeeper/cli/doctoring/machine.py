"""The machine: Python and its packages, printing, free disk, time zones, and the port."""

import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from packaging.requirements import Requirement

from scorekeeper.bootstrap import OLDEST_PYTHON
from scorekeeper.cli.doctoring.findings import Finding
from scorekeeper.domain.text import N_, NN_
from scorekeeper.printing.errors import PrintingError
from scorekeeper.printing.probe import finds_its_font

_MEGABYTE: Final = 1024 * 1024
_LITTLE: Final = 500
_TOO_LITTLE: Final = 50
_SECONDS: Final = 2
_ZONE: Final = "Europe/Vienna"


def python() -> Iterator[Finding]:
    """Look at Python and at what the app is built on."""
    have = ".".join(map(str, sys.version_info[:3]))
    need = ".".join(map(str, OLDEST_PYTHON))
    if sys.version_info < OLDEST_PYTHON:
        yield Finding("python", "bad", N_("Python {have}: {need} or newer is needed", have=have, need=need))
    else:
        yield Finding("python", "fine", N_("Python {have}", have=have))
    wrong = list(_wrong_packages())
    if wrong:
        text = NN_("one package is missing or too old: {names}", "{n} packages are missing or too old: {names}",
                   len(wrong), names=", ".join(wrong))  # fmt: skip
        yield Finding("packages", "bad", text, N_("Install anew: pip install --upgrade scorekeeper"))
    else:
        yield Finding("packages", "fine", N_("all packages are there in the versions needed"))


def _wrong_packages() -> Iterator[str]:
    for line in requires("scorekeeper") or ():
        needed = Requirement(line)
        if needed.marker is not None and not needed.marker.evaluate():
            continue
        try:
            have = version(needed.name)
        except PackageNotFoundError:
            yield needed.name
        else:
            if not needed.specifier.contains(have, prereleases=True):
                yield f"{needed.name} {have}"


def printing() -> Iterator[Finding]:
    """Print something: Pango, HarfBuzz and the fonts are there if it comes out in the sheets' own font."""
    try:
        found = finds_its_font()
    except PrintingError as error:
        everything_else = N_("Everything else works without; sheets can be printed by the browser.")
        yield Finding("printing", "odd", error.message, everything_else)
        return
    if found:
        yield Finding("printing", "fine", N_("PDFs can be printed, with their fonts"))
    else:
        text = N_("PDFs can be printed, but not in their own font")
        yield Finding("printing", "odd", text, N_("The folder static/fonts is incomplete: install scorekeeper anew."))


def disk(folder: Path) -> Iterator[Finding]:
    """Look at the disk with the instance folder, or with the folder in which it would be made."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    free = shutil.disk_usage(there).free // _MEGABYTE
    text = N_("{free} MB free on the disk with {folder}", free=free, folder=str(folder))
    if free >= _LITTLE:
        yield Finding("disk", "fine", text)
    else:
        help_ = N_("Make room: when the disk is full, nothing more can be entered.")
        yield Finding("disk", "bad" if free < _TOO_LITTLE else "odd", text, help_)


def time_zone() -> Iterator[Finding]:
    """Look for the time zone in which evenings are dated."""
    try:
        ZoneInfo(_ZONE)
    except ZoneInfoNotFoundError:
        text = N_("the time zone {zone} is not known here", zone=_ZONE)
        yield Finding("time zone", "bad", text, N_("Install it: pip install tzdata"))
    else:
        yield Finding("time zone", "fine", N_("the time zone {zone} is known", zone=_ZONE))


def port(number: int) -> Iterator[Finding]:
    """Look who has the port."""
    try:
        socket.create_server(("127.0.0.1", number)).close()
    except OSError:
        if _is_ours(number):
            yield Finding("port", "fine", N_("port {port}: scorekeeper is running", port=number))
            return
        text = N_("port {port} is taken by another program", port=number)
        yield Finding("port", "odd", text, N_("Another port: scorekeeper run --port {port}", port=number + 1))
    else:
        yield Finding("port", "fine", N_("port {port} is free", port=number))


def _is_ours(number: int) -> bool:
    with closing(HTTPConnection("127.0.0.1", number, timeout=_SECONDS)) as connection:
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().read(10) == b"ok\n"
        except (OSError, HTTPException):
            return False
