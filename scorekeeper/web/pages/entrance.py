"""The entrance."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.text import Message


@dataclass(frozen=True, slots=True)
class EntrancePage:
    """Where to go on after logging in, and what was typed if it was wrong."""

    template: ClassVar[str] = "entrance.html"

    onward: str
    name: str = ""
    problem: Message | None = None
