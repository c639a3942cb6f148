"""The draw of a tournament: rounds drawn and drawn anew, and changed by hand after a look at the consequences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament import consequences
from scorekeeper.domain.tournament.quality import quality
from scorekeeper.domain.tournament.record import RoundState, Tournament
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.domain.tournament.sizes import TablePlan, table_plan
from scorekeeper.i18n.web import gettext as _
from scorekeeper.i18n.web import say
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.reading import EventHead, event_head
from scorekeeper.services.tournament import drawing, recording, standings, tables_now
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.forms.by_hand import FIELDS, read_change
from scorekeeper.web.pages import render
from scorekeeper.web.pages.by_hand import ChangePage, compared
from scorekeeper.web.pages.draw import DrawForm, DrawPage, named, seats_of, shown_round, unsuited
from scorekeeper.web.row_numbers import row_number, row_number_or

pages = Blueprint("draw", __name__, url_prefix="/turnier/<int:event>/auslosung")
_ALL, _BY_STANDINGS = "all", "standings"


@dataclass(frozen=True, slots=True)
class _Draw:
    """What the pages of the draw are made of."""

    head: EventHead
    state: Tournament
    names: Mapping[int, str]

    @property
    def first(self) -> int:
        """The round that is drawn next: the first that was not, else the next to be begun."""
        rounds = range(self.state.next_number, self.state.settings.rounds + 1)
        return next((one for one in rounds if one not in self.state.rounds), self.state.next_number)

    @property
    def firsts(self) -> tuple[int, ...]:
        """Every round that may be drawn now: not begun, and the one before it drawn."""
        begun = self.state.current
        if self.head.closed:
            return ()
        last = min(self.first, self.state.settings.rounds)
        return tuple(range(begun.number + 1 if begun else 1, last + 1))

    @property
    def by_standings(self) -> bool:
        """Whether the next round can be drawn by the standings: the one before it is closed."""
        return self.state.current is not None and self.state.current.closed

    def plan(self) -> TablePlan | None:
        """Give the tables for those who are there; None while they are too few."""
        try:
            return table_plan(len(self.state.present(self.first)), self.state.settings.sizes)
        except RefusedError:
            return None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was typed, and what is wrong with it."""

    draw: Mapping[str, str] = field(default_factory=dict)
    change: Mapping[str, str] = field(default_factory=dict)
    problems: Mapping[str, Message] = field(default_factory=dict)
    shown: int = 0


@pages.get("")
def page(event: int) -> str:
    """Show what was drawn, and the form for the next rounds."""
    asked = {name: request.args.get(name, "") for name in FIELDS}
    return _page(_load(event), _Asked(change=asked, shown=request.args.get("runde", 0, row_number)))


@pages.post("")
def draw(event: int) -> Response | tuple[str, int]:
    """Draw: one round, all that are left, or one by the standings."""
    now, form = _load(event), request.form
    first = row_number_or(form.get("first", ""), now.first)
    what = form.get("what", "")
    rounds = max(1, now.state.settings.rounds - first + 1) if what == _ALL else 1
    try:
        with store.writing() as tx:
            at = At(event, store.key_of_form())
            state = recording.begin(tx, store.actor(), at)
            if state is not None:  # locked: nobody else draws the same beside
                _verify_replacing(state, first, rounds)
                if what == _BY_STANDINGS and not now.by_standings:
                    raise refuse("what", N_("The round before must be closed first."))
                ranking = standings.ranking(tx, event) if what == _BY_STANDINGS else None
                drawing.draw(
                    tx, store.actor(), at, first=first, rounds=rounds, seed=form.get("seed", ""), ranking=ranking
                )  # fmt: skip
    except RefusedError as error:
        problems = {refusal.field: refusal.message for refusal in error.refusals}
        return _page(_load(event), _Asked(draw=form, problems=problems)), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("Rounds {first} to {last} are drawn.", first=first, last=first + rounds - 1) if rounds > 1
          else _("Round {round} is drawn.", round=first))  # fmt: skip
    return redirect(f"{url_for('.page', event=event, runde=first)}#runde", HTTPStatus.SEE_OTHER)


@pages.get("/<int:number>/aendern")
def preview(event: int, number: int) -> Response | str | tuple[str, int]:
    """Show what a change by hand would come to; nothing is saved."""
    now = _load(event)
    fields = {name: request.args.get(name, "") for name in FIELDS}
    try:
        found = _unbegun(now, number)
        what, after = read_change(found.drawn, fields, now.names)
    except RefusedError as error:
        problems = {refusal.field: refusal.message for refusal in error.refusals}
        asked = _Asked(change=fields, problems=problems, shown=number)
        return _page(now, asked), HTTPStatus.UNPROCESSABLE_ENTITY
    return render(_change_page(now, found, what, after, tuple(fields.items())))


