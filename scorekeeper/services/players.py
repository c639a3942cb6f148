"""People of the club: remembered, added where they are new, renamed, retired, and forgotten who was never anywhere."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from scorekeeper.domain import spelling
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import refuse
from scorekeeper.services.merging import record_of
from scorekeeper.services.texts import one_line
from scorekeeper.storage import Transaction, clubs, players
from scorekeeper.storage.players import RecordRow

LONGEST_NAME: Final = 60
_NAMED: Final = re.compile(r"(?P<name>.+?)\s*\((?P<nickname>[^()]+)\)")


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was merged into somebody's."""

    id: int
    name: str
    nickname: str

    @property
    def full(self) -> str:
        """Name and nickname."""
        return f"{self.name} ({self.nickname})" if self.nickname else self.name


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A person of the club; `label` is the name, told apart by the nickname if two share it."""

    id: int
    name: str
    nickname: str
    label: str
    last_played: date | None
    retired: bool = False
    """No longer suggested for a new table, but remembered."""
    evenings: int = 0
    sittings: int = 0
    merged: tuple[Record, ...] = ()
    """The records that this one stands for."""

    def stands_for(self, player_id: int) -> bool:
        """Whether a record's number means this person."""
        return self.id == player_id or any(record.id == player_id for record in self.merged)

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Every name and nickname that is known for this person, their own first."""
        return (self.name, self.nickname), *((record.name, record.nickname) for record in self.merged)


def known_players(tx: Transaction, club: int) -> tuple[KnownPlayer, ...]:
    """Give everybody: who played last first, then by name, who retired at the end.

    Who played in demo evenings only is left out.
    """
    merged = players.absorbed(tx, club)
    rows = sorted(players.known(tx, club), key=lambda row: (sort_key(row.label), row.id))
    rows.sort(key=lambda row: row.last_played or date.min, reverse=True)
    rows.sort(key=lambda row: row.retired)
    return tuple(
        KnownPlayer(
            row.id, row.name, row.nickname, row.label, row.last_played, row.retired, row.evenings, row.sittings,
            tuple(Record(record.id, record.name, record.nickname) for record in merged.get(row.id, ())),
        )
        for row in rows
    )  # fmt: skip


def sort_key(name: str) -> str:
    """Sort as in a telephone book: ä as a, capitals as small letters; a database's collation would differ."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))


def split_name(typed: str) -> tuple[str, str]:
    """Split "Hans (Bäck)" into name and nickname."""
    text = one_line(typed)
    named = _NAMED.fullmatch(text)
    return (named["name"], named["nickname"].strip()) if named else (text, "")


def called(known: Sequence[KnownPlayer], name: str, nickname: str = "") -> KnownPlayer | None:
    """Find who is called so, or was before a merge. "Hans" is the only Hans there is, whatever the nickname."""
    wanted = (name.lower(), nickname.lower())
    for person in known:
        if wanted in ((own.lower(), nick.lower()) for own, nick in person.names):
            return person
    namesakes = [person for person in known if person.name.lower() == wanted[0]]
    return namesakes[0] if not nickname and len(namesakes) == 1 else None


class Lookalikes:
    """Finds known people whose names are written much like a new one."""

    def __init__(self, known: Sequence[KnownPlayer]) -> None:
        self._people = [person for person in known for _name in person.names]
        self._index = spelling.Index([spelling.Name(*name) for person in known for name in person.names])

    def of(self, name: str, nickname: str = "") -> tuple[KnownPlayer, ...]:
        """Give them in the order in which they are known."""
        found = (self._people[place] for place in self._index.like(spelling.Name(name, nickname)))
        return tuple(dict.fromkeys(found))


def lookalike_pairs(known: Sequence[KnownPlayer]) -> tuple[tuple[KnownPlayer, KnownPlayer], ...]:
    """Give those who may be one person with two records."""
    lookalikes = Lookalikes(known)
    places = {person.id: place for place, person in enumerate(known)}
    pairs = {
        (min(place, places[other.id]), max(place, places[other.id]))
        for place, person in enumerate(known)
        for other in lookalikes.of(person.name, person.nickname)
        if other.id != person.id
    }
    return tuple((known[one], known[other]) for one, other in sorted(pairs))


