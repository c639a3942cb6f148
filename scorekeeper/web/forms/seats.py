"""Who sits at the table: remembered people by a tap, new ones by name, in seat order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.text import N_, Message
from scorekeeper.services.players import LONGEST_NAME, KnownPlayer, Register, split_name
from scorekeeper.services.texts import has_letter
from scorekeeper.web.row_numbers import row_number_or

_NEW: Final = "+"


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
    person = person_of(row_number_or(token, 0), known)
    return seat_of(person) if person else None


def person_of(number: int, known: Sequence[KnownPlayer]) -> KnownPlayer | None:
    """Give whom a number means, also that of a record merged since the page was loaded."""
    return next((person for person in known if person.stands_for(number)), None)


def find(name: str, nickname: str, known: Sequence[KnownPlayer]) -> Seat:
    """Seat whoever is called so: a remembered person if there is one, else a new one."""
    person = Register(known).called(name, nickname)
    if person is not None:
        return seat_of(person)
    label = f"{name} ({nickname})" if nickname else name
    return Seat(_NEW + label, name, nickname, label)


def newcomer(name: str, nickname: str, known: Sequence[KnownPlayer]) -> tuple[Seat | None, Message | None]:
    """Seat whoever is called so, or say why nobody can be."""
    if len(name) > LONGEST_NAME or len(nickname) > LONGEST_NAME:
        return None, N_("A name may have {most} letters", most=LONGEST_NAME)
    seat = find(name, nickname, known)
    if seat.known is None and not has_letter(name):
        return None, N_("{text} is no name: it has no letter", text=name)
    return seat, None


def with_typed(
    seats: tuple[Seat, ...], typed: str, known: Sequence[KnownPlayer]
) -> tuple[tuple[Seat, ...], Message | None]:
    """Seat everybody whose name was typed, several with commas between; the message says who cannot be seated.

    A remembered name that has a comma itself is one person.
    """
    for part in [typed] if Register(known).called(*split_name(typed)) else typed.split(","):
        name, nickname = split_name(part)
        if not name:
            continue
        seat, trouble = newcomer(name, nickname, known)
        if seat is None:
            return seats, trouble
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


def lookalikes(seats: Sequence[Seat], known: Sequence[KnownPlayer]) -> Mapping[str, tuple[KnownPlayer, ...]]:
    """Give by the token of a new person those whom the name may have meant; who sits here already is not meant."""
    new = [seat for seat in seats if seat.known is None]
    if not new:
        return {}
    register, seated = Register(known), {seat.known for seat in seats}
    found = {seat.token: register.like(seat.name, seat.nickname) for seat in new}
    meant = {token: tuple(person for person in people if person.id not in seated) for token, people in found.items()}
    return {token: people for token, people in meant.items() if people}


def toggled(seats: tuple[Seat, ...], number: int, known: Sequence[KnownPlayer]) -> tuple[Seat, ...]:
    """Seat a remembered person; a second tap takes the person away again."""
    person = person_of(number, known)
    if person is None:
        return seats
    others = tuple(seat for seat in seats if seat.known != person.id)
    return others if len(others) < len(seats) else (*others, seat_of(person))


def meaning(seats: tuple[Seat, ...], what: str, known: Sequence[KnownPlayer]) -> tuple[Seat, ...]:
    """Put a known person in the place of a new one ("3-12": in the fourth seat number 12)."""
    place, _, number = what.partition("-")
    index, person = row_number_or(place, len(seats)), person_of(row_number_or(number, 0), known)
    if person is None or index >= len(seats) or any(person.stands_for(seat.known or 0) for seat in seats):
        return seats
    return (*seats[:index], seat_of(person), *seats[index + 1 :])


def moved(seats: tuple[Seat, ...], index: int, step: int) -> tuple[Seat, ...]:
    """Move one seat up (−1) or down (+1); the ends stay."""
    target = index + step
    if not (0 <= index < len(seats) and 0 <= target < len(seats)):
        return seats
    order = list(seats)
    order.insert(target, order.pop(index))
    return tuple(order)
