"""For whoever learns: rule sheets and worksheets, of a rule set as it comes and of a table as it plays."""

from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.learning.exercise import Source
from scorekeeper.domain.learning.exercises import MOST, Level, exercises
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n.web import current_language, say
from scorekeeper.printing.rule_sheet import rule_sheet, rule_sheet_of
from scorekeeper.printing.worksheet import worksheet
from scorekeeper.services import reading
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.reading import SittingNow
from scorekeeper.services.tournament.lessons import on_its_day
from scorekeeper.services.worksheets import new_seed
from scorekeeper.web import store
from scorekeeper.web.forms.guesses import read_guesses
from scorekeeper.web.pages import render
from scorekeeper.web.pages.learning import (
    Addresses,
    ExercisesPage,
    LearnPage,
    RulesToLearnPage,
    asked_exercise,
)
from scorekeeper.web.row_numbers import row_number, row_number_or
from scorekeeper.web.views.pdf import answer

pages = Blueprint("learning", __name__)

LEVEL, COUNT, SEED, CHECK = "stufe", "anzahl", "los", "pruefen"
COURSE, LESSON = "kurs", "einheit"
_LEVELS: Final = {"leicht": Level.EASY, "mittel": Level.MEDIUM, "schwer": Level.HARD}
_COUNTS: Final = (5, 10, 15, 20)
_USUAL_COUNT: Final = 10
_LONGEST_SEED: Final = 20


@pages.get("/lernen")
def page() -> str:
    """Gather what there is to learn from."""
    return render(LearnPage(games=tuple(GAMES.values())))


@pages.get("/spielregeln")
@pages.get("/uebungen")
@pages.get("/spielregeln/<game>")
@pages.get("/uebungen/<game>")
def list_of(game: str = "") -> Response:
    """Lead an address that was cut short to the list of games and rule sets."""
    if game and game not in GAMES:
        raise NotFoundError
    return redirect(url_for(".page", _anchor=game or None), HTTPStatus.SEE_OTHER)


@pages.get("/spielregeln/<game>/<rule_set>")
def rules(game: str, rule_set: str) -> str:
    """Show how a game is played and scored."""
    source = _preset(game, rule_set)
    sheet = rule_sheet_of(source, current_language())
    return render(RulesToLearnPage(game=source.game.label, sheet=sheet, addresses=_of_preset(game, rule_set)))


@pages.get("/spielregeln/<game>/<rule_set>/blatt.pdf", defaults={"view": "pdf"})
@pages.get("/spielregeln/<game>/<rule_set>/blatt/druck", defaults={"view": "druck"})
def sheet_of_rules(game: str, rule_set: str, view: str) -> Response:
    """Print how a game is played and scored."""
    return answer(rule_sheet_of(_preset(game, rule_set), current_language()), view, f"regelblatt-{game}-{rule_set}")


@pages.get("/partie/<int:sitting>/spielregeln")
def rules_of_sitting(sitting: int) -> str:
    """Show how the game is played at a table, with its house rules."""
    now = _now(sitting)
    sheet = rule_sheet(now, current_language(), datetime.now(UTC))
    return render(RulesToLearnPage(game=now.setup.game.label, sheet=sheet, addresses=_of_sitting(sitting)))


@pages.get("/partie/<int:sitting>/spielregeln.pdf", defaults={"view": "pdf"})
@pages.get("/partie/<int:sitting>/spielregeln/druck", defaults={"view": "druck"})
def sheet_of_sitting(sitting: int, view: str) -> Response:
    """Print how the game is played at a table."""
    sheet = rule_sheet(_now(sitting), current_language(), datetime.now(UTC))
    return answer(sheet, view, f"regelblatt-{sitting}")


@pages.get("/uebungen/<game>/<rule_set>")
def practice(game: str, rule_set: str) -> Response | str:
    """Show exercises, and check what was answered."""
    return _practice(_preset(game, rule_set), _of_preset(game, rule_set))


@pages.get("/partie/<int:sitting>/uebungen")
def practice_of_sitting(sitting: int) -> Response | str:
    """Show exercises under a table's own rules."""
    return _practice(_source(_now(sitting)), _of_sitting(sitting))


@pages.get("/uebungen/<game>/<rule_set>/blatt.pdf", defaults={"view": "pdf"})
@pages.get("/uebungen/<game>/<rule_set>/blatt/druck", defaults={"view": "druck"})
def printed(game: str, rule_set: str, view: str) -> Response:
    """Print exercises and their solutions."""
    return _printed(_preset(game, rule_set), view, f"uebungen-{game}-{rule_set}")


