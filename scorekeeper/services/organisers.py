"""Organisers' accounts: who may log in, with which password. Passwords are kept as argon2id hashes only."""

from collections.abc import Sequence
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from scorekeeper.domain.text import N_
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.texts import has_letter, one_line
from scorekeeper.storage import Transaction, audit, clubs, links, logins, organisers, privacy
from scorekeeper.storage.organisers import OrganiserRow

SHORTEST_PASSWORD: Final = 10
LONGEST_PASSWORD: Final = 200
LONGEST_NAME: Final = 60
# RFC 9106's second choice, the library's default: 64 MiB and three passes, some 50 ms on a village laptop
_HASHER: Final = PasswordHasher()
_NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$l3Y5ebsb1HGDSLNq4JjbNw$wVZtb88YpQzicjXfjI93vhjEwArCwd6ksXTCg1tSAJw"
"""Of a password that nobody knows; written down, because making it would cost every process at its start."""


def hashed(password: str, name: str = "") -> str:
    """Hash a new password; it takes a while, so it is done before the transaction. Raises RefusedError."""
    if len(password) < SHORTEST_PASSWORD:
        raise refuse("password", N_("at least {least} letters", least=SHORTEST_PASSWORD))
    if len(password) > LONGEST_PASSWORD:
        raise refuse("password", N_("at most {most} letters", most=LONGEST_PASSWORD))
    if len(set(password)) <= len("abc") or (name and password.casefold().strip() == name.casefold().strip()):
        raise refuse("password", N_("is too easy to guess"))
    return _HASHER.hash(password)


def is_right(password: str, found: OrganiserRow | None) -> bool:
    """Hold a password against an account. Takes as long if there is no such account: nobody learns who has one."""
    try:
        _HASHER.verify(found.password if found else _NOBODY, password[: LONGEST_PASSWORD + 1])
    except (VerificationError, InvalidHashError):
        return False
    return found is not None


def find(tx: Transaction, name: str) -> OrganiserRow | None:
    """Find the account that is logged in with this name, whatever club it is of."""
    return organisers.by_name(tx, one_line(name).casefold())


def all_of(tx: Transaction, club: int) -> Sequence[OrganiserRow]:
    """Give a club's organisers by name."""
    return organisers.of_club(tx, club)


def names(tx: Transaction, club: int) -> dict[int, str]:
    """Give what a club's organisers are and were called, by account; who was forgotten is not among them."""
    known = {row.id: row.name for row in organisers.of_club(tx, club)}
    return {**_gone(tx, club), **known}


def gone(tx: Transaction, club: int) -> dict[int, str]:
    """Give who organised once and has no account any more, by account."""
    known = {row.id for row in organisers.of_club(tx, club)}
    return {number: name for number, name in _gone(tx, club).items() if number not in known}


def _gone(tx: Transaction, club: int) -> dict[int, str]:
    rows = audit.of_kind(tx, club, What.ORGANISER_REMOVED)
    return {row.values["organiser"]: row.values["name"] for row in rows if row.values["name"]}


def is_set_up(tx: Transaction) -> bool:
    """Whether there is anybody who could log in."""
    return organisers.count(tx) > 0


def free_name(tx: Transaction, name: str) -> str:
    """Give a name as an account may have it. Raises RefusedError if it is none or taken."""
    tidy = one_line(name)
    if not has_letter(tidy):
        raise refuse("name", N_("no letter in the name"))
    if len(tidy) > LONGEST_NAME:
        raise refuse("name", N_("at most {most} letters", most=LONGEST_NAME))
    if organisers.by_name(tx, tidy.casefold()) is not None:
        raise refuse("name", N_("is taken, a second name or a town tells them apart"))
    return tidy


def add_organiser(tx: Transaction, actor: Actor, name: str, password: str) -> OrganiserRow:
    """Add an account to the actor's club, `password` hashed; the very first one runs the installation.

    Raises RefusedError if the name is none or taken.
    """
    clubs.lock(tx, actor.club)
    tidy = free_name(tx, name)
    number = organisers.add(
        tx,
        {
            "club": actor.club, "name": tidy, "name_key": tidy.casefold(), "password": password,
            "operator": not is_set_up(tx), "created_at": actor.stamp,
        },
    )  # fmt: skip
    note(tx, actor, What.ORGANISER_ADDED, values={"organiser": number, "name": tidy})
    return _of_club(tx, actor, number)


def change_password(tx: Transaction, actor: Actor, organiser_id: int, password: str) -> OrganiserRow:
    """Take a new password, hashed; every device that is logged in with the old one is logged out."""
    found = _of_club(tx, actor, organiser_id)
    organisers.change(tx, organiser_id, {"password": password})
    logins.remove_of(tx, organiser_id)
    note(tx, actor, What.PASSWORD_CHANGED, values={"organiser": organiser_id, "name": found.name})
    return _of_club(tx, actor, organiser_id)


def remove_organiser(tx: Transaction, actor: Actor, organiser_id: int) -> None:
    """Remove an account; its devices are logged out. Raises RefusedError for a club's last one and the operator."""
    clubs.lock(tx, actor.club)
    found = _of_club(tx, actor, organiser_id)
    if found.operator:
        raise refuse("organiser", N_("Who runs the installation stays."))
    if len(organisers.of_club(tx, actor.club)) == 1:
        raise refuse("organiser", N_("The last organiser of a club stays."))
    logins.remove_of(tx, organiser_id)
    organisers.remove(tx, organiser_id)
    note(tx, actor, What.ORGANISER_REMOVED, values={"organiser": organiser_id, "name": found.name})


def forget_organiser(tx: Transaction, actor: Actor, organiser_id: int) -> None:
    """Forget the name of somebody who organises no more: what they did keeps its device.

    Raises RefusedError for somebody who has an account, NotFoundError for whoever never had one or is forgotten.
    """
    clubs.lock(tx, actor.club)
    if any(row.id == organiser_id for row in organisers.of_club(tx, actor.club)):
        raise refuse("organiser", N_("As long as there is an account, it has its name. It is removed first."))
    name = gone(tx, actor.club).get(organiser_id)
    if name is None:
        raise NotFoundError
    lines = [row for row in privacy.lines(tx, actor.club) if row.what in _ABOUT_ORGANISERS]
    about = (row for row in lines if row.values["organiser"] == organiser_id)
    privacy.rewrite(tx, {row.id: {**row.values, "name": ""} for row in about})
    links.forget_maker(tx, actor.club, name)
    note(tx, actor, What.ORGANISER_FORGOTTEN, values={"organiser": organiser_id})


_ABOUT_ORGANISERS: Final = frozenset({What.ORGANISER_ADDED, What.ORGANISER_REMOVED, What.PASSWORD_CHANGED})


def _of_club(tx: Transaction, actor: Actor, organiser_id: int) -> OrganiserRow:
    found = organisers.get(tx, organiser_id)
    if found is None or found.club != actor.club:
        raise NotFoundError
    return found
