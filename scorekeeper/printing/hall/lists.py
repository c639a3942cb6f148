"""The lists of a tournament: who is registered, who sits where, what a round brought, who is where, who wins what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.domain.text import N_, NN_, Message, Player, Who
from scorekeeper.domain.tournament.points import Cell
from scorekeeper.domain.tournament.record import FEE
from scorekeeper.domain.tournament.standings import Line
from scorekeeper.domain.tournament.telling import NO_RESULT, left_out, parting_text
from scorekeeper.i18n import Language, render
from scorekeeper.i18n.figures import money, number, signed
from scorekeeper.printing.hall.listing import (
    BIG,
    FINE,
    HUGE,
    LARGE,
    PLAIN,
    TALL,
    Column,
    Entry,
    ListSheet,
    Room,
    pages,
)
from scorekeeper.printing.settlement_sheet import made_text, subtitle
from scorekeeper.printing.sheets import Fact
from scorekeeper.services.reading import EventHead
from scorekeeper.services.tournament.accounts import Accounts
from scorekeeper.services.tournament.standings import Hall

_FEW: Final = 80
"""Up to so many people a list is set larger."""
_HUNG: Final = 40
"""Up to so many people a list that is hung up is read from two steps away."""
_PARTED: Final = 20
"""For so many places it is said what parted equals."""
_MOST_NARROW: Final = 3
NOTHING: Final = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What every paper of a tournament is made of."""

    event: EventHead
    hall: Hall
    names: Mapping[int, Mapping[int, str]]
    """What everybody is called, by round and start number; round 0 = who was registered."""
    language: Language
    made: datetime
    currency: str = "EUR"

    def say(self, message: Message) -> str:
        """Say something in the paper's language."""
        return render(message, self.language, self.hall.names)

    def cents(self, cents: int) -> str:
        """Show money in the club's currency."""
        return money(cents, self.language, self.currency)


def start_list(paper: Paper) -> ListSheet:
    """Set who is registered, by start number, with a box to tick who is there."""
    fees = paper.hall.state.settings.fee_cents
    paid = {one.entrant for one in paper.hall.state.money if one.what == FEE}
    columns = [Column(paper.say(N_("No.")), 9.5, right=True, bold=True), Column(paper.say(N_("Name")))]
    columns.append(Column(paper.say(N_("paid")) if fees else "", 14.5))
    names = paper.names[0]
    entries = [
        Entry((str(one), names[one], paper.say(N_("yes")) if fees and one in paid else "")) for one in sorted(names)
    ]
    size = PLAIN if len(entries) <= _FEW else FINE
    return _sheet(paper, N_("Start list"), columns, entries, Room(size, 2, 30.0), facts=(
        Fact(paper.say(N_("Registered")), str(len(entries))),
        Fact(paper.say(N_("Entry fee")), paper.cents(fees) if fees else paper.say(N_("no fee"))),
    ))  # fmt: skip


def seating_by_name(paper: Paper, round_number: int) -> ListSheet:
    """Set for everybody at which table they sit in a round, by name."""
    drawn, names = paper.hall.state.rounds[round_number].drawn, paper.names[round_number]
    out = paper.say(N_("sits out"))
    entries = [
        Entry((names[one], str(one), str(drawn.table_of(one) or out)))
        for one in sorted(drawn.players, key=lambda one: (_sorting(names[one]), one))
    ]
    room = _hung(len(entries), len(entries))
    columns = [
        Column(paper.say(N_("Name"))), Column(paper.say(N_("No.")), 12.0 * _wider(room), right=True),
        Column(paper.say(N_("Table")), 19.0 * _wider(room), bold=True),
    ]  # fmt: skip
    title = N_("Where do I sit? Round {round}", round=round_number)
    return _sheet(paper, title, columns, entries, room)


def _hung(people: int, lines: int) -> Room:
    """Lay a list out that is read on a wall: as large as one page holds, in two columns where many are on it."""
    for size in (HUGE, BIG):
        if lines <= Room(size).fitting(first=True):
            return Room(size)
    return Room(LARGE if people <= _HUNG else PLAIN if people <= _FEW else FINE, 2)


def _wider(room: Room) -> float:
    """Tell how much more room figures need in a list that is set larger than usual."""
    return max(1.0, room.size.pt / LARGE.pt)


