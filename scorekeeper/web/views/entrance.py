"""The entrance: organisers log in, tables and viewers come by code or link, and everybody goes out again."""

from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final

from flask import Blueprint, current_app, flash, make_response, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_
from scorekeeper.i18n.web import gettext
from scorekeeper.services import inviting, links, organisers
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.links import EveningOverError, Kind
from scorekeeper.storage import Store, Transaction, clubs, events, places
from scorekeeper.storage import links as link_rows
from scorekeeper.storage.links import LinkRow
from scorekeeper.web import access, kept, limits, store
from scorekeeper.web.limits import TooManyError
from scorekeeper.web.local import local_address
from scorekeeper.web.pages import Page, render
from scorekeeper.web.pages.entrance import (
    Door,
    DoorsPage,
    EntrancePage,
    InvitationGonePage,
    InvitationPage,
    WaitingPage,
)
from scorekeeper.web.pages.error import ErrorPage
from scorekeeper.web.row_numbers import row_number

pages = Blueprint("entrance", __name__)
_INVITATION: Final = "invitation"


@pages.before_request
def _nobody_to_let_in() -> Response | None:
    """Whoever is alone with this computer has no door."""
    return redirect(url_for("home.page"), HTTPStatus.SEE_OTHER) if access.who().alone else None


@pages.get("/anmelden")
def page() -> str:
    """Show both ways in, and why a device that was in is out."""
    return render(EntrancePage(onward=_onward(request.args), problem=access.why_out()))


@pages.post("/anmelden")
def log_in() -> Response:
    """Let an organiser in. An unknown name is answered like a wrong password, after as long and as often."""
    name = request.form.get("name", "")
    typed = replace(_typed(), way="name", name=name)
    try:
        attempt = limits.login(name)
    except TooManyError as error:
        return _not_now(replace(typed, problem=error.message), error)
    with _store().read() as tx:
        found = organisers.find(tx, name)
    if not organisers.is_right(request.form.get("password", ""), found) or found is None:
        wrong = replace(typed, problem=N_("Name or password is wrong."))
        return make_response(render(wrong), HTTPStatus.UNAUTHORIZED)
    attempt.went_well()
    with _store().write() as tx:
        access.log_in(tx, found)
    return _go_on(typed, url_for("home.page"))


@pages.post("/abmelden")
def log_out() -> Response:
    """Let this device forget who used it."""
    access.log_out()
    return redirect(url_for("entrance.page"), HTTPStatus.SEE_OTHER)


@pages.get("/code")
def type_code() -> str:
    """Ask for the code of a table's card, which bears this address."""
    return render(EntrancePage(onward=_onward(request.args), way="code"))


@pages.post("/code")
def code() -> Response:
    """Let a device in by a typed code."""
    text = request.form.get("code", "")
    typed = replace(_typed(), way="code", code=text)
    try:
        attempt = limits.code()
    except TooManyError as error:
        return _not_now(replace(typed, problem=error.message), error)
    with _store().read() as tx:
        found = links.by_code(tx, text, _secret(), datetime.now(UTC))
    if found is None:
        wrong = N_(
            "This code leads to no table: mistyped, replaced by a new one, or all is over there. "
            "The one that holds is with whoever organises."
        )
        return make_response(render(replace(typed, problem=wrong)), HTTPStatus.UNPROCESSABLE_ENTITY)
    attempt.went_well()
    return _let_in_by(found, typed)


@pages.get("/karte")
def card() -> str:
    """Take in a scanned link: its secret never comes with the address, a script posts it. Else there is the code."""
    return render(EntrancePage(by_link=True))


@pages.post("/karte")
def by_card() -> Response:
    """Let a device in by a link."""
    try:
        with _store().read() as tx:
            found = links.by_token(tx, request.form.get("token", ""), _secret(), datetime.now(UTC))
    except EveningOverError as error:
        return make_response(render(EntrancePage(problem=error.message)), HTTPStatus.UNPROCESSABLE_ENTITY)
    if found is not None:
        return _let_in_by(found, _typed())
    gone = EntrancePage(problem=access.NO_MORE)
    try:
        limits.wrong_link()
    except TooManyError as error:
        return _not_now(replace(gone, problem=error.message), error)
    return make_response(render(gone), HTTPStatus.UNPROCESSABLE_ENTITY)


@pages.get("/weiter")
def onward() -> Response:
    """Lead where the named link leads, else the newest: to what is played at its table now, or to its evening."""
    wanted = request.args.get("link", None, row_number)
    live = access.live_links()
    found = next((link for link in reversed(live) if wanted in {None, link.id}), None)
    if found is None or found.event is None:
        return redirect(url_for("home.page"), HTTPStatus.SEE_OTHER)
    if found.table_number is None:
        return redirect(url_for("evening.page", event=found.event), HTTPStatus.SEE_OTHER)
    with _store().read(found.club) as tx:
        sitting = places.newest_sitting(tx, found.event, found.table_number)
        event = events.get(tx, found.event)
    if sitting is not None:
        return redirect(url_for("sitting.page", sitting=sitting), HTTPStatus.SEE_OTHER)
    title = event.title if event else ""
    return make_response(render(WaitingPage(table=found.table_number, event=title, link=found.id)))


