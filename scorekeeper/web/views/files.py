"""Files: an evening to take along, its tables for a spreadsheet, and evenings read in again."""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError, ScorekeeperError
from scorekeeper.domain.text import N_, NN_
from scorekeeper.i18n.web import current_language, say
from scorekeeper.i18n.web import gettext as _
from scorekeeper.services import reading, settling
from scorekeeper.services.evening_data import EventFile
from scorekeeper.services.evening_lines import FaultyFileError, read_events
from scorekeeper.services.evening_writer import write_evening, write_line
from scorekeeper.services.exporting import event_file, every_event, left_out
from scorekeeper.services.importing import AlreadyThereError, import_event, preview
from scorekeeper.services.settling import Settlement
from scorekeeper.services.tournament.lessons import days_of
from scorekeeper.spreadsheets.csv_file import write_csv
from scorekeeper.spreadsheets.evening import Evening, deals_grid, grids, payments_grid, totals_grid
from scorekeeper.spreadsheets.workbook import write_xlsx
from scorekeeper.storage import Transaction
from scorekeeper.web import access, store
from scorekeeper.web.downloads import XLSX, download
from scorekeeper.web.pages import render
from scorekeeper.web.pages.files import (
    MOST_BYTES,
    MOST_DEALS,
    FilePage,
    LostFileError,
    PreviewPage,
    faults_of,
    unpacked,
)
from scorekeeper.web.seen_settlement import seen_settlement

pages = Blueprint("files", __name__)


class TooManyDealsError(ScorekeeperError):
    """While so many deals are taken in, other tables would wait too long."""

    def __init__(self, deals: int) -> None:
        super().__init__(
            N_(
                "The file holds {deals} deals. Here {most} at most are read in at once, as nobody else can save "
                "meanwhile. On the computer where scorekeeper runs, this takes more: {command}",
                deals=deals, most=MOST_DEALS, command="scorekeeper import",
            )
        )  # fmt: skip


_ROOM: Final = MOST_BYTES // 3 * 4 + 64 * 1024
"""A form carries the file along in letters, and something beside it."""
_TABLES: Final = {"spiele": deals_grid, "summen": totals_grid, "abrechnung": payments_grid}


@pages.get("/abend/<int:event>/abend.json")
def evening(event: int) -> Response:
    """Hand an evening out as a file."""
    with store.reading() as tx:
        file = event_file(tx, event)
    day = f"-{file.about.day}" if file.about.day else ""
    return download(write_evening(file), "application/json", f"abend{day}-{event}.json")


@pages.get("/alles.jsonl")
def everything() -> Response:
    """Hand every evening out, one a line."""
    with store.reading() as tx:
        content = b"".join(map(write_line, every_event(tx, store.club())))
    return download(content, "application/x-ndjson", "scorekeeper.jsonl")


@pages.get("/abend/<int:event>/tabellen.xlsx")
def workbook_of_evening(event: int) -> Response:
    """Hand an evening's tables out."""
    found = _of_evening(event)
    return _workbook(found, f"{_file_word(found)}-{event}.xlsx")


@pages.get("/partie/<int:sitting>/tabellen.xlsx")
def workbook_of_sitting(sitting: int) -> Response:
    """Hand a sitting's tables out."""
    return _workbook(_of_sitting(sitting), f"partie-{sitting}.xlsx")


@pages.get("/abend/<int:event>/<any(spiele, summen, abrechnung):table>.csv")
def table_of_evening(event: int, table: str) -> Response:
    """Hand one of an evening's tables out."""
    found = _of_evening(event)
    return _csv(found, table, f"{_file_word(found)}-{event}-{table}.csv")


@pages.get("/partie/<int:sitting>/<any(spiele, summen, abrechnung):table>.csv")
def table_of_sitting(sitting: int, table: str) -> Response:
    """Hand one of a sitting's tables out."""
    return _csv(_of_sitting(sitting), table, f"partie-{sitting}-{table}.csv")


def _file_word(found: Evening) -> str:
    return found.settlements[0].event.words.file


def _of_evening(event: int) -> Evening:
    with store.reading() as tx:
        whole = settling.settle_event(tx, event)
        settlements = [whole]
        if whole.event.purse == "each":
            days = days_of(tx, whole.event)
            each = [settling.settle_sitting(tx, share.sitting.id) for share in whole.sittings]
            settlements = [replace(one, event=days.get(one.sittings[0].sitting.id, one.event)) for one in each]
        return _read(tx, *settlements)


