"""The names of a file as lines, to be looked at before they are registered."""

from collections.abc import Iterator

from scorekeeper.services.player_files import Listed
from scorekeeper.services.player_list import judged


def as_text(listed: Listed) -> str:
    """Give the names of a list, one a line; what cannot be read stays as it stands in the file."""
    return "\n".join(_lines(listed))


def _lines(listed: Listed) -> Iterator[str]:
    for line in judged(listed, (), {}):
        if not line.name:
            yield line.text
        else:
            yield f"{line.name} ({line.nickname})" if line.nickname else line.name
