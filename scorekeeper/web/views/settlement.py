"""Settling: who pays whom and why, what was paid, and in which way; of a sitting, or of an evening as one purse."""

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import get_args

from flask import Blueprint, flash, make_response, redirect, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.ledger import StaleError
from scorekeeper.domain.settlement import Payout, Transfer
from scorekeeper.domain.text import N_, Player
from scorekeeper.i18n.web import current_language, gettext
from scorekeeper.printing import cash
from scorekeeper.services import evenings, kitty, paying, reading, settling
from scorekeeper.services.paying import OverpaidError
from scorekeeper.services.settling import Settlement
from scorekeeper.storage import Transaction
from scorekeeper.web import store
from scorekeeper.web.forms.payment import Counting, Typed, read_count, read_payment
from scorekeeper.web.pages import render
from scorekeeper.web.pages.settlement import Shown, settlement_page, sign_of
from scorekeeper.web.printer import printer
from scorekeeper.web.row_numbers import row_number
from scorekeeper.web.seen_settlement import seen_settlement

pages = Blueprint("settlement", __name__)
pages.add_app_template_filter(sign_of)
COINS = "muenzen"
"""What the address says where amounts are laid out in notes and coins."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is settled: one sitting, or a whole evening; the other is None."""

    sitting: int | None = None
    evening: int | None = None

    @property
    def address(self) -> str:
        """Where its page is."""
        if self.sitting is None:
            return url_for("settlement.of_evening", event=self.evening)
        return url_for("settlement.of_sitting", sitting=self.sitting)

    @property
    def event(self) -> int:
        """The evening that it belongs to; read where it is needed only."""
        if self.sitting is None:
            return self.evening or 0
        with store.reading() as tx:
            return reading.sitting_now(tx, self.sitting).event.id

    def settled(self, tx: Transaction) -> Settlement:
        """Settle it. Raises NotFoundError."""
        if self.sitting is None:
            return settling.settle_event(tx, self.evening or 0)
        return seen_settlement(tx, self.sitting)

    def back(self) -> Response:
        """Lead back to its page."""
        return redirect(f"{self.address}?{COINS}=1" if _coins() else self.address, HTTPStatus.SEE_OTHER)


@pages.get("/partie/<int:sitting>/abrechnung")
def of_sitting(sitting: int) -> str:
    """Settle one sitting by itself."""
    return _page(Place(sitting=sitting))


@pages.get("/abend/<int:event>/abrechnung")
def of_evening(event: int) -> str:
    """Settle an evening as one purse."""
    return _page(Place(evening=event))


def _coins() -> bool:
    return request.args.get(COINS) == "1"


def _page(place: Place, typed: Typed | None = None, counting: Counting | None = None) -> str:
    with store.reading() as tx:
        return _made(tx, place, typed, counting or Counting())


def _made(tx: Transaction, place: Place, typed: Typed | None, counting: Counting) -> str:
    whole = place.sitting is None
    settlement = place.settled(tx)
    event = settlement.event
    one_purse = not whole and event.purse == "one" and len(reading.event_now(tx, event.id).sittings) > 1
    samples = [reading.running_sample(tx, share.sitting.id) for share in settlement.sittings]
    if any(samples):
        printer().warm()
    coins = _coins() and cash.has_pieces(settlement.sittings[0].sitting.currency)
    shown = Shown(
        address=place.address, missing=printer().missing(), coins=coins, typed=typed, counting=counting,
        whole=whole, one_purse=one_purse,
    )  # fmt: skip
    return render(settlement_page(settlement, samples, shown, current_language()))


@pages.post("/partie/<int:sitting>/abrechnung/bezahlt")
def pay_in_sitting(sitting: int) -> Response:
    """Tick a payment of a sitting off, or take that back."""
    return _tick(Place(sitting=sitting))


@pages.post("/abend/<int:event>/abrechnung/bezahlt")
def pay_in_evening(event: int) -> Response:
    """Tick a payment of an evening off, or take that back."""
    return _tick(Place(evening=event))


def _tick(place: Place) -> Response:
    form = request.form
    key, event = form.get("key", ""), place.event
    try:
        with store.writing() as tx:
            if form.get("payment"):
                paying.unmark_paid(tx, store.actor(), form.get("payment", 0, row_number), key)
            else:
                transfer = Transfer(_party("giver"), _party("receiver"), _number("cents"))
                paying.mark_paid(
                    tx, store.actor(), event_id=event, sitting_id=place.sitting, transfer=transfer, key=key
                )
    except StaleError:
        flash(gettext("Not done: meanwhile the payments changed. Here they are as they stand now."), "undone")
    return place.back()


