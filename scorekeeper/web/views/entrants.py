"""Registration: a line typed or a list pasted, fees at a tap, and everything else that is to be said of somebody."""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, NN_, Message
from scorekeeper.domain.tournament.record import FEE, Tournament
from scorekeeper.i18n.web import gettext as _
from scorekeeper.i18n.web import say
from scorekeeper.services import news
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.player_files import MOST_BYTES, ListError, read_list, too_large
from scorekeeper.services.players import known_players
from scorekeeper.services.reading import EventHead, event_head
from scorekeeper.services.tournament import listing, recording, registering, signing_up, tables_now, till
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.signing_up import SignedUp
from scorekeeper.storage import Transaction
from scorekeeper.storage import players as player_rows
from scorekeeper.web import store, watching
from scorekeeper.web.forms.whom import entrant_of
from scorekeeper.web.pages import render
from scorekeeper.web.pages.entrants import EntrantLine, EntrantPage, EntrantsPage, lines_of, picked, tally_of
from scorekeeper.web.row_numbers import row_number_or
from scorekeeper.web.saying import changed

pages = Blueprint("entrants", __name__, url_prefix="/turnier/<int:event>/anmeldung")
_REFUSED: Final = HTTPStatus.UNPROCESSABLE_ENTITY
_ROOM: Final = 64 * 1024
"""What a form has beside a list."""
_MOST_LETTERS: Final = 200_000
_MOST_OFFERED: Final = 500
CHOICE: Final = "meint."
"""Before a name: whom it means."""


