"""The box of a tournament: fees taken, prizes handed out, and whatever else is paid."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.record import Kind
from scorekeeper.i18n.typed import TypedNumberError, parse_cents
from scorekeeper.i18n.web import current_language, say
from scorekeeper.i18n.web import gettext as _
from scorekeeper.services.club_settings import usual_currency
from scorekeeper.services.errors import refuse
from scorekeeper.services.reading import event_head
from scorekeeper.services.tournament import recording, till
from scorekeeper.services.tournament.accounts import accounts
from scorekeeper.services.tournament.recording import At
from scorekeeper.spreadsheets.box import box_grid
from scorekeeper.spreadsheets.csv_file import write_csv
from scorekeeper.spreadsheets.workbook import write_xlsx
from scorekeeper.web import store
from scorekeeper.web.downloads import XLSX, download
from scorekeeper.web.pages import render
from scorekeeper.web.pages.hall_money import HallMoneyPage
from scorekeeper.web.row_numbers import row_number_or

pages = Blueprint("hall_money", __name__, url_prefix="/turnier/<int:event>/kassa")
_MOST_LETTERS: Final = 40
_NOTHING: Final = {"amount": "", "text": "", "way": ""}
_COUNT: Final = {"counted": till.count, "float": till.set_float}
"""What can be said of the box itself, by the name of the field."""


@pages.get("")
def page(event: int) -> str:
    """Show all money of the tournament."""
    return render(_page(event))


@pages.post("/nenngeld")
def take_fee(event: int) -> Response:
    """Take the open fee of one entrant."""
    number = row_number_or(request.form.get("entrant", ""), 0)
    try:
        with store.writing() as tx:
            till.fee_paid(tx, store.actor(), _at(event), number)
    except RefusedError:  # nothing is open
        return _undone(event, _("Nothing was entered: meanwhile this fee was paid already."))
    return _back(event, _("The fee is paid."), "nenngeld")


@pages.post("/preis")
def hand_out(event: int) -> Response:
    """Hand out what is open of a prize: the amount that stood there, or none."""
    line, seen = request.form.get("line", ""), row_number_or(request.form.get("cents", ""), 0)
    try:
        with store.writing() as tx:
            if recording.begin(tx, store.actor(), _at(event)) is not None:  # locked: nobody else hands the same out
                found = next((one for one in accounts(tx, event).prizes if one.prize.key == line), None)
                if found is None or found.open != seen:
                    raise refuse("cents", N_("Not done: meanwhile the prizes changed."))
                till.pay_prize(tx, store.actor(), _at(event), found.prize.entrant, seen, line)
    except RefusedError as error:
        return _undone(event, say(error.message))
    return _back(event, _("The prize is handed out."), "preise")


@pages.post("/sonstiges")
def book_other(event: int) -> Response:
    """Pay something else in or out."""
    typed = {name: request.form.get(name, "").strip() for name in ("amount", "text", "way")}
    try:
        cents = parse_cents(typed["amount"][:_MOST_LETTERS], "euro")
    except TypedNumberError as error:
        return _refused(event, typed, {"cents": error.message})
    try:
        with store.writing() as tx:
            sign = -1 if typed["way"] == "out" else 1
            till.other(tx, store.actor(), _at(event), sign * abs(cents), typed["text"])
    except RefusedError as error:
        return _refused(event, typed, {one.field: one.message for one in error.refusals})
    return _back(event, _("Entered."), "sonstiges")


@pages.post("/zaehlen")
def count(event: int) -> Response:
    """Say what was counted in the box, or what lay in it at the beginning."""
    name = next((one for one in _COUNT if one in request.form), "")
    typed = request.form.get(name, "").strip()[:_MOST_LETTERS]
    try:
        cents = parse_cents(typed, "euro") if typed else None
        if cents is None and name != "float":
            raise refuse("counted", N_("is missing"))
        with store.writing() as tx:
            _COUNT[name](tx, store.actor(), _at(event), cents or 0)
    except TypedNumberError as error:
        return _refused(event, {**_NOTHING, name: typed}, {name: error.message})
    except RefusedError as error:
        return _refused(event, {**_NOTHING, name: typed}, {one.field: one.message for one in error.refusals})
    return _back(event, _("The count is entered.") if name == "counted" else _("Entered."), "kassastand")


@pages.get("/kassa.<any(csv, xlsx):form>")
def file(event: int, form: str) -> Response:
    """Hand out what came in and went out, line by line."""
    with store.reading() as tx:
        recording.event_with_record(tx, event)
        found, currency = accounts(tx, event), usual_currency(tx, store.club())
    language = current_language()
    grid, name = box_grid(found, currency, language), f"kassa-{event}.{form}"
    if form == "csv":
        return download(write_csv(grid, language), "text/csv; charset=utf-8", name)
    return download(write_xlsx([grid], language), XLSX, name)


@pages.post("/zurueck")
def take_back(event: int) -> Response:
    """Take back a payment or a count."""
    seq = row_number_or(request.form.get("seq", ""), 0)
    with store.writing() as tx:
        recording.take_back(tx, store.actor(), _at(event), seq, Kind.MONEY, Kind.COUNTED)
    return _back(event, _("Taken back."), "")


def _at(event: int) -> At:
    return At(event, store.key_of_form())


def _page(
    event: int, typed: dict[str, str] | None = None, problems: dict[str, Message] | None = None
) -> HallMoneyPage:  # fmt: skip
    with store.reading() as tx:
        head = event_head(recording.event_with_record(tx, event))
        return HallMoneyPage(event=head, accounts=accounts(tx, event), typed=typed or _NOTHING, problems=problems or {})


def _refused(event: int, typed: dict[str, str], problems: dict[str, Message]) -> Response:
    return make_response(render(_page(event, typed, problems)), HTTPStatus.UNPROCESSABLE_ENTITY)


def _undone(event: int, said: str) -> Response:
    flash(said, "undone")
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


def _back(event: int, said: str, anchor: str) -> Response:
    flash(said)
    return redirect(url_for(".page", event=event, _anchor=anchor or None), HTTPStatus.SEE_OTHER)
