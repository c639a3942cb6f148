"""An evening: begin it, go on with the next sitting, end it, open it again."""

from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final, get_args

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import Player
from scorekeeper.i18n.web import gettext as _
from scorekeeper.i18n.web import say
from scorekeeper.services import club_settings, evenings, players, reading, removing, tables
from scorekeeper.services.answers import dump_options
from scorekeeper.services.club_settings import Settings
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.players import KnownPlayer
from scorekeeper.services.reading import EventHead, EventRow
from scorekeeper.storage import Transaction
from scorekeeper.web import access, backups, store
from scorekeeper.web.forms import seats as seating
from scorekeeper.web.forms.evening import (
    BEGIN,
    Draft,
    Evening,
    Purse,
    acted,
    checked,
    chosen,
    empty_draft,
    parse_stake,
    read_draft,
)  # fmt: skip
from scorekeeper.web.forms.options import options_with
from scorekeeper.web.pages import render
from scorekeeper.web.pages.evening import EveningPage, SameAgain, Stand, StartPage
from scorekeeper.web.row_numbers import row_number_or

pages = Blueprint("evening", __name__)
TABLE: Final = "tisch"
"""What the address of a next sitting says its table by: a number, or that it is a further one."""
FURTHER: Final = "neu"
_OWN_PAGES: Final = {
    ("tournament", True): "tournament.page",
    ("tournament", False): "board.page",
    ("course", True): "course.page",
}
"""Where an event that is no evening is looked at, by its kind and by whether an organiser asks."""


@pages.get("/neu")
def new() -> str:
    """Show the form, filled in as the last evening was."""
    with store.reading() as tx:
        known = players.known_players(tx, store.club())
        draft, same = _as_last_time(tx)
    return _start_page(draft, known, same, None)


@pages.post("/neu")
def begin() -> Response | tuple[str, int] | str:
    """Do what the tapped button says; "begin" starts the evening."""
    with store.reading() as tx:
        known = players.known_players(tx, store.club())
        fresh, same = _as_last_time(tx)
        draft = _sent(tx, fresh, known)
    if request.form.get("do") != BEGIN:
        return _start_page(draft, known, same, None)
    draft = checked(draft)
    if not draft.problems:
        draft, sitting = _begun(draft, None)
        if sitting:
            return redirect(url_for("sitting.page", sitting=sitting), 303)
    return _start_page(draft, known, same, None, tried=True), 422


@pages.get("/abend/<int:event>/weiter")
def next_sitting(event: int) -> str:
    """Show the form for the next sitting, with the people of the last one at its table."""
    with store.reading() as tx:
        row = _evening(tx, event)
        known = players.known_players(tx, store.club())
        draft = _as_before(tx, row, known)
    return _start_page(draft, known, None, row)


@pages.post("/abend/<int:event>/weiter")
def begin_next(event: int) -> Response | tuple[str, int] | str:
    """Do what the tapped button says; "begin" starts the sitting."""
    with store.reading() as tx:
        row = _evening(tx, event)
        known = players.known_players(tx, store.club())
        draft = _sent(tx, _as_before(tx, row, known), known)
    if request.form.get("do") != BEGIN:
        return _start_page(draft, known, None, row)
    draft = checked(draft)
    if not draft.problems:
        draft, sitting = _begun(draft, row.head)
        if sitting:
            _warn_of_two_tables(event)
            return redirect(url_for("sitting.page", sitting=sitting), 303)
    return _start_page(draft, known, None, row, tried=True), 422


def _evening(tx: Transaction, event: int) -> EventRow:
    """Find an evening: the sittings of tournaments and courses are begun by their rounds and lessons."""
    row = reading.event_now(tx, event)
    if row.head.kind != "evening":
        raise NotFoundError
    return row


def _warn_of_two_tables(event: int) -> None:
    with store.reading() as tx:
        twice = tables.at_two_tables(tx, store.club(), reading.event_now(tx, event))
    for name in twice:
        flash(_("{name} sits at two tables at once.", name=name), "undone")


def _table_asked() -> int | None:
    """Read at which table the next sitting is asked for; None where no number is named."""
    return row_number_or(request.args.get(TABLE, ""), 0) or None


