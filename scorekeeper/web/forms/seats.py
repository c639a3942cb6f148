"""Who sits at the table: remembered people by a tap, new ones by name, in seat order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.text import N_, Message
from scorekeeper.services.players import LONGEST_NAME, KnownPlayer
from scorekeeper.services.texts import one_line

_NEW: Final = "+"
_NAMED: Final = re.compile(r"(?P<name>.+?)\s*\((?P<nickname>[^()]+)\)")


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody chosen. The token stands for the person in the form: a number of the records, or + and a new name."""

    token: str
    name: str
    nickname: str
    label: str

    @property
    def known(self) -> int | None:
        """The number in the records, None for a new person."""
        return None if self.token.startswith(_NEW) else int(self.token)


def seat_of(person: KnownPlayer) -> Seat:
    """Seat somebody remembered."""
    return Seat(str(person.id), person.name, person.nickname, person.label)


def seats_of(tokens: Sequence[str], known: Sequence[KnownPlayer]) -> tuple[Seat, ...]:
    """Read the chosen people; tokens that stand for nobody, or twice for the same, are dropped."""
    seats: dict[str, Seat] = {}
    for token in tokens:
        seat = _seat(token, known)
        if seat is not None:
            seats.setdefault(seat.token, seat)
    return tuple(seats.values())


def _seat(token: str, known: Sequence[KnownPlayer]) -> Seat | None:
    if token.startswith(_NEW):
        name, nickname = split_name(token[1:])
        return find(name, nickname, known) if name else None
    return next((seat_of(person) for person in known if str(person.id) == token), None)


def split_name(typed: str) -> tuple[str, str]:
    """Split "Hans (Bäck)" into name and nickname."""
    text = one_line(typed)
    named = _NAMED.fullmatch(text)
    return (named["name"], named["nickname"].strip()) if named else (text, "")


def find(name: str, nickname: str, known: Sequence[KnownPlayer]) -> Seat:
    """Seat whoever is called so: a remembered person if there is one, else a new one."""
    wanted = (name.lower(), nickname.lower())
    for person in known:
        if (person.name.lower(), person.nickname.lower()) == wanted:
            return seat_of(person)
    namesakes = [person for person in known if person.name.lower() == wanted[0]]
    if not nickname and len(namesakes) == 1:  # "Hans" means the only Hans there is, whatever his nickname
        return seat_of(namesakes[0])
    label = f"{name} ({nickname})" if nickname else name
    return Seat(_NEW + label, name, nickname, label)


def with_typed(
    seats: tuple[Seat, ...], typed: str, known: Sequence[KnownPlayer]
) -> tuple[tuple[Seat, ...], Message | None]:
    """Seat everybody whose name was typed, several with commas between; the message says who cannot be seated."""
    for part in typed.split(","):
        name, nickname = split_name(part)
        if not name:
            continue
        if len(name) > LONGEST_NAME or len(nickname) > LONGEST_NAME:
            return seats, N_("A name may have {most} letters", most=LONGEST_NAME)
        seat = find(name, nickname, known)
        if any(_same(seat, taken) for taken in seats):
            told_apart = f"{name} (Bäck)"
            return seats, N_(
                "{name} already sits at the table. A second one needs a nickname, like {example}",
                name=seat.label, example=told_apart,
            )  # fmt: skip
        seats = (*seats, seat)
    return seats, None


def _same(one: Seat, other: Seat) -> bool:
    return one.token == other.token or one.label.lower() == other.label.lower()


def moved(seats: tuple[Seat, ...], index: int, step: int) -> tuple[Seat, ...]:
    """Move one seat up (−1) or down (+1); the ends stay."""
    target = index + step
    if not (0 <= index < len(seats) and 0 <= target < len(seats)):
        return seats
    order = list(seats)
    order.insert(target, order.pop(index))
    return tuple(order)
