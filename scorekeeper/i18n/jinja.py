"""What templates know: `_("… {name}", name=…)` and filters for messages, figures and dates."""

from collections.abc import Callable
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any

from jinja2 import Environment, pass_eval_context
from jinja2.ext import InternationalizationExtension
from jinja2.nodes import EvalContext
from markupsafe import Markup

from scorekeeper.domain.text import Message
from scorekeeper.i18n import dates, figures
from scorekeeper.i18n.catalogue import Language, catalogue
from scorekeeper.i18n.sentences import THEMSELVES, Names, render


def install(environment: Environment, language: Callable[[], Language]) -> None:
    """Give an environment the translations and filters, in the language of the moment.

    What fills a placeholder is escaped, unless it is Markup already.
    """

    @pass_eval_context
    def gettext(context: EvalContext, text: str, /, **values: Any) -> str:  # noqa: ANN401 templates pass anything
        return _filled(context, catalogue(language()).gettext(text), values, language())

    @pass_eval_context
    def ngettext(context: EvalContext, one: str, many: str, n: int, /, **values: Any) -> str:  # noqa: ANN401 as above
        text = catalogue(language()).ngettext(one, many, n)
        return _filled(context, text, {"n": n, **values}, language())

    environment.add_extension(InternationalizationExtension)
    environment.globals.update(gettext=gettext, ngettext=ngettext)
    environment.filters.update(_filters(language))


def _filled(context: EvalContext, text: str, values: dict[str, Any], language: Language) -> str:
    shown = {key: _shown(value, language) for key, value in values.items()}
    return Markup(text).format(**shown) if context.autoescape else text.format(**shown)  # noqa: S704 catalogues are ours


def _shown(value: Any, language: Language) -> Any:  # noqa: ANN401 as above
    if isinstance(value, Message):
        return render(value, language)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return figures.number(value, language)
    return value


def _filters(language: Callable[[], Language]) -> dict[str, Callable[..., str]]:
    def say(message: Message, names: Names = THEMSELVES) -> str:
        return render(message, language(), names)

    def units(amount: int | Fraction) -> str:
        return figures.number(amount, language())

    def signed(amount: int | Fraction) -> str:
        return figures.signed(amount, language())

    def money(cents: int, currency: str = "EUR") -> str:
        return figures.money(cents, language(), currency)

    def signed_money(cents: int, currency: str = "EUR") -> str:
        return figures.signed_money(cents, language(), currency)

    def day(value: date) -> str:
        return dates.day(value, language())

    def weekday(value: date) -> str:
        return dates.weekday(value, language())

    def clock(at: datetime | time) -> str:
        return dates.clock(at)

    known = (say, units, signed, money, signed_money, day, weekday, clock)
    return {function.__name__: function for function in known}
