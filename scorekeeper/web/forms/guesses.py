"""What a learner says that each player gets or pays: a side to choose and a number per player, from an address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.text import Message, Player
from scorekeeper.i18n.typed import TypedNumberError, parse_units

PAYS: Final = "-"
GETS: Final = "+"


@dataclass(frozen=True, slots=True)
class Guess:
    """One player's row."""

    player: Player
    number: str
    """The number's field."""
    side: str
    """The field of the side."""
    text: str
    """What was typed."""
    pays: bool
    units: int | None
    """What it means; None where nothing, or no number, was typed."""
    problem: Message | None


def read_guesses(given: Mapping[str, str], prefix: str, players: Sequence[Player]) -> tuple[Guess, ...]:
    """Read the rows of an exercise; a sign that was typed counts, whatever side was chosen."""
    return tuple(_guess(given, f"{prefix}{seat}", player) for seat, player in enumerate(players, 1))


def said(guesses: Sequence[Guess]) -> dict[Player, int] | None:
    """Give everybody's figure; None where one is missing."""
    figures = {guess.player: guess.units for guess in guesses if guess.units is not None}
    return figures if len(figures) == len(guesses) else None


def _guess(given: Mapping[str, str], field: str, player: Player) -> Guess:
    number, side = f"z{field}", f"s{field}"
    text, pays = given.get(number, "").strip(), given.get(side) == PAYS
    units, problem = None, None
    if text:
        try:
            units = parse_units(text)
        except TypedNumberError as error:
            problem = error.message
    if units is not None and pays and units > 0 and not text.startswith("+"):
        units = -units
    return Guess(player, number, side, text, pays or (units or 0) < 0, units, problem)