@pages.get("/einladung")
def invitation() -> Response:
    """Show the form of a new account."""
    with _store().read() as tx:
        found = _invitation(tx)
        if found is None:
            return _gone()
        return make_response(render(_invited(tx, found, found.label)))


@pages.post("/einladung")
def accept() -> Response:
    """Make the account, log it in, and end the invitation."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    with _store().read() as tx:
        found = _invitation(tx)
        if found is None:
            return _gone()
        asked = _invited(tx, found, name)
    try:
        attempt = limits.login(name)  # who may try names here may not find out who has an account
        hashed = organisers.hashed(password, name)
        with _store().write(found.club) as tx:
            added = inviting.accept_invitation(tx, store.actor(found.club), found.id, name, hashed)
            access.log_in(tx, added)
    except TooManyError as error:
        return _not_now(replace(asked, problems={"": error.message}), error)
    except RefusedError as error:
        refused = {refusal.field: refusal.message for refusal in error.refusals}
        return make_response(render(replace(asked, problems=refused)), HTTPStatus.UNPROCESSABLE_ENTITY)
    except NotFoundError:  # somebody else was quicker
        return _gone()
    attempt.went_well()
    flash(gettext("Welcome, {name}. The account is ready.", name=added.name))
    return redirect(url_for("home.page"), HTTPStatus.SEE_OTHER)


def home_of_links() -> Response:
    """Show a device without an account where its links lead; a single one is followed at once."""
    live = access.live_links()
    if len(live) == 1:
        return onward()
    with _store().read() as tx:
        doors = tuple(_door(tx, link) for link in reversed(live))
    return make_response(render(DoorsPage(doors=doors)))


def _door(tx: Transaction, link: LinkRow) -> Door:
    event = events.get(tx, link.event or 0)
    if event is None:
        raise NotFoundError
    return Door(link=link.id, table=link.table_number, title=event.title, date=event.date)


def _let_in_by(found: LinkRow, typed: EntrancePage) -> Response:
    if found.kind == Kind.INVITATION:
        session[_INVITATION] = (found.id, found.nonce)  # a number may come back after a restore, a nonce never does
        session.permanent = True
        return redirect(url_for("entrance.invitation"), HTTPStatus.SEE_OTHER)
    access.let_in_by(found)
    return _go_on(typed, url_for("entrance.onward", link=found.id))


def _go_on(typed: EntrancePage, otherwise: str) -> Response:
    """Give what waited to be done, one tap away; else go where somebody wanted to go, as far as they may."""
    if typed.kept is not None and access.may_go(typed.kept.address, "POST"):
        title, text = N_("Please send it once more"), N_("Let in. All that was typed is kept here.")
        return make_response(render(ErrorPage(status=HTTPStatus.OK, title=title, text=text, again=typed.kept)))
    may = bool(typed.onward) and access.may_go(typed.onward, "GET")
    return redirect(typed.onward if may else otherwise, HTTPStatus.SEE_OTHER)


def _typed() -> EntrancePage:
    """Read what both forms carry along."""
    return EntrancePage(onward=_onward(request.form), kept=kept.read(request.form.get(kept.FIELD, "")))


def _onward(given: dict[str, str]) -> str:
    """Read where somebody wanted to go; the first page is where they are led anyway."""
    wanted = local_address(given.get("weiter", ""))
    return "" if wanted == url_for("home.page") else wanted


def _invited(tx: Transaction, found: LinkRow, name: str = "") -> InvitationPage:
    club = clubs.get(tx, found.club)
    return InvitationPage(club=club.name if club else "", name=name, problems={})


def _invitation(tx: Transaction) -> LinkRow | None:
    number, nonce = session.get(_INVITATION, (0, ""))
    found = next((row for row in link_rows.by_ids(tx, [number]) if row.nonce == nonce), None)
    return inviting.invitation(tx, store.actor(found.club), found.id) if found else None


def _gone() -> Response:
    session.pop(_INVITATION, None)
    return make_response(render(InvitationGonePage()), HTTPStatus.GONE)


def _not_now(asked: Page, error: TooManyError) -> Response:
    response = make_response(render(asked), HTTPStatus.TOO_MANY_REQUESTS)
    response.retry_after = error.seconds
    return response


def _secret() -> str:
    secret: str = current_app.config["SECRET_KEY"]
    return secret


def _store() -> Store:
    kept_store: Store = current_app.extensions["scorekeeper"]
    return kept_store