@pages.post("/<int:number>/aendern")
def change(event: int, number: int) -> Response | tuple[str, int]:
    """Save a change by hand, unless the round was drawn anew since it was looked at."""
    now = _load(event)
    fields = {name: request.form.get(name, "") for name in FIELDS}
    try:
        what, after = read_change(_unbegun(now, number).drawn, fields, now.names)
        with store.writing() as tx:
            at = At(event, store.key_of_form())
            seen = request.form.get("seen", 0, row_number)
            drawing.change_by_hand(tx, store.actor(), at, number, after, seen=seen)
    except RefusedError as error:
        problems = {refusal.field: refusal.message for refusal in error.refusals}
        asked = _Asked(change=fields, problems=problems, shown=number)
        return _page(_load(event), asked), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("Changed: {what}", what=say(what, named(now.names))))
    return redirect(f"{url_for('.page', event=event, runde=number)}#runde", HTTPStatus.SEE_OTHER)


def _load(event: int) -> _Draw:
    with store.reading() as tx:
        return _read(tx, event)


def _read(tx: Transaction, event: int) -> _Draw:
    row = recording.event_with_record(tx, event)
    state = recording.state_of(tx, event)
    return _Draw(event_head(row), state, tables_now.labels(tx, state, state.next_number))


def _verify_replacing(state: Tournament, first: int, rounds: int) -> None:
    """A draw that was made already is thrown away by an explicit step only."""
    again = [one for one in range(first, first + rounds) if one in state.rounds]
    if again and not request.form.get("replace"):
        raise refuse("replace", N_("Round {round} is drawn already: tick that it is drawn anew.", round=again[0]))


def _page(now: _Draw, asked: _Asked) -> str:
    state, names = now.state, now.names
    shown = asked.shown if asked.shown in state.rounds else _usually_shown(state)
    plan = now.plan()
    wrong: tuple[Message, ...] = ()
    if plan is not None:
        wrong = consequences.unkept(state.present(now.first), len(plan.tables), max(plan.tables), state.wishes)
    drawn = [one.drawn for _number, one in sorted(state.rounds.items())]
    page = DrawPage(
        event=now.head, rounds=state.settings.rounds, drawn=tuple(sorted(state.rounds)), plan=plan, unkept=wrong,
        present=len(state.present(now.first)), problems=asked.problems, form=_form(now, asked.draw),
        quality=quality(drawn) if drawn else None, names=named(names),
        shown=shown_round(state, shown, names, _wrong(state, shown)) if shown else None,
        entrants=seats_of(sorted(names), names), asked={**dict.fromkeys(FIELDS, ""), **asked.change},
    )  # fmt: skip
    return render(page)


def _usually_shown(state: Tournament) -> int:
    """Give the next round if it is drawn, else the last that is; 0 = none is."""
    return state.next_number if state.next_number in state.rounds else max(state.rounds, default=0)


def _wrong(state: Tournament, number: int) -> tuple[Message, ...]:
    drawn = state.rounds[number].drawn
    return consequences.consequences(drawn, state.drawn_before(number), state.wishes, state.settings.sizes)


def _form(now: _Draw, typed: Mapping[str, str]) -> DrawForm | None:
    if not now.firsts:
        return None
    anew = next((one for one in now.firsts if any(unsuited(now.state, one))), 0)
    first = row_number_or(typed.get("first", ""), anew or now.firsts[-1])
    usual = _BY_STANDINGS if now.state.settings.pairing == "swiss" and now.by_standings else "one"
    if now.state.settings.pairing == "lot" and (not now.state.rounds or (anew and first + 1 in now.state.rounds)):
        usual = _ALL
    return DrawForm(
        anew=bool(anew),
        first=first, firsts=now.firsts, last=now.state.settings.rounds, what=typed.get("what", usual),
        by_standings=now.by_standings, seed=typed.get("seed", "") or drawing.new_seed(),
        replaces=tuple(one for one in sorted(now.state.rounds) if not now.state.rounds[one].begun),
    )  # fmt: skip


def _unbegun(now: _Draw, number: int) -> RoundState:
    """Give a round's draw. Raises NotFoundError, RefusedError once it has begun: perhaps since the page was made."""
    found = now.state.rounds.get(number)
    if found is None:
        raise NotFoundError
    if found.begun:
        raise refuse("round", N_("Round {round} was begun already.", round=number))
    return found


def _change_page(
    now: _Draw, found: RoundState, what: Message, after: DrawnRound, fields: tuple[tuple[str, str], ...]
) -> ChangePage:  # fmt: skip
    state, event, number = now.state, now.head.id, found.number
    said = partial(
        consequences.consequences, past=state.drawn_before(number), wishes=state.wishes, sizes=state.settings.sizes
    )  # fmt: skip
    return ChangePage(
        event=now.head, where=N_("Round {round}", round=number), change=compared(what, found.drawn, after, said),
        names=named(now.names), people={seat.number: seat for seat in seats_of(now.names, now.names)},
        fields=fields, seen=found.drawn_seq, address=url_for(".change", event=event, number=number),
        back=f"{url_for('.page', event=event, runde=number)}#runde",
    )  # fmt: skip
