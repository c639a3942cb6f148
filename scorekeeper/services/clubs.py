"""Clubs of an installation: each has people, evenings and organisers of its own, and sees nothing of the others."""

from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_
from scorekeeper.services import links, organisers
from scorekeeper.services.actor import Actor
from scorekeeper.services.club_settings import change_settings, settings_of
from scorekeeper.services.errors import refuse
from scorekeeper.services.texts import has_letter, one_line
from scorekeeper.storage import Transaction, clubs
from scorekeeper.storage.links import LinkRow


class FirstClubError(ScorekeeperError):
    """The first organiser runs the installation, and gets a password where it runs."""

    def __init__(self) -> None:
        super().__init__(
            N_("Whoever organises the first club runs the installation and gets a password here: without --invite.")
        )


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
    first = clubs.first(tx)
    clubs.lock(tx, first)  # who adds the same club at the same time waits
    actor = _begun(tx, None if organisers.is_set_up(tx) else first, name, device, at)
    organisers.add_organiser(tx, actor, organiser, password)
    return actor.club


def invite_club(tx: Transaction, name: str, organiser: str, *, secret: str, device: str, at: datetime) -> LinkRow:  # noqa: PLR0913 as above
    """Add a club whose first organiser makes the account by an invitation, which is given.

    Once more before that gives a new invitation, and the one before ends. Raises RefusedError; FirstClubError where
    nobody organises yet.
    """
    clubs.lock(tx, clubs.first(tx))
    if not organisers.is_set_up(tx):
        raise FirstClubError
    label = organisers.free_name(tx, organiser)
    actor = _begun(tx, None, name, device, at)
    return links.make_link(tx, actor, links.Kind.INVITATION, secret=secret, label=label)


def _begun(tx: Transaction, number: int | None, name: str, device: str, at: datetime) -> Actor:
    """Give who acts for a club of this name: a given one, one that waits for its first organiser, or a new one."""
    tidy = one_line(name)
    if not has_letter(tidy):
        raise refuse("club", N_("no letter in the name"))
    for row in clubs.every(tx):
        if row.name.casefold() == tidy.casefold():
            if organisers.all_of(tx, row.id):
                raise refuse("club", N_("is taken, a second name or a town tells them apart"))
            number = number or row.id
    actor = Actor(number or clubs.add(tx, ""), device, at)
    change_settings(tx, actor, replace(settings_of(tx, actor.club), name=tidy))
    for link in links.open_links(tx, actor.club, at):
        if link.kind == links.Kind.INVITATION:
            links.revoke_link(tx, actor, link.id)
    return actor
