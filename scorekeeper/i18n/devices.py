"""Devices by their short names: kept as "Gerät K7" with what they entered, shown in the language of who reads it."""

import re
from typing import Final

from scorekeeper.domain.text import N_, Message

_KEPT: Final = re.compile(r"Gerät (?P<code>[A-Z][0-9]{1,2})")


def device_text(kept: str) -> Message:
    """Name a device, or whoever else did something, as it was kept."""
    device = _KEPT.fullmatch(kept)
    return N_("Device {code}", code=device["code"]) if device else N_("{text}", text=kept)
