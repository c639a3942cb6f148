"""The settings of a club."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.text import Message
from scorekeeper.services.club_settings import LONGEST_NAME
from scorekeeper.services.pictures import LARGEST_SIDE, MOST_BYTES
from scorekeeper.web.forms.club_settings import Draft, rules_value


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    """What the club chose, and what can be chosen."""

    template: ClassVar[str] = "club_settings.html"
    longest_name: ClassVar[int] = LONGEST_NAME
    megabytes: ClassVar[int] = MOST_BYTES // 2**20
    largest_side: ClassVar[int] = LARGEST_SIDE
    draft: Draft
    games: tuple[AnyGame, ...]
    picture: str
    """A word that changes with the picture; empty where there is none."""
    picture_problem: Message | None = None
    privacy: str = ""
    """Where it is said what is kept of whom; empty where that is said nowhere."""

    def rules_value(self, game: AnyGame, rule_set: str) -> str:
        """Name a choice of game and rule set."""
        return rules_value(game.key, rule_set)
