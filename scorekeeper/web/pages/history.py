"""All deals of a sitting in deal order, each with its explanation."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.text import Message, Player, Reason
from scorekeeper.i18n import Names
from scorekeeper.services.adjustments import Adjusted
from scorekeeper.services.event_words import worded
from scorekeeper.services.reading import DealRow, SittingNow, played_of
from scorekeeper.web.pages.deals import VOIDED, DealLine, deal_line
from scorekeeper.web.pages.sitting import Standings, standings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOpened:
    """A deal with everything that it opens to."""

    line: DealLine
    seq: int
    reasons: tuple[Reason, ...]
    warnings: tuple[Message, ...]
    pays: tuple[tuple[Player, int | None], ...]
    """Per player the units, None for who sat out."""
    dealer: Player | None
    at: str
    device: str
    note: str
    revisions: int
    is_last: bool
    """Whether undo would revoke this version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """Everything on the page of all deals."""

    template: ClassVar[str] = "sitting/history.html"

    sitting: int
    event: int
    game: Message
    date: date
    names: Names
    deals: tuple[DealOpened, ...]
    adjusted: Mapping[int, tuple[Adjusted, ...]]
    """Penalties and opening balances, newest first, by the number of deals before them."""
    count: int
    not_counting: int
    """How many of them were struck, or do not count among learners."""
    older: int | None
    """Show on from before this deal; None = all are shown."""
    newest: bool
    undo: Entry | None
    redo: Entry | None
    redo_line: Message | None
    standings: tuple[Standings, ...]
    room_table: int | None
    """The number of its table in the room; None where there is one only."""
    said: Message | None
    may_change: bool
    in_course: bool
    """Among learners any deal may be struck, the last one too, in words of their own."""
    voided: Message
    """What is said of a deal that does not count."""


def history_page(  # noqa: PLR0913 all that stands on it
    now: SittingNow, rows: tuple[DealRow, ...], older: int | None, adjusted: tuple[Adjusted, ...], *, newest: bool,
    said: Message | None, voided: int,
) -> HistoryPage:  # fmt: skip
    """Make the page."""
    return HistoryPage(
        sitting=now.head.id,
        event=now.event.id,
        game=now.setup.game.label,
        date=now.event.date,
        names=now.names,
        deals=tuple(_opened(now, row) for row in rows),
        adjusted={
            number: tuple(one for one in reversed(adjusted) if one.after_deal == number)
            for number in {one.after_deal for one in adjusted}
        },
        count=now.standing.deals,
        not_counting=voided,
        older=older,
        newest=newest,
        undo=None if now.event.closed else now.undo,
        redo=None if now.event.closed else now.redo,
        redo_line=_undone_line(now),
        standings=standings_of(now),
        room_table=now.table,
        said=said,
        may_change=not now.event.closed,
        in_course=now.event.kind == "course",
        voided=worded(VOIDED, now.event.kind),
    )


def _undone_line(now: SittingNow) -> Message | None:
    """Describe the deal that was taken back last, to be shown struck through."""
    entry = now.redo
    if entry is None or entry.kind is not EntryKind.DEAL:
        return None
    played = played_of(now.setup, entry)
    return now.setup.game.describe(played.deal, now.setup.rules, played.table).title


def _opened(now: SittingNow, row: DealRow) -> DealOpened:
    entry = row.entry
    played = played_of(now.setup, entry)
    absent = {player for player in now.setup.players if player not in entry.present}
    resting = {player for player in entry.sitting_out if not entry.units.get(player)}
    return DealOpened(
        line=deal_line(now, row),
        seq=entry.seq,
        reasons=() if row.voided else played.reasons,
        warnings=played.warnings,
        pays=tuple(
            (player, None if player in resting else entry.units.get(player, 0))
            for player in now.setup.players
            if player not in absent
        ),
        dealer=entry.dealer,
        at=entry.at,
        device=entry.actor,
        note=entry.note,
        revisions=row.revisions,
        is_last=now.undo is not None and now.undo.seq == entry.seq,
    )
