"""The wall board: one address for the projector and for every phone in the hall, asked again and again."""

import gzip
import re
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, NamedTuple

from flask import Blueprint, current_app, make_response, request
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.i18n.web import current_language
from scorekeeper.services.reading import event_head
from scorekeeper.services.tournament import recording, standings, tables_now
from scorekeeper.web import store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.wall import WallPage, wall
from scorekeeper.web.unchanged import holds, name_of, named, unchanged, watch

pages = Blueprint("board", __name__, url_prefix="/turnier/<int:event>")
PHONE: Final = "handy"
"""What a small screen adds to the address it asks: deals alone change its list only every few seconds."""
_CALM: Final = 10.0
"""Seconds between two lists on a phone that differ by deals; a draw and the clock are shown at once everywhere."""
_MOST_KEPT: Final = 50
_KEPT: Final = "scorekeeper.boards"
_ASKED: Final = re.compile(r"/turnier/([0-9]{1,10})/tafel/stand")


class _Looked(NamedTuple):
    """What was found when it was looked up whether anything was added: the state's names, for the wall and phones."""

    wall: str
    phones: str
    at: float


class _Board(NamedTuple):
    """A board as it was rendered, and pressed once for all who fetch it."""

    tag: str
    content: str
    pressed: bytes


@dataclass
class _Kept:
    """What a process keeps of the boards that were asked for last."""

    looked: dict[int, _Looked] = field(default_factory=dict)
    calm: dict[int, tuple[int, float]] = field(default_factory=dict)
    """Entries that the phones' lists show, and since when."""
    boards: dict[tuple[int, str, bool], _Board] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def forget_oldest(self) -> None:
        """Keep a few."""
        every: tuple[dict[Any, Any], ...] = (self.looked, self.calm, self.boards)
        for known in every:
            while len(known) > _MOST_KEPT:
                known.pop(next(iter(known)), None)


@pages.get("/tafel")
def page(event: int) -> Response:
    """Show the board; it asks for what changes from then on."""
    with store.reading() as tx:
        head = event_head(recording.event_with_record(tx, event))
    board = _board(event, _tag(event, calm=False), calm=False)
    content = Markup(board.content)  # noqa: S704 rendered from its template
    response = make_response(render(WallPage(event=head, content=content, tag=board.tag, now=datetime.now(UTC))))
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/tafel/stand")
def now(event: int) -> Response:
    """Give the board's content, or say that nothing changed: then nothing was read but two numbers, now and then."""
    calm = PHONE in request.args
    tag = _tag(event, calm=calm)
    if tag in request.if_none_match:
        return unchanged(tag)
    board = _board(event, tag, calm=calm)
    if request.accept_encodings.best_match(["gzip"]) is None:
        return named(make_response(board.content), board.tag)
    response = named(make_response(board.pressed), board.tag)
    response.headers["Content-Encoding"] = "gzip"
    return response


def _tag(event: int, *, calm: bool) -> str:
    """Name the board's state by the last fact, what people are called and the entries at all tables."""
    kept: _Kept = current_app.extensions[_KEPT]
    found = kept.looked.get(event)
    if found is None or not holds(found.at):
        with store.reading() as tx:
            row = recording.event_with_record(tx, event)
            fact, entries, names = tables_now.mark(tx, row)
        at = time.monotonic()
        known = kept.calm.get(event)
        if known is None or (known[0] != entries and at - known[1] > _CALM):
            kept.calm[event] = known = (entries, at)
        kept.looked[event] = found = _Looked(
            name_of(row, fact, names, entries), name_of(row, fact, names, known[0]), at
        )  # fmt: skip
    return f"{found.phones if calm else found.wall}-{current_language()}"


def _board(event: int, tag: str, *, calm: bool) -> _Board:
    """Give the board; of many who ask at once one makes it, the others wait for it."""
    kept: _Kept = current_app.extensions[_KEPT]
    where = (event, current_language(), calm)
    with kept.lock:
        known = kept.boards.get(where)
        if known is None or known.tag != tag:
            with store.reading() as tx:
                head = event_head(recording.event_with_record(tx, event))
                hall = standings.read(tx, event)
            content = render(wall(head, hall))
            kept.boards[where] = known = _Board(tag, content, gzip.compress(content.encode()))
            kept.forget_oldest()
    return known


def _holding(kept: _Kept, path: str, query: str) -> str | None:
    """Give the name of the state that holds at a board's address."""
    asked = _ASKED.fullmatch(path)
    found = kept.looked.get(int(asked[1])) if asked else None
    if found is None or not holds(found.at):
        return None
    return found.phones if query == PHONE else found.wall


@pages.record
def _keep(state: BlueprintSetupState) -> None:
    kept = state.app.extensions[_KEPT] = _Kept()
    watch(state.app, partial(_holding, kept))
