"""Who does something, from which device, and when."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class Actor:
    """The club acted for, the device's label ("Gerät K7") and the moment in UTC."""

    club: int
    device: str
    at: datetime

    @property
    def stamp(self) -> str:
        """The moment as it is kept: ISO 8601 in UTC, always of the same length, so that it sorts as text."""
        return self.at.astimezone(UTC).isoformat(timespec="milliseconds")
