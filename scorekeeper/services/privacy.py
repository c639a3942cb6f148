"""Somebody is forgotten: the name goes out of the register and the audit; what was played and paid stays as it was.

The free texts of the ledger are part of its entries, which nothing changes: they are named to whoever decides.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.text import N_, Message
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import refuse
from scorekeeper.services.merging import record_of, records, standing_for
from scorekeeper.services.tournament.participation import participations
from scorekeeper.storage import Transaction, clubs, events, players, privacy
from scorekeeper.storage.events import EventRow
from scorekeeper.storage.players import RecordRow

_NAMELESS: Final = "Gelöscht {number}"
_SHORTEST_WORD: Final = 3
_NAMED: Final = (
    ("player", "name", "nickname"), ("player", "to_name", "to_nickname"), ("into", "into_name", "into_nickname"),
    ("from", "from_name", "from_nickname"), ("other", "other_name", "other_nickname"),
)  # fmt: skip
"""How lines of the audit name people: the record's number, its name and its nickname."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A free text in which a name occurs."""

    event: EventRow | None
    """None = of no evening."""
    number: int
    """The deal it belongs to; 0 = none."""
    text: str


def mentions(tx: Transaction, actor: Actor, player_id: int) -> tuple[Mention, ...]:
    """Find what somebody typed about a person by name: every text with one of its words. Raises NotFoundError."""
    stands = standing_for(tx, actor, player_id)
    wanted = _words(record_of(tx, actor, number) for number in records(tx, actor.club, stands.id))
    if wanted is None:
        return ()
    found = dict.fromkeys(row for row in privacy.free_texts(tx, actor.club) if wanted.search(row.text.casefold()))
    there = {number: events.get(tx, number) for number in {row.event for row in found if row.event is not None}}
    return tuple(Mention(there.get(row.event or 0), row.number, row.text) for row in found)


def _words(found: Iterator[RecordRow]) -> re.Pattern[str] | None:
    """Give a pattern for the words of these names; a single letter says nothing."""
    named = (word for row in found for word in re.findall(r"\w+", f"{row.name} {row.nickname}".casefold()))
    words = dict.fromkeys(word for word in named if len(word) >= _SHORTEST_WORD)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})") if words else None


def why_not_yet(tx: Transaction, actor: Actor, player_id: int) -> Message | None:
    """Say why somebody cannot be forgotten now, None if they can. Raises NotFoundError."""
    stands = standing_for(tx, actor, player_id)
    if stands.erased_at is not None:
        return N_("The data of this person were erased already.")
    ids = records(tx, actor.club, stands.id)
    halls = [one.event for one in participations(tx, actor.club, ids)]
    going_on = next((row for row in halls if row.closed_at is None and not row.demo), None)
    if going_on is not None:
        return N_("{title} goes on: as long as it is not closed, the name is needed there.", title=going_on.title)
    played = players.played(tx, ids)
    evening = next((row for row in played if row.closed_at is None and not row.demo), None)
    if evening is not None:
        return N_("{title} goes on: as long as it is not closed, its table needs the name.", title=evening.title)
    return None


def erase_person(tx: Transaction, actor: Actor, player_id: int) -> None:
    """Forget a person: every record gets a name that says nothing, and so do the lines of the audit about it.

    Numbers, units, amounts and payments stay. It cannot be taken back. Raises RefusedError, NotFoundError.
    """
    clubs.lock(tx, actor.club)
    reason = why_not_yet(tx, actor, player_id)
    if reason is not None:
        raise refuse("player", reason)
    gone = records(tx, actor.club, standing_for(tx, actor, player_id).id)
    names = dict(zip(gone, _free_names(tx, actor.club), strict=False))
    for number, name in names.items():
        keys = {"name_key": name.lower(), "nickname_key": ""}
        players.change(tx, [number], {"name": name, "nickname": "", "erased_at": actor.stamp, **keys})
    _forget_in_audit(tx, actor.club, names)
    note(tx, actor, What.PERSON_ERASED, values={"player": gone[0], "name": names[gone[0]], "with": gone[1:]})


def _free_names(tx: Transaction, club: int) -> Iterator[str]:
    """Give names that say nothing and that nobody bears."""
    number = privacy.erased(tx, club)
    while True:
        number += 1
        name = _NAMELESS.format(number=number)
        if players.find(tx, club, name.lower(), "") is None:
            yield name


def _forget_in_audit(tx: Transaction, club: int, names: Mapping[int, str]) -> None:
    told = ((row.id, row.values, _forgotten(row.values, names)) for row in privacy.lines(tx, club))
    privacy.rewrite(tx, {number: new for number, old, new in told if new != old})


def _forgotten(values: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Give a line's values without these people's names."""
    new = dict(values)
    for number, name, nickname in _NAMED:
        if name in values and _is_one_of(values.get(number), names):
            new |= {name: names[values[number]], nickname: ""}
    return new


def _is_one_of(number: object, known: Collection[int]) -> bool:
    return isinstance(number, int) and number in known
