"""Numbers as people type them, in any language; what could mean two things is refused, never guessed."""

import re
from fractions import Fraction
from typing import Final, Literal

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, Cents
from scorekeeper.i18n import currencies

MOST_DIGITS: Final = 15
_MINUS_SIGNS: Final = "-−–"
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}(?P<sign>[.,'’ ])\d{3}((?P=sign)\d{3})*")
_PLAIN: Final = re.compile(r"\d+")
_CENT_WORDS: Final = re.compile(r"(?P<number>.*\d)\s*(?P<word>c|ct|cts|cent|cents|rp|rappen)\.?", re.IGNORECASE)
_EURO_WORDS: Final = re.compile(
    r"(?P<sign>[-−–]?)\s*(?P<first>[€$£]|[a-z]{2,7}\.?)\s*(?P<before>\S.*)"
    r"|(?P<after>.*\d)(?:[,.][-−–]{1,2})?\s*(?P<last>[€$£]|[a-z]{2,7}\.?)",
    re.IGNORECASE,
)
_MEANT: Final = {
    **dict.fromkeys(("€", "eur", "euro", "euros"), "EUR"),
    **dict.fromkeys(("chf", "fr", "sfr", "franken", "francs", "rp", "rappen"), "CHF"),
    **dict.fromkeys(("$", "usd", "dollar", "dollars"), "USD"), **dict.fromkeys(("£", "gbp", "pfund", "pounds"), "GBP"),
}  # fmt: skip
"""Which currency a word or sign is of; cents are of many."""
_OF_CENTS: Final = frozenset({"c", "ct", "cts", "cent", "cents"})
_WITHOUT_CENTS: Final = frozenset({"CHF", "GBP"})
_UNIT: Final = re.compile(r"[€$£]|[a-z]+\.?", re.IGNORECASE)
_CENTS_PER_EURO: Final = 100


class TypedNumberError(ScorekeeperError):
    """What was typed is no number, or could mean two."""


def parse_number(text: str) -> Fraction:
    """Read "15,38", "15.38", "1.234,50", "−3". Raises TypedNumberError for "1.234" and for what is no number."""
    digits = " ".join(text.split())
    negative = digits[:1] in tuple(_MINUS_SIGNS)
    digits = digits[1:].lstrip() if digits[:1] in (*_MINUS_SIGNS, "+") else digits
    whole, decimals = _parts(digits, text)
    if len(whole) + len(decimals) > MOST_DIGITS:
        raise TypedNumberError(N_("“{text}” has too many digits", text=text.strip()[:40]))
    value = Fraction(int(whole + decimals), 10 ** len(decimals))
    return -value if negative else value


def parse_units(text: str) -> int:
    """Read a whole number. Raises TypedNumberError."""
    value = parse_number(text)
    if value.denominator != 1:
        raise TypedNumberError(N_("whole numbers only"))
    return value.numerator


def parse_cents(text: str, bare: Literal["cents", "euro"] = "cents", currency: str = "") -> int:
    """Read money: "10 Cent", "0,10 €", "0,10". `bare` says what "10" without a unit means. Raises TypedNumberError.

    Two decimals without a unit are always euro: nobody writes hundredths of a cent. `currency` is what amounts are in
    (empty = what the page's are in); an amount that names another one is refused.
    """
    cleaned = " ".join(text.split())
    currency = currency or currencies.of_the_page()
    in_cents, in_euro = _CENT_WORDS.fullmatch(cleaned), _EURO_WORDS.fullmatch(cleaned)
    if in_cents:
        _verify_meant(cleaned, in_cents["word"], currency)
        return parse_units(in_cents["number"])
    if in_euro and _verify_meant(cleaned, in_euro["first"] or in_euro["last"], currency):
        return _euro_to_cents(parse_number(in_euro["after"] or in_euro["sign"] + in_euro["before"]))
    value = parse_number(cleaned)
    if bare == "euro" or re.search(r"[.,]\d\d$", cleaned):
        return _euro_to_cents(value)
    if value.denominator != 1:
        raise TypedNumberError(
            N_(
                "“{text}” could mean two amounts: write {small} or {large}",
                text=cleaned,
                small=10,
                large=Cents(10, currency),
            )
        )
    return value.numerator


def without_units(text: str) -> str:
    """Take € or the like out of a list of amounts like "50 € 30 €". Raises TypedNumberError for another currency's."""
    currency = currencies.of_the_page()

    def unit(found: re.Match[str]) -> str:
        word = found[0].rstrip(".").lower()
        large = _verify_meant(text, word, currency) and word not in {*_OF_CENTS, "rp", "rappen"}
        return " " if large else found[0]

    return _UNIT.sub(unit, text)


def _verify_meant(text: str, word: str, currency: str) -> bool:
    """Refuse an amount in another currency than the one meant; False = the word is of none that is known."""
    word = word.rstrip(".").lower()
    meant = currency if word == currency.lower() else _MEANT.get(word, "")
    if word in _OF_CENTS:
        meant = "EUR" if currency in _WITHOUT_CENTS else currency
    if meant not in {"", currency}:
        large, small = currencies.large(currency), currencies.small(currency)
        raise TypedNumberError(
            N_("“{text}” is in another currency: amounts are in {large} and {small} here",
               text=text[:40], large=large, small=small)
        )  # fmt: skip
    return bool(meant)


def _euro_to_cents(euro: Fraction) -> int:
    cents = euro * _CENTS_PER_EURO
    if cents.denominator != 1:
        raise TypedNumberError(N_("at most two decimals"))
    return cents.numerator


def _parts(digits: str, text: str) -> tuple[str, str]:
    """Split into digits before and after the decimal sign."""
    if _PLAIN.fullmatch(digits):
        return digits, ""
    if grouped := _GROUPED.fullmatch(digits):
        return _grouped(digits, grouped, text), ""
    whole, sign, decimals = _last_sign(digits)
    if sign and _PLAIN.fullmatch(decimals):
        if not whole or _PLAIN.fullmatch(whole):
            return whole, decimals
        grouped = _GROUPED.fullmatch(whole)
        if grouped and grouped["sign"] != sign:
            return whole.replace(grouped["sign"], ""), decimals
    raise TypedNumberError(N_("“{text}” is not a number", text=text.strip()[:40]))


def _grouped(digits: str, grouped: re.Match[str], text: str) -> str:
    """Take the group signs out; a single dot or comma could as well be the decimal sign."""
    if grouped["sign"] in ".," and digits.count(grouped["sign"]) == 1:
        large, small = digits.replace(grouped["sign"], ""), f"{digits}0"
        raise TypedNumberError(
            N_("“{text}” could mean two numbers: write {large} or {small}", text=text.strip(), large=large, small=small)
        )
    return digits.replace(grouped["sign"], "")


def _last_sign(digits: str) -> tuple[str, str, str]:
    sign = max(".,", key=digits.rfind)
    return digits.rpartition(sign) if sign in digits else (digits, "", "")
