"""Everything that happened in an event, line by line, in the order it happened; read page by page."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.ledger import Entry
from scorekeeper.domain.text import Message, Player, Who
from scorekeeper.domain.tournament.record import Fact
from scorekeeper.services import organisers
from scorekeeper.services.actor import device_in, organiser_in
from scorekeeper.services.auditing import What
from scorekeeper.services.club_settings import usual_currency
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.loading import setup_from
from scorekeeper.services.reading import EventHead, SittingHead, event_head, sitting_head
from scorekeeper.services.story_audit import OF_CLUB, Background, tell_audit
from scorekeeper.services.story_entries import Around, tell
from scorekeeper.services.story_facts import people_of, tell_fact
from scorekeeper.services.story_line import Fate, How, Line, fates_of
from scorekeeper.services.story_order import RECORD, Entered, Item, Place, Recorded, Streams
from scorekeeper.services.story_record import Record, RoundTable, record_of
from scorekeeper.services.tournament.recording import facts_of
from scorekeeper.storage import Transaction, audit, entries, events, players, sittings
from scorekeeper.storage.audit import AuditRow
from scorekeeper.storage.sittings import SeatRow, SittingRow

PER_PAGE: Final = 50
_AT_ONCE: Final = 500
"""So many lines are read in one go where all are wanted."""
_MOST_LOOKED_THROUGH: Final = 20
"""So many pages are looked through for the lines about one person before the page is given as it is."""
_MOST_OPENED: Final = 200
"""A change of rules that brought more deals along only says how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which lines: of a sitting, of one deal in it, about a person; newest or oldest first."""

    sitting: int | None = None
    deal: int | None = None
    person: Player | None = None
    by: str = ""
    """Who did it, as `doer` names them; empty = anybody."""
    newest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The history of an event, or a page of it."""

    event: EventHead
    sittings: tuple[SittingHead, ...]
    wanted: Wanted
    lines: tuple[Line, ...]
    names: Mapping[Player, str]
    """Of everybody who is mentioned."""
    people: Mapping[Player, str]
    """Who was part of the event, in the order they first sat down."""
    tables: Mapping[int, RoundTable]
    """By sitting of which round of a tournament or course; none in an evening."""
    organisers: Mapping[int, str]
    """By account who organises the club, or did."""
    doers: tuple[str, ...]
    """Everybody who did something here, as it is kept, each once."""
    more: str
    """Where to go on; empty where nothing comes after."""

    def names_table(self, sitting: SittingHead) -> bool:
        """Whether a sitting is told apart by its table, too."""
        return not sitting.recalled and any(one.table > 1 for one in self.sittings)


@dataclass(frozen=True, slots=True)
class _Scope:
    """What is read: an event with its sittings, and whom the person wanted is recorded as."""

    tx: Transaction
    event: events.EventRow
    rows: Mapping[int, SittingRow]
    seats: Mapping[int, Sequence[SeatRow]]
    heads: tuple[SittingHead, ...]
    wanted: Wanted
    records: frozenset[Player]
    facts: tuple[Fact, ...]
    """The record of a tournament or course; an evening has none."""
    record: Record
    organisers: Mapping[int, str]

    @property
    def streams(self) -> tuple[int, ...]:
        """Name everything that is read in an order of its own."""
        return (*self.rows, RECORD) if self.facts else tuple(self.rows)

    @property
    def present(self) -> frozenset[Player]:
        """Give who takes part in the event, or sits or sat anywhere in it."""
        seated = frozenset(Player(str(seat.player)) for seats in self.seats.values() for seat in seats)
        return seated | people_of(self.facts)


def story(tx: Transaction, event_id: int, wanted: Wanted, place: str = "", limit: int = PER_PAGE) -> Story:
    """Give a page of the history. Raises NotFoundError."""
    scope = _scope(tx, event_id, wanted)
    here = Place.beginning(scope.streams, newest=wanted.newest).read(place)
    lines: list[Line] = []
    more = True
    for _attempt in range(_MOST_LOOKED_THROUGH):
        items = _next(scope, here, limit + 1)
        told = _told(scope, items)
        for item, line in zip(items, told, strict=True):
            if len(lines) == limit:
                break
            here = here.past(item)
            if _is_wanted(scope, line):
                lines.append(line)
        else:
            more = len(items) > limit
        if len(lines) == limit or not more:
            break
    return _page(scope, lines, str(here) if more else "")