def _of_sitting(sitting: int) -> Evening:
    with store.reading() as tx:
        return _read(tx, seen_settlement(tx, sitting))


def _read(tx: Transaction, *settlements: Settlement) -> Evening:
    numbers = [share.sitting.id for settlement in settlements for share in settlement.sittings]
    deals = {number: tuple(reading.all_deals(tx, number)) for number in numbers}
    return Evening(settlements, deals, current_language())


def _workbook(of: Evening, name: str) -> Response:
    return download(write_xlsx(grids(of), of.language), XLSX, name)


def _csv(of: Evening, table: str, name: str) -> Response:
    return download(write_csv(_TABLES[table](of), of.language), "text/csv; charset=utf-8", name)


def _read_in(content: bytes) -> Mapping[int | None, EventFile]:
    """Read a file that is not too much for where others play. Raises FaultyFileError, TooManyDealsError."""
    events = read_events(content)
    deals = sum(len(sitting.deals) for event in events.values() for sitting in event.sittings)
    if deals > MOST_DEALS and not access.who().alone:
        raise TooManyDealsError(deals)
    return events


@pages.errorhandler(TooManyDealsError)
def _too_many_deals(error: TooManyDealsError) -> tuple[str, int]:
    return render(FilePage(problem=error.message)), HTTPStatus.REQUEST_ENTITY_TOO_LARGE


@pages.url_value_preprocessor
def _room_for_a_file(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let these forms be larger than others; heard before anything of them is read."""
    request.max_content_length = request.max_form_memory_size = _ROOM


@pages.errorhandler(RequestEntityTooLarge)
def _too_large(_error: RequestEntityTooLarge) -> tuple[str, int]:
    problem = N_("The file is larger than {most} MB.", most=MOST_BYTES // 2**20)
    return render(FilePage(problem=problem)), HTTPStatus.REQUEST_ENTITY_TOO_LARGE


@pages.get("/einlesen")
def page() -> str:
    """Ask for a file."""
    with store.reading() as tx:
        return render(FilePage(left_out=left_out(tx, store.club())))


@pages.post("/einlesen")
def show() -> str | tuple[str, int]:
    """Show what is in a file."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return render(FilePage(problem=N_("A file must be chosen."))), HTTPStatus.UNPROCESSABLE_ENTITY
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise RequestEntityTooLarge
    try:
        return render(_previewed(content, store.one_time_key()))
    except FaultyFileError as error:
        return render(FilePage(name=file.filename, faults=faults_of(error))), HTTPStatus.UNPROCESSABLE_ENTITY


def _previewed(content: bytes, key: str, *, tried: bool = False) -> PreviewPage:
    """Look through a file. Raises FaultyFileError."""
    events = _read_in(content)
    with store.reading() as tx:
        previews = {}
        for line, event in events.items():
            try:
                previews[line] = preview(tx, store.club(), event)
            except RefusedError as error:
                raise FaultyFileError(error, line) from error
    return PreviewPage(key=key, content=content, previews=previews, tried=tried)


@pages.post("/einlesen/uebernehmen")
def take() -> Response | tuple[str, int]:
    """Take everything in the file, or nothing."""
    key, again = request.form.get("key", ""), request.form.get("again") == "yes"
    try:
        content = unpacked(request.form.get("file", ""))
        events = _read_in(content)
    except (LostFileError, FaultyFileError) as error:
        raise BadRequest from error
    untitled = _("Card evening")
    try:
        with store.writing() as tx:
            actor = store.actor()
            numbers = [
                import_event(tx, actor, event, key=key, line=line or 0, untitled=untitled, again=again)
                for line, event in events.items()
            ]
    except AlreadyThereError:
        return render(_previewed(content, store.one_time_key(), tried=True)), HTTPStatus.CONFLICT
    except RefusedError as error:
        faults = faults_of(FaultyFileError(error, None))
        return render(FilePage(faults=faults)), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(say(NN_("The evening was read in and checked.", "{n} evenings were read in and checked.", len(numbers))))
    if len(numbers) == 1:
        return redirect(url_for("evening.page", event=numbers[0]), HTTPStatus.SEE_OTHER)
    return redirect(url_for("home.page"), HTTPStatus.SEE_OTHER)
