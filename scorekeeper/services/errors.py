"""What a service says when it cannot do what was asked, beside the domain's refusals."""

from scorekeeper.domain.errors import RefusedError, ScorekeeperError
from scorekeeper.domain.text import N_, Message, Refusal


class NotFoundError(ScorekeeperError):
    """What was asked for does not exist, or belongs to another club."""

    def __init__(self) -> None:
        super().__init__(N_("This does not exist, or not any more."))


class ClosedError(ScorekeeperError):
    """The evening or the sitting is over and must be reopened first."""


def refuse(field: str, message: Message) -> RefusedError:
    """Make the error for one refused field."""
    return RefusedError([Refusal(field, message)])
