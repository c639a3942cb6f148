"""Clubs of an installation: each has people, evenings and organisers of its own, and sees nothing of the others."""

from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.domain.text import N_
from scorekeeper.services import organisers
from scorekeeper.services.actor import Actor
from scorekeeper.services.club_settings import change_settings, settings_of
from scorekeeper.services.errors import refuse
from scorekeeper.services.texts import has_letter, one_line
from scorekeeper.storage import Transaction, clubs


@dataclass(frozen=True, slots=True)
class Club:
    """A club, and who organises it."""

    number: int
    name: str
    organisers: tuple[str, ...]


def all_clubs(tx: Transaction) -> tuple[Club, ...]:
    """Give every club of the installation; only whoever runs it may see them all."""
    return tuple(
        Club(row.id, row.name, tuple(one.name for one in organisers.all_of(tx, row.id))) for row in clubs.every(tx)
    )


def add_club(tx: Transaction, name: str, organiser: str, password: str, *, device: str, at: datetime) -> int:  # noqa: PLR0913 the club, its organiser and who adds it
    """Add a club with its first organiser, `password` hashed; give its number.

    The one that every installation starts with is taken first. Raises RefusedError.
    """
    tidy = one_line(name)
    if not has_letter(tidy):
        raise refuse("club", N_("no letter in the name"))
    first = clubs.first(tx)
    clubs.lock(tx, first)  # who adds the same club at the same time waits
    if any(row.name.casefold() == tidy.casefold() and organisers.all_of(tx, row.id) for row in clubs.every(tx)):
        raise refuse("club", N_("is taken, a second name or a town tells them apart"))
    number = first if not organisers.is_set_up(tx) else clubs.add(tx, "")
    actor = Actor(number, device, at)
    change_settings(tx, actor, replace(settings_of(tx, number), name=tidy))
    organisers.add_organiser(tx, actor, organiser, password)
    return number
