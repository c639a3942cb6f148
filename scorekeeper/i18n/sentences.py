"""The domain's messages as text in a language; works without Flask."""

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from scorekeeper.domain.text import N_, Cents, Day, Message, Player, Reason, Signed, Value, Who
from scorekeeper.i18n.catalogue import Language, catalogue
from scorekeeper.i18n.currencies import of_the_page
from scorekeeper.i18n.dates import day
from scorekeeper.i18n.figures import money, number, signed, signed_money

Names = Mapping[Player, str]
THEMSELVES: Final[Names] = MappingProxyType({})
"""Players whose keys are their names, as in an evening file."""


def render(message: Message, language: Language, names: Names = THEMSELVES) -> str:
    """Turn a message into text; players that `names` does not know are named by their key."""
    translations = catalogue(language)
    text = translations.gettext(message.id)
    if message.plural:
        text = translations.ngettext(message.id, message.plural, message.n)
    return text.format_map({key: _value(value, language, names) for key, value in message.values.items()})


def explain(reasons: Iterable[Reason], language: Language, names: Names = THEMSELVES) -> list[str]:
    """Give one line per step, with its figure at the end."""
    return [text if figure is None else f"{text}: {figure}" for text, figure in explained(reasons, language, names)]


def explained(reasons: Iterable[Reason], language: Language, names: Names = THEMSELVES) -> list[tuple[str, str | None]]:
    """Give each step's text and figure apart, for pages that set the figure in a column of its own."""
    return [
        (
            render(reason.text, language, names),
            None if reason.figure is None else _value(reason.figure, language, names),
        )
        for reason in reasons
    ]


def listed(texts: Iterable[str], language: Language) -> str:
    """Join names as one says them: "Anna, Bert und Cilli"."""
    *most, last = texts
    if not most:
        return last
    return render(N_("{most} and {last}", most=", ".join(most), last=last), language)


def _value(value: Value, language: Language, names: Names) -> str:  # noqa: PLR0911 one per kind of value
    match value:
        case Who():
            return listed((names.get(player, player) for player in value.players), language)
        case Signed():
            return signed(value.units, language)
        case Cents():
            shown = signed_money if value.signed else money
            return shown(value.cents, language, value.currency or of_the_page())
        case Day():
            return day(date.fromisoformat(value.iso), language)
        case Message():
            return render(value, language, names)
        case int() | Fraction():
            return number(value, language)
        case str():
            return value
