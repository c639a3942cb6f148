"""Other rules, options or stake in the middle of a sitting: asked, shown before it is done, done; or only what if."""

from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.ledger import StaleError
from scorekeeper.i18n.web import gettext
from scorekeeper.services import changing, reading
from scorekeeper.services.what_if import what_if as compare
from scorekeeper.web import store
from scorekeeper.web.forms.rules import read_rules_form
from scorekeeper.web.pages import render
from scorekeeper.web.pages.rules import preview_page, rules_page, what_if_page
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.saying import ENTERED, flash_meanwhile
from scorekeeper.web.views.sitting import to_table

pages = Blueprint("rules", __name__, url_prefix="/partie/<int:sitting>")


@pages.get("/regeln")
def page(sitting: int) -> str:
    """Show the form with the rules as they are, or as they were being chosen."""
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
    return render(rules_page(now, read_rules_form(request.args, now), url_for(".page", sitting=sitting)))


@pages.get("/regeln/vorschau")
def preview(sitting: int) -> str | tuple[str, int]:
    """Show what the change would come to; nothing is done yet."""
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        form = read_rules_form(request.args, now)
        found = compare(tx, sitting, form.new, all_deals=form.all_deals) if form.readable else None
    here = url_for(".page", sitting=sitting)
    if found is None:
        return render(rules_page(now, form, here)), HTTPStatus.UNPROCESSABLE_ENTITY
    return render(preview_page(found, form, (here, url_for(".preview", sitting=sitting))))


@pages.post("/regeln")
def change(sitting: int) -> Response:
    """Do it, if nothing was entered since the preview; else show the preview as it is now."""
    with store.reading() as tx:
        form = read_rules_form(request.form, reading.sitting_now(tx, sitting))
    again = f"{url_for('.preview', sitting=sitting)}?{urlencode(form.fields)}"
    if not form.readable:
        return redirect(again, HTTPStatus.SEE_OTHER)
    key, seen = request.form.get("key", ""), request.form.get("seen", -1, row_number)
    try:
        with store.writing() as tx:
            done = changing.change_rules(
                tx, store.actor(), sitting, key=key, seen=seen, new=form.new, all_deals=form.all_deals
            )  # fmt: skip
    except StaleError as error:
        flash_meanwhile(sitting, error)
        return redirect(again, HTTPStatus.SEE_OTHER)
    except RefusedError:
        return redirect(again, HTTPStatus.SEE_OTHER)
    if done.unchanged:
        flash(gettext("Nothing was changed: it is played like this already."), "undone")
    return to_table(sitting, ENTERED, done)


@pages.get("/was-waere-wenn")
def what_if(sitting: int) -> str | tuple[str, int]:
    """Compare; the address says with what, so that it can be passed on."""
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        form = read_rules_form(request.args, now)
        found = compare(tx, sitting, form.new) if form.readable else None
    addresses = url_for(".what_if", sitting=sitting), url_for(".preview", sitting=sitting)
    shown = render(what_if_page(now, found, form, addresses, asked=bool(request.args)))
    return shown if found else (shown, HTTPStatus.UNPROCESSABLE_ENTITY)
