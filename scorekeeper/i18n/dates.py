"""Days and times as they are said here: Freitag, 15. Jänner 2027, 20:15."""

from datetime import date, datetime, time
from typing import Final

from babel.dates import format_date

from scorekeeper.i18n.catalogue import Language

LOCALES: Final[dict[Language, str]] = {"de": "de_AT", "en": "en_GB"}


def weekday(day: date, language: Language) -> str:
    """Show a day with its weekday: Freitag, 15. Jänner 2027."""
    return format_date(day, "EEEE, d. MMMM y" if language == "de" else "EEEE, d MMMM y", LOCALES[language])


def day(day: date, language: Language) -> str:
    """Show a day: 15. Jänner 2027."""
    return format_date(day, "d. MMMM y" if language == "de" else "d MMMM y", LOCALES[language])


def short_day(day: date, language: Language) -> str:
    """Show a day where there is little room: Fr. 15.1.2027."""
    return format_date(day, "EEEEEE d.M.y" if language == "de" else "EEE d/M/y", LOCALES[language])


def clock(at: datetime | time) -> str:
    """Show a time: 20:15, in every language."""
    return f"{at:%H:%M}"
