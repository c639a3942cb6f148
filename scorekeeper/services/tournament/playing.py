"""A round begun, timed, confirmed table by table and closed."""

import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from functools import partial

from scorekeeper.domain.text import N_, Message
from scorekeeper.domain.tournament.record import Kind, RoundState, Tournament
from scorekeeper.services import evenings
from scorekeeper.services.actor import Actor
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.texts import one_line
from scorekeeper.services.tournament import recording, results
from scorekeeper.services.tournament.recording import At
from scorekeeper.storage import Transaction, clubs, players, sittings

_MOST_MINUTES = 600
_LONGEST_INITIALS = 80


def begin_round(tx: Transaction, actor: Actor, at: At, number: int) -> None:
    """Begin a round that was drawn: every table gets its sitting. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    drawn = state.rounds.get(number)
    if drawn is None or drawn.begun or number != state.next_number:
        raise refuse("round", N_("Round {round} must be drawn first.", round=state.next_number))
    if state.current is not None and not state.current.closed:
        raise refuse("round", N_("Round {round} must be closed first.", round=state.current.number))
    seat_tables(tx, actor, at, state, number)


def seat_tables(tx: Transaction, actor: Actor, at: At, state: Tournament, number: int) -> None:
    """Give every table of a drawn round its sitting, and let the clock run. Raises RefusedError."""
    tables = state.rounds[number].drawn.tables
    if not all(tables):
        raise refuse("round", N_("table {table} is empty", table=tables.index(()) + 1))
    clubs.lock(tx, actor.club)
    merged = players.merged(tx, actor.club)
    settings = state.settings
    begun = {}
    for table, seats in enumerate(tables, 1):
        people = tuple(merged.get(one, one) for one in (state.entrants[seat].player(number) for seat in seats))
        new = evenings.NewSitting(
            game=settings.game, rule_set=settings.rule_set, options=settings.options, stake_cents=settings.stake_cents,
            payout="transfers", players=people, first_dealer=people[0],
        )  # fmt: skip
        key = at.also(f"table {table}").key
        begun[table] = evenings.begin_sitting(tx, actor, at.event, new, key, table=partial(int, table))
    values = {"round": number, "sittings": begun, "ends_at": _end(actor, settings.minutes)}
    recording.add(tx, actor, at, Kind.BEGUN, values)


def recall_round(tx: Transaction, actor: Actor, at: At, number: int) -> None:
    """Take a round back that was begun by mistake: it is only drawn again. Raises RefusedError once anything is in it.

    Its sittings stay, because the history names them, but nobody is led there any more and nothing is entered.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    found = state.rounds.get(number)
    if found is None or not found.begun:
        raise refuse("round", N_("Nothing was begun here."))
    if found.closed:
        raise refuse("round", N_("Round {round} is closed. It must be opened again first.", round=number))
    for sitting in found.sittings.values():
        sittings.lock(tx, sitting)  # who enters a deal there at this moment is seen below, or is refused
    rows = sittings.these(tx, list(found.sittings.values()))
    for table, sitting in sorted(found.sittings.items()):
        standing = rows[sitting][1]
        if standing.deals or any(standing.adjusted.values()) or any(of == table for of, _hand in found.totals):
            raise refuse("round", _something_there(number, table))
    for row, _standing in rows.values():
        sittings.recall(tx, row)
    recording.add(tx, actor, at, Kind.RECALLED, {"round": number})


def _something_there(number: int, table: int) -> Message:
    return N_(
        "At table {table} something was entered already. Only a round in which nothing was entered can be taken back: "
        "what is wrong in round {round} is corrected at its tables.",
        table=table, round=number,
    )  # fmt: skip


def _end(actor: Actor, minutes: int) -> str:
    return (actor.at + timedelta(minutes=minutes)).astimezone(UTC).isoformat() if minutes else ""


