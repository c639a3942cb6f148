"""A tournament's table says together that its result is right; and the clock as this table has it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Blueprint, flash, jsonify, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message, Player, Who
from scorekeeper.i18n.web import gettext as _
from scorekeeper.i18n.web import say
from scorekeeper.services import news
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.reading import event_head
from scorekeeper.services.tournament import playing, recording, tables_now
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.tables_now import AtTable
from scorekeeper.storage import Transaction, places
from scorekeeper.web import access, store, watching
from scorekeeper.web.pages import render
from scorekeeper.web.pages.clock import Clock
from scorekeeper.web.pages.draw import Seat
from scorekeeper.web.pages.hall_table import ConfirmPage, HallLine, hall_line
from scorekeeper.web.row_numbers import row_number, row_number_or

pages = Blueprint("confirming", __name__, url_prefix="/partie/<int:sitting>")
_CHANGED = N_("Meanwhile something changed here.")


@pages.get("/uhr")
def clock(sitting: int) -> Response:
    """Give the clock of the table's round, with the minutes that only this table has more; and where it goes on."""
    with store.reading() as tx:
        at = _at(tx, sitting)
        newer = _newer(tx, at, sitting)
    found = Clock.of(at.round, at.round.extra.get(at.table, 0))
    return jsonify({**found.to_json(datetime.now(UTC)), "next": _onward(newer)})


@pages.get("/bestaetigen")
def page(sitting: int) -> str:
    """Show the totals, to be nodded at."""
    return _page(sitting)


@pages.get("/bestaetigen/stand")
def state(sitting: int) -> Response:
    """Say whether anything happened since the page was made: nods on another phone, another deal, the next round."""

    def told(tx: Transaction) -> dict[str, Any]:
        at = tables_now.at_table(tx, sitting)
        if at is None:  # the round was taken back: the table's page knows where to go on
            return {"go": url_for("sitting.page", sitting=sitting), "line": say(_CHANGED), "seen": "", "next": None}
        line = _line(tx, at, sitting)
        return {"go": url_for(".page", sitting=sitting), "line": say(_happened(line)), "next": _onward(line.newer),
                "seen": line.stands}  # fmt: skip

    with store.reading() as tx:
        place = places.of_sitting(tx, sitting)
    if place is None or place.event is None:
        raise NotFoundError
    return watching.answer(place.event, partial(news.at_table, sitting=sitting), told)


@pages.post("/bestaetigen")
def confirm(sitting: int) -> Response:
    """Note that everybody at the table agrees: each nodded, or initials were typed of those who did not."""
    form = request.form
    initials = form.get("initials", "").strip()
    nods = tuple(row_number_or(one, 0) for one in form.getlist("nod"))
    with store.reading() as tx:
        at = _at(tx, sitting)
        seats = at.round.drawn.tables[at.table - 1]
        names = tables_now.labels(tx, at.state, at.round.number, seats)
    missing = tuple(one for one in seats if one not in nods)
    if len(playing.initials_in(initials)) < len(missing):
        named = Who(tuple(Player(names[one]) for one in missing))
        return _refused(sitting, N_("Still missing: {who}. They nod, or type their initials.", who=named))
    signed = " ".join([*(_initials(names[one]) for one in seats if one in nods), initials])
    try:
        with store.writing() as tx:
            playing.confirm(
                tx, store.actor(), At(at.event, store.key_of_form()), at.round.number, at.table, initials=signed,
                seen=form.get("seen", -1, row_number),
            )  # fmt: skip
    except RefusedError as error:
        return _refused(sitting, error.message)
    flash(_("The result is confirmed. It has arrived at the office."))
    return redirect(url_for("sitting.page", sitting=sitting), HTTPStatus.SEE_OTHER)


def line_of(tx: Transaction, sitting: int) -> HallLine | None:
    """Say of which round and table a sitting is; None = of no tournament's."""
    at = tables_now.at_table(tx, sitting)
    return _line(tx, at, sitting) if at else None


def newer_of(tx: Transaction, sitting: int) -> int:
    """Find the sitting that was begun at a tournament's table meanwhile; 0 = none."""
    at = tables_now.at_table(tx, sitting)
    return _newer(tx, at, sitting) if at else 0


def is_past(sitting: int) -> bool:
    """Whether this is a table of a round that is closed, and whoever asks does not organise the tournament."""
    if access.may("rules.page"):
        return False
    with store.reading() as tx:
        at = tables_now.at_table(tx, sitting)
    return at is not None and at.round.closed


def round_closed(sitting: int) -> Response:
    """Lead to the table and say that its round is closed: a phone that lay about does not write into it any more."""
    flash(_("That was not entered any more."), "undone")  # that the round is closed stands above the table
    return redirect(url_for("sitting.page", sitting=sitting), HTTPStatus.SEE_OTHER)


def _happened(line: HallLine) -> Message:
    """Say what is new to whoever has begun to nod."""
    if line.closed:
        return N_("Meanwhile this round was closed.")
    return N_("Meanwhile the result was confirmed on another device.") if line.confirmed else _CHANGED


def _onward(newer: int) -> str | None:
    return url_for("sitting.page", sitting=newer) if newer and access.may("sitting.page", sitting=newer) else None


def _line(tx: Transaction, at: AtTable, sitting: int) -> HallLine:
    return hall_line(at, tables_now.table_of(tx, at), _newer(tx, at, sitting))


def _newer(tx: Transaction, at: AtTable, sitting: int) -> int:
    """Find the sitting that was begun at the table meanwhile; 0 = none."""
    newest = places.newest_sitting(tx, at.event, at.table) or sitting
    return newest if newest != sitting else 0


def _at(tx: Transaction, sitting: int) -> AtTable:
    found = tables_now.at_table(tx, sitting)
    if found is None:
        raise NotFoundError
    return found


def _refused(sitting: int, problem: Message) -> Response:
    return make_response(_page(sitting, problem), HTTPStatus.UNPROCESSABLE_ENTITY)


def _page(sitting: int, problem: Message | None = None) -> str:
    address = url_for(".state", sitting=sitting)
    with store.reading() as tx:
        at = _at(tx, sitting)
        mark = news.mark(tx, at.event)
        now = tables_now.table_of(tx, at)
        page = ConfirmPage(
            event=event_head(recording.event_with_record(tx, at.event)), sitting=sitting,
            line=_line(tx, at, sitting), deals=now.deals, odd_sum=now.odd_sum, seen=now.seq,
            seats=_ranked(tables_now.labels(tx, at.state, at.round.number, now.seats), now.units),
            nods=tuple(row_number_or(one, 0) for one in request.form.getlist("nod")),
            initials=request.form.get("initials", ""), problem=problem,
            state=watching.name_now(tx, mark, address, partial(news.at_table, sitting=sitting)),
        )  # fmt: skip
    return render(page)


def _ranked(names: Mapping[int, str], units: Mapping[int, int]) -> tuple[tuple[Seat, int], ...]:
    seats = ((Seat(one, name), units.get(one, 0)) for one, name in names.items())
    return tuple(sorted(seats, key=lambda one: -one[1]))


def _initials(name: str) -> str:
    return "".join(part[0] for part in name.split() if part[0].isalpha()) or name.split(maxsplit=1)[0][:3]
