"""The help page."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.game import AnyGame


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPage:
    """The games whose rules are explained in short."""

    template: ClassVar[str] = "help.html"
    games: tuple[AnyGame, ...]
