"""A tournament's list: for everybody who may look, for a spreadsheet; and the last round kept back."""

from http import HTTPStatus

from flask import Blueprint, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.i18n.web import current_language
from scorekeeper.i18n.web import gettext as _
from scorekeeper.services.reading import EventHead, event_head
from scorekeeper.services.tournament import ceremony, recording, standings, tables_now
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.standings import Hall
from scorekeeper.spreadsheets.csv_file import write_csv
from scorekeeper.spreadsheets.standings import standings_grid
from scorekeeper.spreadsheets.workbook import write_xlsx
from scorekeeper.web import access, store
from scorekeeper.web.downloads import XLSX, download
from scorekeeper.web.pages import render
from scorekeeper.web.pages.standings import standings_page
from scorekeeper.web.row_numbers import row_number_or
from scorekeeper.web.tags import tag_of, tagged, unchanged

pages = Blueprint("standings", __name__, url_prefix="/turnier/<int:event>")


@pages.get("/rangliste")
def page(event: int) -> Response:
    """Show the list; asked again it is sent only if something was added anywhere."""
    with store.reading() as tx:
        row = recording.event_with_record(tx, event)
        tag = tag_of(row, tables_now.mark(tx, row))
    kept = unchanged(tag)
    if kept is not None:
        return kept
    head, hall = _read(event)
    number = row_number_or(request.args.get("runde", ""), 0)
    opened = request.args.get("zeile", "")
    made = standings_page(head, hall, through(hall), number, opened)
    return tagged(make_response(render(made)), tag)


@pages.get("/rangliste.<any(csv, xlsx):form>")
def file(event: int, form: str) -> Response:
    """Hand the list out."""
    _head, hall = _read(event)
    last = through(hall)
    rounds = [one for one, found in sorted(hall.state.rounds.items()) if found.begun and one <= last]
    language = current_language()
    grid = standings_grid(hall, hall.lines(last), rounds, language)
    name = f"rangliste-{event}.{form}"
    if form == "csv":
        return download(write_csv(grid, language), "text/csv; charset=utf-8", name)
    return download(write_xlsx([grid], language), XLSX, name)


@pages.post("/rangliste/feier")
def hide(event: int) -> Response:
    """Keep the last round back until the ceremony, or show it."""
    hidden = request.form.get("hidden") == "yes"
    with store.writing() as tx:
        ceremony.set_hidden(tx, store.actor(), At(event, store.key_of_form()), hidden=hidden)
    flash(_("The last round is kept back.") if hidden else _("Everything is shown."))
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


def through(hall: Hall) -> int:
    """Say up to which round whoever asks sees results."""
    return ceremony.shown_through(hall.state, organiser=access.who().is_organiser)


def _read(event: int) -> tuple[EventHead, Hall]:
    with store.reading() as tx:
        return event_head(recording.event_with_record(tx, event)), standings.read(tx, event)
