"""The deals of a sitting: looked through, corrected, struck, and what was changed."""

from dataclasses import replace
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import beginning, table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.ledger import Entry, StaleError
from scorekeeper.domain.replay import setup_of, table_of
from scorekeeper.domain.text import Player
from scorekeeper.i18n.web import current_language, gettext
from scorekeeper.services import entering, reading
from scorekeeper.services.adjustments import adjustments_of
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.reading import DealRow, SittingNow
from scorekeeper.services.story import Wanted, story
from scorekeeper.services.tournament.lessons import on_its_day
from scorekeeper.storage import Transaction, deals
from scorekeeper.web import store
from scorekeeper.web.forms.answers import Filled, filled_from, read_form
from scorekeeper.web.forms.judging import Judged, judge
from scorekeeper.web.pages import render
from scorekeeper.web.pages.changes import changes_page
from scorekeeper.web.pages.correct import correct_page
from scorekeeper.web.pages.history import history_page
from scorekeeper.web.pages.sitting import Stale, stale_since
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.saying import ENTERED, flash_meanwhile, said
from scorekeeper.web.views.confirming import is_past, round_closed
from scorekeeper.web.views.sitting import out_of_date

pages = Blueprint("history", __name__, url_prefix="/partie/<int:sitting>/spiele")
PER_PAGE: Final = 50


@pages.get("")
def page(sitting: int) -> str:
    """Show the deals, newest first, fifty at a time."""
    before = request.args.get("before", None, row_number)
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        now = replace(now, event=on_its_day(tx, now.event, sitting))
        if before is not None and before > now.standing.deals - PER_PAGE + 1:
            before = None  # the newest page has that deal too, and those after it
        rows, older = reading.deals_page(tx, sitting, before=before, limit=PER_PAGE)
        adjusted = adjustments_of(tx, [sitting])[sitting]
        voided = deals.voided(tx, [sitting]).get(sitting, 0)
    shown = history_page(now, rows, older, adjusted, newest=before is None, said=said(now), voided=voided)
    if now.event.kind == "tournament" and is_past(sitting):
        shown = replace(shown, may_change=False)
    return render(shown)


@pages.get("/<int:number>/aenderungen")
def changes(sitting: int, number: int) -> str:
    """Show every version of a deal."""
    with store.reading() as tx:
        event = reading.sitting_now(tx, sitting).event.id
        found = story(tx, event, Wanted(sitting=sitting, deal=number))
    if not found.lines:
        raise NotFoundError
    return render(changes_page(found, sitting, number, current_language()))


@pages.get("/<int:number>/korrigieren")
def correct(sitting: int, number: int) -> str:
    """Show the form of a deal, filled in."""
    with store.reading() as tx:
        now, row = _deal(tx, sitting, number)
    filled = replace(
        filled_from(now.setup.game, reading.deal_of(now.setup, row.entry)),
        note=row.entry.note, key=store.one_time_key(), number=number,
    )  # fmt: skip
    return render(correct_page(now, row, judge_again(now, row.entry, filled)))


