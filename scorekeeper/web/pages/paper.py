"""The list of sheets to print."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.game import AnyGame


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPage:
    """The games, each with its rule sets."""

    template: ClassVar[str] = "paper.html"
    games: tuple[AnyGame, ...]
