"""Errors of the domain; each builds its own message and names its place."""

from collections.abc import Sequence

from scorekeeper.domain.text import Message, Refusal


class ScorekeeperError(Exception):
    """Something that the user can mend; `message` says how."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id.format_map(message.values))
        self.message = message


class RefusedError(ScorekeeperError):
    """Answers or options that the rules do not allow, each with its field."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(refusals[0].message)
        self.refusals = tuple(refusals)
