"""Currencies: what people call their money, and which one is meant where an amount names none."""

from collections.abc import Callable
from typing import Final

from scorekeeper.domain.text import N_, Message

USUAL: Final = "EUR"
_CALLED: Final = {"EUR": (N_("euro"), N_("cents")), "CHF": (N_("francs"), N_("rappen"))}
_pages: Final[list[Callable[[], str | None]]] = []


def large(currency: str) -> Message:
    """Say how people call a currency's money."""
    return _CALLED[currency][0] if currency in _CALLED else N_("{currency}", currency=currency)


def small(currency: str) -> Message:
    """Say how people call the hundredth part of it."""
    return _CALLED[currency][1] if currency in _CALLED else N_("hundredths")


def ask_the_page(currency: Callable[[], str | None]) -> None:
    """Let the web say which currency the page has that is being made; None where none is."""
    if currency not in _pages:
        _pages.append(currency)


def of_the_page() -> str:
    """Give the currency of the page, of amounts that name none: refusals do not know where they are read."""
    return next((found for page in _pages if (found := page())), USUAL)
