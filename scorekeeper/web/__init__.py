"""The pages. `views` has one file per noun: load, form, one service call, render."""

from flask import Flask

from scorekeeper.web.views import (
    adjusting,
    backup,
    board,
    club_settings,
    confirming,
    course,
    course_sheets,
    draw,
    entrance,
    entrants,
    evening,
    explaining,
    files,
    hall_money,
    hall_pdf,
    health,
    history,
    home,
    learning,
    lesson,
    office,
    paper,
    paying_out,
    pdf,
    people,
    player_list,
    privacy,
    room,
    rounds,
    rules,
    seats,
    settlement,
    sharing,
    sitting,
    standings,
    story,
    switches,
    tournament,
)
from scorekeeper.web.views import help as help_page


def register(app: Flask) -> None:
    """Hang every page under its address."""
    for view in (
        health, privacy,
        home, entrance, evening, sitting, history, rules, seats, settlement, adjusting, paying_out, pdf, paper, people,
        player_list, backup, files, help_page, switches, story, sharing, club_settings, room,
        learning, explaining, course, lesson, course_sheets,
        tournament, entrants,
        draw, rounds, office, confirming, standings, board, hall_money, hall_pdf,
    ):  # fmt: skip
        app.register_blueprint(view.pages)
