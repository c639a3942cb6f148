"""Two records of one person: merged, and taken apart again.

The ledger keeps the numbers it was written with. A merged record points at the one that stands for it, never further:
a chain is flattened. Who was merged into whom directly is read off the audit, so that taking one merge back gives
exactly what was there before it, whatever was merged on top of it since.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.domain.text import N_, Message, Player
from scorekeeper.services.actor import Actor
from scorekeeper.services.auditing import What, note
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.tournament.participation import both_take_part, events_of
from scorekeeper.storage import Transaction, audit, clubs, events, players, sittings
from scorekeeper.storage.players import PlayedRow, RecordRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """What merging two people would come to."""

    sittings: int
    """Sittings that will bear the other name."""
    evenings: int
    """In so many evenings."""
    registered: int
    """In so many tournaments and courses."""
    both: tuple[tuple[str, date], ...]
    """Title and date of evenings where both were: there they become one person, with one purse."""
    refused: Message | None


def same_people(tx: Transaction, club: int, names: Iterable[Player]) -> dict[Player, Player]:
    """Give for records of merged people that one by which `names` knows them; who is no other is left out."""
    merged = players.merged(tx, club)
    if not merged:
        return {}
    known_as = {merged.get(int(player), int(player)): player for player in names}
    stands_for = {**{number: number for number in known_as}, **merged}
    return {
        Player(str(number)): known_as[into]
        for number, into in stands_for.items()
        if into in known_as and known_as[into] != str(number)
    }


def standing_for(tx: Transaction, actor: Actor, player_id: int) -> RecordRow:
    """Find the record that stands for somebody. Raises NotFoundError."""
    found = record_of(tx, actor, player_id)
    return found if found.merged_into is None else record_of(tx, actor, found.merged_into)


def record_of(tx: Transaction, actor: Actor, player_id: int) -> RecordRow:
    """Find a record of the actor's club. Raises NotFoundError."""
    found = players.get(tx, player_id)
    if found is None or found.club != actor.club:
        raise NotFoundError
    return found


def verify_one_seat_each(tx: Transaction, club: int, seats: Sequence[int]) -> None:
    """Refuse seats where two records of one person sit: they were merged after the one had left its seat again."""
    merged = players.merged(tx, club)
    count = Counter(merged.get(number, number) for number in seats)
    twice = next((number for number, seated in count.items() if seated > 1), None)
    if twice is not None:
        name = players.labels(tx, [twice])[twice]
        text = N_(
            "{name} would sit at the table twice: two records were merged. Taken apart again, it goes.", name=name
        )
        raise refuse("joining", text)


def records(tx: Transaction, club: int, player_id: int) -> list[int]:
    """Give somebody's own record and those that were merged into it."""
    return [player_id, *(row.id for row in players.absorbed(tx, club).get(player_id, ()))]


def what_merging_does(tx: Transaction, actor: Actor, player_id: int, into: int) -> Merge:
    """Say what merging `player_id` into `into` would come to. Raises NotFoundError."""
    gone, stays = record_of(tx, actor, player_id), record_of(tx, actor, into)
    ids = records(tx, actor.club, gone.id)
    own = players.played(tx, ids)
    halls = events_of(tx, actor.club, ids)
    other = players.played(tx, records(tx, actor.club, stays.id))
    there = {row.event for row in other}
    both = {row.event: (row.title, row.date) for row in own if row.event in there}
    return Merge(
        sittings=len(own),
        evenings=len({row.event for row in own} - {*halls}),
        registered=len(halls),
        both=tuple(both.values()),
        refused=_refused(tx, gone, stays, own, other),
    )


def _refused(
    tx: Transaction, gone: RecordRow, stays: RecordRow, own: list[PlayedRow], other: list[PlayedRow]
) -> Message | None:
    if gone.id == stays.id:
        return N_("That is one and the same record.")
    if gone.erased_at is not None or stays.erased_at is not None:
        return N_("The data of one of the two were erased: nobody is to be recognised by a merge.")
    if gone.merged_into is not None or stays.merged_into is not None:
        return N_("One of the two was merged already, its page says with whom.")
    shared = {row.sitting for row in own} & {row.sitting for row in other}
    found = next((row for row in own if row.sitting in shared), None)
    if found is None:
        return both_take_part(tx, gone.club, *(records(tx, gone.club, one.id) for one in (gone, stays)))
    labels = players.labels(tx, [gone.id, stays.id])
    return N_(
        "{one} and {other} sat at one table in {title}: these are two people there. If one of the two was seated by "
        "mistake, that change of seats must be undone first.",
        one=labels[gone.id], other=labels[stays.id], title=found.title,
    )  # fmt: skip