def set_clock(  # noqa: PLR0913 what the clock is set to
    tx: Transaction, actor: Actor, at: At, number: int, *, minutes: int | None, running: bool, last: bool,
) -> None:  # fmt: skip
    """Let the round's clock run or stand still; `minutes` sets what is left, None leaves it. `last`: one deal more."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    found = _begun(state, number)
    left = seconds_left(found, actor.at) if minutes is None else minutes * 60
    if not 0 <= left <= _MOST_MINUTES * 60:
        raise refuse("minutes", N_("from {low} to {high}", low=0, high=_MOST_MINUTES))
    ends = (actor.at + timedelta(seconds=left)).astimezone(UTC).isoformat() if running and left else ""
    values = {"round": number, "ends_at": ends, "left": 0 if ends else left, "last": last}
    recording.add(tx, actor, at, Kind.CLOCK, values)


def seconds_left(found: RoundState, now: datetime) -> int:
    """Say how long a round still lasts; 0 = it is over, or there is no clock."""
    if not found.ends_at:
        return found.left
    return max(0, int((datetime.fromisoformat(found.ends_at) - now).total_seconds()))


def give_time(tx: Transaction, actor: Actor, at: At, number: int, table: int, minutes: int) -> None:  # noqa: PLR0913, PLR0917 which table, how much
    """Give a table more time."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    tables = _begun(state, number).sittings
    if table not in tables:
        raise refuse("table", N_("from {low} to {high}", low=1, high=max(tables)))
    if not 1 <= minutes <= _MOST_MINUTES:
        raise refuse("extra", N_("from {low} to {high}", low=1, high=_MOST_MINUTES))
    recording.add(tx, actor, at, Kind.EXTRA, {"round": number, "table": table, "minutes": minutes})


def confirm(  # noqa: PLR0913 which table, what it saw
    tx: Transaction, actor: Actor, at: At, number: int, table: int, *, initials: str, seen: int
) -> None:  # fmt: skip
    """Let a table say together that its result is right; `seen` = the sitting's last seq that it looked at.

    `initials` are as many sets as people sit there: one alone does not answer for all. Raises RefusedError.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    found = _begun(state, number)
    if table not in found.sittings:
        raise NotFoundError
    signed = one_line(initials)[:_LONGEST_INITIALS]
    sets, people = len(initials_in(signed)), len(found.drawn.tables[table - 1])
    if sets < people:
        raise refuse(
            "initials",
            N_("Initials are wanted of everybody, with spaces between: {sets} of {people} are there.",
               sets=sets, people=people),
        )  # fmt: skip
    if results.last_entry(tx, found.sittings[table]) != seen:
        raise refuse("seen", N_("Meanwhile something else was entered."))
    values = {"round": number, "table": table, "initials": signed, "seq": seen}
    recording.add(tx, actor, at, Kind.CONFIRMED, values)


def initials_in(text: str) -> list[str]:
    """Give the sets of initials in what was typed, however they are parted."""
    return [one for one in re.split(r"[\s,;/+&]+", text) if any(letter.isalnum() for letter in one)]


def close_round(  # noqa: PLR0913, PLR0917 which round, and what is agreed to
    tx: Transaction, actor: Actor, at: At, number: int, without: Collection[int], despite: Collection[int] = ()
) -> None:  # fmt: skip
    """Close a round; every table's result must be there but those that are named in `without`.

    `despite`: these have two results that differ, and are closed all the same. Raises RefusedError.
    """
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    found = _begun(state, number)
    if found.closed:
        return
    there = results.of_round(tx, state, found)
    missing = [table for table in found.sittings if table not in there and table not in without]
    if missing:
        raise refuse("without", N_("The result of table {table} is missing.", table=missing[0]))
    differ = [table for table in results.doubtful(found, there) if table not in despite]
    if differ:
        raise refuse("despite", N_("At table {table} two results were entered that differ.", table=differ[0]))
    kept = sorted(table for table in without if table in found.sittings and table not in there)
    recording.add(tx, actor, at, Kind.CLOSED, {"round": number, "without": kept})


def reopen_round(tx: Transaction, actor: Actor, at: At, number: int) -> None:
    """Take the end of a round back, unless the next one was begun. Raises RefusedError."""
    state = recording.begin(tx, actor, at)
    if state is None:
        return
    found = _begun(state, number)
    if state.next_number > number + 1:
        raise refuse("round", N_("Round {round} was begun already.", round=number + 1))
    if found.closed:
        recording.add(tx, actor, at, Kind.REVOKE, {"seq": found.closed_seq})


def _begun(state: Tournament, number: int) -> RoundState:
    found = state.rounds.get(number)
    if found is None or not found.begun:
        raise NotFoundError
    return found
