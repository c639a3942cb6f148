"""The paper of a tournament: what can be printed now, each sheet, all of them in one; long ones with a progress bar."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus

from flask import Blueprint, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.tournament.record import FEE, RoundState
from scorekeeper.i18n.web import current_language
from scorekeeper.printing import rendering
from scorekeeper.printing.errors import PrintingFailedError
from scorekeeper.printing.hall import lists
from scorekeeper.printing.hall.certificates import LONGEST_WORDS, Certificates, certificates
from scorekeeper.printing.hall.lists import Paper
from scorekeeper.printing.hall.receipts import receipts
from scorekeeper.printing.hall.report import report
from scorekeeper.printing.hall.score_sheets import ScoreSheets, score_sheets
from scorekeeper.printing.sheets import Sheet
from scorekeeper.printing.table_cards import table_cards
from scorekeeper.services.club_settings import usual_currency
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.reading import event_head
from scorekeeper.services.tournament import accounts as money
from scorekeeper.services.tournament import recording, tables_now
from scorekeeper.services.tournament.accounts import Accounts
from scorekeeper.storage import Transaction
from scorekeeper.web import print_jobs, reaching, store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.hall_paper import HallPaperPage, PrintingPage
from scorekeeper.web.pages.no_pdf import NoPdfPage
from scorekeeper.web.printer import printer
from scorekeeper.web.row_numbers import row_number_or
from scorekeeper.web.views.pdf import answer, club_letterhead, no_pdf
from scorekeeper.web.views.sharing import cards_of, make_links
from scorekeeper.web.views.standings import through

pages = Blueprint("hall_pdf", __name__, url_prefix="/turnier/<int:event>/papier")
_FIRST_THREE = 3
_PDF = {"view": "pdf"}
_VIEW = {"view": "druck"}


@dataclass(frozen=True, slots=True)
class _Read:
    """A tournament with everything that its papers say."""

    paper: Paper
    accounts: Accounts

    @property
    def rounds(self) -> tuple[RoundState, ...]:
        """The rounds that are drawn."""
        return tuple(found for _number, found in sorted(self.paper.hall.state.rounds.items()))

    def round(self, number: int) -> RoundState:
        """Find a round that is drawn. Raises NotFoundError."""
        found = self.paper.hall.state.rounds.get(number)
        if found is None:
            raise NotFoundError
        return found

    @property
    def tables(self) -> int:
        """The most tables that a round has."""
        return max((len(found.drawn.tables) for found in self.rounds), default=0)


@pages.get("")
def page(event: int) -> str:
    """Show what can be printed now; the printing processes start meanwhile."""
    printer().warm(2)
    with store.reading() as tx:
        found, cards = _read(tx, event), cards_of(tx, event)
    state = found.paper.hall.state
    made = HallPaperPage(
        event=found.paper.event, entrants=len(state.entrants), rounds=found.rounds, tables=found.tables,
        fees=sum(1 for one in state.money if one.what == FEE), prizes=len(found.accounts.prizes),
        placed=sum(1 for line in found.paper.hall.lines(through(found.paper.hall)) if line.place),
        cards=sum(1 for card in cards if card.number <= found.tables),
    )  # fmt: skip
    return render(made)


@pages.post("/tischkarten")
def make_cards(event: int) -> Response:
    """Make the links for all tables at once; those that have one keep it."""
    with store.writing() as tx:
        tables = _read(tx, event).tables
        make_links(tx, event, range(1, tables + 1))
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


@pages.get("/startliste.pdf", defaults=_PDF)
@pages.get("/startliste/druck", defaults=_VIEW)
def start_list(event: int, view: str) -> Response:
    """Print who is registered."""
    return answer(lists.start_list(_found(event).paper), view, f"startliste-{event}")


@pages.get("/runde/<int:number>/sitzplan-<any(name, tisch):by>.pdf", defaults=_PDF)
@pages.get("/runde/<int:number>/sitzplan-<any(name, tisch):by>/druck", defaults=_VIEW)
def seating(event: int, number: int, by: str, view: str) -> Response:
    """Print who sits where in a round."""
    found = _found(event)
    found.round(number)
    make = lists.seating_by_name if by == "name" else lists.seating_by_table
    return answer(make(found.paper, number), view, f"sitzplan-{event}-{number}-{by}")


@pages.get("/runde/<int:number>/zettel.pdf", defaults=_PDF)
@pages.get("/runde/<int:number>/zettel/druck", defaults=_VIEW)
def round_sheets(event: int, number: int, view: str) -> Response:
    """Print a score sheet for each table of a round."""
    return _answer_long(event, _score_sheets(_found(event), number), view, f"zettel-{event}-{number}")


@pages.get("/runde/<int:number>/ergebnisse.pdf", defaults=_PDF)
@pages.get("/runde/<int:number>/ergebnisse/druck", defaults=_VIEW)
def results(event: int, number: int, view: str) -> Response:
    """Print what every table of a round brought."""
    found = _found(event)
    if not found.round(number).begun:
        raise NotFoundError
    return answer(lists.round_results(found.paper, number), view, f"ergebnisse-{event}-{number}")


@pages.get("/rangliste.pdf", defaults=_PDF)
@pages.get("/rangliste/druck", defaults=_VIEW)
def standings_sheet(event: int, view: str) -> Response:
    """Print the list, up to the round that whoever asks may see."""
    paper = _found(event).paper
    return answer(lists.standings_list(paper, through(paper.hall)), view, f"rangliste-{event}")


@pages.get("/preise.pdf", defaults=_PDF)
@pages.get("/preise/druck", defaults=_VIEW)
def prizes(event: int, view: str) -> Response:
    """Print who wins what."""
    found = _found(event)
    return answer(lists.prize_list(found.paper, found.accounts), view, f"preise-{event}")


@pages.get("/quittungen.pdf", defaults=_PDF)
@pages.get("/quittungen/druck", defaults=_VIEW)
def fee_receipts(event: int, view: str) -> Response:
    """Print a receipt for every fee, or for the start number that is asked for."""
    number = row_number_or(request.args.get("nr", ""), 0)
    sheet = receipts(_found(event).paper, (number,) if number else ())
    if not sheet.pages:
        return _to_list(event)
    return answer(sheet, view, f"quittungen-{event}")


@pages.get("/urkunden.pdf", defaults=_PDF)
@pages.get("/urkunden/druck", defaults=_VIEW)
def placed_certificates(event: int, view: str) -> Response:
    """Print certificates for the first ones, or for everybody with a place."""
    upto = row_number_or(request.args.get("bis", ""), _FIRST_THREE)
    sheet = _certificates(_found(event), upto, request.args.get("text", "").strip()[:LONGEST_WORDS])
    if not sheet.awards:
        return _to_list(event)
    return _answer_long(event, sheet, view, f"urkunden-{event}")


@pages.get("/bericht.pdf", defaults=_PDF)
@pages.get("/bericht/druck", defaults=_VIEW)
def final_report(event: int, view: str) -> Response:
    """Print what the tournament came to."""
    found = _found(event)
    return answer(report(found.paper, found.accounts), view, f"bericht-{event}")


@pages.get("/alles")
def everything(event: int) -> Response:
    """Print every sheet that there is something on, into one PDF."""
    found = _found(event)
    club = club_letterhead()
    parts = [rendering.html(sheet, club=club) for sheet in _all(found)]
    name = print_jobs.begin(printer(), event, found.paper.event.title, parts, url_for(".page", event=event))
    return redirect(url_for(".job", event=event, name=name), HTTPStatus.SEE_OTHER)


@pages.get("/auftrag/<name>")
def job(event: int, name: str) -> Response:
    """Show how far a long paper is; the page asks again by itself and goes on to the PDF."""
    try:
        found = print_jobs.find(event, name)
    except NotFoundError:  # files are kept for an hour
        return _to_list(event)
    if found.finished:
        return redirect(url_for(".job_file", event=event, name=name), HTTPStatus.SEE_OTHER)
    if found.failed:
        error = printer().missing() or PrintingFailedError()
        page = NoPdfPage(title=found.title, error=error, print_view=found.back)
        return make_response(render(page), HTTPStatus.SERVICE_UNAVAILABLE)
    with store.reading() as tx:
        head = event_head(recording.event_with_record(tx, event))
    response = make_response(render(PrintingPage(event=head, job=found)))
    response.headers["Refresh"] = "1"
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/auftrag/<name>/blatt.pdf")
def job_file(event: int, name: str) -> Response:
    """Give a long paper that is ready."""
    try:
        response = make_response(print_jobs.pdf(event, name))
    except NotFoundError:
        return _to_list(event)
    response.mimetype = "application/pdf"
    response.headers["Content-Disposition"] = f'inline; filename="turnier-{event}.pdf"'
    return response


def _to_list(event: int) -> Response:
    """Lead to what can be printed now."""
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


def _answer_long(event: int, sheet: ScoreSheets | Certificates, view: str, name: str) -> Response:
    """Print at once what is short; what is long is printed in parts while a page shows how far it is."""
    parts = sheet.parts
    if view == "druck" or len(parts) <= 1:
        return answer(sheet, view, name)
    missing = printer().missing()
    if missing is not None:
        return no_pdf(sheet, missing)
    club = club_letterhead()
    html = [rendering.html(part, club=club) for part in parts]
    back = f"{request.path.removesuffix('.pdf')}/druck?{request.query_string.decode()}"
    job_name = print_jobs.begin(printer(), event, sheet.title, html, back)
    return redirect(url_for(".job", event=event, name=job_name), HTTPStatus.SEE_OTHER)


def _found(event: int) -> _Read:
    with store.reading() as tx:
        return _read(tx, event)


def _read(tx: Transaction, event: int) -> _Read:
    head = event_head(recording.event_with_record(tx, event))
    found = money.accounts(tx, event)
    state = found.hall.state
    names = {number: tables_now.labels(tx, state, number) for number in range(1, state.settings.rounds + 1)}
    paper = Paper(
        event=head, hall=found.hall, names={0: names[1], **names}, language=current_language(),
        made=datetime.now(UTC), currency=usual_currency(tx, store.club()),
    )  # fmt: skip
    return _Read(paper, found)


def _score_sheets(found: _Read, number: int) -> ScoreSheets:
    paper, drawn = found.paper, found.round(number)
    return score_sheets(
        paper.event,
        paper.hall.state.settings,
        drawn,
        paper.names[number],
        paper.language,
        currency=paper.currency,
    )


def _certificates(found: _Read, upto: int, words: str) -> Certificates:
    lines = found.paper.hall.lines(through(found.paper.hall))
    return certificates(found.paper, [line for line in lines if not upto or line.place <= upto], words)


def _all(found: _Read) -> Iterator[Sheet]:
    """Give every sheet in the order in which a tournament needs them."""
    paper = found.paper
    yield lists.start_list(paper)
    yield from _cards(found)
    for one in found.rounds:
        yield lists.seating_by_name(paper, one.number)
        yield lists.seating_by_table(paper, one.number)
        yield from _score_sheets(found, one.number).parts
        if one.begun:
            yield lists.round_results(paper, one.number)
    if any(one.begun for one in found.rounds):
        yield lists.standings_list(paper, through(paper.hall))
        yield from _ceremony(found)


def _cards(found: _Read) -> Iterator[Sheet]:
    paper = found.paper
    with store.reading() as tx:
        cards = cards_of(tx, paper.event.id)
    if cards:
        yield table_cards(paper.event, cards, reaching.code_address(), paper.language)


def _ceremony(found: _Read) -> Sequence[Sheet]:
    made: list[Sheet] = [report(found.paper, found.accounts)]
    if found.accounts.prizes:
        made.insert(0, lists.prize_list(found.paper, found.accounts))
    paid = receipts(found.paper)
    if paid.pages:
        made.append(paid)
    if found.accounts.final:
        made += _certificates(found, _FIRST_THREE, "").parts
    return made
