"""Explaining the deals of a table line by line; the learner may first say what each one pays. Nothing is saved."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.learning.exercise import Source, of_deal
from scorekeeper.domain.replay import setup_of
from scorekeeper.i18n.web import current_language
from scorekeeper.services import reading
from scorekeeper.services.event_words import worded
from scorekeeper.web import store
from scorekeeper.web.forms.guesses import read_guesses
from scorekeeper.web.pages import render
from scorekeeper.web.pages.deals import VOIDED, deal_line
from scorekeeper.web.pages.explaining import ExplainPage
from scorekeeper.web.pages.learning import asked_exercise
from scorekeeper.web.row_numbers import row_number

pages = Blueprint("explaining", __name__, url_prefix="/partie/<int:sitting>")

STEP, CHECK = "schritt", "pruefen"
_ALL: Final = 99


@pages.get("/erklaert")
def newest(sitting: int) -> Response:
    """Lead to the last deal that counts, which can be explained; where there is none yet, to the table."""
    with store.reading() as tx:
        reading.sitting_now(tx, sitting)
        rows, _more = reading.deals_page(tx, sitting)
    if not rows:
        return redirect(url_for("sitting.page", sitting=sitting), HTTPStatus.SEE_OTHER)
    number = next((row.number for row in rows if not row.voided), rows[0].number)
    return redirect(url_for("explaining.page", sitting=sitting, number=number), HTTPStatus.SEE_OTHER)


@pages.get("/spiele/<int:number>/erklaert")
def page(sitting: int, number: int) -> str:
    """Explain a deal as far as it is asked for; of one that was struck there is nothing to explain."""
    with store.reading() as tx:
        now, row = reading.sitting_now(tx, sitting), reading.one_deal(tx, sitting, number)
    setup = setup_of(now.setup, row.entry)
    exercise = of_deal(
        Source(setup.game, setup.rule_set, setup.rules),
        reading.table_of(setup, row.entry),
        reading.deal_of(setup, row.entry),
    )
    asked = asked_exercise(
        exercise, number, read_guesses(request.args, "", exercise.asked), current_language(), now.names,
        pressed=CHECK in request.args,
    )  # fmt: skip
    shown = _ALL if asked.checked is not None else request.args.get(STEP, 0, row_number)
    return render(
        ExplainPage(
            sitting=sitting, game=setup.game.label, names=now.names, number=number, deals=now.standing.deals,
            line=deal_line(now, row), voided=worded(VOIDED, now.event.kind), asked=asked, exercise=exercise,
            shown=min(shown, len(exercise.reasons)),
        )
    )  # fmt: skip