@pages.post("/<int:number>/korrigieren")
def save(sitting: int, number: int) -> Response:
    """Save another version of a deal; one that changes nothing leaves no trace."""
    if is_past(sitting):
        return round_closed(sitting)
    target = request.form.get("target", 0, row_number)
    with store.reading() as tx:
        now, row = _deal(tx, sitting, number)
    filled = replace(read_form(request.form, now.setup), number=number)
    judged = judge_again(now, row.entry, filled)
    if judged.played is None:
        return _again(now, row, judged, target, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with store.writing() as tx:
            done = entering.correct_deal(
                tx, store.actor(), sitting, key=filled.key, number=number, target=target, deal=judged.played.deal,
                note=filled.note, dealer=judged.table.dealer, sitting_out=judged.table.sitting_out,
            )  # fmt: skip
    except StaleError:
        return _changed_meanwhile(sitting, number, filled)
    except RefusedError as error:
        refusals = {refusal.field: refusal.message for refusal in error.refusals}
        return _again(
            now, row, replace(judged, played=None, refusals=refusals), target, HTTPStatus.UNPROCESSABLE_ENTITY
        )
    if done.unchanged:
        flash(gettext("Deal {number}: nothing changed, nothing saved.", number=number))
        return redirect(_place(sitting, number), HTTPStatus.SEE_OTHER)
    return redirect(_place(sitting, number, done.seq), HTTPStatus.SEE_OTHER)


@pages.post("/<int:number>/vorschau")
def preview(sitting: int, number: int) -> Response:
    """Show what the corrected deal comes to; nothing is saved."""
    with store.reading() as tx:
        now, row = _deal(tx, sitting, number)
    filled = replace(read_form(request.form, now.setup), number=number)
    judged = judge_again(now, row.entry, filled)
    return _again(now, row, judged, request.form.get("target", 0, row_number), HTTPStatus.OK)


@pages.post("/<int:number>/vorschlag")
def propose(sitting: int, number: int) -> Response:
    """Show the answers of a deal that somebody else entered first as a correction of it; nothing is saved yet."""
    try:
        with store.reading() as tx:
            now, row = _deal(tx, sitting, number)
    except NotFoundError:
        with store.reading() as tx:
            now = reading.sitting_now(tx, sitting)
        return out_of_date(sitting, replace(read_form(request.form, now.setup), number=number))
    filled = replace(read_form(request.form, now.setup), number=number, key=store.one_time_key())
    return make_response(render(correct_page(now, row, judge_again(now, row.entry, filled))))


@pages.post("/<int:number>/streichen")
def void(sitting: int, number: int) -> Response:
    """Strike a deal: it keeps its number and its turn to deal, and counts nothing."""
    if is_past(sitting):
        return round_closed(sitting)
    try:
        with store.writing() as tx:
            done = entering.void_deal(
                tx, store.actor(), sitting, key=request.form.get("key", ""), number=number,
                target=request.form.get("target", 0, row_number),
            )  # fmt: skip
    except StaleError as error:
        flash_meanwhile(sitting, error)
        return redirect(_place(sitting, number), HTTPStatus.SEE_OTHER)
    return redirect(_place(sitting, number, done.seq), HTTPStatus.SEE_OTHER)


def judge_again(now: SittingNow, entry: Entry, filled: Filled) -> Judged:
    """Hold a form against the rules that its deal was scored under, and the table as it sat."""
    setup = setup_of(now.setup, entry)
    before = replace(beginning(setup), deals=entry.number - 1)

    def seating(dealer: Player | None, sitting_out: tuple[Player, ...] | None) -> Table:
        if dealer in {None, entry.dealer} and sitting_out is None:
            return table_of(entry)
        return table_for(setup, before, dealer or entry.dealer, sitting_out)

    return judge(setup, before, filled, seating)


def _deal(tx: Transaction, sitting: int, number: int) -> tuple[SittingNow, DealRow]:
    return reading.sitting_now(tx, sitting), reading.one_deal(tx, sitting, number)


def _place(sitting: int, number: int, done: int = 0) -> str:
    """Give the address of a deal in the list, on its page; `done` is the seq of what was just done."""
    said = {ENTERED: done} if done else {}
    query = urlencode({"before": number + 1, **said})
    return f"{url_for('history.page', sitting=sitting)}?{query}#spiel-{number}"


def _again(now: SittingNow, row: DealRow, judged: Judged, target: int, status: HTTPStatus) -> Response:
    """Show the form again with everything that was typed, and what was changed meanwhile."""
    stale = _stale(now, row) if target != row.entry.seq else None
    page = correct_page(now, row, judged, stale=stale, sent=status is HTTPStatus.UNPROCESSABLE_ENTITY and stale is None)
    return make_response(render(page), status)


def _changed_meanwhile(sitting: int, number: int, filled: Filled) -> Response:
    with store.reading() as tx:
        now, row = _deal(tx, sitting, number)
    judged = judge_again(now, row.entry, replace(filled, key=store.one_time_key()))
    return _again(now, row, judged, 0, HTTPStatus.CONFLICT)


def _stale(now: SittingNow, row: DealRow) -> Stale:
    return stale_since(now, row.number, (row,))
