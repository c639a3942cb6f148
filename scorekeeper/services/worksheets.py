"""Chance for worksheets: the domain has none of its own."""

import secrets
from typing import Final

_SIGNS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ23456789"
"""Without those that are misread when a sheet is asked for again."""
_LENGTH: Final = 5


def new_seed() -> str:
    """Make up a seed that is easily read out and typed."""
    return "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
