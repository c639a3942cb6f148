"""People: everybody, one of them renamed, retired, deleted, merged with another and taken apart again."""

from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import Message
from scorekeeper.i18n.web import gettext as _
from scorekeeper.i18n.web import say
from scorekeeper.services import merging, people, players
from scorekeeper.services.players import KnownPlayer, Register
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.people import MergePage, PersonPage, Side, Typed, WhomPage, found, people_page
from scorekeeper.web.row_numbers import row_number

pages = Blueprint("people", __name__, url_prefix="/leute")
ANYWAY = "anyway"


@pages.get("")
def page() -> str:
    """Show everybody by name; who retired is folded away."""
    return _everybody(Typed())


@pages.post("")
def add() -> Response | tuple[str, int]:
    """Add somebody; a name much like a known one is asked about first."""
    name, nickname = _typed_name()
    if request.form.get("do") != ANYWAY:
        with store.reading() as tx:
            register = Register(players.known_players(tx, store.club()))
        there, alike = register.called(name, nickname), register.like(name, nickname)
        if there is not None:
            flash(_("{name} is there already.", name=there.label), "undone")
            return redirect(url_for(".person", player=there.id), HTTPStatus.SEE_OTHER)
        if alike:
            return _everybody(Typed(name=name, nickname=nickname, alike=alike)), HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        with store.writing() as tx:
            number = players.add_player(tx, store.actor(), name, nickname)
    except RefusedError as error:
        return _everybody(_refused(name, nickname, error)), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("{name} is added.", name=name))
    return redirect(url_for(".person", player=number), HTTPStatus.SEE_OTHER)


def _everybody(typed: Typed) -> str:
    with store.reading() as tx:
        known = players.known_players(tx, store.club())
        apart = merging.told_apart(tx, store.club())
    query, start = request.args.get("suche", "").strip(), request.args.get("ab", 0, row_number)
    pairs = Register(known).pairs(apart)
    return render(people_page(known, pairs, query, start, typed, looking="doppelt" in request.args))


def _typed_name() -> tuple[str, str]:
    """Read name and nickname; "Hans (Bäck)" in the first field is both."""
    name, nickname = request.form.get("name", ""), request.form.get("nickname", "")
    return (name, nickname) if nickname.strip() else players.split_name(name)


def _refused(name: str, nickname: str, error: RefusedError, alike: tuple[KnownPlayer, ...] = ()) -> Typed:
    problems = {refusal.field: refusal.message for refusal in error.refusals}
    return Typed(name=name, nickname=nickname, problems=problems, alike=alike)


@pages.get("/<int:player>")
def person(player: int) -> Response | str:
    """Show one person; the address of a merged record leads to the one that stands for it."""
    with store.reading() as tx:
        shown = people.person_at(tx, store.actor(), player)
    if shown.known.id != player:
        return redirect(url_for(".person", player=shown.known.id))
    return _person(player, Typed(name=shown.known.name, nickname=shown.known.nickname))


def _person(player: int, typed: Typed) -> str:
    with store.reading() as tx:
        shown = people.person_at(tx, store.actor(), player)
        known = players.known_players(tx, store.club())
    return render(PersonPage(person=shown, typed=typed, alike=_alike(shown.known, known)))


def _alike(person: KnownPlayer, known: tuple[KnownPlayer, ...]) -> tuple[KnownPlayer, ...]:
    return tuple(other for other in Register(known).like(person.name, person.nickname) if other.id != person.id)


@pages.post("/<int:player>/umbenennen")
def rename(player: int) -> Response | tuple[str, int]:
    """Give somebody another name."""
    name, nickname = _typed_name()
    try:
        with store.writing() as tx:
            players.rename_player(tx, store.actor(), player, name, nickname)
    except RefusedError as error:
        with store.reading() as tx:
            there = Register(players.known_players(tx, store.club())).called(name, nickname)
        alike = (there,) if there is not None and there.id != player else ()
        return _person(player, _refused(name, nickname, error, alike)), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("The name is changed, everywhere."))
    return redirect(url_for(".person", player=player), HTTPStatus.SEE_OTHER)


