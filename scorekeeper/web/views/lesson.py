"""A lesson of a course: who is there, tables drawn among them, and the sittings that are played."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.record import RoundState, Tournament
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.i18n.web import gettext as _
from scorekeeper.i18n.web import say
from scorekeeper.services import news
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.tournament import drawing, lessons, playing, tables_now
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction
from scorekeeper.web import store, watching
from scorekeeper.web.forms.by_hand import FIELDS, read_change
from scorekeeper.web.forms.course import Asked, read_changes, read_plan, typed_of
from scorekeeper.web.pages import render
from scorekeeper.web.pages.by_hand import compared
from scorekeeper.web.pages.course import (
    LessonChangePage,
    LessonPage,
    LessonTable,
    Subject,
    learners_of,
    line_of,
    lines_of,
    named,
)
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.saying import changed
from scorekeeper.web.views.course import LESSON_FIELDS, LONGEST_QUERY, head_and_state, problems_of

pages = Blueprint("lesson", __name__, url_prefix="/kurs/<int:event>/stunde/<int:number>")
_REFUSED: Final = HTTPStatus.UNPROCESSABLE_ENTITY


@pages.get("")
def page(event: int, number: int) -> str:
    """Show the lesson."""
    return _page(event, number)


@pages.get("/stand")
def state(event: int, number: int) -> Response:
    """Say whether anything happened in the course since the lesson's page was made."""

    def told(tx: Transaction) -> dict[str, Any]:
        lessons.lesson_of(head_and_state(tx, event)[1], number)
        return changed(url_for(".page", event=event, number=number))

    return watching.answer(event, news.of_event, told)


@pages.post("/anwesend")
def set_present(event: int, number: int) -> Response | tuple[str, int]:
    """Save who came or went. That somebody is there can be said twice, so every sending has a key of its own."""
    return _done(event, number, "leute", lessons.set_present, read_changes(request.form), key=store.one_time_key())


@pages.post("/auslosen")
def draw(event: int, number: int) -> Response | tuple[str, int]:
    """Draw the tables among those who are there."""
    return _done(event, number, "tische", lessons.draw_lesson, drawing.new_seed())


@pages.get("/tische")
def preview(event: int, number: int) -> str | tuple[str, int]:
    """Show what a change of the tables by hand would come to; nothing is saved."""
    fields = {name: request.args.get(name, "") for name in FIELDS}
    with store.reading() as tx:
        head, state = head_and_state(tx, event)
        names = tables_now.labels(tx, state, number)
    try:
        found = _unbegun(state, number)
        what, after = read_change(found.drawn, fields, names)
    except RefusedError as error:
        return _page(event, number, problem=error.message, asked=fields), _REFUSED
    page = LessonChangePage(
        event=head, where=N_("Lesson {number}", number=number), names=named(names),
        change=compared(what, found.drawn, after, lessons.said_of(state, number)),
        people={one.number: one for one in learners_of(state, names)}, fields=tuple(fields.items()),
        seen=found.drawn_seq, address=url_for(".change_tables", event=event, number=number),
        back=url_for(".page", event=event, number=number, _anchor="tische"),
    )  # fmt: skip
    return render(page)


@pages.post("/tische")
def change_tables(event: int, number: int) -> Response | tuple[str, int]:
    """Save a change of the tables by hand, unless they were drawn anew since it was looked at."""
    fields = {name: request.form.get(name, "") for name in FIELDS}
    try:
        with store.writing() as tx:
            _head, state = head_and_state(tx, event)
            names = tables_now.labels(tx, state, number)
            what, after = read_change(_unbegun(state, number).drawn, fields, names)
            at, seen = At(event, store.key_of_form()), request.form.get("seen", 0, row_number)
            lessons.change_tables(tx, store.actor(), at, number, after, seen=seen)
    except RefusedError as error:
        return _page(event, number, problem=error.message, asked=fields), _REFUSED
    flash(_("Changed: {what}", what=say(what, named(names))))
    return redirect(url_for(".page", event=event, number=number, _anchor="tische"), HTTPStatus.SEE_OTHER)


