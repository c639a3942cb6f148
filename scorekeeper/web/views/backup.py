"""Backups: how they stand, make one now, take one along."""

from datetime import UTC, datetime

from flask import Blueprint, flash, redirect, send_file, url_for
from werkzeug.wrappers import Response

from scorekeeper.i18n.web import gettext as _
from scorekeeper.services.backing_up import condition, found
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web import backups, store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.backup import BackupPage

pages = Blueprint("backup", __name__)


@pages.get("/sicherung")
def page() -> str:
    """Show the last backup, all there are, and how one is restored."""
    with store.reading() as tx:
        return render(BackupPage(condition(tx, datetime.now(UTC))))


@pages.post("/sicherung")
def make() -> Response:
    """Make a backup now."""
    if backups.now():
        flash(_("Backed up and checked."))
    else:
        flash(_("The backup failed."), "undone")
    return redirect(url_for(".page"), 303)


@pages.get("/sicherung/<name>")
def download(name: str) -> Response:
    """Hand a backup out."""
    file = found(name)
    if file is None:
        raise NotFoundError
    return send_file(file.path, mimetype="application/vnd.sqlite3", as_attachment=True, download_name=name)
