"""The form of a deal that was entered already."""

from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.domain.replay import answers_of
from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.i18n import Names
from scorekeeper.i18n.story import change_text, units_text
from scorekeeper.services.differences import differences, unit_changes
from scorekeeper.services.reading import DealRow, SittingNow
from scorekeeper.web.forms.judging import Judged
from scorekeeper.web.pages.board import NO_TOTALS
from scorekeeper.web.pages.deals import DealLine, deal_line
from scorekeeper.web.pages.dock import dock
from scorekeeper.web.pages.entry_form import entry_form
from scorekeeper.web.pages.sitting import Difference, Entering, Stale


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
        difference=_difference(now, row, judged),
        stale=stale,
        target=row.entry.seq,
        shows_refusals=sent,
    )
    return CorrectPage(
        sitting=now.head.id,
        number=row.number,
        game=now.setup.game.label,
        names=now.names,
        line=deal_line(now, row),
        dealer=judged.table.dealer,
        entering=form,
    )


def _difference(now: SittingNow, row: DealRow, judged: Judged) -> Difference | None:
    """Hold the deal as it would be saved against the version that counts."""
    if judged.played is None:
        return None
    game, played, old = now.setup.game, judged.played, row.entry
    new = replace(
        old, answers=answers_of(game, played.deal), dealer=played.table.dealer, sitting_out=played.table.sitting_out,
        note=judged.filled.note, units=played.units,
    )  # fmt: skip
    changes = tuple(change_text(change) for change in differences(game, old, new))
    if row.voided:
        changes = (N_("counts again"), *changes)
    return Difference(changes=changes, paid=tuple(map(units_text, unit_changes(old.units, new.units))))
