"""Penalties and opening balances of a sitting: entered beside the deals, undone like a deal."""

from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.ledger import StaleError
from scorekeeper.services import changing, reading
from scorekeeper.services.reading import SittingNow
from scorekeeper.web import store
from scorekeeper.web.forms.adjusting import Adjusting, read_adjusting
from scorekeeper.web.pages import render
from scorekeeper.web.pages.adjusting import adjusting_page
from scorekeeper.web.saying import ENTERED
from scorekeeper.web.views.sitting import to_table

pages = Blueprint("adjusting", __name__, url_prefix="/partie/<int:sitting>/strafe")


@pages.get("")
def page(sitting: int) -> str:
    """Show the empty form."""
    now = _now(sitting)
    return render(adjusting_page(now, Adjusting(key=store.one_time_key(), seen=now.seq)))


@pages.post("")
def save(sitting: int) -> Response:
    """Add what was typed to the scores."""
    now = _now(sitting)
    form = read_adjusting(request.form, now.setup.players)
    if form.problems:
        return _again(now, form)
    if _is_uneven(now, form) and not form.confirmed:
        return make_response(render(adjusting_page(now, form, uneven=True)), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with store.writing() as tx:
            done = changing.adjust(
                tx, store.actor(), sitting, key=form.key, seen=form.seen, units=form.units, reason=form.why
            )
    except StaleError:
        now = _now(sitting)
        fresh = replace(form, key=store.one_time_key(), seen=now.seq)
        return make_response(render(adjusting_page(now, fresh, stale=True)), HTTPStatus.CONFLICT)
    except RefusedError as error:
        return _again(now, replace(form, problems={each.field: each.message for each in error.refusals}))
    return to_table(sitting, ENTERED, done)


def _now(sitting: int) -> SittingNow:
    with store.reading() as tx:
        return reading.sitting_now(tx, sitting)


def _is_uneven(now: SittingNow, form: Adjusting) -> bool:
    """Whether several scores change so that the sum is not 0, in a game where it always is."""
    always_0 = not now.setup.game.to_winner(now.setup.rules) and sum(now.totals.values()) == 0
    return always_0 and len(form.units) > 1 and form.total != 0


def _again(now: SittingNow, form: Adjusting) -> Response:
    return make_response(render(adjusting_page(now, form)), HTTPStatus.UNPROCESSABLE_ENTITY)