@pages.url_value_preprocessor
def _room_for_a_list(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let these forms be larger than others; heard before anything of it is read."""
    if (request.content_length or 0) > MOST_BYTES + _ROOM:
        raise refuse("file", too_large())
    request.max_content_length = request.max_form_memory_size = MOST_BYTES + _ROOM


@pages.get("")
def page(event: int) -> str:
    """Show the list."""
    return _page(event)


@pages.get("/stand")
def state(event: int) -> Response:
    """Say whether anything happened in the tournament since the list was made."""
    there = url_for(".page", event=event)
    return watching.answer(event, news.of_event, lambda _tx: changed(there))


@pages.post("")
def sign_up(event: int) -> Response | tuple[str, int]:
    """Register who was typed or pasted; a name much like a known one is asked about first."""
    form = request.form
    text = "\n".join((form.get("line", ""), form.get("list", "")))[:_MOST_LETTERS]
    choices = {
        name.removeprefix(CHOICE): row_number_or(value, signing_up.NEW)
        for name, value in form.items()
        if name.startswith(CHOICE)
    }
    return _signed_up(event, text, choices)


@pages.post("/datei")
def read_in(event: int) -> Response | tuple[str, int]:
    """Take the names out of a file; they are shown as if they had been pasted."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return _page(event, problems={"file": N_("No file was chosen.")}), _REFUSED
    try:
        text = listing.as_text(read_list(file.read()))
    except ListError as error:
        return _page(event, problems={"file": error.message}), _REFUSED
    return _page(event, pasted=text), HTTPStatus.OK


@pages.post("/nenngeld")
def fee(event: int) -> Response | str:
    """Take a fee, or take it back: the tapped button says whose."""
    do, _colon, seen = request.form.get("fee", "").partition(":")
    number = row_number_or(do.removeprefix("-"), 0)
    key = f"{request.form.get('key', '')} {do} {seen}"  # a key for each button of the page
    try:
        with store.writing() as tx:
            state = recording.state_of(tx, event)
            if do.startswith("-"):
                for one in [one for one in state.money if one.what == FEE and one.entrant == number]:
                    recording.take_back(tx, store.actor(), At(event, f"{key} {one.seq}"), one.seq)
            else:
                till.fee_paid(tx, store.actor(), At(event, key), number)
    except RefusedError as error:
        if error.refusals[0].field != "cents":  # paid meanwhile: the row says so
            raise
    if "HX-Request" in request.headers:
        return _row(event, number)
    here = url_for(".page", event=event, suche=request.form.get("suche") or None)
    return redirect(f"{here}#e{number}", HTTPStatus.SEE_OTHER)


@pages.get("/<int:number>")
def one(event: int, number: int) -> str:
    """Show one of them."""
    return _one(event, number)


@pages.post("/<int:number>")
def details(event: int, number: int) -> Response | tuple[str, int]:
    """Note a fixed table, with whom never at one table, how experienced somebody is, or anything else."""
    form = request.form
    with store.reading() as tx:
        names = tables_now.labels(tx, recording.state_of(tx, event), _MUCH_LATER)
    others = [entrant_of(typed, names) for typed in re.split(r"[,;\n]", form.get("apart", "")) if typed.strip()]
    for one in others:
        if isinstance(one, Message):
            return _one(event, number, {"apart": one}), _REFUSED
    changed = {
        "fixed_table": row_number_or(form.get("fixed_table", "").strip() or "0", -1),
        "level": row_number_or(form.get("level", ""), -1),
        "note": form.get("note", ""),
    }
    shown = [row_number_or(one, 0) for one in form.get("shown", "").split()]
    return _done(event, number, _("Noted."), registering.change_details, number, changed, apart=others, shown=shown)


@pages.post("/<int:number>/da")
def presence(event: int, number: int) -> Response | tuple[str, int]:
    """Let somebody be gone, or there again, from a round on."""
    first = row_number_or(request.form.get("round", ""), 0)
    if request.form.get("do") == "back":
        return _done(event, number, _("There again from round {round} on.", round=first), registering.come_back,
                     number, first)  # fmt: skip
    return _done(event, number, _("Gone from round {round} on.", round=first), registering.leave, number, first)


@pages.post("/<int:number>/ersatz")
def stand_in(event: int, number: int) -> Response | tuple[str, int]:
    """Let somebody else play under the number from a round on."""
    first = row_number_or(request.form.get("round", ""), 0)
    own = request.form.get("own") == "1"
    return _done(event, number, _("The substitute is noted."), signing_up.substitute, number,
                 request.form.get("whom", ""), from_round=first, own=own)  # fmt: skip


_MUCH_LATER: Final = 1_000
"""A round after every other: who plays in the end."""


def _signed_up(event: int, text: str, choices: Mapping[str, int]) -> Response | tuple[str, int]:
    form = request.form
    paid = "paid" in form
    with store.reading() as tx:
        groups = signing_up.judged(tx, store.club(), recording.state_of(tx, event), text, choices)
    typed = {"typed": form.get("line", ""), "pasted": form.get("list", ""), "paid": paid, "groups": groups}
    if not groups:
        return _page(event, problems={"line": N_("a name is missing")}, **typed), _REFUSED
    if any(one.is_doubtful or one.problem for group in groups for one in group):
        return _page(event, **typed), _REFUSED
    try:
        with store.writing() as tx:
            # judged once more: meanwhile somebody may have been registered elsewhere
            groups = signing_up.judged(tx, store.club(), recording.state_of(tx, event), text, choices)
            at = At(event, store.key_of_form())
            done = signing_up.sign_up(tx, store.actor(), at, groups, paid=paid)
            names = tables_now.labels(tx, recording.state_of(tx, event), _MUCH_LATER, done.numbers)
    except RefusedError as error:
        refused = {"line": error.refusals[0].message}
        return _page(event, problems=refused, **typed), _REFUSED
    _say_done(done, names)
    if not done.numbers:  # what was typed stays, so that it can be told apart
        return _page(event, **{**typed, "groups": ()}), _REFUSED
    return redirect(url_for(".page", event=event, bezahlt="1" if paid else None), HTTPStatus.SEE_OTHER)


def _say_done(done: SignedUp, names: Mapping[int, str]) -> None:
    for one in done.already:
        said = _("{name} is registered already, number {number}.", name=one.full, number=one.there)
        flash(said + " " + _("Somebody else of this name needs a nickname: {name} (Bäck).", name=one.name), "undone")
    if done.again:
        said = _("More than once in the list and registered once: {names}.", names=", ".join(done.again))
        flash(
            said + " " + _("Somebody else of this name needs a nickname: {name} (Bäck).", name=done.again[0]), "undone"
        )
    if len(done.numbers) == 1:
        number = done.numbers[0]
        flash(_("Number {number}: {name}", number=number, name=names[number]))
    elif done.numbers:
        many = NN_("One registered, number {first}.", "{n} registered, numbers {first} to {last}.",
                        len(done.numbers), first=done.numbers[0], last=done.numbers[-1])  # fmt: skip
        flash(say(many))


def _done(
    event: int, number: int, said: str, service: Callable[..., Any], *values: Any, **named: Any  # noqa: ANN401 any service's
) -> Response | tuple[str, int]:  # fmt: skip
    """Do something about somebody and show them again; what is refused is said there."""
    try:
        with store.writing() as tx:
            service(tx, store.actor(), At(event, store.key_of_form()), *values, **named)
    except RefusedError as error:
        return _one(event, number, {one.field: one.message for one in error.refusals}), _REFUSED
    flash(said)
    return redirect(url_for(".one", event=event, number=number), HTTPStatus.SEE_OTHER)


def _read(tx: Transaction, event: int) -> tuple[EventHead, Tournament, tuple[EntrantLine, ...]]:
    head = event_head(recording.event_with_record(tx, event))
    state = recording.state_of(tx, event)
    return head, state, lines_of(state, tables_now.labels(tx, state, _MUCH_LATER))


def _page(event: int, **asked: Any) -> str:  # noqa: ANN401 fields of the page
    query, by_name = request.args.get("suche", "")[:100], request.args.get("nach") == "name"
    with store.reading() as tx:
        head, state, lines = _read(tx, event)
        known = _offered(tx, state)
        name = watching.name_now(tx, news.mark(tx, event), url_for(".state", event=event), news.of_event)
    fields = {"paid": "bezahlt" in request.args, **asked}
    page = EntrantsPage(
        event=head, key=store.one_time_key(), seq=state.seq, fee_cents=state.settings.fee_cents, tally=tally_of(lines),
        lines=picked(lines, query, by_name=by_name), known=known, query=query, by_name=by_name, state=name, **fields,
    )  # fmt: skip
    return render(page)


def _offered(tx: Transaction, state: Tournament) -> tuple[str, ...]:
    there = {player for one in state.entrants.values() for _since, player, _own in one.players}
    free = [one for one in known_players(tx, store.club()) if not one.retired and one.id not in there]
    return tuple(f"{one.name} ({one.nickname})" if one.nickname else one.name for one in free[:_MOST_OFFERED])


def _row(event: int, number: int) -> str:
    with store.reading() as tx:
        head, state, lines = _read(tx, event)
    line = next((one for one in lines if one.number == number), None)
    if line is None:
        raise NotFoundError
    values = {"line": line, "event": head.id, "seq": state.seq, "fee_cents": state.settings.fee_cents}
    return render_template("entrants/row.html", tally=tally_of(lines), **values)


def _one(event: int, number: int, problems: Mapping[str, Message] | None = None) -> str:
    with store.reading() as tx:
        head, state, lines = _read(tx, event)
        entrant = state.entrants.get(number)
        if entrant is None:
            raise NotFoundError
        people = player_rows.labels(tx, [player for _since, player, _own in entrant.players])
        before = (people[player] for _since, player, _own in entrant.players[:-1])
        known = tuple(dict.fromkeys((*before, *_offered(tx, state))))
    names = {one.number: one.name for one in lines}
    line = next(one for one in lines if one.number == number)
    page = EntrantPage(
        event=head, line=line, entrant=entrant, names=names, players=people, rounds=state.settings.rounds,
        next_round=min(state.next_number, state.settings.rounds), person=entrant.players[-1][1], known=known,
        apart=", ".join(f"{one} {names[one]}" for one in line.apart), problems=problems or {}, asked=request.form,
    )  # fmt: skip
    return render(page)
