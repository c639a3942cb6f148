"""Who takes part in a course, enrolled by name and with what they can do; who stays away stays on the list."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.domain.text import N_
from scorekeeper.domain.tournament.record import Kind, Tournament
from scorekeeper.services import players as people
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.players import KnownPlayer
from scorekeeper.services.texts import one_line
from scorekeeper.services.tournament import recording, registering
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction


class Enrolled(NamedTuple):
    """The start numbers of who was enrolled, and the names that were passed over: enrolled already, or named twice."""

    numbers: tuple[int, ...] = ()
    passed_over: tuple[str, ...] = ()


def enrol(tx: Transaction, actor: Actor, at: At, names: Sequence[str], level: int) -> Enrolled:
    """Enrol people by name, "Anna" or "Anna (Nanni)"; known ones are found, new ones added. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return Enrolled()
    tidy = [name for name in map(one_line, names) if name]
    if not tidy:
        raise refuse("names", N_("is missing"))
    known = people.known_players(tx, actor.club)
    taking_part = {player for one in state.entrants.values() for _since, player, _own in one.players}
    new: list[int] = []
    passed_over = []
    for name in tidy:
        person = _person(tx, actor, name, known)
        if person in taking_part or person in new:
            passed_over.append(name)
        else:
            new.append(person)
    if not new:
        raise refuse("names", N_("is enrolled already"))
    numbers = registering.register(tx, actor, at, new)
    for number in numbers:
        recording.add(tx, actor, at.also(f"level {number}"), Kind.DETAILS, {"entrant": number, "level": level})
    return Enrolled(numbers, tuple(dict.fromkeys(passed_over)))


def _person(tx: Transaction, actor: Actor, name: str, known: Sequence[KnownPlayer]) -> int:
    alike = [one.id for one in known if one.label.casefold() == name.casefold()]
    if alike:
        return alike[0]
    first, _bracket, rest = name.partition("(")
    return people.add_player(tx, actor, first, rest.rstrip(") "))


def change_learners(
    tx: Transaction, actor: Actor, at: At, levels: Mapping[int, int], away: Mapping[int, bool]
) -> None:  # fmt: skip
    """Say of some by start number what they can do, and whether they come no more from the next lesson on."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    if not {*levels, *away} <= set(state.entrants):
        raise NotFoundError
    changed: list[tuple[Kind, dict[str, int]]] = [
        (Kind.DETAILS, {"entrant": number, "level": level})
        for number, level in levels.items()
        if state.entrants[number].level != level
    ]
    changed += [
        (Kind.LEFT if is_away else Kind.BACK, {"entrant": number, "round": state.next_number})
        for number, is_away in away.items()
        if comes_no_more(state, number) is not is_away
    ]
    for place, (kind, values) in enumerate(changed):
        recording.add(tx, actor, at.also(place) if place else at, kind, values)


def comes_no_more(state: Tournament, number: int) -> bool:
    """Whether somebody stays away from the next lesson on."""
    return not state.entrants[number].is_there(state.next_number)
