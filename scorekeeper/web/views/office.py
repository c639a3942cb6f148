"""The office: results of paper tables typed table by table, once or by two who are compared, and taken back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final

from flask import Blueprint, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message, Signed
from scorekeeper.i18n.typed import TypedNumberError, parse_units
from scorekeeper.i18n.web import gettext as _
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.reading import EventHead, event_head
from scorekeeper.services.tournament import recording, results, tables_now
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.tables_now import TableNow
from scorekeeper.web import store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.draw import Seat
from scorekeeper.web.pages.office import Cell, GridPage, GridTable
from scorekeeper.web.row_numbers import row_number, row_number_or

pages = Blueprint("office", __name__, url_prefix="/turnier/<int:event>/runde/<int:number>/eingabe")
_MOST_LETTERS: Final = 20
_REFUSED: Final = HTTPStatus.UNPROCESSABLE_ENTITY


@dataclass(frozen=True, slots=True)
class _Round:
    """What the pages of the office are made of."""

    head: EventHead
    tables: tuple[TableNow, ...]
    names: Mapping[int, str]

    def table(self, number: int) -> TableNow:
        """Find a table. Raises NotFoundError."""
        found = next((one for one in self.tables if one.number == number), None)
        if found is None:
            raise NotFoundError
        return found


@pages.get("")
def page(event: int, number: int) -> Response | str:
    """Show the grid, or the table in it that is asked for."""
    hand, table = _hand(request.args.get("hand", 1, row_number)), row_number_or(request.args.get("tisch", ""), 0)
    if table:
        return _back(event, number, hand, table)
    return _page(event, number, hand)


@pages.post("/<int:table_number>")
def enter(event: int, number: int, table_number: int) -> Response:
    """Save a table's totals, unless something is missing or the sum is odd and nobody said that it is right."""
    hand = _hand(request.form.get("hand", 1, row_number))
    now = _load(event, number)
    line = _read(event, number, hand, now.table(table_number), now.names)
    if line.problem is None:
        units = {cell.seat.number: parse_units(cell.text) for cell in line.cells}
        try:
            with store.writing() as tx:
                at = At(event, store.key_of_form())
                results.enter_totals(
                    tx, store.actor(), at, number, table_number, units=units, hand=hand,
                    both="both" in request.form, seen=request.form.get("seen"),
                )  # fmt: skip
        except RefusedError as error:
            line = replace(line, problem=error.message, now=_load(event, number).table(table_number))
    if line.problem is not None:
        shown = render(line) if "HX-Request" in request.headers else _page(event, number, hand, line)
        return make_response(shown, _REFUSED)
    if "HX-Request" in request.headers:
        now = _load(event, number)
        return make_response(render(GridTable.kept(event, number, hand, now.table(table_number), now.names)))
    return _back(event, number, hand, min(table_number + 1, len(now.tables)))


@pages.post("/<int:table_number>/zurueck")
def take_back(event: int, number: int, table_number: int) -> Response:
    """Take back what was entered last for a table."""
    hand = _hand(request.form.get("hand", 1, row_number))
    try:
        with store.writing() as tx:
            at = At(event, store.key_of_form())
            results.take_totals_back(tx, store.actor(), at, number, table_number, hand, request.form.get("seen"))
    except RefusedError as error:
        now = _load(event, number)
        line = GridTable.kept(event, number, hand, now.table(table_number), now.names)
        return make_response(_page(event, number, hand, replace(line, problem=error.message)), _REFUSED)
    flash(_("Table {number}: taken back.", number=table_number))
    return _back(event, number, hand, table_number)


def _hand(typed: int) -> int:
    return 2 if typed == results.BY_HAND[1] else 1


def _back(event: int, number: int, hand: int, table: int) -> Response:
    address = url_for(".page", event=event, number=number, hand=hand if hand > 1 else None)
    return redirect(f"{address}#tisch-{table}", HTTPStatus.SEE_OTHER)


def _load(event: int, number: int) -> _Round:
    with store.reading() as tx:
        head = event_head(recording.event_with_record(tx, event))
        state = recording.state_of(tx, event)
        found = state.rounds.get(number)
        if found is None or not found.begun:
            raise NotFoundError
        return _Round(head, tables_now.tables_of(tx, state, found), tables_now.labels(tx, state, number))


def _page(event: int, number: int, hand: int, typed: GridTable | None = None) -> str:
    now = _load(event, number)
    lines = [GridTable.kept(event, number, hand, table, now.names) for table in now.tables]
    if typed is not None:
        lines = [typed if one.now.number == typed.now.number else one for one in lines]
    return render(GridPage(event=now.head, number=number, hand=hand, device=store.actor().device, tables=tuple(lines)))


def _read(event: int, number: int, hand: int, now: TableNow, names: Mapping[int, str]) -> GridTable:
    """Read a table's line, and say what is wrong with it."""
    cells = [_cell(Seat(one, names[one])) for one in now.seats]
    line = GridTable(event=event, number=number, hand=hand, now=now, cells=tuple(cells), saved=False)
    if any(cell.problem for cell in cells):
        return replace(line, problem=N_("everybody at the table needs a number"))
    total = sum(parse_units(cell.text) for cell in cells)
    if total and now.zero_sum and not request.form.get("odd"):
        problem: Message = N_("The sum is {sum}, it should be 0.", sum=Signed(total))
        return replace(line, problem=problem, odd=total)
    return line


def _cell(seat: Seat) -> Cell:
    text = request.form.get(f"u{seat.number}", "").strip()[:_MOST_LETTERS]
    try:
        parse_units(text)
    except TypedNumberError as error:
        return Cell(seat, text, error.message if text else N_("is missing"))
    return Cell(seat, text)