def whole_story(tx: Transaction, event_id: int, wanted: Wanted) -> Story:
    """Give the whole history, for a print. Raises NotFoundError."""
    scope = _scope(tx, event_id, wanted)
    return _page(scope, [line for line in _every(scope) if _is_wanted(scope, line)], "")


def _scope(tx: Transaction, event_id: int, wanted: Wanted) -> _Scope:
    found = events.get(tx, event_id)
    if found is None:
        raise NotFoundError
    here = sittings.of_events(tx, [event_id])
    rows = {row.id: row for row, _standing in here}
    if wanted.sitting is not None and wanted.sitting not in rows:
        raise NotFoundError
    facts = () if found.kind == "evening" else facts_of(tx, event_id)
    heads = tuple(sitting_head(row, standing) for row, standing in here)
    currency = heads[0].currency if heads else usual_currency(tx, found.club)
    scope = _Scope(
        tx, found, rows,
        seats={number: sittings.seats(tx, row) for number, row in rows.items()},
        heads=heads,
        wanted=wanted,
        records=_records(tx, found.club, wanted.person),
        facts=tuple(facts),
        record=record_of(facts, currency, course=found.kind == "course"),
        organisers=organisers.names(tx, found.club),
    )  # fmt: skip
    if wanted.person is not None and scope.records.isdisjoint(scope.present):
        raise NotFoundError
    return scope


def doer(kept: str, known: Mapping[int, str]) -> str:
    """Name who did something, so that it can be picked: the account where its name is known, else the device."""
    account = organiser_in(kept)
    return str(account) if account in known else device_in(kept)


def _records(tx: Transaction, club: int, person: Player | None) -> frozenset[Player]:
    """Give every record that stands for the same person."""
    if person is None:
        return frozenset()
    merged = players.merged(tx, club)
    stays = merged.get(int(person), int(person))
    return frozenset(
        Player(str(number)) for number in (stays, *(gone for gone, into in merged.items() if into == stays))
    )


def _next(scope: _Scope, place: Place, limit: int) -> list[Item]:
    wanted = scope.wanted
    if wanted.sitting is not None and wanted.deal is not None:
        return _of_deal(scope, wanted.sitting, wanted.deal, place)[:limit]
    chosen = scope.rows if wanted.sitting is None else (wanted.sitting,)
    streams = Streams(
        club=scope.event.club, event=scope.event.id, kinds=OF_CLUB, sittings=chosen, newest=wanted.newest,
        facts=[fact for fact in scope.facts if wanted.sitting in {None, scope.record.sitting_of(fact)}],
    )  # fmt: skip
    return streams.next(scope.tx, place, limit)


def _of_deal(scope: _Scope, sitting: int, number: int, place: Place) -> list[Item]:
    newest, seq = scope.wanted.newest, place.seqs[sitting]
    found = entries.about(scope.tx, sitting, number)
    left = [Entered(sitting, entry) for entry in found if (entry.seq < seq if newest else entry.seq > seq)]
    return list(reversed(left)) if newest else list(left)


def _every(scope: _Scope) -> Iterator[Line]:
    here = Place.beginning(scope.streams, newest=scope.wanted.newest)
    while items := _next(scope, here, _AT_ONCE):
        yield from _told(scope, items)
        for item in items:
            here = here.past(item)


def _is_wanted(scope: _Scope, line: Line) -> bool:
    wanted = scope.wanted
    elsewhere = wanted.sitting is not None and line.sitting != wanted.sitting
    if elsewhere or (wanted.by and doer(line.device, scope.organisers) != wanted.by):
        return False
    if line.of_club and (line.about or frozenset()).isdisjoint(scope.present):
        return False
    if wanted.person is None:
        return True
    if line.about is not None:
        return not line.about.isdisjoint(scope.records)
    if line.sitting is None:
        return True
    return any(Player(str(seat.player)) in scope.records for seat in scope.seats[line.sitting])


def _told(scope: _Scope, items: Sequence[Item]) -> list[Line]:
    made: dict[int, list[Entry]] = defaultdict(list)
    for item in items:
        if isinstance(item, Entered):
            made[item.sitting].append(item.entry)
    around = {number: _around(scope, number, found) for number, found in made.items()}
    background = _background(scope, [item for item in items if isinstance(item, AuditRow)])

    def line_of(item: Item) -> Line:
        if isinstance(item, Recorded):
            return tell_fact(scope.record, item.fact)
        return tell_audit(background, item) if isinstance(item, AuditRow) else tell(around[item.sitting], item.entry)

    return [line_of(item) for item in items]