def _number(name: str) -> int:
    number = request.form.get(name, None, int)
    if number is None:
        raise BadRequest
    return number


def _party(name: str) -> Player | None:
    """Read a player's number; nobody is the kitty."""
    return Player(str(_number(name))) if request.form.get(name) else None


@pages.post("/partie/<int:sitting>/abrechnung/zahlung")
def pay_amount_in_sitting(sitting: int) -> Response:
    """Book an amount that was typed: a part of a line, or a payment beside the plan."""
    return _pay_amount(Place(sitting=sitting))


@pages.post("/abend/<int:event>/abrechnung/zahlung")
def pay_amount_in_evening(event: int) -> Response:
    """Book an amount that was typed, for the whole evening."""
    return _pay_amount(Place(evening=event))


def _pay_amount(place: Place) -> Response:
    line = _number("line") if request.form.get("line") else None
    typed, transfer = read_payment(request.form, line)
    if transfer is None:
        return _again(place, typed)
    try:
        event = place.event
        with store.writing() as tx:
            _book(tx, event, place.sitting, typed, transfer)
    except OverpaidError as error:
        return _again(place, replace(typed, too_much=error.cents))
    except StaleError:
        # what was typed into a line that is gone stays, as a payment beside the plan
        message = N_("Not done: meanwhile the payments changed. Here they are as they stand now.")
        return _again(place, replace(typed, line=None, problems={"": message}), HTTPStatus.CONFLICT)
    except RefusedError as error:
        return _again(place, replace(typed, problems={each.field: each.message for each in error.refusals}))
    return place.back()


def _book(tx: Transaction, event: int, sitting: int | None, typed: Typed, transfer: Transfer) -> None:
    form, more = request.form, bool(request.form.get("more"))
    if typed.line is None:
        paying.pay_freely(
            tx, store.actor(), event_id=event, sitting_id=sitting, transfer=transfer,
            key=form.get("key", ""), note_text=typed.note, more=more,
        )  # fmt: skip
    else:
        paying.mark_paid(
            tx, store.actor(), event_id=event, sitting_id=sitting, transfer=transfer,
            key=form.get("key", ""), line=typed.line, note_text=typed.note, more=more,
        )  # fmt: skip


def _again(place: Place, typed: Typed, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY) -> Response:
    return make_response(_page(place, typed), status)


@pages.post("/partie/<int:sitting>/abrechnung/kassa")
def count_in_sitting(sitting: int) -> Response:
    """Say what lay in the kitty and what was counted."""
    return _count(Place(sitting=sitting))


@pages.post("/abend/<int:event>/abrechnung/kassa")
def count_in_evening(event: int) -> Response:
    """Say what lay in the kitty and what was counted, on the evening's page."""
    return _count(Place(evening=event))


def _count(place: Place) -> Response:
    counting, wanted = read_count(request.form)
    if wanted is None:
        return make_response(_page(place, counting=counting), HTTPStatus.UNPROCESSABLE_ENTITY)
    event = place.event
    try:
        with store.writing() as tx:
            kitty.verify_seen(tx, event, counting.seen or wanted, wanted)
            kitty.set_float(tx, store.actor(), event, wanted.float_cents)
            kitty.set_counted(tx, store.actor(), event, wanted.counted)
    except StaleError:
        return make_response(_page(place, counting=replace(counting, stale=True, seen=None)), HTTPStatus.CONFLICT)
    except RefusedError as error:
        refused = replace(counting, problems={each.field: each.message for each in error.refusals})
        return make_response(_page(place, counting=refused), HTTPStatus.UNPROCESSABLE_ENTITY)
    return place.back()


@pages.post("/partie/<int:sitting>/abrechnung/zahlweise")
def change_in_sitting(sitting: int) -> Response:
    """Pay a sitting in another way."""
    with store.writing() as tx:
        evenings.change_payout(tx, store.actor(), _payout(), sitting_id=sitting)
    return Place(sitting=sitting).back()


@pages.post("/abend/<int:event>/abrechnung/zahlweise")
def change_in_evening(event: int) -> Response:
    """Pay an evening in another way."""
    with store.writing() as tx:
        evenings.change_payout(tx, store.actor(), _payout(), event_id=event)
    return Place(evening=event).back()


def _payout() -> Payout:
    wanted = request.form.get("payout")
    known: Payout | None = next((payout for payout in get_args(Payout) if payout == wanted), None)
    if known is None:
        raise BadRequest
    return known
