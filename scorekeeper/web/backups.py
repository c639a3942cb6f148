"""Backups that pages ask for: made by the command in a process of its own, so that no table waits for the check."""

import logging
import os
import subprocess
import sys
import threading
from typing import Final

from flask import current_app

from scorekeeper.web import store

_LOG: Final = logging.getLogger(__name__)
_LONGEST_SECONDS: Final = 600

AFTER_CLOSING: Final = "BACK_UP_AFTER_CLOSING"
"""Flask's setting for backups that nobody asked for."""
_asking: Final = threading.Lock()
_asked: Final[set[str]] = set()
_running: Final = threading.Event()


def after_closing() -> None:
    """Back up beside, now that an evening is closed and committed; trouble is logged and stands on the page."""
    if not current_app.config[AFTER_CLOSING]:
        return
    with _asking:
        _asked.add(store.address())
        if _running.is_set():  # whoever runs looks again: never two at once in this process
            return
        _running.set()
    try:
        threading.Thread(target=_run_all, daemon=True).start()
    except RuntimeError:  # no more threads: the evening is closed all the same
        _running.clear()
        _LOG.exception("no backup after an evening")


def _run_all() -> None:
    while True:
        with _asking:
            if not _asked:
                _running.clear()
                return
            url = _asked.pop()
        _run(url, "--if-changed", "--aside")


def now() -> bool:
    """Back up and wait for it; tell whether a clean backup was made."""
    return _run(store.address())


def _run(url: str, *options: str) -> bool:
    asked = [sys.executable, "-m", "scorekeeper", "backup", *options]
    environment = {**os.environ, "SCOREKEEPER_DATABASE_URL": url}
    try:
        done = subprocess.run(  # noqa: S603 our own command
            asked, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_LONGEST_SECONDS
        )
    except (OSError, subprocess.SubprocessError):
        _LOG.exception("a backup could not be begun, or took too long")
        return False
    if done.returncode:
        _LOG.error("a backup failed with status %s; the page of backups says why", done.returncode)
    return not done.returncode
