"""Who has access: organisers and their invitations, links for tables and viewers, shown, renewed, ended and printed."""

from collections.abc import Iterable
from datetime import UTC, datetime
from http import HTTPStatus

from flask import Blueprint, current_app, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n.web import current_language
from scorekeeper.i18n.web import gettext as _
from scorekeeper.printing.table_cards import Card, table_cards
from scorekeeper.services import links, organisers, reading, tables
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.evening_fields import MOST_TABLES
from scorekeeper.services.links import Kind
from scorekeeper.services.reading import EventHead, EventRow
from scorekeeper.services.texts import one_line
from scorekeeper.services.tournament import recording
from scorekeeper.storage import Transaction, clubs
from scorekeeper.storage.links import LinkRow
from scorekeeper.web import access, limits, reaching, store
from scorekeeper.web.local import local_address
from scorekeeper.web.pages import render
from scorekeeper.web.pages.sharing import EveningSharingPage, LinkPage, Refused, SharingPage, ShownLink, TableAccess
from scorekeeper.web.row_numbers import row_number_or
from scorekeeper.web.views.pdf import answer

pages = Blueprint("sharing", __name__)


@pages.get("/zugang")
def page() -> str:
    """Show who organises the club, and every link that lets somebody in."""
    return _page()


def _page(refused: Refused = Refused()) -> str:  # noqa: B008 frozen
    with store.reading() as tx:
        rows = links.open_links(tx, store.club(), datetime.now(UTC))
        heads = {number: reading.event_now(tx, number).head for number in {row.event for row in rows if row.event}}
        known, gone = organisers.all_of(tx, store.club()), organisers.gone(tx, store.club())
    shown = [_shown(row, heads.get(row.event or 0)) for row in rows]
    who = access.who()
    page = SharingPage(
        organisers=known, gone=gone, own=who.organiser, links=shown, room=_room(), alone=who.alone, refused=refused
    )  # fmt: skip
    return render(page)


@pages.post("/zugang/einladen")
def invite() -> Response | tuple[str, int]:
    """Invite somebody to organise the club; the same name again shows the invitation that is open."""
    label = one_line(request.form.get("label", ""))
    if not label:
        missing = Refused("invite", "label", N_("a name is missing"))
        return _page(missing), HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        with store.writing() as tx:
            made = _made_once(tx, Kind.INVITATION, label=label)
    except RefusedError as error:
        return _page(Refused("invite", "label", error.message, label)), HTTPStatus.UNPROCESSABLE_ENTITY
    return redirect(url_for(".link", link=made.id), HTTPStatus.SEE_OTHER)


@pages.post("/zugang/passwort")
def change_password() -> Response | tuple[str, int]:
    """Take a new password for whoever is logged in; other devices of theirs are logged out."""
    own = access.who().organiser
    if own is None:
        raise NotFoundError
    attempt = limits.login(own.name)  # nobody who finds a phone logged in may try passwords here for hours
    if not organisers.is_right(request.form.get("old", ""), own):
        wrong = Refused("password", "old", N_("The password so far is another one."))
        return _page(wrong), HTTPStatus.UNPROCESSABLE_ENTITY
    attempt.went_well()
    try:
        hashed = organisers.hashed(request.form.get("password", ""), own.name)
    except RefusedError as error:
        return _page(Refused("password", "password", error.message)), HTTPStatus.UNPROCESSABLE_ENTITY
    with store.writing() as tx:
        access.log_in(tx, organisers.change_password(tx, store.actor(), own.id, hashed))
    flash(_("The new password counts. Other devices of this name must log in again."))
    return redirect(url_for(".page"), HTTPStatus.SEE_OTHER)


