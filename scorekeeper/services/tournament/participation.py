"""In which tournaments and courses somebody takes part, under whichever of their records they were registered."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.record import Entrant, Tournament
from scorekeeper.services.tournament.recording import state_of
from scorekeeper.storage import Transaction, events, facts
from scorekeeper.storage.events import EventRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Participation:
    """An event with the start numbers that somebody has or had there, more than one only by a slip."""

    event: EventRow
    state: Tournament
    entrants: tuple[Entrant, ...]


def events_of(tx: Transaction, club: int, records: Collection[int]) -> list[int]:
    """Give the numbers of the events where any of these records is registered or stands in, in order."""
    return sorted({event for event, player in facts.registered(tx, club) if player in records})


def participations(tx: Transaction, club: int, records: Collection[int]) -> Iterator[Participation]:
    """Give every event where any of these records is registered or stands in."""
    for number in events_of(tx, club, records):
        found = events.get(tx, number)
        if found is not None:
            state = state_of(tx, number)
            own = (one for one in state.entrants.values() if any(who in records for _from, who, _own in one.players))
            yield Participation(event=found, state=state, entrants=tuple(own))


def both_take_part(tx: Transaction, club: int, own: Collection[int], other: Collection[int]) -> Message | None:
    """Say where two people both take part; None = nowhere, or one of the two start numbers was never there.

    A line that was registered by a slip and is gone from the first round on stands in nobody's way. Under one start
    number one person has one record: else each would have a line with points of its own.
    """
    for one in participations(tx, club, own):
        shared = next((each for each in one.entrants if _both_play(each, own, other)), None)
        if shared is not None:
            return N_(
                "In {title} both play as number {number}, one for the other: these are two people there. If they are "
                "one, it must be noted first under “Substitute” of this number that one of the two plays all rounds.",
                title=one.event.title, number=shared.number,
            )  # fmt: skip
        number = next((each.number for each in one.entrants if _takes_part(one.state, each)), None)
        others = [
            each.number for each in one.state.entrants.values()
            if each.number != number and any(who in other for _from, who, _own in each.players)
            and _takes_part(one.state, each)
        ]  # fmt: skip
        if number is not None and others:
            return N_(
                "Both are registered in {title}, as numbers {number} and {other}: these are two people there. "
                "If one of the two is there by mistake, it must be marked as gone from the first round on.",
                title=one.event.title, number=number, other=others[0],
            )  # fmt: skip
    return None


def _both_play(one: Entrant, own: Collection[int], other: Collection[int]) -> bool:
    return any(who in own for who in one.playing) and any(who in other for who in one.playing)


def _takes_part(state: Tournament, one: Entrant) -> bool:
    rounds = range(1, max([state.settings.rounds, *state.rounds]) + 1)
    return any(one.is_there(number) for number in rounds)
