"""Settling: who pays whom and why, what was paid, and in which way; of a sitting, or of an evening as one purse."""

from http import HTTPStatus
from typing import get_args

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.settlement import Payout, Transfer
from scorekeeper.domain.text import Player
from scorekeeper.i18n.web import current_language, gettext
from scorekeeper.services import evenings, reading, settling
from scorekeeper.services.settling import Settlement
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.settlement import settlement_page, sign_of
from scorekeeper.web.printer import printer
from scorekeeper.web.row_numbers import row_number

pages = Blueprint("settlement", __name__)
pages.add_app_template_filter(sign_of)


@pages.get("/partie/<int:sitting>/abrechnung")
def of_sitting(sitting: int) -> str:
    """Settle one sitting by itself."""
    with store.reading() as tx:
        return _page(tx, settling.settle_sitting(tx, sitting), url_for(".of_sitting", sitting=sitting), whole=False)


@pages.get("/abend/<int:event>/abrechnung")
def of_evening(event: int) -> str:
    """Settle an evening as one purse."""
    with store.reading() as tx:
        return _page(tx, settling.settle_event(tx, event), url_for(".of_evening", event=event), whole=True)


def _page(tx: Transaction, settlement: Settlement, address: str, *, whole: bool) -> str:
    event = settlement.event
    one_purse = not whole and event.purse == "one" and len(reading.event_now(tx, event.id).sittings) > 1
    samples = [reading.running_sample(tx, share.sitting.id) for share in settlement.sittings]
    if any(samples):
        printer().warm()
    page = settlement_page(
        settlement, samples, address, printer().missing(), current_language(), whole=whole, one_purse=one_purse
    )
    return render(page)


@pages.post("/partie/<int:sitting>/abrechnung/bezahlt")
def pay_in_sitting(sitting: int) -> Response:
    """Tick a payment of a sitting off, or take that back."""
    with store.reading() as tx:
        event = reading.sitting_now(tx, sitting).event.id
    _pay(event, sitting)
    return redirect(url_for(".of_sitting", sitting=sitting), HTTPStatus.SEE_OTHER)


@pages.post("/abend/<int:event>/abrechnung/bezahlt")
def pay_in_evening(event: int) -> Response:
    """Tick a payment of an evening off, or take that back."""
    _pay(event, None)
    return redirect(url_for(".of_evening", event=event), HTTPStatus.SEE_OTHER)


def _pay(event: int, sitting: int | None) -> None:
    form = request.form
    key = form.get("key", "")
    try:
        with store.writing() as tx:
            if form.get("payment"):
                settling.unmark_paid(tx, store.actor(), form.get("payment", 0, row_number), key)
            else:
                transfer = Transfer(_party("giver"), _party("receiver"), _number("cents"))
                settling.mark_paid(tx, store.actor(), event_id=event, sitting_id=sitting, transfer=transfer, key=key)
    except StaleError:
        flash(gettext("Not done: meanwhile the payments changed. Here they are as they stand now."), "undone")


def _number(name: str) -> int:
    number = request.form.get(name, None, int)
    if number is None:
        raise BadRequest
    return number


def _party(name: str) -> Player | None:
    """Read a player's number; nobody is the kitty."""
    return Player(str(_number(name))) if request.form.get(name) else None


@pages.post("/partie/<int:sitting>/abrechnung/zahlweise")
def change_in_sitting(sitting: int) -> Response:
    """Pay a sitting in another way."""
    with store.writing() as tx:
        evenings.change_payout(tx, store.actor(), _payout(), sitting_id=sitting)
    return redirect(url_for(".of_sitting", sitting=sitting), HTTPStatus.SEE_OTHER)


@pages.post("/abend/<int:event>/abrechnung/zahlweise")
def change_in_evening(event: int) -> Response:
    """Pay an evening in another way."""
    with store.writing() as tx:
        evenings.change_payout(tx, store.actor(), _payout(), event_id=event)
    return redirect(url_for(".of_evening", event=event), HTTPStatus.SEE_OTHER)


def _payout() -> Payout:
    wanted = request.form.get("payout")
    known: Payout | None = next((payout for payout in get_args(Payout) if payout == wanted), None)
    if known is None:
        raise BadRequest
    return known
