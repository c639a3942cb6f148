"""Short forms of names for places that cannot wrap: cut with "…", and never two alike."""

from collections.abc import Callable, Mapping

from scorekeeper.domain.text import Player

CUT = "…"


def cut(label: str, fits: Callable[[str], bool], tail: str = "") -> str:
    """Give the label itself, or as much of its beginning as fits with "…" and the tail behind it."""
    if not tail and fits(label):
        return label
    for length in range(len(label) - 1, 0, -1):
        short = label[:length].rstrip() + CUT + tail
        if fits(short):
            return short
    return CUT + tail


def short_names(names: Mapping[Player, str], fits: Callable[[str], bool]) -> dict[Player, str]:
    """Cut every name that does not fit; names that would look alike keep their ends too, or get a number."""
    found = {player: cut(label, fits) for player, label in names.items()}
    taken = list(found.values())
    for player, label in names.items():
        if taken.count(found[player]) > 1 and found[player] != label:
            found[player] = _told_apart(label, fits, set(found.values()))
    return found


def _told_apart(label: str, fits: Callable[[str], bool], taken: set[str]) -> str:
    ends = [label[-length:] for length in range(1, 7)] + [str(number) for number in range(2, 100)]
    for end in ends:
        short = cut(label, fits, end)
        if short not in taken and fits(short):
            return short
    return cut(label, fits)


def at_most(letters: int) -> Callable[[str], bool]:
    """Fit by the number of letters; the "…" does not count (look: cut after 10 letters on a screen, 14 on paper)."""
    return lambda text: len(text.replace(CUT, "")) <= letters