def _around(scope: _Scope, sitting: int, made: Sequence[Entry]) -> Around:
    """Read what these entries name, what they brought along, and what became of them."""
    tx, row = scope.tx, scope.rows[sitting]
    others = _named_by(tx, sitting, {entry.seq: entry for entry in made})
    groups = {
        entry.seq: entries.span(tx, sitting, entry.seq - entry.group, entry.seq - 1)
        for entry in made
        if 0 < entry.group <= _MOST_OPENED
    }
    brought = {one.seq: one for group in groups.values() for one in group}
    others |= _named_by(tx, sitting, brought)
    steps = entries.steps(tx, sitting, {0, *(entry.number for entry in made)})
    recomputed = frozenset(step.seq for step in steps if step.recomputed) | brought.keys()
    setup = setup_from(row, scope.seats[sitting])
    return Around(sitting, setup, row.currency, others, groups, fates_of(steps), recomputed)


def _named_by(tx: Transaction, sitting: int, known: Mapping[int, Entry]) -> dict[int, Entry]:
    """Give these entries and those that they name, and that those name."""
    found = dict(known)
    for _step in range(2):
        missing = {entry.target for entry in found.values() if entry.target} - found.keys()
        found |= entries.by_seqs(tx, sitting, missing)
    return found


def _background(scope: _Scope, rows: Sequence[AuditRow]) -> Background:
    kind, currency = scope.event.kind, scope.record.currency
    sat = {head.id: scope.record.tables.get(head.id, head.position) for head in scope.heads}
    if not any(row.what in _PAYING for row in rows):
        return Background(currency, kind, sat)
    made = audit.of_kinds(scope.tx, scope.event.id, _PAYING)
    return Background(
        currency,
        kind,
        sat,
        payments={row.values["payment"]: row.values for row in made if row.what == What.PAID},
        fates={
            row.values["payment"]: Fate(How.UNDONE, row.at, row.actor)
            for row in made
            if row.what == What.PAYMENT_TAKEN_BACK
        },
    )


_PAYING: Final = (What.PAID.value, What.PAYMENT_TAKEN_BACK.value)


def _page(scope: _Scope, lines: Sequence[Line], more: str) -> Story:
    people = _people(scope)
    others = set(_mentioned(lines)) - people.keys()
    labels = players.labels(scope.tx, [int(player) for player in others if player.isdecimal()]) if others else {}
    return Story(
        event=event_head(scope.event),
        sittings=scope.heads,
        wanted=scope.wanted,
        lines=tuple(lines),
        names={**people, **{Player(str(number)): label for number, label in labels.items()}},
        people=people,
        tables=scope.record.tables,
        organisers=scope.organisers,
        doers=_doers(scope),
        more=more,
    )


def _doers(scope: _Scope) -> tuple[str, ...]:
    """Give everybody who did something in the event, each once."""
    tx, number = scope.tx, scope.event.id
    found = {*entries.actors(tx, number), *audit.actors(tx, number), *(one.actor for one in scope.facts)}
    by_doer = {doer(kept, scope.organisers): kept for kept in sorted(found)}
    return tuple(by_doer.values())


def _people(scope: _Scope) -> Mapping[Player, str]:
    """Name who was part of the event: of an evening who sat down, in that order; of a hall who registered, too."""
    people = sittings.names_of_events(scope.tx, [scope.event.id])[scope.event.id]
    others = [int(player) for player in people_of(scope.facts) - people.keys()]
    labels = players.labels(scope.tx, others) if others else {}
    named = sorted(labels.items(), key=lambda one: one[1])
    return {**people, **{Player(str(number)): label for number, label in named}}


def _mentioned(lines: Iterable[Line]) -> Iterator[Player]:
    for line in lines:
        for message in (line.head, *line.parts):
            yield from _in(message)
        for change in line.changes:
            yield from (player for said in (change.old, change.new) if said for player in _in(said))
        yield from (one.player for one in line.units)
        yield from _mentioned(line.opened)


def _in(message: Message) -> Iterator[Player]:
    for value in message.values.values():
        if isinstance(value, Message):
            yield from _in(value)
        elif isinstance(value, Who):
            yield from value.players