def seating_by_table(paper: Paper, round_number: int) -> ListSheet:
    """Set who sits at which table in a round, in the order of the seats."""
    drawn, names = paper.hall.state.rounds[round_number].drawn, paper.names[round_number]
    groups = [
        [
            Entry((paper.say(N_("Table {number}", number=table)),), heading=True),
            *(Entry((str(seat), names[seat])) for seat in seats),
        ]
        for table, seats in enumerate(drawn.tables, 1)
    ]
    if drawn.sitting_out:
        out = [Entry((str(one), names[one])) for one in sorted(drawn.sitting_out)]
        groups.append([Entry((paper.say(N_("sits out")),), heading=True), *out])
    room = _hung(len(drawn.players), sum(map(len, groups)) + 1)
    columns = [
        Column(paper.say(N_("No.")), 12.0 * _wider(room), right=True), Column(paper.say(N_("Name, first seat first"))),
    ]  # fmt: skip
    title = N_("Tables of round {round}", round=round_number)
    return _grouped(paper, title, columns, groups, room, notes=(
        paper.say(N_("Drawn from the seed {seed}. The same seed gives the same draw.",
                     seed=paper.hall.state.rounds[round_number].seed)),
    ))  # fmt: skip


def round_results(paper: Paper, round_number: int) -> ListSheet:
    """Set what every table of a round brought, and what it counts."""
    hall = paper.hall
    found = hall.state.rounds[round_number]
    cells = {
        line.seat.entrant: cell
        for line in hall.of_round(round_number, round_number)
        if (cell := line.cell(round_number)) is not None
    }
    notes = [paper.say(one) for one in _penalties(hall.of_round(round_number, round_number))]
    groups = []
    for table, seats in enumerate(found.drawn.tables, 1):
        brought = hall.tables.get(round_number, {}).get(table)
        said = N_("Table {number}", number=table)
        if brought is None and table in found.without:
            said = N_("Table {number}, closed without a result", number=table)
        elif brought is None or not brought.final:
            said = N_("Table {number}, not handed in", number=table)
        units = brought.units if brought else {}
        ordered = sorted(seats, key=lambda one: (-units.get(one, 0), seats.index(one)))
        rows = [_brought(paper, one, round_number, units, cells) for one in ordered]
        groups.append([Entry((paper.say(said),), heading=True), *rows])
    if found.drawn.sitting_out:
        rows = [_brought(paper, one, round_number, {}, cells) for one in sorted(found.drawn.sitting_out)]
        groups.append([Entry((paper.say(N_("sits out")),), heading=True), *rows])
    columns = [
        Column(paper.say(N_("No.")), 9.5, right=True), Column(paper.say(N_("Name"))),
        Column(paper.say(N_("Result")), 14.0, right=True), Column(paper.say(N_("counts")), 14.0, right=True, bold=True),
    ]  # fmt: skip
    size = PLAIN if len(found.drawn.players) <= _FEW else FINE
    title = N_("Results of round {round}", round=round_number)
    return _grouped(paper, title, columns, groups, Room(size, 2), notes=tuple(notes))


def _brought(
    paper: Paper, one: int, round_number: int, units: Mapping[int, int], cells: Mapping[int, Cell]
) -> Entry:  # fmt: skip
    cell = cells.get(one)
    points = _marked(cell, number(cell.total, paper.language)) if cell and cell.counts else NOTHING
    result = signed(units[one], paper.language) if one in units else NOTHING
    return Entry((str(one), paper.names[round_number][one], result, points))


def standings_list(paper: Paper, through: int) -> ListSheet:
    """Set the list after a round with what each round counted, and what parted equals at its top."""
    hall, language = paper.hall, paper.language
    lines = hall.lines(through)
    rounds = [one for one, found in sorted(hall.state.rounds.items()) if found.begun and one <= through]
    wide = 15.0 if len(rounds) <= _MOST_NARROW * 2 else 9.6
    columns = [
        Column(paper.say(N_("Place")), 12.0, right=True, bold=True), Column(paper.say(N_("No.")), 10.0, right=True),
        Column(paper.say(N_("Name"))),
        *(Column(paper.say(N_("R{round}", round=one)), wide, right=True) for one in rounds),
        Column(paper.say(N_("Sum")), 20.0, right=True, bold=True),
    ]  # fmt: skip
    entries = [
        Entry((
            f"{line.place}." if line.place else NOTHING, str(line.seat.entrant), hall.names[Player(line.seat.key)],
            *(_counted(paper, line.cell(one)) for one in rounds),
            number(line.points, language) if line.place else NOTHING,
        ))
        for line in lines
    ]  # fmt: skip
    title = N_("Standings after round {round}", round=rounds[-1]) if rounds else N_("Standings")
    size = PLAIN if len(entries) <= _FEW // 2 else FINE
    notes = (*_parted(paper, lines), *map(paper.say, _penalties(lines)))
    return _sheet(paper, title, columns, entries, Room(size), notes=notes)


def _counted(paper: Paper, cell: Cell | None) -> str:
    if cell is None or not cell.counts:
        return paper.say(NO_RESULT) if cell and cell.how == "no_result" else NOTHING
    shown = number(cell.total, paper.language)
    return _marked(cell, f"({shown})" if cell.how == "sat_out" else shown)


