"""People of the club: remembered, added where they are new, renamed, retired, and forgotten who was never anywhere."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from scorekeeper.domain import spelling
from scorekeeper.domain.text import N_, Message
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import refuse
from scorekeeper.services.merging import record_of
from scorekeeper.services.texts import has_letter, one_line
from scorekeeper.storage import Transaction, clubs, facts, players
from scorekeeper.storage.players import PlayerRow, RecordRow

LONGEST_NAME: Final = 60
_MOST_PAIRS: Final = 50
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
    return tuple(known_from(row, merged.get(row.id, ())) for row in rows)


def known_from(row: PlayerRow, merged: Sequence[RecordRow]) -> KnownPlayer:
    """Read a person off the row, with the records merged into it."""
    return KnownPlayer(
        row.id, row.name, row.nickname, row.label, row.last_played, row.retired, row.evenings, row.sittings,
        tuple(Record(record.id, record.name, record.nickname) for record in merged),
    )  # fmt: skip


def sort_key(name: str) -> str:
    """Sort as in a telephone book: ä as a, capitals as small letters; a database's collation would differ."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))


def split_name(typed: str) -> tuple[str, str]:
    """Split "Hans (Bäck)" into name and nickname."""
    text = one_line(typed)
    named = _NAMED.fullmatch(text)
    return (named["name"], named["nickname"].strip()) if named else (text, "")


class Register:
    """Everybody by name: who is called so, and who is called much like it."""

    def __init__(self, known: Sequence[KnownPlayer]) -> None:
        self._known = known
        self._by_name: dict[tuple[str, str], KnownPlayer] = {}
        self._namesakes: defaultdict[str, list[KnownPlayer]] = defaultdict(list)
        for person in known:
            self._namesakes[person.name.lower()].append(person)
            for name, nickname in person.names:
                self._by_name.setdefault((name.lower(), nickname.lower()), person)

    @cached_property
    def _spellings(self) -> tuple[list[KnownPlayer], spelling.Index]:
        named = [(person, spelling.Name(*name)) for person in self._known for name in person.names]
        return [person for person, _name in named], spelling.index_of(tuple(name for _person, name in named))

    def called(self, name: str, nickname: str = "") -> KnownPlayer | None:
        """Find who is called so, or was before a merge. "Hans" is the only Hans there is, whatever the nickname."""
        person = self._by_name.get((name.lower(), nickname.lower()))
        namesakes = self._namesakes.get(name.lower(), ())
        return namesakes[0] if person is None and not nickname and len(namesakes) == 1 else person

    def like(self, name: str, nickname: str = "") -> tuple[KnownPlayer, ...]:
        """Give who is called much like it, in the order in which they are known."""
        people, index = self._spellings
        return tuple(dict.fromkeys(people[place] for place in index.like(spelling.Name(name, nickname))))

    def pairs(self, apart: Collection[frozenset[int]] = ()) -> tuple[tuple[KnownPlayer, KnownPlayer], ...]:
        """Give those who may be one person with two records, as many as somebody would look through.

        `apart` are those of whom somebody said that they are two.
        """
        names = tuple(spelling.Name(person.name, person.nickname) for person in self._known)
        found = spelling.pairs(names, _MOST_PAIRS + len(apart))
        pairs = ((self._known[one], self._known[other]) for one, other in found)
        return tuple(pair for pair in pairs if frozenset(person.id for person in pair) not in apart)[:_MOST_PAIRS]


def add_player(tx: Transaction, actor: Actor, name: str, nickname: str = "", *, as_written: bool = False) -> int:
    """Find the person of this name and nickname, or add them. Raises RefusedError for `name` or `nickname`.

    A name needs a letter, unless it is taken `as_written` out of an evening file.
    """
    name, nickname = tidy_name(name, nickname)
    clubs.lock(tx, actor.club)
    found = players.find(tx, actor.club, name.lower(), nickname.lower())
    if found is not None:
        if not as_written:
            verify_not_erased(found)
        return found.merged_into or found.id
    if not as_written:
        _verify_letter(name)
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


def _verify_letter(name: str) -> None:
    if not has_letter(name):
        raise refuse("name", N_("no letter in the name"))


def rename_player(tx: Transaction, actor: Actor, player_id: int, name: str, nickname: str = "") -> None:
    """Give somebody another name; every sheet follows. Raises RefusedError for `name` or `nickname`, NotFoundError."""
    name, nickname = tidy_name(name, nickname)
    clubs.lock(tx, actor.club)
    was = record_of(tx, actor, player_id)
    verify_not_erased(was)
    if (was.name, was.nickname) == (name, nickname):
        return
    _verify_letter(name)
    taken = players.find(tx, actor.club, name.lower(), nickname.lower())
    if taken is not None and taken.id != was.id:
        raise refuse("name", _taken(was, taken))
    keys = {"name_key": name.lower(), "nickname_key": nickname.lower()}
    players.change(tx, [was.id], {"name": name, "nickname": nickname, **keys})
    values = {"player": was.id, "name": was.name, "nickname": was.nickname, "to_name": name, "to_nickname": nickname}
    note(tx, actor, What.PLAYER_RENAMED, values=values)


def verify_not_erased(record: RecordRow) -> None:
    """Refuse to bring back somebody whose data were erased on request. Raises RefusedError for `name`."""
    if record.erased_at is not None:
        raise refuse("name", N_("The data of this person were erased; the name stays as it is."))


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
    verify_not_erased(was)
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
        return N_("{name} sat at a table: results and sums hang on that.", name=record.name)
    if any(player == record.id for _event, player in facts.registered(tx, record.club)):
        return N_("{name} is registered in a tournament or course.", name=record.name)
    if players.has_paid(tx, record.id):
        return N_("{name} is named in a payment.", name=record.name)
    if record.merged_into is not None or players.absorbed(tx, record.club).get(record.id):
        return N_("{name} was merged with somebody: that must be taken back first.", name=record.name)
    return None
