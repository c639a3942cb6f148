"""Who sits where, who sits out when, who comes and who goes: the table as it is, and what a change would come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

from scorekeeper.domain.game import Table
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.text import Message, Player
from scorekeeper.i18n import Names
from scorekeeper.services.players import KnownPlayer
from scorekeeper.services.reading import SittingNow
from scorekeeper.services.seating import Seating, SeatNow, SeatsAfter
from scorekeeper.web.forms.moves import FIELDS, MovesForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Who sits out in a deal to come."""

    number: int
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """The table, the book of who sits out, and the forms for who comes and goes."""

    template: ClassVar[str] = "seats/page.html"

    sitting: int
    event: int
    game: Message
    names: Names
    number: int
    """The next deal."""
    present: tuple[SeatNow, ...]
    gone: tuple[SeatNow, ...]
    money: bool
    table: Table | None
    """The next deal; None while too few or too many sit there."""
    turns: tuple[Turn, ...]
    """The deals to come in which somebody sits out."""
    rests: bool
    """Whether anybody sits out or has sat out."""
    size: tuple[int, int]
    known: tuple[KnownPlayer, ...]
    """Those who may join."""
    open: bool
    asked: Mapping[str, str]
    """What was filled in before the preview."""
    undo: Entry | None
    """The last change of seats, if it is the last thing done."""
    said: Message | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesPage:
    """What a change of seats would come to, before it is done."""

    template: ClassVar[str] = "seats/preview.html"

    sitting: int
    game: Message
    names: Names
    number: int
    leaving: Player | None
    joining: Player | None
    before: Table | None
    after: Table | None
    units: int
    cents: int
    money: bool
    size: tuple[int, int]
    refusals: tuple[Message, ...]
    fields: tuple[tuple[str, str], ...]
    seen: int
    back: str
    meant: tuple[tuple[KnownPlayer, str], ...]
    """Whom the new name may have meant, with the address that takes them instead."""


def seats_page(found: Seating, known: tuple[KnownPlayer, ...], form: MovesForm, said: Message | None) -> SeatsPage:
    """Make the page."""
    now = found.now
    first = now.standing.deals + 1
    tables = found.tables if now.open else ()
    return SeatsPage(
        sitting=now.head.id,
        event=now.event.id,
        game=now.setup.game.label,
        names=now.names,
        number=first,
        present=found.present,
        gone=tuple(seat for seat in found.seats if seat.left),
        money=bool(now.head.stake_cents) and now.setup.game.money(now.setup.rules),
        table=next(iter(tables), None),
        turns=tuple(
            Turn(number=number, table=table) for number, table in enumerate(tables, first) if table.sitting_out
        ),
        rests=any(table.sitting_out for table in tables) or any(seat.sat_out for seat in found.seats),
        size=found.size,
        known=tuple(person for person in known if not person.retired and not _is_seated(person, now)),
        open=now.open,
        asked=dict.fromkeys(FIELDS, "") | dict(form.fields),
        undo=now.undo if now.undo and now.undo.kind is EntryKind.SEATS and not now.event.closed else None,
        said=said,
    )


def moves_page(found: SeatsAfter, form: MovesForm, address: str) -> MovesPage:
    """Make the preview; the address is that of the table's seats."""
    now = found.now
    joining = None if form.moves.joining is None else Player(str(form.moves.joining))
    names = dict(now.names)
    if form.newcomer is not None and joining is not None:
        names[joining] = form.newcomer.label
    refusals = tuple(each.message for each in found.refusals)
    return MovesPage(
        sitting=now.head.id,
        game=now.setup.game.label,
        names=names,
        number=now.standing.deals + 1,
        leaving=form.moves.leaving if form.moves.leaving in names else None,
        joining=joining,
        before=found.before,
        after=found.table,
        units=found.units,
        cents=found.cents,
        money=bool(now.head.stake_cents) and now.setup.game.money(now.setup.rules),
        size=now.setup.game.size(now.setup.rules),
        refusals=(form.problem,) if form.problem else refusals,
        fields=form.fields,
        seen=now.seq,
        back=f"{address}?{urlencode(form.fields)}",
        meant=tuple((person, _instead(address, form, person)) for person in form.alike if not _is_seated(person, now)),
    )


def _is_seated(person: KnownPlayer, now: SittingNow) -> bool:
    return any(person.stands_for(int(player)) for player in now.setup.players)


def _instead(address: str, form: MovesForm, person: KnownPlayer) -> str:
    kept = [(name, value) for name, value in form.fields if name not in {"name", "person"}]
    return f"{address}/vorschau?{urlencode([*kept, ('person', person.id)])}"
