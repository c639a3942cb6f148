"""People of the club: remembered, and added where they are new."""

import unicodedata
from dataclasses import dataclass
from datetime import date
from typing import Final

from scorekeeper.domain.text import N_
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import refuse
from scorekeeper.services.texts import one_line
from scorekeeper.storage import Transaction, clubs, players

LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A person of the club; `label` is the name, told apart by the nickname if two share it."""

    id: int
    name: str
    nickname: str
    label: str
    last_played: date | None


def known_players(tx: Transaction, club: int) -> tuple[KnownPlayer, ...]:
    """Give everybody, who played last first, then by name. Who played in demo evenings only is left out."""
    rows = sorted(players.known(tx, club), key=lambda row: (sort_key(row.label), row.id))
    rows.sort(key=lambda row: row.last_played or date.min, reverse=True)
    return tuple(KnownPlayer(row.id, row.name, row.nickname, row.label, row.last_played) for row in rows)


def sort_key(name: str) -> str:
    """Sort as in a telephone book: ä as a, capitals as small letters; a database's collation would differ."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))


def add_player(tx: Transaction, actor: Actor, name: str, nickname: str = "") -> int:
    """Find the person of this name and nickname, or add them. Raises RefusedError for `name` or `nickname`."""
    name, nickname = _tidy("name", name), _tidy("nickname", nickname)
    if not name:
        raise refuse("name", N_("a name is missing"))
    clubs.lock(tx, actor.club)
    found = players.find(tx, actor.club, name.lower(), nickname.lower())
    if found is not None:
        return found
    number = players.add(
        tx,
        {
            "club": actor.club, "name": name, "nickname": nickname, "created_at": actor.stamp,
            "name_key": name.lower(), "nickname_key": nickname.lower(),
        },
    )  # fmt: skip
    note(tx, actor, What.PLAYER_ADDED, values={"player": number, "name": name, "nickname": nickname})
    return number


def _tidy(field: str, text: str) -> str:
    tidy = one_line(text)
    if len(tidy) > LONGEST_NAME:
        raise refuse(field, N_("at most {most} letters", most=LONGEST_NAME))
    return tidy