@pages.post("/zugang/organisator/<int:organiser>/passwort")
def set_password(organiser: int) -> Response | tuple[str, int]:
    """Give somebody who forgot theirs a new password: whoever sits at the computer may, as the command line does."""
    if not access.who().alone:
        raise NotFoundError
    with store.reading() as tx:
        found = next((one for one in organisers.all_of(tx, store.club()) if one.id == organiser), None)
    if found is None:
        raise NotFoundError
    try:
        hashed = organisers.hashed(request.form.get("password", ""), found.name)
    except RefusedError as error:
        return _page(Refused(f"password-{organiser}", "password", error.message)), HTTPStatus.UNPROCESSABLE_ENTITY
    with store.writing() as tx:
        organisers.change_password(tx, store.actor(), organiser, hashed)
    flash(_("{name} has a new password. Devices of this name must log in again.", name=found.name))
    return redirect(url_for(".page"), HTTPStatus.SEE_OTHER)


@pages.post("/zugang/organisator/<int:organiser>/entfernen")
def remove_organiser(organiser: int) -> Response | tuple[str, int]:
    """Remove an organiser's account."""
    try:
        with store.writing() as tx:
            organisers.remove_organiser(tx, store.actor(), organiser)
    except RefusedError as error:
        return _page(Refused("organiser", "", error.message)), HTTPStatus.CONFLICT
    flash(_("The account is removed, its devices are logged out."))
    return redirect(url_for(".page"), HTTPStatus.SEE_OTHER)


@pages.post("/zugang/organisator/<int:organiser>/vergessen")
def forget_organiser(organiser: int) -> Response:
    """Take the name of somebody who organises no more out of the history."""
    with store.writing() as tx:
        organisers.forget_organiser(tx, store.actor(), organiser)
    flash(_("The name is forgotten."))
    return redirect(url_for(".page"), HTTPStatus.SEE_OTHER)


@pages.get("/zugang/link/<int:link>")
def link(link: int) -> str:
    """Show a link so large that phones read it from where they are."""
    with store.reading() as tx:
        row = _live(tx, link)
        head = reading.event_now(tx, row.event).head if row.event else None
    return render(LinkPage(link=_shown(row, head), typed_at=reaching.code_address()))


@pages.post("/zugang/link/<int:link>/erneuern")
def renew(link: int) -> Response:
    """Put a new link in the place of one that got into wrong hands."""
    with store.writing() as tx:
        _live(tx, link)
        links.renew_link(tx, store.actor(), link, secret=reaching.secret())
    flash(_("There is a new link. The old one, its code and its QR code let nobody in any more."))
    return redirect(_back(), HTTPStatus.SEE_OTHER)


@pages.post("/zugang/link/<int:link>/beenden")
def revoke(link: int) -> Response:
    """End a link, with every device that came in by it."""
    with store.writing() as tx:
        links.revoke_link(tx, store.actor(), link)
    flash(_("The link is ended, whoever came in by it is out."))
    return redirect(_back(), HTTPStatus.SEE_OTHER)


@pages.get("/abend/<int:event>/zugang")
def of_event(event: int) -> str:
    """Show the links of an evening: one per table, and those for viewers."""
    return render(_of_event(event))


@pages.post("/abend/<int:event>/zugang/tische")
def make_for_tables(event: int) -> Response | tuple[str, int]:
    """Make the links for one table, or for all up to a number that have none."""
    with store.reading() as tx:
        row = reading.event_now(tx, event)
    one, up_to = row_number_or(request.form.get("table", ""), 0), row_number_or(request.form.get("up_to", ""), 0)
    wanted = range(one, one + 1) if one else range(1, up_to + 1)
    if row.head.closed or not wanted or wanted[-1] > MOST_TABLES:
        wrong = row.head.words.ended if row.head.closed else N_("from {low} to {high}", low=1, high=MOST_TABLES)
        page = _of_event(event, problem=wrong)
        return render(page), HTTPStatus.UNPROCESSABLE_ENTITY
    with store.writing() as tx:
        make_links(tx, event, wanted)
    return redirect(f"{url_for('.of_event', event=event)}#tisch-{wanted[0]}", HTTPStatus.SEE_OTHER)


@pages.post("/abend/<int:event>/zugang/zuschauer")
def make_for_viewers(event: int) -> Response | tuple[str, int]:
    """Make a link to look at the evening with; the same name again shows the one there is."""
    try:
        with store.writing() as tx:
            made = _made_once(tx, Kind.VIEWER, event=event, label=one_line(request.form.get("label", "")))
    except RefusedError as error:
        return render(_of_event(event, problem=error.message)), HTTPStatus.UNPROCESSABLE_ENTITY
    return redirect(url_for(".link", link=made.id), HTTPStatus.SEE_OTHER)