@pages.get("/partie/<int:sitting>/uebungen.pdf", defaults={"view": "pdf"})
@pages.get("/partie/<int:sitting>/uebungen/druck", defaults={"view": "druck"})
def printed_of_sitting(sitting: int, view: str) -> Response:
    """Print exercises under a table's own rules."""
    return _printed(_source(_now(sitting)), view, f"uebungen-{sitting}")


def _practice(source: Source, addresses: Addresses) -> Response | str:
    seed = _seed()
    if not seed:
        chosen = {LEVEL: request.args.get(LEVEL, "leicht"), COUNT: _count(), SEED: new_seed(), **addresses.comes_from}
        address = addresses.exercises.partition("?")[0]
        return redirect(f"{address}?{urlencode(chosen)}", HTTPStatus.SEE_OTHER)
    level, pressed = _level(), request.args.get(CHECK, 0, row_number)
    drawn = exercises(source, level, _count(), seed)
    rule_set = source.game.rule_set(source.rule_set)
    found = ExercisesPage(
        game=source.game.label, rule_set=say(rule_set.label) if rule_set else source.rule_set, level=level,
        level_words={level: word for word, level in _LEVELS.items()},
        count=_count(), seed=seed, addresses=addresses, counts=_COUNTS,
        exercises=tuple(
            asked_exercise(
                one, number, read_guesses(request.args, f"{number}-", one.asked), current_language(),
                pressed=pressed == number,
            )
            for number, one in enumerate(drawn, 1)
        ),
    )  # fmt: skip
    return render(found)


def _printed(source: Source, view: str, name: str) -> Response:
    seed, level = _seed() or new_seed(), _level()
    drawn = exercises(source, level, _count(), seed)
    return answer(worksheet(source, level, seed, drawn, current_language()), view, f"{name}-{seed}")


def _level() -> Level:
    return _LEVELS.get(request.args.get(LEVEL, ""), Level.EASY)


def _count() -> int:
    return min(MOST, max(1, request.args.get(COUNT, _USUAL_COUNT, row_number)))


def _seed() -> str:
    """Give the seed that the address names: letters and digits, as a sheet prints it."""
    return "".join(sign for sign in request.args.get(SEED, "").upper() if sign.isalnum())[:_LONGEST_SEED]


def _preset(key: str, rule_set: str) -> Source:
    """Find a game and a rule set with every option as it comes. Raises NotFoundError."""
    game = GAMES.get(key)
    found = game.rule_set(rule_set) if game else None
    if game is None or found is None:
        raise NotFoundError
    return Source(game, rule_set, found.rules)


def _now(sitting: int) -> SittingNow:
    with store.reading() as tx:
        now = reading.sitting_now(tx, sitting)
        return replace(now, event=on_its_day(tx, now.event, sitting))


def _source(now: SittingNow) -> Source:
    return Source(now.setup.game, now.setup.rule_set, now.setup.rules)


def _of_preset(game: str, rule_set: str) -> Addresses:
    here: dict[str, Any] = {"game": game, "rule_set": rule_set}
    comes_from = _comes_from()
    on: dict[str, Any] = {**here, **comes_from}
    back, back_to = _back(comes_from)
    return Addresses(
        url_for("learning.rules", **on), url_for("learning.sheet_of_rules", view="pdf", **here),
        url_for("learning.practice", **on), url_for("learning.printed", view="pdf", **here),
        back, back_to, at_table=False, comes_from=comes_from,
    )  # fmt: skip


def _comes_from() -> dict[str, int]:
    """Give the course and its lesson that the address names."""
    asked = {name: row_number_or(request.args.get(name, ""), 0) for name in (COURSE, LESSON)}
    return {name: number for name, number in asked.items() if number and asked[COURSE]}


def _back(comes_from: dict[str, int]) -> tuple[str, Message]:
    """Lead back to where it was opened: to a course, one of its lessons, or what there is to learn from."""
    course = comes_from.get(COURSE, 0)
    if LESSON in comes_from:
        return url_for("lesson.page", event=course, number=comes_from[LESSON]), N_("Back to the lesson")
    if course:
        return url_for("course.page", event=course), N_("Back to the course")
    return url_for("learning.page"), N_("Back to learning")


def _of_sitting(sitting: int) -> Addresses:
    return Addresses(
        url_for("learning.rules_of_sitting", sitting=sitting),
        url_for("learning.sheet_of_sitting", view="pdf", sitting=sitting),
        url_for("learning.practice_of_sitting", sitting=sitting),
        url_for("learning.printed_of_sitting", view="pdf", sitting=sitting),
        url_for("sitting.page", sitting=sitting), N_("Back to the table"), at_table=True,
    )  # fmt: skip
