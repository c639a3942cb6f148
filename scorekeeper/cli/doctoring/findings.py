"""What a look at one thing came to."""

from dataclasses import dataclass
from typing import Final, Literal

from scorekeeper.domain.text import Message

State = Literal["fine", "odd", "bad"]
SIGNS: Final[dict[State, str]] = {"fine": "✓", "odd": "!", "bad": "✗"}
PLAIN_SIGNS: Final[dict[State, str]] = {"fine": "ok", "odd": "!", "bad": "X"}
"""For a terminal that has none of the others."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, in words, and what helps where it is not fine."""

    about: str
    state: State
    text: Message
    help: Message | None = None
