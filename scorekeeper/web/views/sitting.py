"""A sitting's table page: the next deal entered, undone and redone; the sitting ended and reopened."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.evening import table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n.web import say
from scorekeeper.services import entering, news, reading
from scorekeeper.services.entering import BeforeTheLock, Entered
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.event_words import WORDS
from scorekeeper.services.loading import Loaded, load
from scorekeeper.services.news import Mark
from scorekeeper.services.reading import DealRow, SittingNow
from scorekeeper.services.tournament import tables_now
from scorekeeper.storage import Transaction, entries, facts, places
from scorekeeper.web import access, filters, store, watching
from scorekeeper.web.forms.answers import Filled, read_form, unfilled
from scorekeeper.web.forms.judging import Judged, judge
from scorekeeper.web.pages import render
from scorekeeper.web.pages.board import Board
from scorekeeper.web.pages.hall_table import HallLine
from scorekeeper.web.pages.sitting import Entering, Stale, onlooking, stale_since, table_page
from scorekeeper.web.pages.sitting import entering as entering_form
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.saying import ENTERED, RESTORED, TAKEN_BACK, flash_meanwhile, newest, revoked, said
from scorekeeper.web.tags import tag_of, tagged, unchanged
from scorekeeper.web.views.confirming import is_past, line_of, newer_of, round_closed

pages = Blueprint("sitting", __name__, url_prefix="/partie/<int:sitting>")
pages.record_once(lambda state: filters.init_app(state.app.jinja_env))
RECENT: Final = 5
MOST_MISSED: Final = 20
"""So many deals entered meanwhile are shown at most."""


@pages.get("")
def page(sitting: int) -> Response:
    """Show the table; one that was begun by mistake leads to what is played there now."""
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        if now.head.recalled:
            return _instead(now)
        tag = _tag(tx, now)
        kept = unchanged(tag)
        if kept is not None:
            return kept
        recent = reading.recent_deals(tx, sitting, RECENT)
        mark = news.mark(tx, now.event.id)
    judged = judge_next(now, _untouched(now))
    board = None if access.may("sitting.enter") else onlooking(now, judged)
    return tagged(make_response(_shown(now, recent, entering_form(now, judged), said(now), board, mark=mark)), tag)


@pages.get("/stand")
def state(sitting: int) -> Response:
    """Say whether anything happened at the table since its page was made, and what."""

    def told(tx: Transaction) -> dict[str, Any]:
        now = reading.sitting_now(tx, sitting)
        way, line = newest(now, entries.by_seqs(tx, sitting, {now.seq}).get(now.seq))
        onward = newer_of(tx, sitting) if now.event.kind == "tournament" else 0
        there = (
            url_for("sitting.page", sitting=onward) if onward and access.may("sitting.page", sitting=onward) else None
        )
        over = _over(tx, now)
        return {"seen": now.seq, "go": url_for("sitting.page", sitting=sitting) + way, "line": say(line, now.names),
                "next": there, "over": over and say(over)}  # fmt: skip

    with store.reading() as tx:
        place = places.of_sitting(tx, sitting)
    if place is None or place.event is None:
        raise NotFoundError
    return watching.answer(place.event, partial(news.at_table, sitting=sitting), told)


@pages.post("/eintragen")
def enter(sitting: int) -> Response:
    """Enter the next deal. Sent twice it is one deal; out of date, it shows what was entered meanwhile."""
    with store.reading() as tx:  # judged before the lock is taken: writers wait for each other as shortly as can be
        now = load(tx, sitting)
    filled = read_form(request.form, now.setup)
    judged = judge_next(now, filled)
    if now.sitting.recalled or (now.event.kind == "tournament" and is_past(sitting)):
        return round_closed(sitting)
    if filled.number != now.standing.deals + 1:
        return out_of_date(sitting, filled)
    if judged.played is None:
        return _refused(sitting, judged)
    try:
        with store.writing() as tx:
            entered = entering.enter_deal(
                tx, store.actor(), sitting, key=filled.key, number=filled.number, deal=judged.played.deal,
                note=filled.note, dealer=filled.dealer, sitting_out=filled.sitting_out,
                before=BeforeTheLock(now, judged.played),
            )  # fmt: skip
    except StaleError:
        return out_of_date(sitting, filled)
    except RefusedError as error:
        refusals = {refusal.field: refusal.message for refusal in error.refusals}
        return _refused(sitting, replace(judged, played=None, refusals=refusals))
    return out_of_date(sitting, filled) if entered.duplicate else to_table(sitting, ENTERED, entered)


@pages.post("/vorschau")
def preview(sitting: int) -> Response:
    """Show what the form comes to so far; nothing is saved."""
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        recent = reading.recent_deals(tx, sitting, RECENT)
    filled = read_form(request.form, now.setup)
    judged = judge_next(now, filled)
    form = entering_form(now, judged, stale=_missed(now, filled, recent))
    return make_response(render(form) if "HX-Request" in request.headers else _shown(now, recent, form))


@pages.post("/rueckgaengig")
def undo(sitting: int) -> Response:
    """Take the last entry back; it is named, so that two taps do not take back two."""
    return _revoking(sitting, entering.undo, TAKEN_BACK)


@pages.post("/wiederholen")
def redo(sitting: int) -> Response:
    """Restore what was taken back last."""
    return _revoking(sitting, entering.redo, RESTORED)


@pages.post("/beenden")
def end(sitting: int) -> Response:
    """End the sitting; undone like everything else."""
    return _closing(sitting, entering.end_sitting)


@pages.post("/oeffnen")
def reopen(sitting: int) -> Response:
    """Go on after the end."""
    return _closing(sitting, entering.reopen_sitting)


def judge_next(now: SittingNow | Loaded, filled: Filled) -> Judged:
    """Hold a form against the table's next deal."""

    def seating(dealer: Player | None, sitting_out: tuple[Player, ...] | None) -> Table:
        return table_for(now.setup, now.standing, dealer, sitting_out)

    return judge(now.setup, now.standing, filled, seating)


