"""Who did something: the organiser who was logged in, else the device by its short name, in the reader's language."""

import re
from collections.abc import Mapping
from typing import Final

from scorekeeper.domain.text import N_, Message
from scorekeeper.services.actor import device_in, organiser_in

_KEPT: Final = re.compile(r"Gerät (?P<code>[A-Z][0-9]{1,2})")


def device_text(kept: str, organisers: Mapping[int, str]) -> Message:
    """Name who did something, as it was kept; `organisers` by account are those whose names are known still."""
    name = organisers.get(organiser_in(kept) or 0)
    if name:
        return N_("{text}", text=name)
    label = device_in(kept)
    device = _KEPT.fullmatch(label)
    return N_("Device {code}", code=device["code"]) if device else N_("{text}", text=label)
