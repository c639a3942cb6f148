"""A day as a form's date field sends it: one that cannot be meant is refused with what to do."""

from datetime import date
from typing import Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_, Message, Refusal

FIRST: Final = 2000
FIRST_ON_PAPER: Final = 1900
"""An evening may be entered from old paper."""
LAST: Final = 2099


def day_of(text: str, first: int = FIRST) -> date | Message:
    """Give the day, else why it is none."""
    if not text:
        return N_("is missing")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return N_("The date is written like 2027-01-15")
    if not first <= day.year <= LAST:
        return N_("The year is {year}: please choose one from {first} to {last}", year=day.year, first=first, last=LAST)
    return day


def read_day(text: str) -> date:
    """Read a day. Raises RefusedError for `date`."""
    day = day_of(text)
    if isinstance(day, Message):
        raise RefusedError([Refusal("date", day)])
    return day