def _marked(cell: Cell, shown: str) -> str:
    """Mark points that hold a penalty."""
    return f"{shown}*" if cell.penalties else shown


def _parted(paper: Paper, lines: Sequence[Line]) -> Iterator[str]:
    """Say what put the first ones behind others with as many points, and what brackets and letters are."""
    for line in lines:
        if line.parting and line.place <= _PARTED:
            said = N_(
                "{place}. {name}: {why}.", place=line.place, name=paper.hall.names[Player(line.seat.key)],
                why=paper.say(parting_text(line.parting)),
            )  # fmt: skip
            yield paper.say(said)
    for said in left_out(lines):
        yield paper.say(N_("{letters}: {why}", letters=paper.say(NO_RESULT), why=paper.say(said)))
    if any(cell.how == "sat_out" for line in lines for cell in line.cells):
        yield paper.say(N_("In brackets: credited for a round that was sat out."))


def _penalties(lines: Sequence[Line]) -> Iterator[Message]:
    """Say whose points hold a penalty or a credit, how much and what for."""
    given = [(one, Player(line.seat.key)) for line in lines for cell in line.cells for one in cell.penalties]
    for one, player in sorted(given, key=lambda found: (found[0].round, found[0].seq)):
        who = Who((player,))
        if one.points > 0:
            yield NN_(
                "* Round {round}, {name}: one penalty point is taken off ({why}).",
                "* Round {round}, {name}: {n} penalty points are taken off ({why}).",
                one.points, round=one.round, name=who, why=one.reason,
            )  # fmt: skip
        else:
            yield NN_(
                "* Round {round}, {name}: one point is credited ({why}).",
                "* Round {round}, {name}: {n} points are credited ({why}).",
                -one.points, round=one.round, name=who, why=one.reason,
            )  # fmt: skip


def prize_list(paper: Paper, accounts: Accounts) -> ListSheet:
    """Set who wins how much, with a line to sign for it."""
    columns = [
        Column(paper.say(N_("Place")), 14.0, right=True, bold=True), Column(paper.say(N_("Name")), 72.0),
        Column(paper.say(N_("Prize")), 26.0, right=True, bold=True), Column(paper.say(N_("handed out")), 22.0),
        Column(paper.say(N_("Received (signature)"))),
    ]  # fmt: skip
    entries = [
        Entry((
            f"{one.prize.place}.", paper.hall.names[Player(one.prize.key)], paper.cents(one.prize.cents),
            paper.say(N_("yes")) if one.paid and one.open <= 0 else "", "",
        ))
        for one in accounts.prizes
    ]  # fmt: skip
    total = paper.say(N_("All prizes together: {money}.", money=paper.cents(accounts.awards.total)))
    comfort = [
        paper.say(N_("With it the consolation for the last: {name}.", name=paper.hall.names[Player(one.prize.key)]))
        for one in accounts.prizes
        if one.prize.consolation
    ]
    notes = (*map(paper.say, accounts.worked_out), *comfort, total) if entries else ()
    if entries and not accounts.final:
        notes = (*notes, paper.say(N_("Not every round is closed: the prizes may still change.")))
    return _sheet(paper, N_("Prize list"), columns, entries, Room(TALL), notes=notes)


def _sheet(  # noqa: PLR0913 all that stands on it
    paper: Paper, title: Message, columns: Sequence[Column], entries: Sequence[Entry], room: Room, *,
    facts: tuple[Fact, ...] = (), notes: tuple[str, ...] = (),
) -> ListSheet:  # fmt: skip
    return _grouped(paper, title, columns, [[entry] for entry in entries], room, facts=facts, notes=notes)


def _grouped(  # noqa: PLR0913 all that stands on it
    paper: Paper, title: Message, columns: Sequence[Column], groups: Sequence[Sequence[Entry]], room: Room, *,
    facts: tuple[Fact, ...] = (), notes: tuple[str, ...] = (),
) -> ListSheet:  # fmt: skip
    return ListSheet(
        language=paper.language,
        title=paper.say(title),
        subtitle=subtitle(paper.event, paper.language),
        made=made_text(paper.made, paper.language),
        facts=facts,
        size=room.size,
        beside=room.beside,
        pages=pages(columns, groups, room),
        nothing=paper.say(N_("Nothing to print yet.")),
        notes=notes,
    )


def _sorting(name: str) -> str:
    """Sort ä like a, as a telephone book does not but everybody looks for it."""
    return name.casefold().translate(_PLAIN)


_PLAIN: Final = str.maketrans("äöüáàâéèêíìîóòôúùûčćšžñ", "aouaaaeeeiiiooouuuccszn")
