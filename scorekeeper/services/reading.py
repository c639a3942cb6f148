"""What pages and sheets are made of: frozen dataclasses, read in a few queries however long the history is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, cast

from scorekeeper.domain import replay
from scorekeeper.domain.evening import Played, Setup, Standing
from scorekeeper.domain.game import Table
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.settlement import Payout, to_cents
from scorekeeper.domain.text import Player
from scorekeeper.services.amounts import amounts_of
from scorekeeper.services.entering import goes_on
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.evenings import Purse
from scorekeeper.services.event_words import WORDS, EventWords
from scorekeeper.services.loading import load
from scorekeeper.services.tournament.on_paper import as_it_counts
from scorekeeper.storage import Transaction, adjustments, deals, entries, players, sittings
from scorekeeper.storage import events as event_rows
from scorekeeper.storage.adjustments import AdjustmentRow
from scorekeeper.storage.deals import DealRecord
from scorekeeper.storage.sittings import SittingRow, StandingRow

_PAST_EVERY_DEAL: Final = 2**31 - 1
_SIDES: Final = ("leaving", "joining")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHead:
    """An event's head line."""

    id: int
    title: str
    place: str
    until: date | None = None
    """The last day of what goes over several."""
    date: date
    purse: Purse
    payout: Payout
    closed: bool
    demo: bool
    kind: str = "evening"
    """Or "tournament" or "course"."""
    round: int = 0
    """The round or lesson of the one table that is told of; 0 = none."""

    @property
    def words(self) -> EventWords:
        """What is said about it as a whole."""
        return WORDS[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingHead:
    """A sitting's head line; `ended` by the table or by the game."""

    id: int
    event_id: int
    position: int
    table: int
    """Its number in the room."""
    game: str
    rule_set: str
    stake_cents: int
    currency: str
    payout: Payout
    deals: int
    seq: int
    """Of the last entry."""
    ended: bool
    recalled: bool = False
    """Its round was begun by mistake and taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingNow:
    """A sitting as it stands."""

    head: SittingHead
    event: EventHead
    setup: Setup
    options: Mapping[str, Any]
    """The table's options that were chosen."""
    names: Mapping[Player, str]
    """Of everybody who sits or sat here, and of whose coming can be undone or restored."""
    standing: Standing
    totals: Mapping[Player, int]
    """Deals and adjustments."""
    cents: Mapping[Player, int]
    """What each would get or pay if it were settled now."""
    seq: int
    ended: bool
    """By the table."""
    finished: bool
    """By the game's own end."""
    open: bool
    """Whether the next deal may be entered."""
    undo: Entry | None
    redo: Entry | None
    several_tables: bool
    """Whether the evening has other tables than the first one."""
    on_paper: bool = False
    """Whether the totals are those of the sheet that a tournament's office typed in; they go before the deals."""

    @property
    def table(self) -> int | None:
        """The number of its table in the room; None where there is one only."""
        return self.head.table if self.several_tables else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """A deal as it counts now, the totals after it with the adjustments before it, and how often it was changed."""

    number: int
    entry: Entry
    running: Mapping[Player, int]
    voided: bool
    revisions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """An event with its sittings and the people who were there."""

    head: EventHead
    sittings: tuple[SittingHead, ...]
    names: tuple[str, ...]


def sitting_now(tx: Transaction, sitting_id: int) -> SittingNow:
    """Read where a sitting stands. Raises NotFoundError."""
    now = load(tx, sitting_id)
    row = now.row
    paper = as_it_counts(tx, now.event, now.sitting, row)
    found = amounts_of(tx, now.sitting, paper or row, now.seats)
    around = entries.at(tx, sitting_id, row.undo, row.redo)
    return SittingNow(
        head=sitting_head(now.sitting, row),
        event=event_head(now.event),
        setup=now.setup,
        options=now.sitting.options,
        names=with_moved(tx, sittings.names(tx, sitting_id), around.values()),
        standing=now.standing,
        totals=found.totals,
        cents=to_cents(found.amounts, 1),
        seq=row.seq,
        ended=row.ended,
        finished=row.finished,
        open=goes_on(now),
        undo=around.get(row.undo),
        redo=around.get(row.redo),
        several_tables=sittings.highest_table(tx, now.event.id) > 1,
        on_paper=paper is not None,
    )


def with_moved(tx: Transaction, names: Mapping[Player, str], made: Iterable[Entry]) -> Mapping[Player, str]:
    """Add who came or went by these entries and does not sit here, as their coming was taken back."""
    moved = {entry.answers.get(side) for entry in made if entry.kind is EntryKind.SEATS for side in _SIDES}
    others = [int(player) for player in moved if player and player not in names]
    found = players.labels(tx, others) if others else {}
    return {**names, **{Player(str(number)): label for number, label in found.items()}}


def event_head(row: event_rows.EventRow) -> EventHead:
    """Read an event's head line."""
    return EventHead(
        id=row.id, title=row.title, place=row.place, date=row.date, purse=cast("Purse", row.purse),
        payout=cast("Payout", row.payout), closed=row.closed_at is not None, demo=row.demo, kind=row.kind,
    )  # fmt: skip


def sitting_head(row: SittingRow, standing: StandingRow) -> SittingHead:
    """Read a sitting's head line."""
    return SittingHead(
        id=row.id, event_id=row.event, position=row.position, table=abs(row.table_number), game=row.game,
        rule_set=row.rule_set, stake_cents=row.stake_cents, currency=row.currency, payout=cast("Payout", row.payout),
        deals=standing.deals, seq=standing.seq, recalled=row.recalled,
        ended=standing.ended or (standing.finished and not standing.beyond),
    )  # fmt: skip


def recent_deals(tx: Transaction, sitting_id: int, limit: int = 5) -> tuple[DealRow, ...]:
    """Give the last deals, newest first."""
    return _deal_rows(tx, sitting_id, deals.newest(tx, sitting_id, _PAST_EVERY_DEAL, limit))


def deals_page(
    tx: Transaction, sitting_id: int, *, before: int | None = None, limit: int = 50
) -> tuple[tuple[DealRow, ...], int | None]:
    """Give deals newest first, those before a number, and the number to go on before (None = all shown)."""
    rows = _deal_rows(tx, sitting_id, deals.newest(tx, sitting_id, before or _PAST_EVERY_DEAL, limit))
    return rows, rows[-1].number if rows and rows[-1].number > 1 else None


def all_deals(tx: Transaction, sitting_id: int) -> Iterator[DealRow]:
    """Give every deal, oldest first."""
    made = adjustments.of_sittings(tx, [sitting_id])
    return (_deal_row(entry, record, made) for entry, record in deals.onwards(tx, sitting_id, 1))


def one_deal(tx: Transaction, sitting_id: int, number: int) -> DealRow:
    """Give one deal. Raises NotFoundError."""
    found = deals.newest(tx, sitting_id, min(number, _PAST_EVERY_DEAL - 1) + 1, 1)
    if not found or found[0][1].number != number:
        raise NotFoundError
    return _deal_rows(tx, sitting_id, found)[0]


def _deal_rows(
    tx: Transaction, sitting_id: int, found: Sequence[tuple[Entry, DealRecord]]
) -> tuple[DealRow, ...]:  # fmt: skip
    made = adjustments.of_sittings(tx, [sitting_id])
    return tuple(_deal_row(entry, record, made) for entry, record in found)


def _deal_row(entry: Entry, record: DealRecord, made: Sequence[AdjustmentRow]) -> DealRow:
    return DealRow(
        number=record.number,
        entry=entry,
        running=_running(record.number, record.running, made),
        voided=record.voided,
        revisions=record.revisions,
    )


def _running(number: int, totals: Mapping[Player, int], made: Sequence[AdjustmentRow]) -> Mapping[Player, int]:
    """Give the totals after a deal with the adjustments before it; who joined later stands at 0."""
    running = Counter(totals)
    for one in made:
        if one.after_deal < number:
            running[one.player] += one.units
    return running


def deal_versions(tx: Transaction, sitting_id: int, number: int) -> tuple[Entry, ...]:
    """Give every entry ever made about a deal, undo and redo included, oldest first."""
    return entries.about(tx, sitting_id, number)


def running_sample(tx: Transaction, sitting_id: int, points: int = 60) -> tuple[tuple[int, Mapping[Player, int]], ...]:
    """Give the totals after some evenly spread deals, the first and the last included."""
    last = load(tx, sitting_id).row.deals
    numbers: Sequence[int] = range(1, last + 1)
    if last > points:
        numbers = sorted({1 + step * (last - 1) // (points - 1) for step in range(points)})
    made = adjustments.of_sittings(tx, [sitting_id])
    return tuple((number, _running(number, totals, made)) for number, totals in deals.sample(tx, sitting_id, numbers))


def events(tx: Transaction, club: int, *, before: int | None = None, limit: int = 20) -> tuple[EventRow, ...]:
    """Give a club's events, newest first; `before` is the number of the last one shown."""
    start = event_rows.get(tx, before) if before is not None else None
    return _with_sittings(tx, event_rows.newest(tx, club, start, limit))


def event_now(tx: Transaction, event_id: int) -> EventRow:
    """Give an event with its sittings. Raises NotFoundError."""
    found = event_rows.get(tx, event_id)
    if found is None:
        raise NotFoundError
    return _with_sittings(tx, [found])[0]


def _with_sittings(tx: Transaction, found: Sequence[event_rows.EventRow]) -> tuple[EventRow, ...]:
    ids = [row.id for row in found]
    played, names = sittings.of_events(tx, ids), sittings.names_of_events(tx, ids)
    heads: dict[int, list[SittingHead]] = {number: [] for number in ids}
    for row, standing in played:
        heads[row.event].append(sitting_head(row, standing))
    return tuple(
        EventRow(head=event_head(row), sittings=tuple(heads[row.id]), names=tuple(names[row.id].values()))
        for row in found
    )


def deal_of(setup: Setup, entry: Entry) -> Any:  # noqa: ANN401 any game's deal
    """Give the deal that an entry describes."""
    return replay.deal_of(setup.game, entry)


def table_of(_setup: Setup, entry: Entry) -> Table:
    """Give the table as it sat in an entry's deal."""
    return replay.table_of(entry)


def played_of(setup: Setup, entry: Entry) -> Played:
    """Score an entry again under the rules frozen into it, for the explanation."""
    return replay.scored_again(setup, entry)