def merge(tx: Transaction, actor: Actor, player_id: int, into: int) -> None:
    """Let `into` stand for `player_id` everywhere; done already, nothing happens. Raises RefusedError, NotFoundError.

    No deal and no payment is rewritten.
    """
    either = [*records(tx, actor.club, player_id), *records(tx, actor.club, into)]
    for event in events_of(tx, actor.club, either):
        events.lock(tx, event)  # who is registered there at this moment is seen below, or sees the merge
    clubs.lock(tx, actor.club)
    gone, stays = record_of(tx, actor, player_id), record_of(tx, actor, into)
    if gone.merged_into == stays.id:
        return
    own, other = records(tx, actor.club, gone.id), records(tx, actor.club, stays.id)
    for row in players.played(tx, [*own, *other]):
        if row.closed_at is None:
            sittings.lock(tx, row.sitting)  # who sits down there at this moment is seen below, or sees the merge
    played = players.played(tx, own), players.played(tx, other)
    refused = _refused(tx, gone, stays, *played)
    if refused is not None:
        raise refuse("into", refused)
    players.change(tx, own, {"merged_into": stays.id})
    values = {"player": gone.id, "name": gone.name, "nickname": gone.nickname, "into": stays.id}
    values |= {"into_name": stays.name, "into_nickname": stays.nickname, "with": own[1:]}
    note(tx, actor, What.PLAYERS_MERGED, values=values)


def separate(tx: Transaction, actor: Actor, player_id: int) -> None:
    """Take a merge back: the record stands for itself again, and for what had been merged into it before.

    Done already, nothing happens. Raises NotFoundError.
    """
    clubs.lock(tx, actor.club)
    found = record_of(tx, actor, player_id)
    if found.merged_into is None:
        return
    merged = players.merged(tx, actor.club)
    with_it = _below(found.id, merged, _direct(tx, actor.club, merged))
    players.change(tx, [found.id], {"merged_into": None})
    if with_it:
        players.change(tx, with_it, {"merged_into": found.id})
    stood = record_of(tx, actor, found.merged_into)
    values = {"player": found.id, "name": found.name, "nickname": found.nickname, "from": stood.id}
    values |= {"from_name": stood.name, "from_nickname": stood.nickname, "with": with_it}
    note(tx, actor, What.PLAYERS_SEPARATED, values=values)


def tell_apart(tx: Transaction, actor: Actor, player_id: int, other: int) -> None:
    """Remember that two names much alike are two people; they can still be merged. Done already, nothing happens.

    Raises NotFoundError.
    """
    clubs.lock(tx, actor.club)
    one, two = record_of(tx, actor, player_id), record_of(tx, actor, other)
    if one.id == two.id:
        raise NotFoundError
    if frozenset((one.id, two.id)) in told_apart(tx, actor.club):
        return
    values = {"player": one.id, "name": one.name, "nickname": one.nickname, "other": two.id}
    values |= {"other_name": two.name, "other_nickname": two.nickname}
    note(tx, actor, What.PLAYERS_TOLD_APART, values=values)


def told_apart(tx: Transaction, club: int) -> frozenset[frozenset[int]]:
    """Give the pairs of records of which somebody said that they are two people."""
    lines = audit.of_kind(tx, club, What.PLAYERS_TOLD_APART)
    return frozenset(frozenset((row.values["player"], row.values["other"])) for row in lines)


def _direct(tx: Transaction, club: int, merged: Mapping[int, int]) -> dict[int, int]:
    """Give for every merged record that one into which it was merged itself, before chains were flattened."""
    told = {row.values["player"]: row.values["into"] for row in audit.of_kind(tx, club, What.PLAYERS_MERGED)}
    return {number: told.get(number, into) for number, into in merged.items()}


def _below(player_id: int, merged: Mapping[int, int], direct: Mapping[int, int]) -> list[int]:
    """Give who was merged into somebody, directly or through others."""
    found = [player_id]
    for number in found:
        found += [each for each in merged if direct[each] == number and each not in found]
    return found[1:]
