"""The page for penalties and opening balances."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n import Names
from scorekeeper.services.reading import SittingNow
from scorekeeper.web.forms.adjusting import GETS, PAYS, Adjusting

REASONS: Final = (N_("revoke"), N_("misdeal"), N_("carried over from paper"))
"""What is tapped most often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustRow:
    """One person's line of the form."""

    player: Player
    units: int
    """The total now."""
    side: str
    text: str
    problem: Message | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustingPage:
    """Everything on the page."""

    template: ClassVar[str] = "sitting/adjusting.html"

    sitting: int
    game: Message
    deals: int
    names: Names
    rows: tuple[AdjustRow, ...]
    reasons: tuple[Message, ...]
    form: Adjusting
    stale: bool
    """Something was entered since the form was opened."""
    uneven: bool
    """The sum is not 0, and nobody said yet that this is meant."""
    spread: bool
    """What does not sum to 0 is spread over everybody when money is settled."""

    @property
    def problems(self) -> Mapping[str, Message]:
        """What is wrong, by the place in the form."""
        return self.form.problems

    gets: ClassVar[str] = GETS
    pays: ClassVar[str] = PAYS


def adjusting_page(now: SittingNow, form: Adjusting, *, stale: bool = False, uneven: bool = False) -> AdjustingPage:
    """Make the page."""
    return AdjustingPage(
        sitting=now.head.id,
        game=now.setup.game.label,
        deals=now.standing.deals,
        names=now.names,
        rows=tuple(
            AdjustRow(
                player=player,
                units=now.totals[player],
                side=form.sides.get(player, ""),
                text=form.texts.get(player, ""),
                problem=form.problems.get(player),
            )
            for player in now.setup.players
        ),
        reasons=REASONS,
        form=form,
        stale=stale,
        uneven=uneven,
        spread=now.setup.game.money(now.setup.rules) and not now.setup.game.to_winner(now.setup.rules),
    )
