"""Everything that happened in an evening: as a page to look through, and on paper."""

from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.text import Player
from scorekeeper.i18n.web import current_language
from scorekeeper.printing.story_sheet import story_sheet
from scorekeeper.services.story import Story, Wanted, story, whole_story
from scorekeeper.services.tournament.lessons import on_its_day
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.story import BY, FIRST, NEWEST, OLDEST, PERSON, PLACE, SITTING, story_page
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.views.pdf import answer

MOST_AS_PDF: Final = 2_000
"""A longer history would keep the printer busy for a minute: the browser's own print does it at once."""
_LONGEST_LABEL: Final = 60
pages = Blueprint("story", __name__, url_prefix="/abend/<int:event>")


@pages.get("/verlauf")
def page(event: int) -> str:
    """Show the history, fifty lines at a time; the newest first unless wanted otherwise."""
    with store.reading() as tx:
        found = _dated(tx, story(tx, event, _wanted(newest=True), request.args.get(PLACE, "")))
    return render(story_page(found, current_language(), begins=PLACE not in request.args))


@pages.get("/verlauf.pdf", defaults={"view": "pdf"})
@pages.get("/verlauf/druck", defaults={"view": "druck"})
def sheet(event: int, view: str) -> Response:
    """Print the history from its beginning."""
    with store.reading() as tx:
        found = _dated(tx, whole_story(tx, event, _wanted(newest=False)))
    if view == "pdf" and len(found.lines) > MOST_AS_PDF:
        here = url_for(".sheet", event=event, view="druck")
        return redirect(f"{here}?{request.query_string.decode()}", HTTPStatus.SEE_OTHER)
    name = f"verlauf-{found.event.words.file}-{event}"
    return answer(story_sheet(found, current_language(), datetime.now(UTC)), view, name)


def _dated(tx: Transaction, found: Story) -> Story:
    """Give what is told of one table of a course the day of its lesson."""
    sitting = found.wanted.sitting
    return replace(found, event=on_its_day(tx, found.event, sitting)) if sitting else found


def _wanted(*, newest: bool) -> Wanted:
    """Read which lines are wanted; what cannot be read is left out."""
    person = request.args.get(PERSON, None, row_number)
    order = request.args.get(FIRST)
    return Wanted(
        sitting=request.args.get(SITTING, None, row_number),
        person=None if person is None else Player(str(person)),
        by=request.args.get(BY, "")[:_LONGEST_LABEL],
        newest=order != OLDEST if newest else order == NEWEST,
    )
