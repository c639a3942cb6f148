"""Whoever comes for somebody in the middle of a round sits down at the table, too: its sitting changes that seat."""

from collections.abc import Mapping
from hashlib import blake2b

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.text import N_, Player
from scorekeeper.domain.tournament.record import Entrant, RoundState, Tournament
from scorekeeper.services import changing, entering
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import refuse
from scorekeeper.services.loading import Loaded
from scorekeeper.services.tournament import recording
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction, entries, players


def take_seat(tx: Transaction, actor: Actor, at: At, number: int) -> None:
    """Seat whoever plays under a start number at the table that is played now, if somebody else sits there for it.

    Deals that were played stay with whoever played them; both count for the start number. Raises RefusedError.
    """
    state = recording.state_of(tx, at.event)
    found, one = state.current, state.entrants[number]
    table = found.drawn.table_of(number) if found and not found.closed else None
    if found is None or table is None:
        return
    key = blake2b(at.also("seat").key.encode(), digest_size=16).hexdigest()  # one that forms may send, too
    now = entering.open_sitting(tx, actor, found.sittings[table], key)
    if now.duplicate or not _is_played(state, now):
        return
    seat = _seat_of(now, one, found, players.merged(tx, actor.club))
    if seat is None:
        return
    coming = one.player(found.number)
    last = entries.at(tx, now.sitting.id, now.row.undo).get(now.row.undo)
    if last is not None and last.kind is EntryKind.SEATS and _swapped(last) == (str(coming), seat):
        entering.undo(tx, actor, now.sitting.id, key=key, target=now.row.undo)  # nothing was played in between
        return
    gone = set(now.setup.players).difference(now.setup.present(now.standing.deals + 1))
    if Player(str(coming)) in gone:
        name = players.labels(tx, [coming])[coming]
        text = N_("{name} left this table in round {round}: possible again from the next round on",
                  name=name, round=found.number)  # fmt: skip
        raise refuse("round", text)
    try:
        changing.change_seats(tx, actor, now.sitting.id, key=key, seen=now.row.seq, leaving=seat, joining=coming)
    except RefusedError as error:
        name = players.labels(tx, [coming])[coming]
        text = N_("{name} cannot take the seat at table {table} now. Change the seats there first, or note the "
                  "substitute from the next round on. What is in the way: {why}",
                  name=name, table=table, why=error.message)  # fmt: skip
        raise refuse("round", text) from error


def _swapped(last: Entry) -> tuple[str | None, str | None]:
    """Say who left and who came by a change of seats."""
    return last.answers["leaving"], last.answers["joining"]


def _is_played(state: Tournament, now: Loaded) -> bool:
    """Whether a deal is still to come at the table."""
    wanted = state.settings.deals
    return entering.goes_on(now) and not 0 < wanted <= now.row.deals


def _seat_of(now: Loaded, one: Entrant, found: RoundState, merged: Mapping[int, int]) -> Player | None:
    """Find who sits there for the start number; None = whoever is to."""
    known = {merged.get(who, who) for _since, who, _own in one.players}
    playing = one.player(found.number)
    for seat in now.setup.present(now.standing.deals + 1):
        person = merged.get(int(seat), int(seat))
        if person in known:
            return seat if person != merged.get(playing, playing) else None
    return None
