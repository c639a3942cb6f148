"""Who does something, from which device, and when."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class Actor:
    """The club acted for, the device's label ("Gerät K7"), the moment in UTC, and the name of whoever logged in."""

    club: int
    device: str
    at: datetime
    name: str = ""
    """Empty for a table's phone, and for whoever sits at the computer itself."""

    @property
    def stamp(self) -> str:
        """The moment as it is kept: ISO 8601 in UTC, always of the same length, so that it sorts as text."""
        return self.at.astimezone(UTC).isoformat(timespec="milliseconds")
