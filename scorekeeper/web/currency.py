"""The currency of a page's amounts: that of the sitting or evening it is about, else the club's."""

from flask import Flask, g, has_request_context, request
from jinja2 import pass_context
from jinja2.runtime import Context

from scorekeeper.i18n import currencies
from scorekeeper.i18n.web import say
from scorekeeper.services.club_settings import usual_currency
from scorekeeper.storage import sittings
from scorekeeper.web import access, store


def init_app(app: Flask) -> None:
    """Teach the filters for money, and whatever names an amount without a currency, to show it."""
    currencies.ask_the_page(_of_the_page)
    filters = app.jinja_env.filters
    money, signed_money = filters["money"], filters["signed_money"]

    # with the context, else a constant amount would be put into the compiled template, in the currency of that moment
    @pass_context
    def money_here(_context: Context, cents: int, currency: str = "") -> str:
        shown: str = money(cents, currency or currencies.of_the_page())
        return shown

    @pass_context
    def signed_money_here(_context: Context, cents: int, currency: str = "") -> str:
        shown: str = signed_money(cents, currency or currencies.of_the_page())
        return shown

    filters.update(money=money_here, signed_money=signed_money_here)
    app.jinja_env.globals.update(
        large_money=lambda: say(currencies.large(currencies.of_the_page())),
        small_money=lambda: say(currencies.small(currencies.of_the_page())),
    )


def _of_the_page() -> str | None:
    """Give the currency; found once per request, and only where there is an amount to show."""
    if not has_request_context():
        return None
    if "currency" not in g:
        g.currency = _found()
    currency: str | None = g.currency
    return currency


def _found() -> str | None:
    if access.who().club is None:
        return None
    about = request.view_args or {}
    with store.reading() as tx:
        found = None
        if "sitting" in about:
            found = sittings.currency(tx, about["sitting"])
        elif "event" in about:
            found = sittings.currency_of_event(tx, about["event"])
        return found or usual_currency(tx, store.club())