@pages.post("/<int:player>/stilllegen")
def retire(player: int) -> Response:
    """Suggest somebody no longer."""
    with store.writing() as tx:
        players.retire_player(tx, store.actor(), player)
    flash(_("Not suggested any more. Everything played stays."))
    return redirect(url_for(".person", player=player), HTTPStatus.SEE_OTHER)


@pages.post("/<int:player>/wieder")
def take_back(player: int) -> Response:
    """Suggest somebody again."""
    with store.writing() as tx:
        players.take_back_player(tx, store.actor(), player)
    flash(_("Suggested again."))
    return redirect(url_for(".person", player=player), HTTPStatus.SEE_OTHER)


@pages.post("/<int:player>/loeschen")
def delete(player: int) -> Response:
    """Forget somebody who was never anywhere."""
    try:
        with store.writing() as tx:
            players.delete_player(tx, store.actor(), player)
    except RefusedError as error:
        flash(say(error.message), "undone")
        return redirect(url_for(".person", player=player), HTTPStatus.SEE_OTHER)
    flash(_("Deleted."))
    return redirect(url_for(".page"), HTTPStatus.SEE_OTHER)


@pages.get("/<int:player>/zusammenlegen")
def merge(player: int) -> str:
    """Ask with whom; then show both records side by side and what will change."""
    other = request.args.get("mit", None, row_number)
    with store.reading() as tx:
        if other is None:
            return _whom(tx, player)
        return _merge(tx, player, other)


def _whom(tx: Transaction, player: int) -> str:
    known = players.known_players(tx, store.club())
    one = people.person_at(tx, store.actor(), player).known
    query, start = request.args.get("suche", "").strip(), request.args.get("ab", 0, row_number)
    others = tuple(other for other in known if other.id != one.id)
    return render(WhomPage(person=one, alike=_alike(one, known), found=found(others, query, start)))


def _merge(tx: Transaction, player: int, other: int, refused: Message | None = None) -> str:
    actor = store.actor()
    goes, stays = (_side(tx, people.person_at(tx, actor, number)) for number in (player, other))
    does = merging.what_merging_does(tx, actor, goes.person.known.id, stays.person.known.id)
    if does.refused is None:
        does = replace(does, refused=refused)
    return render(MergePage(goes=goes, stays=stays, merge=does))


def _side(tx: Transaction, person: people.Person) -> Side:
    return Side(person=person, open=people.open_balances(tx, person))


@pages.post("/<int:player>/zusammenlegen")
def merge_now(player: int) -> Response | tuple[str, int]:
    """Let the other record stand for this one."""
    other = request.form.get("into", 0, row_number)
    try:
        with store.writing() as tx:
            merging.merge(tx, store.actor(), player, other)
    except RefusedError as error:
        with store.reading() as tx:
            return _merge(tx, player, other, error.message), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("Merged. It can be taken back here at any time."))
    return redirect(url_for(".person", player=other), HTTPStatus.SEE_OTHER)


@pages.post("/<int:player>/zwei")
def tell_apart(player: int) -> Response:
    """Ask no longer whether two names are one person."""
    with store.writing() as tx:
        merging.tell_apart(tx, store.actor(), player, request.form.get("other", 0, row_number))
    flash(_("Two people: not asked any more. They can still be merged on their pages."))
    return redirect(url_for(".page", doppelt=1), HTTPStatus.SEE_OTHER)


@pages.post("/<int:player>/trennen")
def separate(player: int) -> Response:
    """Take a merge back."""
    with store.writing() as tx:
        merging.separate(tx, store.actor(), player)
    flash(_("Taken apart again, as it was before."))
    return redirect(url_for(".person", player=player), HTTPStatus.SEE_OTHER)