def _unbegun(state: Tournament, number: int) -> RoundState:
    """Give a lesson's draw. Raises NotFoundError, RefusedError once it is played: perhaps since the page was made."""
    found = state.rounds.get(number)
    if found is None:
        raise NotFoundError
    lessons.verify_not_begun(state, number)
    return found


@pages.post("/beginnen")
def begin(event: int, number: int) -> Response | tuple[str, int]:
    """Give every table its sitting."""
    return _done(event, number, "tische", lessons.begin_lesson)


@pages.post("/zuruecknehmen")
def recall(event: int, number: int) -> Response | tuple[str, int]:
    """Take the lesson's tables back that were begun by mistake."""
    return _done(event, number, "tische", playing.recall_round)


@pages.post("/aendern")
def change(event: int, number: int) -> Response | tuple[str, int]:
    """Say anew when and where the lesson is, who teaches and what."""
    typed = typed_of(request.form, *LESSON_FIELDS)
    try:
        plan = read_plan(typed)
        with store.writing() as tx:
            head_and_state(tx, event)
            lessons.change_lesson(tx, store.actor(), At(event, store.key_of_form()), number, plan)
    except RefusedError as error:
        return _page(event, number, form=Asked(typed, problems_of(error))), _REFUSED
    return redirect(url_for(".page", event=event, number=number), HTTPStatus.SEE_OTHER)


def _done(
    event: int, number: int, anchor: str, service: Callable[..., Any], *values: Any, key: str = ""  # noqa: ANN401 any service's
) -> Response | tuple[str, int]:  # fmt: skip
    try:
        with store.writing() as tx:
            head_and_state(tx, event)
            service(tx, store.actor(), At(event, key or store.key_of_form()), number, *values)
    except RefusedError as error:
        return _page(event, number, problem=error.message), _REFUSED
    return redirect(url_for(".page", event=event, number=number, _anchor=anchor), HTTPStatus.SEE_OTHER)


def _page(
    event: int, number: int, problem: Message | None = None, form: Asked | None = None,
    asked: Mapping[str, str] = MappingProxyType({}),
) -> str:  # fmt: skip
    with store.reading() as tx:
        head, state = head_and_state(tx, event)
        lesson = lessons.lesson_of(state, number)
        names = tables_now.labels(tx, state, number)
        found = state.rounds.get(number)
        now = {one.number: one for one in tables_now.tables_of(tx, state, found)} if found and found.begun else {}
        voided = lessons.not_counting(tx, found.sittings) if found else {}
        now_named = watching.name_now(
            tx, news.mark(tx, event), url_for(".state", event=event, number=number), news.of_event
        )
    everybody = {one.number: one for one in learners_of(state, names)}
    drawn = found.drawn if found else DrawnRound(())
    here = lesson.present or frozenset()
    order = [line.number for line in lines_of(state)]
    place = order.index(number)
    page = LessonPage(
        event=head, subject=Subject.of(state), line=line_of(state, lesson), problem=problem, state=now_named,
        query=request.args.get("suche", "")[:LONGEST_QUERY],
        learners=tuple(one for one in everybody.values() if not one.away or one.number in here),
        tables=tuple(
            LessonTable(table, tuple(everybody[one] for one in seats), now.get(table), voided.get(table, 0))
            for table, seats in enumerate(drawn.tables, 1)
        ),
        sitting_out=tuple(everybody[one] for one in drawn.sitting_out),
        undrawn=tuple(everybody[one] for one in sorted(here.difference(drawn.players))),
        absent=tuple(everybody[one] for one in sorted(set(drawn.players) - here)),
        sizes=state.settings.sizes.all, seed=found.seed if found else "",
        by_hand=found is not None and found.method == "hand",
        before=order[place - 1] if place else 0, after=order[place + 1] if place + 1 < len(order) else 0,
        form=form or Asked({name: getattr(lesson, name) for name in LESSON_FIELDS}),
        asked={**dict.fromkeys(FIELDS, ""), **asked},
    )  # fmt: skip
    return render(page)