@pages.get("/abend/<int:event>/tischkarten.pdf", defaults={"view": "pdf"})
@pages.get("/abend/<int:event>/tischkarten/druck", defaults={"view": "druck"})
def cards(event: int, view: str) -> Response:
    """Print a card for each table that has a link."""
    with store.reading() as tx:
        head = reading.event_now(tx, event).head
        made = cards_of(tx, event)
    if not made:
        raise NotFoundError
    sheet = table_cards(head, made, reaching.code_address(), current_language())
    return answer(sheet, view, f"tischkarten-{event}")


def cards_of(tx: Transaction, event: int) -> list[Card]:
    """Give the cards of the tables that have a link."""
    shown = [_shown(row) for row in _open_of(tx, event) if row.kind == Kind.TABLE]
    made = [Card(one.row.table_number or 1, one.address, one.code) for one in shown]
    return sorted(made, key=lambda card: card.number)


def _of_event(event: int, problem: Message | None = None) -> EveningSharingPage:
    with store.reading() as tx:
        row = reading.event_now(tx, event)
        shown = [_shown(link, row.head) for link in _open_of(tx, event)]
        drawn = range(1, _drawn(tx, row.head) + 1)
    for_table = {one.row.table_number or 0: one for one in shown if one.is_for_table}
    return EveningSharingPage(
        event=row.head,
        games=dict(GAMES),
        tables=_tables(row, for_table, drawn),
        viewers=[one for one in shown if one.is_for_viewers],
        room=_room(),
        alone=access.who().alone,
        problem=problem,
    )


def _tables(row: EventRow, shown: dict[int, ShownLink], drawn: Iterable[int]) -> list[TableAccess]:
    played = {table.number: table for table in tables.tables_of(row)}
    return [TableAccess(one, played.get(one), shown.get(one)) for one in sorted({*played, *shown, *drawn})]


def _drawn(tx: Transaction, head: EventHead) -> int:
    """Say how many tables a tournament or course needs, also before anybody plays."""
    if head.kind == "evening":
        return 0
    rounds = recording.state_of(tx, head.id).rounds.values()
    return max((len(found.drawn.tables) for found in rounds), default=0)


def make_links(tx: Transaction, event: int, numbers: Iterable[int]) -> None:
    """Make the links for tables that have none."""
    for number in numbers:
        _made_once(tx, Kind.TABLE, event=event, table_number=number)


def _made_once(
    tx: Transaction, kind: Kind, *, event: int | None = None, table_number: int | None = None, label: str = ""
) -> LinkRow:
    """Give the open link of this kind for this place and name, else make it: a double tap makes one."""
    clubs.lock(tx, store.club())
    wanted = (kind.value, event, table_number, label)
    for row in links.open_links(tx, store.club(), datetime.now(UTC)):
        if (row.kind, row.event, row.table_number, row.label) == wanted:
            return row
    return links.make_link(
        tx, store.actor(), kind, secret=reaching.secret(), event=event, table_number=table_number, label=label
    )  # fmt: skip


def _open_of(tx: Transaction, event: int) -> list[LinkRow]:
    return [row for row in links.open_links(tx, store.club(), datetime.now(UTC)) if row.event == event]


def _live(tx: Transaction, number: int) -> LinkRow:
    """Find a link of the club that lets somebody in. Raises NotFoundError."""
    found = next((row for row in links.open_links(tx, store.club(), datetime.now(UTC)) if row.id == number), None)
    if found is None:
        raise NotFoundError
    return found


def _shown(row: LinkRow, event: EventHead | None = None) -> ShownLink:
    return ShownLink.of(row, reaching.link_address(row), reaching.secret(), event)


def _room() -> str:
    """Give where the app is opened to the room, empty where it is open already."""
    if not access.who().alone or "room.page" not in current_app.view_functions:
        return ""
    return url_for("room.page")


def _back() -> str:
    return local_address(request.form.get("back", "")) if request.form.get("back") else url_for(".page")
