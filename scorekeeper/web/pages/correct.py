"""The form of a deal that was entered already."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.text import Message, Player
from scorekeeper.i18n import Names
from scorekeeper.services.reading import DealRow, SittingNow
from scorekeeper.web.forms.judging import Judged
from scorekeeper.web.pages.board import NO_TOTALS
from scorekeeper.web.pages.deals import DealLine, deal_line
from scorekeeper.web.pages.dock import dock
from scorekeeper.web.pages.entry_form import entry_form
from scorekeeper.web.pages.sitting import Entering, Stale


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPage:
    """The form of a deal that was entered already."""

    template: ClassVar[str] = "sitting/correct.html"

    sitting: int
    number: int
    game: Message
    names: Names
    line: DealLine
    dealer: Player
    entering: Entering


def correct_page(
    now: SittingNow, row: DealRow, judged: Judged, *, stale: Stale | None = None, sent: bool = False
) -> CorrectPage:
    """Make the page; the board shows no totals, they are those of another deal."""
    form = Entering(
        sitting=now.head.id,
        table=judged.table,
        form=entry_form(judged, now.names, NO_TOTALS),
        dock=dock(judged),
        stale=stale,
        target=row.entry.seq,
        shows_refusals=sent,
    )
    return CorrectPage(
        sitting=now.head.id,
        number=row.number,
        game=now.setup.game.label,
        names=now.names,
        line=deal_line(now.setup, row),
        dealer=judged.table.dealer,
        entering=form,
    )
