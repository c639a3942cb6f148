"""A tournament's own pages: its settings, and one overview with the next step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.record import RoundState, Tournament
from scorekeeper.domain.tournament.settings import TIE_BREAKS, Settings
from scorekeeper.services.reading import EventHead
from scorekeeper.web.forms.evening import QUICK_STAKES
from scorekeeper.web.forms.tournament import Draft
from scorekeeper.web.pages.draw import Astray, unsuited

Step = Literal["register", "draw", "anew", "begin", "results", "standings", "closed"]

TIE_BREAK_LABELS: Final = {
    "best_round": N_("the best single round"),
    "wins": N_("more rounds won at the table"),
    "fewer_sit_outs": N_("fewer rounds sat out"),
    "direct": N_("who was ahead at the same table"),
    "lot": N_("the lot"),
}
_LABELS: Final = {
    "title": N_("Title"), "place": N_("Venue"), "date": N_("Date"), "rounds": N_("Rounds"), "deals": N_("Deals"),
    "minutes": N_("Minutes"), "table_size": N_("Players at a table"), "fee": N_("Entry fee"), "stake": N_("Stake"),
    "places": N_("Prizes"), "consolation": N_("Consolation for the last"), "sit_out_points": N_("Fixed points"),
    "game": N_("Game"), "rule_set": N_("Rules"), "options": N_("Adapt the rules"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    """The form of a new tournament, or of one whose settings change."""

    template: ClassVar[str] = "tournament/settings.html"
    tie_break_labels: ClassVar[Mapping[str, Message]] = TIE_BREAK_LABELS
    tie_breaks: ClassVar[tuple[str, ...]] = TIE_BREAKS
    quick_stakes: ClassVar[tuple[int, ...]] = QUICK_STAKES
    method: ClassVar[str] = "post"

    address: str
    draft: Draft
    games: tuple[AnyGame, ...]
    event: EventHead | None = None
    begun: bool = False
    """Whether a round was begun: the game stays then."""
    warnings: tuple[Message, ...] = ()
    """What the change comes to; asked about before it is made."""
    tried: bool = False

    @property
    def parts_equals(self) -> tuple[Message, ...]:
        """Give what decides among equals, in order."""
        return tuple(TIE_BREAK_LABELS[one] for one in self.draft.tie_breaks)

    @property
    def problems(self) -> tuple[tuple[Message | None, Message], ...]:
        """Give everything that is wrong, by what it is called on the page."""
        return tuple((_LABELS.get(name), message) for name, message in self.draft.problems.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A round in the overview."""

    number: int
    tables: int
    state: Literal["drawn", "played", "closed"]
    results: int
    """Tables whose result is final."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage:
    """How a tournament stands, and what comes next."""

    template: ClassVar[str] = "tournament/page.html"

    event: EventHead
    game: AnyGame
    settings: Settings
    registered: int
    present: int
    """In the next round."""
    paid: int
    rounds: tuple[RoundLine, ...]
    step: Step
    step_round: int
    """The round that the next step is about."""
    astray: Astray
    """Whom the draw of that round does not suit any more."""
    may_draw: bool
    waits: bool
    """Whether the last round is kept back until the ceremony."""

    @property
    def fewest(self) -> int:
        """How many are needed for one table."""
        return min((self.settings.table_size, *self.settings.other_sizes))


def next_step(state: Tournament, *, closed: bool) -> tuple[Step, int]:
    """Say what comes next, and in which round."""
    current: RoundState | None = state.current
    if closed:
        return "closed", state.settings.rounds
    if current is not None and not current.closed:
        return "results", current.number
    if state.next_number > state.settings.rounds:
        return "standings", state.settings.rounds
    if state.next_number in state.rounds:
        return ("anew" if any(unsuited(state, state.next_number)) else "begin"), state.next_number
    smallest = min((state.settings.table_size, *state.settings.other_sizes))
    enough = len(state.present(state.next_number)) >= smallest
    return ("draw" if enough else "register"), state.next_number
