"""One-time keys that are made from the key of a form which makes several things at once."""

from typing import Final

_BELOW: Final = "\x1f"
"""No form's key has a sign that cannot be printed (`evenings.verify_key`), so none is taken for a key made here."""


def part_of(key: str, part: object) -> str:
    """Give the key of one of the things that a form makes."""
    return f"{key}{_BELOW}{part}"
