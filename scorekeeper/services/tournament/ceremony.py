"""The last round kept back until the ceremony: the one place that says what is kept from whoever does not organise."""

from scorekeeper.domain.tournament.record import Kind, Tournament
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.tournament import recording
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction, facts


def shown_through(state: Tournament, *, organiser: bool) -> int:
    """Say up to which round somebody sees results; 0 = of none."""
    last = max([state.settings.rounds, *state.rounds])
    return last - 1 if state.hidden and not organiser else last


def kept_back(tx: Transaction, event: int) -> frozenset[int]:
    """Give the sittings of an event that only its organisers and the tables themselves may look at now."""
    said = facts.newest(tx, event, Kind.CEREMONY)
    if said is None or not said["hidden"]:
        return frozenset()
    state = recording.state_of(tx, event)
    through = shown_through(state, organiser=False)
    return frozenset(
        sitting for found in state.rounds.values() if found.number > through for sitting in found.sittings.values()
    )


def set_hidden(tx: Transaction, actor: Actor, at: At, *, hidden: bool) -> None:
    """Hide the last round of a tournament until the ceremony, or show it. Raises NotFoundError, ClosedError."""
    if recording.event_with_record(tx, at.event).kind != "tournament":
        raise NotFoundError
    state = recording.begin(tx, actor, at)
    if state is not None and state.hidden is not hidden:
        recording.add(tx, actor, at, Kind.CEREMONY, {"hidden": hidden})
