"""A course: set up, its lessons planned, and who takes part."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import Message
from scorekeeper.domain.tournament.mixing import BEGINNER, LEVELS
from scorekeeper.domain.tournament.record import Tournament
from scorekeeper.i18n.web import gettext as _
from scorekeeper.i18n.web import say
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.evenings import evening_date
from scorekeeper.services.reading import EventHead, event_head
from scorekeeper.services.tournament import enrolling, lessons, recording, setting_up, tables_now
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.forms.course import (
    Asked,
    empty_course,
    read_levels,
    read_plan,
    read_plans,
    read_settings,
    typed_of,
)
from scorekeeper.web.forms.day import read_day
from scorekeeper.web.pages import render
from scorekeeper.web.pages.course import (
    CoursePage,
    CourseSettingsPage,
    NewCoursePage,
    Subject,
    learners_of,
    lines_of,
    next_line,
    teacher_of,
)
from scorekeeper.web.row_numbers import row_number_or

pages = Blueprint("course", __name__, url_prefix="/kurs")
_REFUSED: Final = HTTPStatus.UNPROCESSABLE_ENTITY
_NEW: Final = ("title", "place", "teacher", "date", "lessons", "rules")
_ABOUT: Final = ("title", "place", "date", "teacher", "rules")
LESSON_FIELDS: Final = ("date", "place", "teacher", "topic")
LONGEST_QUERY: Final = 100


@pages.get("/neu")
def new() -> str:
    """Show the form of a new course."""
    return render(NewCoursePage(empty_course(today(), ""), tuple(GAMES.values())))


@pages.post("/neu")
def begin() -> Response | tuple[str, int]:
    """Set the course up with its lessons."""
    typed = typed_of(request.form, *_NEW)
    try:
        event, same = _begun(typed)
    except RefusedError as error:
        return render(NewCoursePage(Asked(typed, problems_of(error)), tuple(GAMES.values()))), _REFUSED
    if not same:
        flash(
            _("This course is set up already. What is to be different is changed in its settings and lessons."),
            "undone",
        )
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


def _begun(typed: dict[str, str]) -> tuple[int, bool]:
    """Set it up; say whether it is just as the form has it, and not one that was set up before the form was changed."""
    settings, plans, key = read_settings(typed["rules"]), read_plans(typed), request.form.get("key", "")
    title = typed["title"] or _("Course {game}", game=say(GAMES[settings.game].label))
    course = setting_up.NewEvent(
        kind="course", title=title, place=typed["place"], date=read_day(typed["date"]), settings=settings
    )  # fmt: skip
    with store.writing() as tx:
        event = lessons.set_up_course(tx, store.actor(), course, plans, key)
        return event, lessons.is_just(tx, event, course, plans)


@pages.get("/<int:event>")
def page(event: int) -> str:
    """Show the course: the next lesson first, then who takes part."""
    return _page(event)


@pages.get("/<int:event>/einstellungen")
def settings(event: int) -> str:
    """Show what the course is called, where and when it is, and who teaches."""
    with store.reading() as tx:
        head, state = head_and_state(tx, event)
    typed = {
        "title": head.title, "place": head.place, "date": head.date.isoformat(), "teacher": teacher_of(state),
        "rules": _rules_of(state),
    }  # fmt: skip
    return _settings(head, state, Asked(typed))


@pages.post("/<int:event>/einstellungen")
def change(event: int) -> Response | tuple[str, int]:
    """Change them."""
    typed = typed_of(request.form, *_ABOUT)
    try:
        about = setting_up.About(title=typed["title"], place=typed["place"], date=read_day(typed["date"]))
        with store.writing() as tx:
            head, state = head_and_state(tx, event)
            rules = read_settings(typed["rules"]) if typed["rules"] not in {"", _rules_of(state)} else None
            at = At(event, store.key_of_form())
            lessons.change_course(tx, store.actor(), at, about, typed["teacher"], rules)
    except RefusedError as error:
        with store.reading() as tx:
            head, state = head_and_state(tx, event)
        return _settings(head, state, Asked(typed, problems_of(error))), _REFUSED
    flash(_("Saved."))
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


def _rules_of(state: Tournament) -> str:
    return f"{state.settings.game}/{state.settings.rule_set}"


def _settings(head: EventHead, state: Tournament, asked: Asked) -> str:
    """Show the form; what is learned can be changed until the first lesson begins."""
    games = () if state.current is not None else tuple(GAMES.values())
    return render(CourseSettingsPage(head, asked, games))


@pages.post("/<int:event>/leute")
def enrol(event: int) -> Response | tuple[str, int]:
    """Enrol people, a name per line."""
    typed = typed_of(request.form, "names", "level")
    level = row_number_or(typed["level"], BEGINNER)
    names = typed["names"].splitlines()

    def enrolled(*asked: Any) -> None:  # noqa: ANN401 a service's
        done = enrolling.enrol(*asked)
        if done.passed_over:
            passed_over = ", ".join(done.passed_over)
            said = _("Taking part already, or more than once in the list: {names}.", names=passed_over)
            hint = _("Somebody else of this name needs a nickname: {name} (Bäck).", name=done.passed_over[0])
            flash(f"{said} {hint}", "undone")

    return _done(
        event, "leute", lambda problems: _page(event, people=Asked(typed, problems)),
        enrolled, names, level if level in LEVELS else BEGINNER,
    )  # fmt: skip


@pages.post("/<int:event>/koennen")
def save_learners(event: int) -> Response | tuple[str, int]:
    """Save what everybody can do, and who comes no more."""
    levels, away = read_levels(request.form)
    with store.writing() as tx:
        head_and_state(tx, event)
        enrolling.change_learners(tx, store.actor(), At(event, store.key_of_form()), levels, away)
    flash(_("Saved."))
    return redirect(url_for(".page", event=event, _anchor="leute"), HTTPStatus.SEE_OTHER)


@pages.post("/<int:event>/stunde")
def add_lesson(event: int) -> Response | tuple[str, int]:
    """Plan one more lesson."""
    typed = typed_of(request.form, *LESSON_FIELDS)
    try:
        plan = read_plan(typed)
    except RefusedError as error:
        return _page(event, lesson=Asked(typed, problems_of(error))), _REFUSED
    return _done(
        event, "stunden", lambda problems: _page(event, lesson=Asked(typed, problems)), lessons.add_lessons, [plan]
    )  # fmt: skip


def _done(
    event: int, anchor: str, again: Callable[[dict[str, Message]], str], service: Callable[..., Any], *values: Any  # noqa: ANN401 any service's
) -> Response | tuple[str, int]:  # fmt: skip
    """Do it and show the course again; what was refused is said beside its field."""
    try:
        with store.writing() as tx:
            head_and_state(tx, event)
            service(tx, store.actor(), At(event, store.key_of_form()), *values)
    except RefusedError as error:
        return again(problems_of(error)), _REFUSED
    return redirect(url_for(".page", event=event, _anchor=anchor), HTTPStatus.SEE_OTHER)


def problems_of(error: RefusedError) -> dict[str, Message]:
    """Give what was refused, by field."""
    return {refusal.field: refusal.message for refusal in error.refusals}


def today() -> date:
    """Give the day that an evening of now is dated."""
    return evening_date(datetime.now(UTC))


def head_and_state(tx: Transaction, event: int) -> tuple[EventHead, Tournament]:
    """Find a course. Raises NotFoundError for a tournament, too."""
    head = event_head(recording.event_with_record(tx, event))
    if head.kind != "course":
        raise NotFoundError
    return head, recording.state_of(tx, event)


def _page(event: int, people: Asked | None = None, lesson: Asked | None = None) -> str:
    with store.reading() as tx:
        head, state = head_and_state(tx, event)
        names = tables_now.labels(tx, state, state.next_number)
    lines = lines_of(state)
    last = lines[-1].lesson if lines else None
    usual = {
        "date": "", "topic": "", "place": last.place if last else head.place, "teacher": last.teacher if last else "",
    }  # fmt: skip
    return render(
        CoursePage(
            event=head, subject=Subject.of(state), lessons=lines, next=next_line(state, today()),
            learners=learners_of(state, names), people=people or Asked({"names": "", "level": str(BEGINNER)}),
            lesson=lesson or Asked(usual), query=request.args.get("suche", "")[:LONGEST_QUERY],
        )
    )  # fmt: skip
