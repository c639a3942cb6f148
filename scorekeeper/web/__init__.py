"""The pages. `views` has one file per noun: load, form, one service call, render."""

from flask import Flask

from scorekeeper.web.views import evening, help, history, home, paper, sitting, switches


def register(app: Flask) -> None:
    """Hang every page under its address."""
    for view in (home, evening, sitting, history, paper, help, switches):
        app.register_blueprint(view.pages)
