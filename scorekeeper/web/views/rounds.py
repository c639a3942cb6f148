"""A round of a tournament: begun, timed, watched as its tables' results arrive, and closed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, flash, jsonify, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import Message
from scorekeeper.domain.tournament.record import Kind, RoundState, Tournament
from scorekeeper.i18n.web import gettext as _
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.reading import EventHead, event_head
from scorekeeper.services.tournament import playing, recording, results, tables_now
from scorekeeper.services.tournament.recording import At
from scorekeeper.web import store
from scorekeeper.web.forms.whom import entrant_of
from scorekeeper.web.pages import render
from scorekeeper.web.pages.clock import Clock
from scorekeeper.web.pages.draw import astray, seats_of
from scorekeeper.web.pages.rounds import RoundPage, penalties_of, table_lines
from scorekeeper.web.row_numbers import row_number, row_number_or
from scorekeeper.web.tags import tag_of, tagged, unchanged

pages = Blueprint("rounds", __name__, url_prefix="/turnier/<int:event>")
_REFUSED: Final = HTTPStatus.UNPROCESSABLE_ENTITY
_TYPED: Final = ("whom", "points", "side", "reason", "minutes", "table", "extra")


@dataclass(frozen=True, slots=True)
class _Refused:
    """What was wrong with a form of the page, and what was typed."""

    problems: Mapping[str, Message] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)


@pages.get("/runde/<int:number>")
def page(event: int, number: int) -> Response:
    """Show the round; asked again it is sent only if something was added anywhere."""
    with store.reading() as tx:
        row = recording.event_with_record(tx, event)
        tag = tag_of(event_head(row), tables_now.mark(tx, row))
    return unchanged(tag) or tagged(make_response(_page(event, number)), tag)


@pages.get("/uhr")
def clock(event: int) -> Response:
    """Give the clock of the round that is played, to whoever shows it."""
    with store.reading() as tx:
        current = recording.state_of(tx, event).current
    found = Clock.of(current) if current and not current.closed else Clock(None, 0, last=False)
    return jsonify(found.to_json(datetime.now(UTC)))


@pages.post("/runde/<int:number>/beginnen")
def begin(event: int, number: int) -> Response:
    """Begin the round: every table gets its sitting."""
    return _done(event, number, _("Round {round} has begun.", round=number), playing.begin_round, number)


@pages.post("/runde/<int:number>/uhr")
def set_clock(event: int, number: int) -> Response:
    """Let the clock run, stand still or begin anew; call the last deal."""
    what = request.form.get("do", "")
    minutes = row_number_or(request.form.get("minutes", "").strip(), -1) if what == "set" else None
    with store.reading() as tx:
        found = recording.state_of(tx, event).rounds.get(number)
    if found is None:
        raise NotFoundError
    running = bool(found.ends_at)
    running = {"go": True, "pause": False, "set": True}.get(what, running)
    last = {"last": True, "not_last": False}.get(what, found.last_deal and what != "set")
    said = {
        "go": _("The clock runs."), "pause": _("The clock stands still."), "set": _("The clock is set."),
        "last": _("The last deal is called."), "not_last": _("The last deal is called off."),
    }.get(what, "")  # fmt: skip
    return _done(event, number, said, playing.set_clock, number, minutes=minutes, running=running, last=last)


@pages.post("/runde/<int:number>/zeit")
def give_time(event: int, number: int) -> Response:
    """Give a table more time."""
    table, minutes = (row_number_or(request.form.get(name, "").strip(), 0) for name in ("table", "extra"))
    said = _("Table {number} gets {minutes} minutes more.", number=table, minutes=minutes)
    return _done(event, number, said, playing.give_time, number, table, minutes)


@pages.post("/runde/<int:number>/abschliessen")
def close(event: int, number: int) -> Response:
    """Close the round; a table without a result, or with two that differ, must be named."""
    said = _("Round {round} is closed.", round=number)
    return _done(event, number, said, playing.close_round, number, **_agreed())


@pages.post("/runde/<int:number>/oeffnen")
def reopen(event: int, number: int) -> Response:
    """Take a round's end back."""
    said = _("Round {round} is open again.", round=number)
    return _done(event, number, said, playing.reopen_round, number)


