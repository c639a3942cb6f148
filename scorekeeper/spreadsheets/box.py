"""The box of a tournament as a table: what came in, what went out, what must lie there and what was counted."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.domain.tournament.record import FEE, OTHER, PRIZE
from scorekeeper.domain.tournament.record import Money as Booked
from scorekeeper.i18n import Language, render
from scorekeeper.services.tournament.accounts import Accounts
from scorekeeper.spreadsheets.cells import Cell, Grid, Money, moment_of

_WHAT: Final = {FEE: N_("Entry fee"), PRIZE: N_("Prize"), OTHER: N_("Other")}
_HEADS: Final = (
    N_("Entered at"), N_("What for"), N_("Start number"), N_("Name"), N_("Receipt"), N_("in"), N_("out"),
)  # fmt: skip


def box_grid(accounts: Accounts, currency: str, language: Language) -> Grid:
    """Give a line per payment, then the sums. Prizes that are still to be handed out are in none of them."""
    rows = list(_beginning(accounts, currency, language))
    rows += [_booked(accounts, one, currency, language) for one in accounts.hall.state.money]
    rows += _sums(accounts, currency, language)
    return Grid(render(N_("Box"), language), [render(head, language) for head in _HEADS], rows)


def _beginning(accounts: Accounts, currency: str, language: Language) -> Iterator[list[Cell]]:
    if accounts.float_cents:
        yield _line(render(N_("At the beginning"), language), Money(accounts.float_cents, currency))


def _booked(accounts: Accounts, one: Booked, currency: str, language: Language) -> list[Cell]:
    what = one.text if one.what == OTHER else render(_WHAT[one.what], language)
    name = accounts.hall.names.get(Player(one.text if one.what == PRIZE else str(one.entrant)))
    amount = Money(abs(one.cents), currency)
    sides: list[Cell] = [amount, None] if one.cents > 0 else [None, amount]
    return [moment_of(one.at), what, one.entrant or None, name, one.receipt or None, *sides]


def _sums(accounts: Accounts, currency: str, language: Language) -> Iterator[list[Cell]]:
    def say(message: Message) -> str:
        return render(message, language)

    came, went = accounts.float_cents + accounts.came_in, accounts.went_out
    yield _line(say(N_("Sum")), Money(came, currency), Money(went, currency))
    yield _line(say(N_("must lie in it now")), Money(accounts.box, currency))
    counted, difference = accounts.counted, accounts.difference
    if counted is None or difference is None:
        yield _line(say(N_("not counted")), None)
        return
    yield _line(say(N_("counted")), Money(counted.cents, currency), at=moment_of(counted.at))
    if accounts.moved is None:
        yield _line(say(N_("Difference")), Money(difference, currency, signed=True))
    else:
        yield _line(say(N_("Difference when it was counted")), Money(difference, currency, signed=True))
        yield _line(say(N_("booked since it was counted")), Money(accounts.moved, currency, signed=True))


def _line(what: str, into: Cell, out: Cell = None, at: Cell = None) -> list[Cell]:
    return [at, what, None, None, None, into, out]
