"""The table page: where the sitting stands, and the entry form for the next deal or the result."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.domain.evening import progress_now
from scorekeeper.domain.game import Table
from scorekeeper.domain.ledger import Entry
from scorekeeper.domain.text import Message, Player
from scorekeeper.i18n import Names
from scorekeeper.services.event_words import EventWords
from scorekeeper.services.reading import DealRow, SittingNow
from scorekeeper.web.forms.judging import Judged
from scorekeeper.web.pages.board import Board, Totals, plain_board
from scorekeeper.web.pages.deals import DealLine, deal_line
from scorekeeper.web.pages.dock import Dock, dock
from scorekeeper.web.pages.entry_form import EntryForm, entry_form
from scorekeeper.web.pages.hall_table import HallLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """What was entered meanwhile by somebody else."""

    number: int
    """The number that the form was for."""
    lines: tuple[DealLine, ...]
    by: tuple[tuple[str, str], ...]
    """Per line when (UTC, ISO 8601) and by which device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What a correction changes: field by field, and whose units."""

    changes: tuple[Message, ...]
    paid: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """One player's line of the totals."""

    player: Player
    units: int
    cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entering:
    """The form for the next deal and what stands above its button."""

    template: ClassVar[str] = "sitting/fragment.html"

    sitting: int
    table: Table
    form: EntryForm
    dock: Dock
    stale: Stale | None
    last_key: str = ""
    """The key of the last entry: a draft that bears it is saved."""
    target: int = 0
    """The seq of the version to correct; 0 for a new deal."""
    difference: Difference | None = None
    """What the correction changes; None while something is missing or refused, and for a new deal."""
    shows_refusals: bool = False
    """Whether the form was sent, so that what is missing is an error and no reminder."""
    learning: bool = False
    """In a course the players say what a deal comes to before they look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a sitting that is over ended."""

    winners: tuple[Player, ...]
    by_game: bool
    """Over by the game's own rule, not by a button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """Everything on the page of a sitting."""

    template: ClassVar[str] = "sitting/table.html"

    sitting: int
    event: int
    seq: int
    """Of the last entry: what is pressed on this page is meant for this state."""
    game: Message
    sign: str
    number: int
    dealer: Player
    names: Names
    notice: Message | None
    entering: Entering | None
    result: Result | None
    standings: tuple[Standings, ...]
    recent: tuple[DealLine, ...]
    deals: int
    undo: Entry | None
    redo: Entry | None
    said: Message | None
    """What was done just now."""
    event_closed: bool
    event_words: EventWords
    room_table: int | None
    """The number of its table in the room; None where there is one only."""
    onlookers: Board | None = None
    """The seats and totals for whoever looks on only, in the place of the form."""
    hall: HallLine | None = None
    """Of which round of a tournament it is."""
    for_money: bool = False
    may_enter: bool = True
    """Whether whoever looks may enter and take back: when a table has agreed on its result only who organises."""
    on_paper: bool = False
    """Whether the totals are those that the office typed in from the score sheet."""
    state: str = ""
    """How this state of the page is called: it asks whether it is still the same."""

    @property
    def in_course(self) -> bool:
        """Whether it is a table of learners, where nothing is struck: a deal does not count."""
        return self.hall is not None and bool(self.hall.course)

    @property
    def hall_over(self) -> bool:
        """Whether it is a tournament's table whose result is there: the next deal is not what comes next."""
        return self.hall is not None and not self.hall.course and (self.hall.final or self.hall.closed)


def onlooking(now: SittingNow, judged: Judged) -> Board | None:
    """Give the board for whoever looks on only, as long as the sitting goes on."""
    return plain_board(judged, totals_of(now)) if now.open else None


def totals_of(now: SittingNow) -> Totals:
    """Give what stands on the board; money only where it is played for."""
    paid = now.head.stake_cents and now.setup.game.money(now.setup.rules)
    return Totals(now.totals, now.cents if paid else {})


def entering(now: SittingNow, judged: Judged, *, stale: Stale | None = None, sent: bool = False) -> Entering:
    """Give the entry form with its dock."""
    return Entering(
        sitting=now.head.id,
        table=judged.table,
        form=entry_form(judged, now.names, totals_of(now)),
        dock=dock(judged),
        stale=stale,
        last_key=now.undo.key if now.undo else "",
        shows_refusals=sent,
        learning=now.event.kind == "course",
    )


def stale_since(now: SittingNow, number: int, recent: tuple[DealRow, ...]) -> Stale:
    """Say what was entered since the form for this deal was opened."""
    rows = tuple(row for row in recent if row.number >= number)
    return Stale(
        number=number,
        lines=tuple(deal_line(now, row) for row in rows),
        by=tuple((row.entry.at, row.entry.actor) for row in rows),
    )


def table_page(  # noqa: PLR0913, PLR0917 the parts of the page
    now: SittingNow, recent: tuple[DealRow, ...], form: Entering, said: Message | None = None,
    onlookers: Board | None = None, hall: HallLine | None = None, may_enter: bool = True,  # noqa: FBT001, FBT002 as above
    state: str = "",
) -> TablePage:  # fmt: skip
    """Make the page."""
    return TablePage(
        sitting=now.head.id,
        event=now.event.id,
        seq=now.seq,
        game=now.setup.game.label,
        sign=now.setup.game.sign,
        number=now.standing.deals + 1,
        dealer=form.table.dealer,
        names=now.names,
        notice=now.setup.game.notice(now.setup.rules, progress_now(now.setup, now.standing)),
        entering=form if now.open else None,
        result=None if now.open else _result(now),
        standings=standings_of(now),
        recent=tuple(deal_line(now, row) for row in recent),
        deals=now.standing.deals,
        undo=None if now.event.closed else now.undo,
        redo=None if now.event.closed else now.redo,
        said=said,
        event_closed=now.event.closed,
        event_words=now.event.words,
        room_table=now.table,
        onlookers=onlookers,
        hall=hall,
        for_money=bool(now.head.stake_cents),
        may_enter=may_enter,
        on_paper=now.on_paper,
        state=state,
    )


def standings_of(now: SittingNow) -> tuple[Standings, ...]:
    """Give everybody's totals in seat order."""
    totals = totals_of(now)
    return tuple(
        Standings(
            player=player,
            units=now.totals[player],
            cents=totals.cents.get(player),
        )
        for player in now.setup.players
    )


def _result(now: SittingNow) -> Result:
    """Say who won: whom the others pay where the game has a winner, else whoever stands highest."""
    winners: tuple[Player, ...] = ()
    if now.standing.deals:
        winners = now.setup.game.settle(now.setup.rules, now.totals).winners
    best = max(now.totals.values())
    highest = tuple(player for player, units in now.totals.items() if units == best)
    return Result(
        winners=winners or (highest if len(highest) < len(now.totals) else ()),
        by_game=now.finished and not now.ended,
    )
