"""Certificates: place and name, the club's picture, words of one's own, lines to sign."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import ClassVar, Final

from markupsafe import Markup

from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Player
from scorekeeper.domain.tournament.standings import Line
from scorekeeper.i18n import Language
from scorekeeper.i18n.dates import day
from scorekeeper.i18n.figures import number
from scorekeeper.printing.columns import width
from scorekeeper.printing.hall.lists import Paper
from scorekeeper.printing.signs import sign

LONGEST_WORDS: Final = 300
_NAME_ROOM: Final = 142.0
"""The width of a name on a line, in millimetres."""
_NAME_SIZES: Final = {"huge": 34.0, "large": 27.0, "usual": 21.0}
_PER_PART: Final = 30


@dataclass(frozen=True, slots=True)
class Award:
    """What stands on one certificate."""

    place: str
    """In figures; empty where nobody has one."""
    name: str
    result: str
    size: str
    """How large the name is set, by a name of the style sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """A certificate per page."""

    template: ClassVar[str] = "print/hall/certificates.html"
    language: Language
    title: str
    subtitle: str
    made: str
    event: str
    place: str
    date: str
    game: str
    words: str
    awards: tuple[Award, ...]
    signers: tuple[str, ...]
    landscape: bool = False
    style: Markup = field(default=Markup(""))

    def sign(self, name: str) -> Markup:
        """Draw a suit."""
        return sign(name)

    @property
    def parts(self) -> tuple["Certificates", ...]:
        """The same in parts that can be printed at the same time."""
        count = len(self.awards)
        per = ceil(count / ceil(count / _PER_PART)) if count else 1
        return tuple(replace(self, awards=self.awards[first : first + per]) for first in range(0, count, per))


def certificates(paper: Paper, lines: Sequence[Line], words: str) -> Certificates:
    """Set a certificate for each of these lines of the list; who has not played has none."""
    event = paper.event
    return Certificates(
        language=paper.language,
        title=paper.say(N_("Certificate")),
        subtitle=event.title,
        made="",
        event=event.title,
        place=event.place,
        date=day(event.date, paper.language),
        game=paper.say(GAMES[paper.hall.state.settings.game].label),
        words=words,
        awards=tuple(_award(paper, line) for line in lines if line.place),
        signers=(paper.say(N_("Organiser")), paper.say(N_("For the club"))),
    )


def _award(paper: Paper, line: Line) -> Award:
    name = paper.hall.names[Player(line.seat.key)]
    size = next((size for size, pt in _NAME_SIZES.items() if width(name, pt, bold=True) <= _NAME_ROOM), "long")
    points = number(line.points, paper.language)
    return Award(f"{line.place}.", name, paper.say(N_("with {points} points", points=points)), size)
