"""The end of a sitting and the turn of the deal for games that say nothing special about them."""

from typing import Any

from scorekeeper.domain.game import Moment, Progress, Table
from scorekeeper.domain.text import Message, Player


def never_ends(_rules: Any, _moment: Moment) -> Progress:  # noqa: ANN401 any game's rules
    """The sitting goes on until the table ends it."""
    return Progress()


def nothing_to_say(_rules: Any, _progress: Progress) -> Message | None:  # noqa: ANN401 as above
    """There is no end to announce."""
    return None


def next_seat_deals(_deal: Any, _table: Table) -> Player | None:  # noqa: ANN401 any game's deal
    """The deal passes to the next seat."""
    return None
