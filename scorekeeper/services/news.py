"""Whether anything happened since a page was made: what is compared costs four small queries for all of an event."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.domain.tournament.record import RoundState
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.tournament import recording
from scorekeeper.storage import Transaction, audit, events, facts, sittings
from scorekeeper.storage.events import EventRow


@dataclass(frozen=True, slots=True)
class Mark:
    """How far an event is: nothing that its pages show changes without one of these."""

    event: EventRow
    fact: int
    """The last one of its record; 0 = none."""
    noted: int
    """The last line of the club's audit: whoever is renamed, merged or forgotten has one there."""
    entered: Mapping[int, tuple[int, int]]
    """Per sitting its table and the seq of its last entry."""


@dataclass(frozen=True, slots=True)
class Here:
    """An event at one moment; an evening has no rounds."""

    mark: Mark
    rounds: Mapping[int, tuple[RoundState, int]]
    """Per sitting of which round and table it is."""
    newest: Mapping[int, int]
    """Per table the sitting that was begun there last."""
    told: tuple[object, ...] = ()
    """What else tables say of every round: how many deals it has, and how many rounds there are."""


def mark(tx: Transaction, event_id: int) -> Mark:
    """Read how far an event is. Raises NotFoundError."""
    found = events.get(tx, event_id)
    if found is None:
        raise NotFoundError
    last = 0 if found.kind == "evening" else facts.last(tx, event_id)
    return Mark(found, last, audit.last(tx, found.club), sittings.seqs_of_event(tx, event_id))


def here(tx: Transaction, found: Mark) -> Here:
    """Read the record beside it."""
    newest = {table: number for number, (table, _seq) in found.entered.items()}
    if found.event.kind == "evening":
        return Here(found, {}, newest)
    state = recording.state_of(tx, found.event.id)
    rounds = {
        number: (one, table) for one in state.rounds.values() for table, number in one.sittings.items()
    }  # fmt: skip
    return Here(found, rounds, newest, (state.settings.deals, state.settings.rounds))


def at_table(now: Here, sitting: int) -> tuple[object, ...]:
    """Give what a table's page shows; nothing of what only happens at other tables is in it."""
    found = now.mark
    several = len(now.newest) > 1
    return found.event, found.noted, found.entered.get(sitting), several, _round_of(now, sitting)


def of_event(now: Here) -> tuple[object, ...]:
    """Give what the organisers' pages of an event show."""
    return now.mark.event, now.mark.noted, now.mark.fact, tuple(now.mark.entered.items())


def _round_of(now: Here, sitting: int) -> tuple[object, ...]:
    """Give what a table's page says of its round."""
    if sitting not in now.rounds:
        return ()
    found, table = now.rounds[sitting]
    totals = tuple(sorted(found.totals.get((table, hand), {}).items()) for hand in (1, 2))
    clock = (found.ends_at, found.left, found.last_deal, found.extra.get(table, 0))
    return found.closed, found.confirmed.get(table), totals, clock, now.newest.get(table), now.told