def to_table(sitting: int, what: str, entered: Entered) -> Response:
    """Lead back to the table, which says what was done."""
    return redirect(f"{url_for('sitting.page', sitting=sitting)}?{what}={entered.seq}", HTTPStatus.SEE_OTHER)


def _over(tx: Transaction, now: SittingNow) -> Message | None:
    """Say why nothing is entered at a table any more, to whoever is still typing."""
    if now.head.recalled:
        return N_("Meanwhile this round was taken back.")
    if now.event.closed:
        return WORDS[now.event.kind].ended
    at = tables_now.at_table(tx, now.head.id) if now.event.kind == "tournament" else None
    return N_("Meanwhile this round was closed.") if at and at.round.closed and not access.may("rules.page") else None


def _instead(now: SittingNow) -> Response:
    """Lead who came by a table's link to its table, everybody else to the event."""
    link = access.who().table_link(now.event.id)
    there = url_for("entrance.onward", link=link.id) if link else url_for("evening.page", event=now.event.id)
    return redirect(there, HTTPStatus.SEE_OTHER)


def _untouched(now: SittingNow) -> Filled:
    return replace(unfilled(now.setup.game), key=store.one_time_key(), number=now.standing.deals + 1)


def _refused(sitting: int, judged: Judged) -> Response:
    """Show the form again with everything that was typed and what is wrong with it."""
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        recent = reading.recent_deals(tx, sitting, RECENT)
    form = entering_form(now, judged, stale=_missed(now, judged.filled, recent), sent=True)
    return make_response(_shown(now, recent, form), HTTPStatus.UNPROCESSABLE_ENTITY)


def _missed(now: SittingNow, filled: Filled, recent: tuple[DealRow, ...]) -> Stale | None:
    """Say what was entered since the form was opened, as long as its answers are not entered themselves."""
    number = request.form.get("missed", 0, row_number) or filled.number
    return stale_since(now, number, recent) if 0 < number <= now.standing.deals else None


def out_of_date(sitting: int, filled: Filled) -> Response:
    """Find out whether this very deal was saved already; else show what was, and keep what was typed."""
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        recent = reading.recent_deals(tx, sitting, MOST_MISSED)
        saved = _saved_by(tx, now, filled)
    if saved is not None:
        return to_table(sitting, ENTERED, saved)
    again = replace(filled, key=store.one_time_key(), number=now.standing.deals + 1)
    judged = judge_next(now, again)
    form = entering_form(now, judged, stale=stale_since(now, filled.number, recent))
    return make_response(_shown(now, recent, form), HTTPStatus.CONFLICT)


