"""A tournament: set up, looked at as a whole, its settings changed, closed and opened again."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import Message
from scorekeeper.domain.tournament.record import RoundState, Tournament
from scorekeeper.i18n.web import gettext as _
from scorekeeper.services import club_settings, evenings
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.reading import EventHead, event_head
from scorekeeper.services.tournament import recording, results, setting_up, tables_now, till
from scorekeeper.services.tournament.presets import consequences, preset
from scorekeeper.services.tournament.recording import At
from scorekeeper.services.tournament.results import TableResult
from scorekeeper.services.tournament.setting_up import NewEvent
from scorekeeper.storage import Transaction
from scorekeeper.web import backups, store
from scorekeeper.web.forms.tournament import Draft, draft_of, read_draft, settings_of
from scorekeeper.web.pages import render
from scorekeeper.web.pages.draw import astray, unsuited
from scorekeeper.web.pages.tournament import RoundLine, SettingsPage, TournamentPage, next_step

pages = Blueprint("tournament", __name__, url_prefix="/turnier")
_REFUSED: Final = HTTPStatus.UNPROCESSABLE_ENTITY
SAVE: Final = "save"


@pages.get("/neu")
def new() -> str:
    """Show the form, filled in with what is usual for the game."""
    return _form(_fresh(), url_for(".begin"))


@pages.post("/neu")
def begin() -> Response | str | tuple[str, int]:
    """Do what the tapped button says; "save" sets the tournament up."""
    draft = _acted(read_draft(request.form, _fresh()))
    address = url_for(".begin")
    if request.form.get("do") != SAVE:
        return _form(draft, address)
    draft, settings = settings_of(draft)
    if settings is not None and draft.day is not None:
        texts = draft.texts
        new = NewEvent(
            kind="tournament", title=texts["title"] or _("Tournament"), place=texts["place"], date=draft.day,
            settings=settings,
        )  # fmt: skip
        try:
            with store.writing() as tx:
                event = setting_up.set_up(tx, store.actor(), new, draft.key)
                same = setting_up.is_just(tx, event, new)
            if not same:
                flash(
                    _("This tournament is set up already. What is to be different is changed in its settings."),
                    "undone",
                )
            return redirect(url_for("entrants.page", event=event), HTTPStatus.SEE_OTHER)
        except RefusedError as error:
            draft = _refused(draft, error)
    return _form(draft, address, tried=True), _REFUSED


@pages.get("/<int:event>")
def page(event: int) -> str:
    """Show how the tournament stands, with the next step."""
    with store.reading() as tx:
        head = _tournament(tx, event)
        state = recording.state_of(tx, event)
        brought = results.all_results(tx, event, state)
        step, number = next_step(state, closed=head.closed)
        names = tables_now.labels(tx, state, number, [seat for some in unsuited(state, number) for seat in some])
    rounds = tuple(_round_line(found, brought.get(number, {})) for number, found in sorted(state.rounds.items()))
    page = TournamentPage(
        event=head, game=GAMES[state.settings.game], settings=state.settings, registered=len(state.entrants),
        present=len(state.present(state.next_number)), rounds=rounds, step=step, step_round=number,
        astray=astray(state, number, names),
        paid=sum(1 for one in state.entrants if not till.open_fee(state, one)),
        waits=state.hidden, may_draw=not head.closed and state.next_number <= state.settings.rounds,
    )  # fmt: skip
    return render(page)


@pages.get("/<int:event>/einstellungen")
def settings(event: int) -> str:
    """Show the settings as they are."""
    with store.reading() as tx:
        head, state = _tournament(tx, event), recording.state_of(tx, event)
    return _changing(head, state, _as_it_is(head, state))


@pages.post("/<int:event>/einstellungen")
def change(event: int) -> Response | str | tuple[str, int]:
    """Change the settings; what that comes to is said first."""
    with store.reading() as tx:
        head, state = _tournament(tx, event), recording.state_of(tx, event)
    fresh = _as_it_is(head, state)
    draft = _acted(read_draft(request.form, fresh, same_game=state.current is not None))
    if state.current is not None:  # the game is not asked any more
        draft = replace(draft, game=fresh.game, rule_set=fresh.rule_set, options=fresh.options)
    if request.form.get("do") != SAVE:
        return _changing(head, state, draft)
    draft, wanted = settings_of(draft)
    if wanted is None or draft.day is None:
        return _changing(head, state, draft, tried=True), _REFUSED
    refused = setting_up.frozen(state, wanted)
    warnings = consequences(state, wanted)
    if warnings and not refused and "sure" not in request.form:
        return _changing(head, state, draft, warnings=warnings, tried=True), _REFUSED
    try:
        with store.writing() as tx:
            about = setting_up.About(title=draft.texts["title"], place=draft.texts["place"], date=draft.day)
            setting_up.change_settings(tx, store.actor(), At(event, draft.key), wanted, about)
    except RefusedError as error:
        return _changing(head, state, _refused(draft, error), tried=True), _REFUSED
    flash(_("The settings are changed."))
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


@pages.post("/<int:event>/beenden")
def end(event: int) -> Response:
    """Close the tournament."""
    with store.writing() as tx:
        _tournament(tx, event)
        evenings.end_evening(tx, store.actor(), event)
    backups.after_closing()
    flash(_("The tournament is closed. It can be opened again at any time."))
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


@pages.post("/<int:event>/oeffnen")
def reopen(event: int) -> Response:
    """Open a closed tournament again."""
    with store.writing() as tx:
        _tournament(tx, event)
        evenings.reopen_evening(tx, store.actor(), event)
    flash(_("The tournament goes on."))
    return redirect(url_for(".page", event=event), HTTPStatus.SEE_OTHER)


def _tournament(tx: Transaction, event: int) -> EventHead:
    head = event_head(recording.event_with_record(tx, event))
    if head.kind != "tournament":
        raise NotFoundError
    return head


def _fresh() -> Draft:
    with store.reading() as tx:
        usual = club_settings.settings_of(tx, store.club())
    game = GAMES.get(request.args.get("game", "")) or GAMES.get(usual.game or "") or next(iter(GAMES.values()))
    today = evenings.evening_date(datetime.now(UTC))
    return draft_of(store.one_time_key(), preset(game), title=_("Tournament"), place="", date=today.isoformat())


def _as_it_is(head: EventHead, state: Tournament) -> Draft:
    about = {"title": head.title, "place": head.place, "date": head.date.isoformat()}
    return draft_of(store.one_time_key(), state.settings, **about)


def _acted(draft: Draft) -> Draft:
    """Take over a stake that was tapped."""
    verb, _colon, what = request.form.get("do", "").partition(":")
    return replace(draft, texts={**draft.texts, "stake": what[:4]}) if verb == "stake" else draft


def _refused(draft: Draft, error: RefusedError) -> Draft:
    return replace(draft, problems={one.field: one.message for one in error.refusals})


def _form(draft: Draft, address: str, *, tried: bool = False) -> str:
    return render(SettingsPage(address=address, draft=draft, games=tuple(GAMES.values()), tried=tried))


def _changing(
    head: EventHead, state: Tournament, draft: Draft, *, warnings: tuple[Message, ...] = (), tried: bool = False
) -> str:  # fmt: skip
    page = SettingsPage(
        address=url_for(".change", event=head.id), draft=draft, games=tuple(GAMES.values()), event=head,
        begun=state.current is not None, warnings=warnings, tried=tried,
    )  # fmt: skip
    return render(page)


def _round_line(found: RoundState, brought: Mapping[int, TableResult]) -> RoundLine:
    return RoundLine(
        number=found.number, tables=len(found.drawn.tables), results=sum(one.final for one in brought.values()),
        state="closed" if found.closed else "played" if found.begun else "drawn",
    )  # fmt: skip
