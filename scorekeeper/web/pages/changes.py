"""What became of one deal over time: the lines of the history that are about it."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import Message
from scorekeeper.i18n import Language
from scorekeeper.i18n.story import ToldLine, tell
from scorekeeper.services.story import Story


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage:
    """What became of a deal over time."""

    template: ClassVar[str] = "sitting/changes.html"

    event: int
    sitting: int
    number: int
    game: Message
    lines: tuple[ToldLine, ...]


def changes_page(story: Story, sitting: int, number: int, language: Language) -> ChangesPage:
    """Make the page of a deal."""
    played = next(head for head in story.sittings if head.id == sitting)
    game: AnyGame = GAMES[played.game]
    return ChangesPage(
        event=story.event.id, sitting=sitting, number=number, game=game.label, lines=tuple(tell(story, language))
    )
