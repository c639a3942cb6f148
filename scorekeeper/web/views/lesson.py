"""A lesson of a course: who is there, tables drawn among them, and the sittings that are played."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import Message
from scorekeeper.services.tournament import drawing, lessons, playing, tables_now
from scorekeeper.services.tournament.recording import At
from scorekeeper.web import store
from scorekeeper.web.forms.course import Asked, read_changes, read_plan, typed_of
from scorekeeper.web.pages import render
from scorekeeper.web.pages.course import LessonPage, LessonTable, Subject, learners_of, line_of, lines_of
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.views.course import LESSON_FIELDS, head_and_state, problems_of

pages = Blueprint("lesson", __name__, url_prefix="/kurs/<int:event>/stunde/<int:number>")
_REFUSED: Final = HTTPStatus.UNPROCESSABLE_ENTITY


@pages.get("")
def page(event: int, number: int) -> str:
    """Show the lesson."""
    return _page(event, number)


@pages.post("/anwesend")
def set_present(event: int, number: int) -> Response | tuple[str, int]:
    """Save who came or went. That somebody is there can be said twice, so every sending has a key of its own."""
    return _done(event, number, "leute", lessons.set_present, read_changes(request.form), key=store.one_time_key())


@pages.post("/auslosen")
def draw(event: int, number: int) -> Response | tuple[str, int]:
    """Draw the tables among those who are there."""
    return _done(event, number, "tische", lessons.draw_lesson, drawing.new_seed())


@pages.post("/tauschen")
def swap(event: int, number: int) -> Response | tuple[str, int]:
    """Let two change places in the draw."""
    one, other, seen = (request.form.get(name, 0, row_number) for name in ("one", "other", "seen"))
    return _done(event, number, "tische", lessons.swap_learners, lessons.Swap(one, other, seen))


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


def _page(event: int, number: int, problem: Message | None = None, form: Asked | None = None) -> str:
    with store.reading() as tx:
        head, state = head_and_state(tx, event)
        lesson = lessons.lesson_of(state, number)
        names = tables_now.labels(tx, state, number)
        found = state.rounds.get(number)
        now = {one.number: one for one in tables_now.tables_of(tx, state, found)} if found and found.begun else {}
    everybody = {one.number: one for one in learners_of(state, names)}
    drawn = found.drawn.tables if found else ()
    order = [line.number for line in lines_of(state)]
    place = order.index(number)
    page = LessonPage(
        event=head, subject=Subject.of(state), line=line_of(state, lesson), problem=problem,
        learners=tuple(one for one in everybody.values() if not one.away or one.number in (lesson.present or ())),
        tables=tuple(
            LessonTable(table, tuple(everybody[one] for one in seats), now.get(table))
            for table, seats in enumerate(drawn, 1)
        ),
        sitting_out=tuple(everybody[one] for one in found.drawn.sitting_out) if found else (),
        sizes=state.settings.sizes.all,
        seated=lessons.is_seated(state, number), seed=found.seed if found else "",
        seen=found.drawn_seq if found else 0,
        before=order[place - 1] if place else 0, after=order[place + 1] if place + 1 < len(order) else 0,
        form=form or Asked({name: getattr(lesson, name) for name in LESSON_FIELDS}),
    )  # fmt: skip
    return render(page)
