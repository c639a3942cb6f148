"""What every page has where somebody types the name and password of an account."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.services.organisers import LONGEST_NAME, LONGEST_PASSWORD, SHORTEST_PASSWORD


@dataclass(frozen=True, slots=True)
class AccountLimits:
    """How long both may be."""

    longest_name: ClassVar[int] = LONGEST_NAME
    shortest_password: ClassVar[int] = SHORTEST_PASSWORD
    longest_password: ClassVar[int] = LONGEST_PASSWORD
