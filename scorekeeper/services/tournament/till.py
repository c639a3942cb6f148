"""The tournament's box: entry fees, prizes, and whatever else is paid in or out. What was played for is not in it."""

from typing import Final

from scorekeeper.domain.text import N_, Cents
from scorekeeper.domain.tournament.record import FEE, OTHER, PRIZE, Kind, Tournament
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.texts import one_line
from scorekeeper.services.tournament import recording
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction

MOST_CENTS: Final = 10_000_000
_LONGEST_TEXT: Final = 200


def fee_paid(tx: Transaction, actor: Actor, at: At, number: int, cents: int | None = None) -> None:
    """Take an entrant's fee, or what is still open of it. Raises RefusedError, NotFoundError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    _verify_there(state, number)
    amount = open_fee(state, number) if cents is None else cents
    if not 0 < amount <= MOST_CENTS:
        raise refuse("cents", N_("nothing is open"))
    _add(tx, actor, at, FEE, amount, entrant=number)


def pay_prize(tx: Transaction, actor: Actor, at: At, number: int, cents: int, line: str = "") -> None:  # noqa: PLR0913, PLR0917 whom, how much, for which line
    """Hand a prize out; `line` is the key of the line that won it, where a start number has several."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    _verify_there(state, number)
    if not 0 < cents <= MOST_CENTS:
        raise refuse("cents", N_("nothing is open"))
    _add(tx, actor, at, PRIZE, -cents, entrant=number, text=line or str(number))


def other(tx: Transaction, actor: Actor, at: At, cents: int, text: str) -> None:
    """Pay something else in (+) or out (−), and say what for. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    words = one_line(text)
    if not words:
        raise refuse("text", N_("is missing"))
    if len(words) > _LONGEST_TEXT:
        raise refuse("text", N_("at most {most} letters", most=_LONGEST_TEXT))
    if not cents:
        raise refuse("cents", N_("more than 0"))
    if abs(cents) > MOST_CENTS:
        raise refuse("cents", N_("from {low} to {high}", low=Cents(1), high=Cents(MOST_CENTS)))
    _add(tx, actor, at, OTHER, cents, text=words)


def set_float(tx: Transaction, actor: Actor, at: At, cents: int) -> None:
    """Say what lay in the box at the beginning, for change. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    _verify_amount("float", cents)
    if cents != state.float_cents:
        recording.add(tx, actor, at, Kind.FLOAT, {"cents": cents})


def count(tx: Transaction, actor: Actor, at: At, cents: int) -> None:
    """Say what was counted in the box just now. Raises RefusedError."""
    if recording.begin(tx, actor, at) is None:
        return
    _verify_amount("counted", cents)
    recording.add(tx, actor, at, Kind.COUNTED, {"cents": cents})


def _verify_amount(field: str, cents: int) -> None:
    if not 0 <= cents <= MOST_CENTS:
        raise refuse(field, N_("from {low} to {high}", low=Cents(0), high=Cents(MOST_CENTS)))


def paid_fee(state: Tournament, number: int) -> int:
    """Give what an entrant paid, in cents."""
    return sum(one.cents for one in state.money if one.what == FEE and one.entrant == number)


def open_fee(state: Tournament, number: int) -> int:
    """Give what an entrant has still to pay, in cents."""
    return max(0, state.settings.fee_cents - paid_fee(state, number))


def _verify_there(state: Tournament, number: int) -> None:
    if number not in state.entrants:
        raise NotFoundError


def _add(  # noqa: PLR0913, PLR0917 one fact
    tx: Transaction, actor: Actor, at: At, what: str, cents: int, entrant: int = 0, text: str = ""
) -> None:  # fmt: skip
    values = {"what": what, "cents": cents, "entrant": entrant, "text": text}
    recording.add(tx, actor, at, Kind.MONEY, values)
