"""The first page: what is being played, what was played, and what can be played."""

from datetime import UTC, datetime

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.games import GAMES
from scorekeeper.services import demo, reading
from scorekeeper.services.backing_up import condition
from scorekeeper.services.club_settings import letterhead
from scorekeeper.services.tournament import recording
from scorekeeper.web import access, store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.home import HomePage
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.views.entrance import home_of_links

pages = Blueprint("home", __name__)
PER_PAGE = 20


@pages.get("/")
def page() -> Response | str:
    """Show running evenings first, past ones below, older ones a page further; who came by a link, where it leads."""
    if not access.who().is_organiser:
        return home_of_links()
    before = request.args.get("before", type=row_number)
    with store.reading() as tx:
        rows = reading.events(tx, store.club(), before=before, limit=PER_PAGE + 1)
        backups = condition(tx, datetime.now(UTC))
        club = letterhead(tx, store.club()).name
        halls = (row.head.id for row in rows if row.head.kind != "evening")
        registered = {event: len(recording.state_of(tx, event).entrants) for event in halls}
    return render(
        HomePage.of(
            rows, tuple(GAMES.values()), backups, club=club, before=before, limit=PER_PAGE, registered=registered
        )
    )  # fmt: skip


@pages.post("/beispiel")
def example() -> Response:
    """Make the demo evenings and show them."""
    with store.writing() as tx:
        event = demo.demo_evenings(tx, store.actor())
    return redirect(url_for("evening.page", event=event), 303)
