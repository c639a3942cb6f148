"""Who reaches the app. The process that starts the server says it in the environment, its workers read it there."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Final

MODE: Final = "SCOREKEEPER_MODE"
DOOR: Final = "SCOREKEEPER_DOOR"
PROXIES: Final = "SCOREKEEPER_PROXIES"
HOST_NAMES: Final = "SCOREKEEPER_HOST_NAMES"


class Mode(StrEnum):
    """Who reaches the app: this computer alone, everybody in the room's network, or everybody through a proxy."""

    ALONE = "alone"
    ROOM = "room"
    HOSTED = "hosted"


def mode() -> Mode:
    """Say who reaches the app; where nothing is said, it is this computer alone."""
    return Mode(os.environ.get(MODE, Mode.ALONE))


def door() -> Path | None:
    """Give the file that opens the running server to the room as long as it is there; None where nothing watches it."""
    named = os.environ.get(DOOR)
    return Path(named) if named else None


def proxies() -> int:
    """Say how many proxies before the app are believed what they say about whoever asks."""
    return int(os.environ.get(PROXIES, "0"))


def host_names() -> list[str]:
    """Give the names under which the hosted app is asked for; it answers to no other."""
    return [name for name in os.environ.get(HOST_NAMES, "").split(",") if name]
