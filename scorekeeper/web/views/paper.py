"""The list of sheets to print: blank score sheets and house rules."""

from flask import Blueprint

from scorekeeper.domain.games import GAMES
from scorekeeper.web.pages import render
from scorekeeper.web.pages.paper import PaperPage

pages = Blueprint("paper", __name__)


@pages.get("/papier")
def page() -> str:
    """List the sheets of every game and rule set."""
    return render(PaperPage(games=tuple(GAMES.values())))
