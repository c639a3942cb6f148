"""Somebody goes: paid out on the spot, by one tap."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.settlement import Transfer
from scorekeeper.domain.text import Player
from scorekeeper.i18n.web import gettext
from scorekeeper.services import paying
from scorekeeper.web import store
from scorekeeper.web.forms.payment import KITTY
from scorekeeper.web.pages import render
from scorekeeper.web.pages.paying_out import paying_out_page
from scorekeeper.web.row_numbers import row_number

pages = Blueprint("paying_out", __name__, url_prefix="/abend/<int:event>/auszahlen/<int:player>")


@pages.get("")
def page(event: int, player: int) -> str:
    """Show what makes somebody even."""
    with store.reading() as tx:
        found = paying.leaving(tx, event, Player(str(player)))
    return render(paying_out_page(found, Player(str(player))))


@pages.post("")
def pay(event: int, player: int) -> Response:
    """Record all of it; what the page showed is named, so that nothing else is recorded."""
    seen = tuple(_line(text) for text in request.form.getlist("line"))
    try:
        with store.writing() as tx:
            paying.pay_out(
                tx, store.actor(), event_id=event, player=Player(str(player)), key=request.form.get("key", ""),
                seen=seen, note_text=gettext("paid out"),
            )  # fmt: skip
    except StaleError:
        flash(gettext("Not done: meanwhile the payments changed. Here they are as they stand now."), "undone")
    return redirect(url_for(".page", event=event, player=player), HTTPStatus.SEE_OTHER)


def _line(text: str) -> Transfer:
    parts = text.split(":")
    try:
        giver, receiver, cents = parts
        return Transfer(_party(giver), _party(receiver), int(cents))
    except ValueError as error:
        raise BadRequest from error


def _party(text: str) -> Player | None:
    return None if text == KITTY else Player(str(row_number(text)))
