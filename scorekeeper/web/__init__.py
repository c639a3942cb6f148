"""The pages. `views` has one file per noun: load, form, one service call, render."""

from flask import Flask

from scorekeeper.web.views import evening, history, home, paper, pdf, settlement, sitting, switches
from scorekeeper.web.views import help as help_page


def register(app: Flask) -> None:
    """Hang every page under its address."""
    for view in (home, evening, sitting, history, settlement, pdf, paper, help_page, switches):
        app.register_blueprint(view.pages)
