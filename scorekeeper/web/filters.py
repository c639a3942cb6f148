"""What the templates of a sitting say beside plain messages: explanations, moments, and what can be undone."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from scorekeeper.domain.ledger import Entry
from scorekeeper.domain.text import Message, Reason
from scorekeeper.i18n import Names, explained
from scorekeeper.i18n.devices import device_text
from scorekeeper.i18n.web import current_language, say
from scorekeeper.services.actor import organiser_in
from scorekeeper.services.event_words import worded
from scorekeeper.services.story_entries import done_to
from scorekeeper.web import store

VIENNA: Final = ZoneInfo("Europe/Vienna")


def init_app(environment: Environment) -> None:
    """Teach the templates."""
    environment.filters.update(explained=_explained, moment=moment, done=_done, device=_device)
    environment.globals.update(one_time_key=store.one_time_key)


def _device(kept: str) -> str:
    """Name who did something."""
    return say(device_text(kept, store.organisers() if organiser_in(kept) else {}))


@pass_context
def _done(context: Context, entry: Entry) -> Message:
    """Name an entry, as what can be undone, in the words of the page's event."""
    return worded(done_to(entry), "course" if getattr(context.get("page"), "in_course", False) else "")


def moment(stamp: str) -> datetime:
    """Give a stored moment (UTC, ISO 8601) as the clock on the wall shows it."""
    return datetime.fromisoformat(stamp).astimezone(VIENNA)


def _explained(reasons: Iterable[Reason], names: Names) -> list[tuple[str, str | None]]:
    return explained(reasons, current_language(), names)
