"""Who takes part: registered under start numbers, kept apart, gone and back, replaced."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_
from scorekeeper.domain.tournament.record import Entrant, Kind, Tournament
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.texts import one_line
from scorekeeper.services.tournament import recording, taking_seats
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction, players

MOST_ENTRANTS: Final = 1000
_LONGEST_NOTE: Final = 200
_LEVELS: Final = (0, 1, 2)


def register(
    tx: Transaction, actor: Actor, at: At, people: Sequence[int], *, together: bool = False
) -> tuple[int, ...]:  # fmt: skip
    """Register people of the club in this order; give their start numbers. `together` keeps them at different tables.

    The same key again gives the same numbers. Raises RefusedError for `players` if somebody is registered already.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        done = recording.state_of(tx, at.event)
        return tuple(number for number, one in done.entrants.items() if one.first_player in people)
    merged = players.merged(tx, actor.club)
    if players.in_club(tx, actor.club, people) != set(people):
        raise NotFoundError
    taken = _people(state, merged)
    for player in people:
        person = merged.get(player, player)
        if person in taken:
            raise _registered(tx, player)
        taken.add(person)
    first = max(state.entrants, default=0) + 1
    numbers = tuple(range(first, first + len(people)))
    if len(state.entrants) + len(people) > MOST_ENTRANTS:
        raise refuse("players", N_("at most {most}", most=MOST_ENTRANTS))
    for number, player in zip(numbers, people, strict=True):
        values = {"entrant": number, "player": player}
        recording.add(tx, actor, at if number == first else at.also(number), Kind.ENTRANT, values)
    current = state.current
    if current is not None:  # who comes late missed what was begun
        for number in numbers:
            values = {"entrant": number, "round": current.number + 1}
            recording.add(tx, actor, at.also(f"late {number}"), Kind.BACK, values)
    if together and len(numbers) > 1:
        recording.add(tx, actor, at.also("apart"), Kind.APART, {"entrants": list(numbers)})
    return numbers


def change_details(  # noqa: PLR0913 what one form says
    tx: Transaction, actor: Actor, at: At, number: int, changed: Mapping[str, Any], *, apart: Collection[int] = (),
    shown: Collection[int] = (),
) -> None:  # fmt: skip
    """Change of an entrant what is named (fixed_table, 0 = none; level; note), and with whom they are never drawn.

    Of those `shown` as kept apart when it was said, who is not in `apart` is freed; every other pair stays, also one
    that was noted meanwhile. Raises RefusedError, NotFoundError.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    one = _entrant(state, number)
    for other in (*apart, *shown):
        _entrant(state, other)
    values = dict(changed)
    if not 0 <= values.get("fixed_table", 0) <= MOST_ENTRANTS:
        raise refuse("fixed_table", N_("from {low} to {high}", low=0, high=MOST_ENTRANTS))
    if values.get("level", 1) not in _LEVELS:
        raise refuse("level", N_("is unknown"))
    if "note" in values:
        values["note"] = one_line(values["note"])[:_LONGEST_NOTE]
    if any(getattr(one, name) != value for name, value in values.items()):
        recording.add(tx, actor, at, Kind.DETAILS, {"entrant": number, **values})
        at = at.also("apart")
    now = state.apart_from(number)
    new, freed = sorted(set(apart) - now - {number}), sorted(now.intersection(shown) - set(apart))
    if new or freed:
        recording.add(tx, actor, at, Kind.APART, {"entrant": number, "entrants": new, "freed": freed})


def leave(tx: Transaction, actor: Actor, at: At, number: int, from_round: int) -> None:
    """Let somebody be gone from a round on; what they played stays."""
    _presence(tx, actor, at, Kind.LEFT, number, from_round)


def come_back(tx: Transaction, actor: Actor, at: At, number: int, from_round: int) -> None:
    """Let somebody be there again from a round on."""
    _presence(tx, actor, at, Kind.BACK, number, from_round)


def _presence(  # noqa: PLR0913, PLR0917 who, where, from when
    tx: Transaction, actor: Actor, at: At, kind: Kind, number: int, from_round: int
) -> None:  # fmt: skip
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    one = _entrant(state, number)
    if not 1 <= from_round <= state.settings.rounds + 1:
        raise refuse("round", N_("from {low} to {high}", low=1, high=state.settings.rounds + 1))
    if kind is Kind.BACK:
        _verify_alone(tx, actor, state, one)
    there = [one.is_there(number) for number in range(from_round, state.settings.rounds + 2)]
    if any(there) if kind is Kind.LEFT else not all(there):
        recording.add(tx, actor, at, kind, {"entrant": number, "round": from_round})


def stand_in(  # noqa: PLR0913 who for whom, from when, and whose points
    tx: Transaction, actor: Actor, at: At, number: int, player: int, *, from_round: int, own: bool
) -> None:  # fmt: skip
    """Let somebody else play under a start number from a round on, or somebody again who did before.

    `own`: the points count for whoever comes alone, who goes on with the own line if they have one there; else they
    count for the line that is being played. In the middle of a round the seat at the table changes, too.
    Raises RefusedError, NotFoundError.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    one = _entrant(state, number)
    if players.in_club(tx, actor.club, [player]) != {player}:
        raise NotFoundError
    merged = players.merged(tx, actor.club)
    person = merged.get(player, player)
    told = [who for _since, who, _own in one.players]
    before = {merged.get(who, who): who for who in (*told, *reversed(one.playing))}
    playing = merged.get(one.players[-1][1], one.players[-1][1])
    if person == playing or person in _people(state, merged) - set(before):
        raise _registered(tx, player)
    player = before.get(person, player)  # known here by the record that played first
    low, high = one.players[-1][0], state.settings.rounds
    if not low <= from_round <= high:
        raise refuse("round", N_("from {low} to {high}", low=low, high=high))
    values = {"entrant": number, "player": player, "round": from_round, "own": own}
    recording.add(tx, actor, at, Kind.STAND_IN, values)
    if not one.is_there(from_round):  # somebody had gone, and now there is whoever plays instead
        recording.add(tx, actor, at.also("there"), Kind.BACK, {"entrant": number, "round": from_round})
    taking_seats.take_seat(tx, actor, at, number)


def _people(state: Tournament, merged: Mapping[int, int]) -> set[int]:
    """Give the records that stand for everybody who plays or played."""
    return {merged.get(player, player) for one in state.entrants.values() for _since, player, _own in one.players}


def _registered(tx: Transaction, player: int) -> RefusedError:
    name = players.labels(tx, [player])[player]
    return refuse("players", N_("{name} is registered already", name=name))


def _verify_alone(tx: Transaction, actor: Actor, state: Tournament, one: Entrant) -> None:
    """Refuse to let a line come back that is the same person as another one since two records were merged."""
    merged = players.merged(tx, actor.club)
    others = _people(replace(state, entrants={**state.entrants, one.number: replace(one, players=())}), merged)
    for _since, player, _own in one.players:
        if merged.get(player, player) in others:
            raise _registered(tx, player)


def _entrant(state: Tournament, number: int) -> Entrant:
    found = state.entrants.get(number)
    if found is None:
        raise NotFoundError
    return found
