"""Seats in the middle of a sitting: who sits where, who comes, who goes, and what that comes to before it is done."""

from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.ledger import StaleError
from scorekeeper.services import changing, players, seating
from scorekeeper.services.entering import Entered
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.forms.moves import MovesForm, read_moves
from scorekeeper.web.pages import render
from scorekeeper.web.pages.seats import moves_page, seats_page
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.saying import ENTERED, flash_meanwhile, said
from scorekeeper.web.views.sitting import to_table

pages = Blueprint("seats", __name__, url_prefix="/partie/<int:sitting>/plaetze")


@pages.get("")
def page(sitting: int) -> str:
    """Show the table, who sits out when, and the forms."""
    with store.reading() as tx:
        found = seating.seating(tx, sitting)
        known = players.known_players(tx, store.club())
    return render(seats_page(found, known, read_moves(request.args, known), said(found.now)))


@pages.get("/vorschau")
def preview(sitting: int) -> str:
    """Show what the change would come to; nothing is done yet."""
    with store.reading() as tx:
        form = read_moves(request.args, players.known_players(tx, store.club()))
        found = seating.seats_after(tx, sitting, form.moves)
    return render(moves_page(found, form, url_for(".page", sitting=sitting)))


@pages.post("")
def change(sitting: int) -> Response:
    """Do it, if nothing was entered since the preview; else show the preview as it is now."""
    with store.reading() as tx:
        form = read_moves(request.form, players.known_players(tx, store.club()))
    again = f"{url_for('.preview', sitting=sitting)}?{urlencode(form.fields)}"
    if form.problem:
        return redirect(again, HTTPStatus.SEE_OTHER)
    try:
        with store.writing() as tx:
            done = _moved(tx, sitting, form)
    except StaleError as error:
        flash_meanwhile(sitting, error)
        return redirect(again, HTTPStatus.SEE_OTHER)
    except RefusedError:
        return redirect(again, HTTPStatus.SEE_OTHER)
    if form.moves.leaving is None:
        return to_table(sitting, ENTERED, done)
    # who leaves may be paid out at once: the seats say with how much
    return redirect(f"{url_for('.page', sitting=sitting)}?{ENTERED}={done.seq}", HTTPStatus.SEE_OTHER)


def _moved(tx: Transaction, sitting: int, form: MovesForm) -> Entered:
    actor, newcomer, moves = store.actor(), form.newcomer, form.moves
    joining = None
    if newcomer is not None:
        joining = newcomer.known or players.add_player(tx, actor, newcomer.name, newcomer.nickname)
    return changing.change_seats(
        tx, actor, sitting, key=request.form.get("key", ""), seen=request.form.get("seen", -1, row_number),
        leaving=moves.leaving, joining=joining, before=moves.before,
    )  # fmt: skip
