"""Sheets of paper: as PDF, and as a print view for the browser, which needs no libraries."""

import base64
import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from flask import Blueprint, make_response, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.game import AnyGame
from scorekeeper.domain.games import GAMES
from scorekeeper.i18n.web import current_language
from scorekeeper.printing import rendering
from scorekeeper.printing.errors import PrintingBusyError, PrintingError
from scorekeeper.printing.house_rules import house_rules, house_rules_of
from scorekeeper.printing.pictures import PICTURE
from scorekeeper.printing.recovery_sheet import LAST_DEALS, Stand, recovery_sheet
from scorekeeper.printing.rendering import Letterhead
from scorekeeper.printing.score_sheet import blank_sheet, score_sheet
from scorekeeper.printing.settlement_sheet import settlement_sheet
from scorekeeper.printing.sheets import Sheet
from scorekeeper.services import reading, settling
from scorekeeper.services.club_settings import letterhead
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.reading import SittingNow
from scorekeeper.services.settling import Settlement
from scorekeeper.services.taking_over import taking_over
from scorekeeper.services.tournament.lessons import on_its_day, over_its_days
from scorekeeper.services.what_if import rules_played
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.local import local_address
from scorekeeper.web.pages import render
from scorekeeper.web.pages.no_pdf import NoPdfPage
from scorekeeper.web.print_turns import print_sheet
from scorekeeper.web.seen_settlement import seen_settlement, sees_event
from scorekeeper.web.views.settlement import COINS

pages = Blueprint("pdf", __name__)


@pages.get("/partie/<int:sitting>/abrechnung.pdf", defaults={"view": "pdf"})
@pages.get("/partie/<int:sitting>/abrechnung/druck", defaults={"view": "druck"})
def settlement_of_sitting(sitting: int, view: str) -> Response:
    """Print a sitting's settlement."""
    with store.reading() as tx:
        sheet = _settlement(tx, seen_settlement(tx, sitting))
    return answer(sheet, view, f"abrechnung-{sitting}")


@pages.get("/abend/<int:event>/abrechnung.pdf", defaults={"view": "pdf"})
@pages.get("/abend/<int:event>/abrechnung/druck", defaults={"view": "druck"})
def settlement_of_evening(event: int, view: str) -> Response:
    """Print an evening's settlement as one purse."""
    with store.reading() as tx:
        found = settling.settle_event(tx, event)
        sheet = _settlement(tx, replace(found, event=over_its_days(tx, found.event)))
    return answer(sheet, view, f"abrechnung-{found.event.words.file}-{event}")


@pages.get("/partie/<int:sitting>/tischordnung.pdf", defaults={"view": "pdf"})
@pages.get("/partie/<int:sitting>/tischordnung/druck", defaults={"view": "druck"})
def house_rules_of_sitting(sitting: int, view: str) -> Response:
    """Print what a table agreed on."""
    with store.reading() as tx:
        now, played = _now(tx, sitting), rules_played(tx, sitting)
    return answer(house_rules(now, current_language(), datetime.now(UTC), played), view, f"tischordnung-{sitting}")


@pages.get("/partie/<int:sitting>/zettel.pdf", defaults={"view": "pdf"})
@pages.get("/partie/<int:sitting>/zettel/druck", defaults={"view": "druck"})
def score_sheet_of_sitting(sitting: int, view: str) -> Response:
    """Print a blank score sheet with a table's names."""
    with store.reading() as tx:
        now = _now(tx, sitting)
    return answer(score_sheet(now, current_language()), view, f"zettel-{sitting}")


@pages.get("/partie/<int:sitting>/zwischenstand.pdf", defaults={"view": "pdf"})
@pages.get("/partie/<int:sitting>/zwischenstand/druck", defaults={"view": "druck"})
def recovery_sheet_of_sitting(sitting: int, view: str) -> Response:
    """Print where a sitting stands, to go on from paper."""
    with store.reading() as tx:
        stand = _stand(tx, sitting)
    address = url_for("sitting.page", sitting=sitting, _external=True)
    sheet = recovery_sheet(stand, address, current_language(), datetime.now(UTC))
    return answer(sheet, view, f"zwischenstand-{sitting}")


def _now(tx: Transaction, sitting: int) -> SittingNow:
    """Read a sitting as paper tells of it. Raises NotFoundError."""
    now = reading.sitting_now(tx, sitting)
    return replace(now, event=on_its_day(tx, now.event, sitting))


