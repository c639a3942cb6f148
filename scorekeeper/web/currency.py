"""The currency of a page's amounts: that of the sitting or evening it is about, else the club's."""

from typing import Final

from flask import Flask, g, has_request_context, request

from scorekeeper.domain.text import N_
from scorekeeper.i18n.web import say
from scorekeeper.services.club_settings import CURRENCIES, usual_currency
from scorekeeper.storage import sittings
from scorekeeper.web import access, store

_CALLED: Final = {"EUR": (N_("euro"), N_("cents")), "CHF": (N_("francs"), N_("rappen"))}
"""How people call a currency's large and small money."""


def init_app(app: Flask) -> None:
    """Teach the filters for money to show it where a template names no currency."""
    filters = app.jinja_env.filters
    money, signed_money = filters["money"], filters["signed_money"]

    def money_here(cents: int, currency: str = "") -> str:
        shown: str = money(cents, currency or _here())
        return shown

    def signed_money_here(cents: int, currency: str = "") -> str:
        shown: str = signed_money(cents, currency or _here())
        return shown

    filters.update(money=money_here, signed_money=signed_money_here)
    app.jinja_env.globals.update(
        large_money=lambda: say(_CALLED[_here()][0]), small_money=lambda: say(_CALLED[_here()][1])
    )


def _here() -> str:
    """Give the currency; found once per request, and only where there is an amount to show."""
    if not has_request_context():
        return CURRENCIES[0]
    if "currency" not in g:
        g.currency = _found()
    currency: str = g.currency
    return currency


def _found() -> str:
    if access.who().club is None:
        return CURRENCIES[0]
    about = request.view_args or {}
    with store.reading() as tx:
        found = None
        if "sitting" in about:
            found = sittings.currency(tx, about["sitting"])
        elif "event" in about:
            found = sittings.currency_of_event(tx, about["event"])
        return found or usual_currency(tx, store.club())
