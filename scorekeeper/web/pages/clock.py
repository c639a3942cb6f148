"""A round's clock: when it ends is sent, what is left is reckoned where it is shown."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from scorekeeper.domain.tournament.record import RoundState
from scorekeeper.services.evenings import VIENNA

_MILLISECONDS = 1000


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that runs until a moment, or stands with so many seconds left; neither = there is none."""

    ends: datetime | None
    left: int
    last: bool
    """The last deal was called."""

    @classmethod
    def of(cls, found: RoundState, extra: int = 0) -> Self:
        """Read a round's clock; a table may have so many minutes more."""
        ends = datetime.fromisoformat(found.ends_at) + timedelta(minutes=extra) if found.ends_at else None
        return cls(ends, found.left + 60 * extra if found.left else 0, found.last_deal)

    @property
    def is_set(self) -> bool:
        """Whether there is a clock."""
        return self.ends is not None or self.left > 0

    @property
    def until(self) -> datetime | None:
        """When it ends, on the wall."""
        return self.ends.astimezone(VIENNA) if self.ends else None

    @property
    def standing_at(self) -> str:
        """What is left while it stands still, as minutes and seconds."""
        return f"{self.left // 60}:{self.left % 60:02d}"

    def to_json(self, now: datetime) -> dict[str, Any]:
        """Give it with the server's own time, both in milliseconds: the difference of the clocks is taken out."""
        return {
            "now": _milliseconds(now), "ends": _milliseconds(self.ends) if self.ends else None, "left": self.left,
            "last": self.last,
        }  # fmt: skip


def _milliseconds(at: datetime) -> int:
    return round(at.timestamp() * _MILLISECONDS)
