"""The help page."""

from flask import Blueprint

from scorekeeper.domain.games import GAMES
from scorekeeper.web.pages import render
from scorekeeper.web.pages.help import HelpPage

pages = Blueprint("help", __name__)


@pages.get("/hilfe")
def page() -> str:
    """Explain entering, undoing, settling, and the games in short."""
    return render(HelpPage(games=tuple(GAMES.values())))
