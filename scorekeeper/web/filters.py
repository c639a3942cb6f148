"""What the templates of a sitting say beside plain messages: explanations, moments, and what can be undone."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from jinja2 import Environment

from scorekeeper.domain.text import Reason
from scorekeeper.i18n import Names, explained
from scorekeeper.i18n.web import current_language
from scorekeeper.services.story_entries import done_to
from scorekeeper.web import store

VIENNA: Final = ZoneInfo("Europe/Vienna")


def init_app(environment: Environment) -> None:
    """Teach the templates."""
    environment.filters.update(explained=_explained, moment=moment, done=done_to)
    environment.globals.update(one_time_key=store.one_time_key)


def moment(stamp: str) -> datetime:
    """Give a stored moment (UTC, ISO 8601) as the clock on the wall shows it."""
    return datetime.fromisoformat(stamp).astimezone(VIENNA)


def _explained(reasons: Iterable[Reason], names: Names) -> list[tuple[str, str | None]]:
    return explained(reasons, current_language(), names)