def _is_further() -> bool:
    return request.args.get(TABLE) == FURTHER


@pages.get("/abend/<int:event>")
def page(event: int) -> Response | str:
    """Show an evening with its sittings; a tournament or course leads to its own page."""
    with store.reading() as tx:
        row = reading.event_now(tx, event)
        own = _OWN_PAGES.get((row.head.kind, access.who().is_organiser))
        if own is not None:
            return redirect(url_for(own, event=event), HTTPStatus.SEE_OTHER)
        removed = removing.is_removed(tx, event)
        stays = removing.why_it_stays(tx, evenings.event_of(tx, store.actor(), event))
        twice = tables.at_two_tables(tx, store.club(), row)
        seen = () if access.who().is_organiser else tuple(head.id for head in row.sittings if head.deals)
        stands = {number: Stand.of(reading.sitting_now(tx, number)) for number in seen}
    page = EveningPage(
        row=row, games=GAMES, tables=tables.tables_of(row), twice=twice, removed=removed,
        removable=not removed and stays is None, stands=stands,
    )  # fmt: skip
    return render(page)


@pages.post("/abend/<int:event>/beenden")
def end(event: int) -> Response:
    """End the evening."""
    with store.writing() as tx:
        evenings.end_evening(tx, store.actor(), event)
        words = reading.event_now(tx, event).head.words
    backups.after_closing()
    flash(say(words.ended))
    return redirect(url_for("evening.page", event=event), 303)


@pages.post("/abend/<int:event>/entfernen")
def remove(event: int) -> Response:
    """Take an evening off the lists that was begun by mistake."""
    try:
        with store.writing() as tx:
            removing.remove_evening(tx, store.actor(), event)
    except RefusedError as error:
        flash(say(error.message), "undone")
    else:
        flash(_("The evening is removed."))
    return redirect(url_for("evening.page", event=event), 303)


@pages.post("/abend/<int:event>/oeffnen")
def reopen(event: int) -> Response:
    """Go on with an evening that was ended."""
    with store.writing() as tx:
        evenings.reopen_evening(tx, store.actor(), event)
        words = reading.event_now(tx, event).head.words
    flash(say(words.goes_on))
    return redirect(url_for("evening.page", event=event), 303)


@pages.post("/abend/<int:event>/kassa")
def purse(event: int) -> Response:
    """Settle the evening as one purse, or each sitting by itself."""
    wanted: Purse = "each" if request.form.get("purse") == get_args(Purse)[1] else "one"
    with store.writing() as tx:
        evenings.set_purse(tx, store.actor(), event, wanted)
    return redirect(url_for("evening.page", event=event), 303)


def _sent(tx: Transaction, fresh: Draft, known: tuple[KnownPlayer, ...]) -> Draft:
    draft = read_draft(request.form, known, fresh)
    action = request.form.get("do", "")
    verb, _colon, what = action.partition(":")
    if verb == "same":
        event = reading.event_now(tx, row_number_or(what, 0))
        return replace(draft, seats=_people_of(tx, event, known), dealer="")
    return acted(draft, action, known)


def _begun(draft: Draft, event: EventHead | None) -> tuple[Draft, int | None]:
    """Begin the sitting, or give the draft with what was refused."""
    try:
        with store.writing() as tx:
            return draft, _begin(tx, draft, event)
    except RefusedError as error:
        return replace(draft, problems={each.field: each.message for each in error.refusals}), None


def _begin(tx: Transaction, draft: Draft, event: EventHead | None) -> int:
    actor = store.actor()
    people = {seat.token: seat.known or players.add_player(tx, actor, seat.name, seat.nickname) for seat in draft.seats}
    dealer = draft.first_dealer
    sitting = evenings.NewSitting(
        game=draft.game.key, rule_set=draft.rule_set.key, options=draft.options.changed,
        stake_cents=parse_stake(draft.stake), payout=draft.way, players=tuple(people.values()),
        first_dealer=people[dealer.token] if dealer else 0,
    )  # fmt: skip
    if event is not None:
        if _is_further():
            return evenings.new_table(tx, actor, event.id, sitting, draft.key)
        return evenings.next_sitting(tx, actor, event.id, sitting, draft.key, table_number=_table_asked())
    named = draft.evening
    evening = evenings.NewEvening(
        title=named.title or _("Card evening"), place=named.place, date=named.day or evenings.evening_date(actor.at),
        purse=named.purse, sitting=sitting,
    )  # fmt: skip
    return evenings.start_evening(tx, actor, evening, draft.key)