def add_player(tx: Transaction, actor: Actor, name: str, nickname: str = "") -> int:
    """Find the person of this name and nickname, or add them. Raises RefusedError for `name` or `nickname`."""
    name, nickname = tidy_name(name, nickname)
    clubs.lock(tx, actor.club)
    found = players.find(tx, actor.club, name.lower(), nickname.lower())
    if found is not None:
        return found.merged_into or found.id
    number = players.add(
        tx,
        {
            "club": actor.club, "name": name, "nickname": nickname, "created_at": actor.stamp,
            "name_key": name.lower(), "nickname_key": nickname.lower(),
        },
    )  # fmt: skip
    note(tx, actor, What.PLAYER_ADDED, values={"player": number, "name": name, "nickname": nickname})
    return number


def tidy_name(name: str, nickname: str) -> tuple[str, str]:
    """Tidy what was typed. Raises RefusedError for `name` or `nickname`."""
    name, nickname = _tidy("name", name), _tidy("nickname", nickname)
    if not name:
        raise refuse("name", N_("a name is missing"))
    return name, nickname


def _tidy(field: str, text: str) -> str:
    tidy = one_line(text)
    if len(tidy) > LONGEST_NAME:
        raise refuse(field, N_("at most {most} letters", most=LONGEST_NAME))
    return tidy


def rename_player(tx: Transaction, actor: Actor, player_id: int, name: str, nickname: str = "") -> None:
    """Give somebody another name; every sheet follows. Raises RefusedError for `name` or `nickname`, NotFoundError."""
    name, nickname = tidy_name(name, nickname)
    clubs.lock(tx, actor.club)
    was = record_of(tx, actor, player_id)
    if (was.name, was.nickname) == (name, nickname):
        return
    taken = players.find(tx, actor.club, name.lower(), nickname.lower())
    if taken is not None and taken.id != was.id:
        raise refuse("name", _taken(was, taken))
    keys = {"name_key": name.lower(), "nickname_key": nickname.lower()}
    players.change(tx, [was.id], {"name": name, "nickname": nickname, **keys})
    values = {"player": was.id, "name": was.name, "nickname": was.nickname, "to_name": name, "to_nickname": nickname}
    note(tx, actor, What.PLAYER_RENAMED, values=values)


def _taken(was: RecordRow, taken: RecordRow) -> Message:
    if taken.merged_into == was.id:
        return N_(
            "A record of this name was merged into this one. Take that back, then merge the two the other way round."
        )
    return N_("Somebody else is called so. Is it one person, merge the two; else a nickname tells them apart.")


def retire_player(tx: Transaction, actor: Actor, player_id: int) -> None:
    """Suggest somebody no longer; the past stays as it was. Raises NotFoundError."""
    _set_retired(tx, actor, player_id, retired=True)


def take_back_player(tx: Transaction, actor: Actor, player_id: int) -> None:
    """Suggest somebody again. Raises NotFoundError."""
    _set_retired(tx, actor, player_id, retired=False)


def _set_retired(tx: Transaction, actor: Actor, player_id: int, *, retired: bool) -> None:
    clubs.lock(tx, actor.club)
    was = record_of(tx, actor, player_id)
    if (was.retired_at is not None) is retired:
        return
    players.change(tx, [was.id], {"retired_at": actor.stamp if retired else None})
    values = {"player": was.id, "name": was.name, "nickname": was.nickname}
    note(tx, actor, What.PLAYER_RETIRED if retired else What.PLAYER_BACK, values=values)


def delete_player(tx: Transaction, actor: Actor, player_id: int) -> None:
    """Forget somebody who was never anywhere. Raises RefusedError with the reason, NotFoundError."""
    clubs.lock(tx, actor.club)
    was = record_of(tx, actor, player_id)
    reason = why_kept(tx, was)
    if reason is not None:
        raise refuse("player", reason)
    players.remove(tx, was.id)
    note(tx, actor, What.PLAYER_DELETED, values={"player": was.id, "name": was.name, "nickname": was.nickname})


def why_kept(tx: Transaction, record: RecordRow) -> Message | None:
    """Say why somebody cannot be deleted, None if they can."""
    if players.is_seated(tx, record.club, record.id):
        return N_("{name} sat at a table: results and sums hang on that. Retiring takes the name off the lists.",
                  name=record.name)  # fmt: skip
    if players.has_paid(tx, record.id):
        return N_("{name} is named in a payment. Retiring takes the name off the lists.", name=record.name)
    if record.merged_into is not None or players.absorbed(tx, record.club).get(record.id):
        return N_("{name} was merged with somebody: that must be taken back first.", name=record.name)
    return None
