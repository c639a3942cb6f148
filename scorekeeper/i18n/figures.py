"""How figures look: real minus sign, Austrian decimal comma, exact fractions, euro and cents.

Own small functions, because Babel's take ten times as long and a settlement page has hundreds of amounts.
"""

from fractions import Fraction
from typing import Final

from scorekeeper.i18n.catalogue import Language

MINUS: Final = "−"
NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"
DECIMAL_SIGN: Final[dict[Language, str]] = {"de": ",", "en": "."}
GROUP_SIGN: Final[dict[Language, str]] = {"de": ".", "en": ","}
SYMBOLS: Final = {"EUR": "€"}
_HUNDREDTHS: Final = {"EUR": "c", "CHF": "Rp."}
"""What a hundredth is called; of any other currency amounts are said in the whole."""


def number(amount: int | Fraction, language: Language) -> str:
    """Show a number: 1234, −3, 47,5 and, where two decimals are not enough, 47 1/3."""
    if isinstance(amount, int):
        return str(amount) if amount >= 0 else f"{MINUS}{-amount}"
    sign, amount = MINUS if amount < 0 else "", abs(amount)
    whole, rest = divmod(amount, 1)
    if not rest:
        return f"{sign}{whole}"
    if 100 % rest.denominator:
        return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"
    decimals = f"{int(rest * 100):02}".rstrip("0")
    return f"{sign}{whole}{DECIMAL_SIGN[language]}{decimals}"


def signed(amount: int | Fraction, language: Language) -> str:
    """Show units with their sign: +4, −3, 0."""
    return f"+{number(amount, language)}" if amount > 0 else number(amount, language)


def money(cents: int, language: Language, currency: str = "EUR") -> str:
    """Show an amount of money: 1.234,50 € or €1,234.50; the space does not break."""
    sign, cents = MINUS if cents < 0 else "", abs(cents)
    whole = f"{cents // 100:,}".replace(",", GROUP_SIGN[language])
    amount = f"{whole}{DECIMAL_SIGN[language]}{cents % 100:02}"
    symbol = SYMBOLS.get(currency)
    if language == "de":
        return f"{sign}{amount}{NO_BREAK_SPACE}{symbol or currency}"
    return f"{sign}{symbol}{amount}" if symbol else f"{sign}{currency}{NO_BREAK_SPACE}{amount}"


def typeable(cents: int, language: Language) -> str:
    """Show an amount as it is typed into a field: "5,40"."""
    return f"{cents // 100}{DECIMAL_SIGN[language]}{cents % 100:02}"


def signed_money(cents: int, language: Language, currency: str = "EUR") -> str:
    """Show what somebody gets or pays: +2,90 €, −0,60 €, 0,00 €."""
    return f"+{money(cents, language, currency)}" if cents > 0 else money(cents, language, currency)


def exact_money(cents: Fraction, language: Language, currency: str = "EUR") -> str:
    """Show what somebody gets or pays, on the way to a sum: parts of a cent stay exact, as in −33 1/3 c."""
    if cents.denominator == 1:
        return signed_money(cents.numerator, language, currency)
    called = _HUNDREDTHS.get(currency)
    return f"{signed(cents if called else cents / 100, language)}{NO_BREAK_SPACE}{called or currency}"