def _as_last_time(tx: Transaction) -> tuple[Draft, SameAgain | None]:
    """Give the form with the game, rules and stake of the last evening, and its people to be seated by one tap."""
    today = evenings.evening_date(datetime.now(UTC))
    evening = Evening(title=_("Card evening"), date=today.isoformat())
    draft = empty_draft(store.one_time_key(), request.args.get("game", ""), evening)
    usual = club_settings.settings_of(tx, store.club())
    last = next((row for row in reading.events(tx, store.club(), limit=5) if row.sittings and not row.head.demo), None)
    if last is None:
        return _as_usual(draft, usual), None
    same = SameAgain(event=last.head.id, date=last.head.date, names=last.names)
    return replace(_as_usual(_like(tx, draft, last), usual), seats=()), same


def _as_usual(draft: Draft, usual: Settings) -> Draft:
    """Put what the club chose for its new evenings over what the last one had."""
    if usual.game and "game" not in request.args:
        game, rule_set = chosen(GAMES[usual.game], usual.rule_set or "")
        if (game, rule_set) != (draft.game, draft.rule_set):
            draft = replace(draft, game=game, rule_set=rule_set, options=options_with(game, rule_set, {}), payout=None)
    stake = draft.stake if usual.stake_cents is None else str(usual.stake_cents)
    return replace(draft, stake=stake, payout=usual.payout or draft.payout)


def _as_before(tx: Transaction, row: EventRow, known: tuple[KnownPlayer, ...]) -> Draft:
    """Give the form with game and people of the last sitting at the table; another table begins with nobody."""
    draft = empty_draft(store.one_time_key(), "", Evening(date=row.head.date.isoformat()))
    asked = _table_asked()
    there = replace(row, sittings=tuple(head for head in row.sittings if asked is None or head.table == asked))
    if _is_further() or not there.sittings:
        return replace(_like(tx, draft, row), seats=())
    return replace(_like(tx, draft, there), seats=_people_of(tx, there, known))


def _like(tx: Transaction, draft: Draft, row: EventRow) -> Draft:
    """Take over game, rules, stake and payout of an evening's last sitting, unless another game was asked for."""
    head = row.sittings[-1]
    if request.args.get("game", head.game) != head.game or head.game not in GAMES:
        return replace(draft, stake=str(head.stake_cents))
    now = reading.sitting_now(tx, head.id)
    game, rule_set = chosen(GAMES[head.game], head.rule_set)
    options = options_with(game, rule_set, dump_options(now.setup.rules, rule_set))
    return replace(
        draft, game=game, rule_set=rule_set, options=options, stake=str(head.stake_cents), payout=head.payout
    )


def _people_of(tx: Transaction, row: EventRow, known: tuple[KnownPlayer, ...]) -> tuple[seating.Seat, ...]:
    if not row.sittings:
        return ()
    now = reading.sitting_now(tx, row.sittings[-1].id)
    seated: tuple[Player, ...] = now.setup.present(now.standing.deals + 1)  # who left early is not there any more
    return seating.seats_of(seated, known)


def _start_page(
    draft: Draft,
    known: tuple[KnownPlayer, ...],
    same: SameAgain | None,
    row: EventRow | None,
    *,
    tried: bool = False,
) -> str:
    asked = request.args.get(TABLE) if row and (_is_further() or _table_asked()) else None
    address = url_for("evening.begin_next", event=row.head.id, tisch=asked) if row else url_for("evening.begin")
    page = StartPage(
        address=address, draft=draft, games=tuple(GAMES.values()), known=known, same=same,
        event=row.head if row else None, table=_table_asked() if row else None, further=bool(row) and _is_further(),
        tried=tried,
    )  # fmt: skip
    return render(page)
