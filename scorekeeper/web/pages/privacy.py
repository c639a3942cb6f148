"""What is kept about people: in plain words for everybody, and for one person who asks."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.text import Message
from scorekeeper.mode import Mode
from scorekeeper.services.people import Person
from scorekeeper.services.privacy import Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyPage:
    """What is kept, where, for how long, who sees it."""

    template: ClassVar[str] = "privacy.html"
    mode: Mode
    log_days: int
    """So long the log of a room is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasePage:
    """What erasing somebody's data does, before it is done."""

    template: ClassVar[str] = "people/erase.html"
    person: Person
    mentions: tuple[Mention, ...]
    refused: Message | None