@pages.post("/runde/<int:number>/zuruecknehmen")
def recall(event: int, number: int) -> Response:
    """Take the round back that was begun by mistake."""
    return _done(event, number, _("Round {round} is taken back.", round=number), playing.recall_round, number)


@pages.post("/runde/<int:number>/strafe")
def penalise(event: int, number: int) -> Response:
    """Take points away from somebody, or give some, with a reason."""
    form = request.form
    with store.reading() as tx:
        names = tables_now.labels(tx, recording.state_of(tx, event), number)
    whom = entrant_of(form.get("whom", ""), names)
    if isinstance(whom, Message):
        return make_response(_page(event, number, _Refused({"whom": whom}, form)), _REFUSED)
    points = row_number_or(form.get("points", "").strip(), 0)
    said = _("Noted for {name}.", name=names[whom])
    return _done(
        event, number, said, results.penalise, whom, round_number=number,
        points=-points if form.get("side") == "gets" else points, reason=form.get("reason", ""),
    )  # fmt: skip


@pages.post("/runde/<int:number>/strafe/zurueck")
def forgive(event: int, number: int) -> Response:
    """Take a penalty back."""
    seq = request.form.get("seq", 0, row_number)
    return _done(event, number, _("Taken back."), recording.take_back, seq, Kind.PENALTY)


def _done(
    event: int, number: int, said: str, service: Callable[..., Any], *values: Any, **named: Any  # noqa: ANN401 any service's
) -> Response:  # fmt: skip
    """Do something and show the round; what is refused is said on it."""
    try:
        with store.writing() as tx:
            service(tx, store.actor(), At(event, store.key_of_form()), *values, **named)
    except RefusedError as error:
        problems = {refusal.field: refusal.message for refusal in error.refusals}
        return make_response(_page(event, number, _Refused(problems, request.form)), _REFUSED)
    flash(said)
    return redirect(url_for(".page", event=event, number=number), HTTPStatus.SEE_OTHER)


def _page(event: int, number: int, refused: _Refused = _Refused()) -> str:
    with store.reading() as tx:
        head = event_head(recording.event_with_record(tx, event))
        state = recording.state_of(tx, event)
        found = state.rounds.get(number)
        if found is None:
            raise NotFoundError
        names = tables_now.labels(tx, state, number)
        tables = tables_now.tables_of(tx, state, found) if found.begun else ()
    page = RoundPage(
        event=head, number=number, drawn=tuple(sorted(state.rounds)), begun=found.begun, closed=found.closed,
        may_begin=_may_begin(head, state, found), may_reopen=state.next_number == number + 1,
        unclosed=_unclosed(state, found), deals=state.settings.deals,
        astray=astray(state, number, names), minutes=state.settings.minutes,
        clock=Clock.of(found), tables=table_lines(tables, names, found.without),
        only_open=request.args.get("nur") == "offen", sitting_out=seats_of(found.drawn.sitting_out, names),
        penalties=penalties_of(state, number, names), entrants=seats_of(sorted(names), names),
        last=number >= state.settings.rounds, problems=refused.problems,
        asked={**dict.fromkeys(_TYPED, ""), **refused.asked}, agreed=_agreed(),
    )  # fmt: skip
    return render(page)


def _agreed() -> dict[str, tuple[int, ...]]:
    """Read which tables were ticked to be left out, or to be closed with two results that differ."""
    return {
        name: tuple(row_number_or(table, 0) for table in request.form.getlist(name)) for name in ("without", "despite")
    }


def _may_begin(head: EventHead, state: Tournament, found: RoundState) -> bool:
    return not head.closed and found.number == state.next_number and not _unclosed(state, found)


def _unclosed(state: Tournament, found: RoundState) -> int:
    current = state.current
    return current.number if current and not current.closed and current.number < found.number else 0
