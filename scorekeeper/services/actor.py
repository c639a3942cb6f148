"""Who does something, from which device, and when."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

_KEPT: Final = re.compile(r"(?P<device>.+) #(?P<organiser>[0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Actor:
    """The club acted for, the device's label ("Gerät K7"), and the moment in UTC."""

    club: int
    device: str
    """With the account of whoever was logged in there ("Gerät K7 #3"): names are not kept with what was entered."""
    at: datetime

    @property
    def stamp(self) -> str:
        """The moment as it is kept: ISO 8601 in UTC, always of the same length, so that it sorts as text."""
        return self.at.astimezone(UTC).isoformat(timespec="milliseconds")


def kept(device: str, organiser: int | None) -> str:
    """Give a device's label with the account of whoever is logged in there."""
    return f"{device} #{organiser}" if organiser else device


def device_in(label: str) -> str:
    """Give the device alone, without who was logged in there."""
    found = _KEPT.fullmatch(label)
    return found["device"] if found else label


def organiser_in(label: str) -> int | None:
    """Give the account of whoever was logged in; None = nobody was."""
    found = _KEPT.fullmatch(label)
    return int(found["organiser"]) if found else None