def _saved_by(tx: Transaction, now: SittingNow, filled: Filled) -> Entered | None:
    """Find the deal that this very form saved before, if it is in force and says the same."""
    if not 0 < filled.number <= now.standing.deals:
        return None
    versions = reading.deal_versions(tx, now.head.id, filled.number)
    mine = next((entry for entry in versions if entry.key == filled.key), None)
    if mine is None or mine.seq in revoked(versions):
        return None

    def seating(_dealer: Player | None, _sitting_out: tuple[Player, ...] | None) -> Table:
        return reading.table_of(now.setup, mine)

    played = judge(now.setup, replace(now.standing, deals=mine.number - 1), filled, seating).played
    if played is None or played.deal != reading.deal_of(now.setup, mine):
        return None
    return Entered(number=mine.number, seq=mine.seq, duplicate=True)


def _revoking(sitting: int, service: Callable[..., Entered], what: str) -> Response:
    if is_past(sitting):
        return round_closed(sitting)
    target = request.form.get("target", 0, row_number)
    try:
        with store.writing() as tx:
            entered = service(tx, store.actor(), sitting, key=request.form.get("key", ""), target=target)
    except StaleError as error:
        return _not_done(sitting, error)
    except RefusedError as error:
        flash(say(error.message), "undone")
        return redirect(url_for("sitting.page", sitting=sitting), HTTPStatus.SEE_OTHER)
    return to_table(sitting, what, entered)


def _closing(sitting: int, service: Callable[..., Entered]) -> Response:
    form = request.form
    try:
        with store.writing() as tx:
            entered = service(
                tx, store.actor(), sitting, key=form.get("key", ""), seen=form.get("seen", None, row_number)
            )  # fmt: skip
    except StaleError as error:
        return _not_done(sitting, error)
    return to_table(sitting, ENTERED, entered)


def _not_done(sitting: int, error: StaleError) -> Response:
    """Lead to the table as it stands now, and say what was done there meanwhile."""
    flash_meanwhile(sitting, error)
    return redirect(url_for("sitting.page", sitting=sitting), HTTPStatus.SEE_OTHER)


def _shown(  # noqa: PLR0913 all that a table's page is made of
    now: SittingNow, recent: tuple[DealRow, ...], form: Entering, what: Message | None = None,
    board: Board | None = None, *, mark: Mark | None = None,
) -> str:  # fmt: skip
    """Render the page; a table of a tournament says of which round it is. `mark` is of the moment of `now`."""
    address = url_for("sitting.state", sitting=now.head.id)
    with store.reading() as tx:
        hall = line_of(tx, now.head.id) if now.event.kind != "evening" else None
        mark = mark or news.mark(tx, now.event.id)
        # what was entered since `now` was read is not on the page: it hears of that when it asks for the first time
        is_same = mark.entered[now.head.id][1] == now.seq and (mark.event.closed_at is not None) == now.event.closed
        name = watching.name_now(tx, mark, address, partial(news.at_table, sitting=now.head.id)) if is_same else ""
    return render(table_page(now, recent, form, what, board, hall, _may_enter(hall), name))


def _may_enter(hall: HallLine | None) -> bool:
    """Whether deals are entered here still: where all agreed on a result, what is wrong is mended in the list of deals.

    Where a sheet was typed in, the office takes that back first. What was typed already is shown all the same.
    """
    if hall is None or hall.course:
        return True
    looks = request.method != "POST"
    if access.may("rules.page"):
        return not (looks and hall.on_paper and not hall.deals)
    agreed = hall.final and (hall.confirmed or hall.on_paper) and looks
    return not hall.closed and not agreed


def _tag(tx: Transaction, now: SittingNow) -> str:
    """Name this state of the page: the browser asks with it and gets it again only if something changed."""
    hall = facts.last(tx, now.event.id) if now.event.kind != "evening" else 0
    return tag_of(now.head, now.event, now.seq, now.several_tables, now.names, now.setup.players, hall)