def _stand(tx: Transaction, sitting: int) -> Stand:
    """Read where a sitting stands, with the payments of its purse as far as who asks sees it. Raises NotFoundError."""
    now, settled = _now(tx, sitting), seen_settlement(tx, sitting)
    purse = settling.settle_event(tx, now.event.id) if now.event.purse == "one" and sees_event() else settled
    return Stand(now=now, settled=settled, purse=purse, recent=reading.recent_deals(tx, sitting, LAST_DEALS),
                 taking_over=taking_over(tx, sitting))  # fmt: skip


@pages.get("/papier/<game>/<rule_set>/tischordnung.pdf", defaults={"view": "pdf"})
@pages.get("/papier/<game>/<rule_set>/tischordnung/druck", defaults={"view": "druck"})
def house_rules_of_rule_set(game: str, rule_set: str, view: str) -> Response:
    """Print a rule set's house rules."""
    sheet = house_rules_of(*_preset(game, rule_set), current_language())
    return answer(sheet, view, f"tischordnung-{game}-{rule_set}")


@pages.get("/papier/<game>/<rule_set>/zettel.pdf", defaults={"view": "pdf"})
@pages.get("/papier/<game>/<rule_set>/zettel/druck", defaults={"view": "druck"})
def score_sheet_of_rule_set(game: str, rule_set: str, view: str) -> Response:
    """Print a rule set's blank score sheet."""
    return answer(blank_sheet(*_preset(game, rule_set), current_language()), view, f"zettel-{game}-{rule_set}")


def _preset(key: str, rule_set: str) -> tuple[AnyGame, str, Any]:
    """Find a game and a rule set with every option as it comes. Raises NotFoundError."""
    game = GAMES.get(key)
    found = game.rule_set(rule_set) if game else None
    if game is None or found is None:
        raise NotFoundError
    return game, rule_set, found.rules


def _settlement(tx: Transaction, settlement: Settlement) -> Sheet:
    deals = {share.sitting.id: reading.all_deals(tx, share.sitting.id) for share in settlement.sittings}
    coins = request.args.get(COINS) == "1"
    return settlement_sheet(settlement, deals, current_language(), datetime.now(UTC), coins=coins)


def answer(sheet: Sheet, view: str, name: str) -> Response:
    """Give a sheet as a PDF of this name, or as a page for the browser's own print."""
    if view == "druck":
        return _print_view(sheet)
    html = rendering.html(sheet, club=club_letterhead())
    try:
        pdf = print_sheet(html)
    except PrintingError as error:
        return no_pdf(sheet, error)
    response = make_response(pdf)
    response.mimetype = "application/pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def no_pdf(sheet: Sheet, error: PrintingError) -> Response:
    """Say why, and offer the print view of the same sheet."""
    address = f"{request.path.removesuffix('.pdf')}/druck"
    query = f"?{request.query_string.decode()}" if request.query_string else ""
    again = request.path + query if isinstance(error, PrintingBusyError) else ""
    page = NoPdfPage(title=sheet.title, error=error, print_view=address + query, again=again)
    response = make_response(render(page), HTTPStatus.SERVICE_UNAVAILABLE)
    if isinstance(error, PrintingBusyError):
        response.headers["Retry-After"] = "10"
    return response


def club_letterhead(*, in_browser: bool = False) -> Letterhead:
    """Give the club's; a browser asks for the picture, the printing process reaches nothing and has it in its hands."""
    with store.reading() as tx:
        club = letterhead(tx, store.club())
    picture = url_for("club_settings.picture") if in_browser else f"{PICTURE}{club.picture}"
    return Letterhead(club.name, picture if club.picture else "")


def _print_view(sheet: Sheet) -> Response:
    """Show the sheet in the browser. Its column widths are a style element, which is let in by its hash."""
    static, back = url_for("static", filename=""), local_address(request.referrer or "")
    club = club_letterhead(in_browser=True)
    response = make_response(rendering.html(sheet, static, in_browser=True, back=back, club=club))
    digest = base64.b64encode(hashlib.sha256(str(sheet.style).encode()).digest()).decode()
    response.headers["Content-Security-Policy"] = (
        f"default-src 'self'; style-src 'self' 'sha256-{digest}'; base-uri 'none'; object-src 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    return response
