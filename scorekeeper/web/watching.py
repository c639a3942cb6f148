"""Pages that lie open ask for their state: kept here per event, so that a hall of phones costs a look now and then."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from flask import Flask, current_app, jsonify, request
from werkzeug.wrappers import Response

from scorekeeper.services import news
from scorekeeper.services.news import Here, Mark
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.unchanged import holds, name_of, named, unchanged, watch

State = Callable[[Here], tuple[object, ...]]
"""What a page shows, out of how its event stands."""
_EXTENSION: Final = "scorekeeper.watched"
_MOST_EVENTS: Final = 50
_MOST_PAGES: Final = 500


class _Looked(NamedTuple):
    """How an event stood when it was looked at, and how the states of its pages are called."""

    mark: Mark
    names: dict[str, str]
    at: float


@dataclass
class _Kept:
    """What a process knows of the pages that are watched, the newest last."""

    pages: dict[int, dict[str, State]] = field(default_factory=dict)
    """Per event and address."""
    events: dict[str, int] = field(default_factory=dict)
    looked: dict[int, _Looked] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def holding(self, path: str, query: str) -> str | None:
        """Give the name of the state that holds at an address."""
        found = self.looked.get(self.events.get(path, 0))
        return found.names.get(path) if found and not query and holds(found.at) else None

    def keep(self, event: int, path: str, state: State) -> None:
        """Watch a page from now on."""
        pages = self.pages.pop(event, {})
        pages[path] = state
        self.pages[event] = pages
        self.events[path] = event
        while len(pages) > _MOST_PAGES:
            self.events.pop(_drop_oldest(pages), None)
        while len(self.pages) > _MOST_EVENTS:
            oldest = next(iter(self.pages))
            for gone in self.pages.pop(oldest):
                self.events.pop(gone, None)
            self.looked.pop(oldest, None)

    def look(self, tx: Transaction, event: int) -> _Looked:
        """Find out how an event stands, and name the states of all its pages anew if anything happened."""
        mark, known = news.mark(tx, event), self.looked.get(event)
        names = known.names if known and known.mark == mark else {}
        missing = {path: state for path, state in self.pages.get(event, {}).items() if path not in names}
        if missing:
            now = news.here(tx, mark)
            names = names | {path: name_of(path, *state(now)) for path, state in missing.items()}
        self.looked[event] = found = _Looked(mark, names, time.monotonic())
        return found


def init_app(app: Flask) -> None:
    """Keep what is watched in this process."""
    kept = app.extensions[_EXTENSION] = _Kept()
    watch(app, kept.holding)


def name_now(tx: Transaction, mark: Mark, address: str, state: State) -> str:
    """Name the state of a page as it is made now; `address` is where it asks."""
    return name_of(address.removeprefix(request.script_root), *state(news.here(tx, mark)))


def answer(event: int, state: State, told: Callable[[Transaction], dict[str, Any]]) -> Response:
    """Say whether the page that asks is as it was; if not, how its state is called now and what there is to tell."""
    kept: _Kept = current_app.extensions[_EXTENSION]
    with store.reading() as tx:
        with kept.lock:
            kept.keep(event, request.path, state)
            name = kept.look(tx, event).names[request.path]
        if name in request.if_none_match:
            return unchanged(name)
        found = told(tx)
    return named(jsonify({"tag": name, **found}), name)


def _drop_oldest(pages: dict[str, State]) -> str:
    oldest = next(iter(pages))
    pages.pop(oldest)
    return oldest
