"""A day as a form's date field sends it: one that cannot be meant is refused with what to do."""

import re
from datetime import date
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message, Refusal

FIRST: Final = 2000
FIRST_ON_PAPER: Final = 1900
"""An evening may be entered from old paper."""
LAST: Final = 2099
_BY_HAND: Final = re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.\s*(?P<year>\d{4})", re.ASCII)
"""As it is typed where a browser shows no calendar."""
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def day_of(text: str, first: int = FIRST) -> date | Message:
    """Give the day, else why it is none."""
    if not text:
        return N_("is missing")
    if typed := _BY_HAND.fullmatch(text):
        text = f"{typed['year']}-{typed['month']:0>2}-{typed['day']:0>2}"
    if not _ISO.fullmatch(text):
        return N_("The date is written like 15.1.2027 or 2027-01-15")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return N_("There is no such day")
    if not first <= day.year <= LAST:
        return N_("The year is {year}: please choose one from {first} to {last}", year=day.year, first=first, last=LAST)
    return day


def read_day(text: str) -> date:
    """Read a day. Raises RefusedError for `date`."""
    day = day_of(text)
    if isinstance(day, Message):
        raise RefusedError([Refusal("date", day)])
    return day
