"""What is done to a sitting's ledger: each function adds one entry and brings the projection up to date with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.domain.evening import Played, Setup, Standing, beginning, play, table_for
from scorekeeper.domain.game import Table
from scorekeeper.domain.ledger import Entry, EntryKind, StaleError
from scorekeeper.domain.replay import answers_of, booked, deal_of, setup_of, table_of
from scorekeeper.domain.text import N_, Player
from scorekeeper.services.actor import Actor
from scorekeeper.services.effects import with_effect, without_effect
from scorekeeper.services.errors import ClosedError, NotFoundError, refuse
from scorekeeper.services.evenings import verify_key
from scorekeeper.services.event_words import WORDS
from scorekeeper.services.loading import Loaded, load_unless
from scorekeeper.services.merging import verify_one_seat_each
from scorekeeper.services.projecting import Head, add_deal, keep
from scorekeeper.services.texts import several_lines
from scorekeeper.storage import Transaction, deals, entries, sittings

LONGEST_NOTE: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """What became of it: the deal (0 = none), the entry's seq; made before with the same key; or nothing to change."""

    number: int
    seq: int
    duplicate: bool = False
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class BeforeTheLock:
    """A sitting as it was read before its lock was taken, and the deal played there: both hold if it is unchanged."""

    now: Loaded
    played: Played


def enter_deal(  # noqa: PLR0913 all that may be said about a deal
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, number: int, deal: Any,  # noqa: ANN401 any game's deal
    note: str = "", dealer: Player | None = None, sitting_out: tuple[Player, ...] | None = None,
    before: BeforeTheLock | None = None,
) -> Entered:  # fmt: skip
    """Enter the next deal. Raises RefusedError, StaleError if the number is taken, ClosedError."""
    now = open_sitting(tx, actor, sitting_id, key, before.now if before else None)
    if now.duplicate:
        return once_more(now.duplicate)
    if number != now.standing.deals + 1:
        raise _taken(tx, now, number)
    _verify_goes_on(now)
    if before is not None and now is before.now:
        played = before.played
    else:
        played = play(now.setup, now.standing, deal, table_for(now.setup, now.standing, dealer, sitting_out))
    entry = _frozen(now, actor, key, played, _tidy(note))
    entries.add(tx, now.sitting.club, sitting_id, entry, now.row.undo)
    standing = booked(now.setup, now.standing, entry)
    add_deal(tx, now, entry, standing)
    keep(tx, now, standing, on_top(now, entry))
    return Entered(number=number, seq=entry.seq)


def correct_deal(  # noqa: PLR0913 as above
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, number: int, target: int, deal: Any,  # noqa: ANN401 as above
    note: str = "", dealer: Player | None = None, sitting_out: tuple[Player, ...] | None = None,
) -> Entered:  # fmt: skip
    """Put another version in the place of `target`, scored under the rules frozen there. A voided deal counts again.

    Who dealt and sat out stays unless given. Raises RefusedError, StaleError if `target` does not count any more.
    """
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    old = _present_version(tx, now, number, target)
    frozen = setup_of(now.setup, old)
    table = _table_again(frozen, old, dealer, sitting_out)
    played = play(frozen, replace(beginning(frozen), deals=number - 1), deal, table)
    new = replace(_frozen(now, actor, key, played, _tidy(note)), kind=EntryKind.CORRECT, target=target)
    new = replace(new, rule_set=old.rule_set, options=old.options, stake_cents=old.stake_cents)
    if old.kind is not EntryKind.VOID and _same(old, new, frozen):
        return Entered(number=number, seq=target, unchanged=True)
    return take_in(tx, now, new)


def void_deal(  # noqa: PLR0913 who, where, and what exactly
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, number: int, target: int
) -> Entered:
    """Let a deal count nothing; it keeps its number and its turn of the deal. Raises StaleError, ClosedError."""
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    old = _present_version(tx, now, number, target)
    if old.kind is EntryKind.VOID:
        return Entered(number=number, seq=target, unchanged=True)
    new = replace(old, seq=now.row.seq + 1, key=key, at=actor.stamp, actor=actor.device)
    new = replace(new, kind=EntryKind.VOID, target=target, units=dict.fromkeys(old.units, 0))
    return take_in(tx, now, new)


def undo(tx: Transaction, actor: Actor, sitting_id: int, *, key: str, target: int) -> Entered:
    """Revoke the last effective entry, which must be `target`. Raises StaleError, ClosedError."""
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    if not target or target != now.row.undo:
        raise _overtaken(tx, now)
    revoked = entries.at(tx, sitting_id, target)[target]
    entry = _mark(now, actor, key, EntryKind.UNDO, revoked)
    entries.add(tx, now.sitting.club, sitting_id, entry, None)
    head = Head.of(now, entry.seq, undo=entries.below(tx, sitting_id, target), redo=target)
    keep(tx, now, *without_effect(tx, now, revoked, head))
    return Entered(number=entry.number, seq=entry.seq)


def redo(tx: Transaction, actor: Actor, sitting_id: int, *, key: str, target: int) -> Entered:
    """Restore the last revoked entry, which must be `target`. Raises StaleError, ClosedError.

    Raises RefusedError if it would seat somebody twice whose records were merged since.
    """
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    if not target or target != now.row.redo:
        raise _overtaken(tx, now)
    restored = entries.at(tx, sitting_id, target)[target]
    if restored.kind is EntryKind.SEATS:
        verify_one_seat_each(tx, now.sitting.club, [row[0] for row in restored.answers["to"]])
    entry = _mark(now, actor, key, EntryKind.REDO, restored)
    entries.add(tx, now.sitting.club, sitting_id, entry, None)
    head = Head.of(now, entry.seq, undo=target, redo=entries.above(tx, sitting_id, target))
    keep(tx, now, *with_effect(tx, now, restored, head))
    return Entered(number=entry.number, seq=entry.seq)


def end_sitting(
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, seen: int | None = None
) -> Entered:  # fmt: skip
    """Let the table end the sitting: no deal is entered until it is reopened. Raises StaleError, ClosedError.

    `seen` is the sitting's last seq as the page knew it; None = whatever stands there now.
    """
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    if now.row.ended:
        return Entered(number=0, seq=now.row.closing, unchanged=True)
    if seen not in {None, now.row.seq}:
        raise _overtaken(tx, now)
    return _close(tx, now, actor, key, EntryKind.END)


def reopen_sitting(
    tx: Transaction, actor: Actor, sitting_id: int, *, key: str, seen: int | None = None
) -> Entered:  # fmt: skip
    """Let a sitting go on that was ended, also beyond the game's own end; `seen` as above. Raises as above."""
    now = open_sitting(tx, actor, sitting_id, key)
    if now.duplicate:
        return once_more(now.duplicate)
    if goes_on(now):
        return Entered(number=0, seq=now.row.closing, unchanged=True)
    if seen not in {None, now.row.seq}:
        raise _overtaken(tx, now)
    return _close(tx, now, actor, key, EntryKind.REOPEN)


def goes_on(now: Loaded) -> bool:
    """Whether the next deal may be entered."""
    return now.event.closed_at is None and not now.row.ended and (not now.row.finished or now.row.beyond)


def open_sitting(tx: Transaction, actor: Actor, sitting_id: int, key: str, seen: Loaded | None = None) -> Loaded:
    """Take the sitting's lock and load it. Raises NotFoundError, and ClosedError unless the key was taken before."""
    verify_key(key)
    sittings.lock(tx, sitting_id)
    now = load_unless(tx, seen, sitting_id, key)
    if now.sitting.club != actor.club:
        raise NotFoundError
    if now.event.closed_at is not None and not now.duplicate:
        raise ClosedError(WORDS[now.event.kind].must_reopen)
    if now.sitting.recalled:
        raise ClosedError(N_("The round was taken back: nothing is entered here any more."))
    return now


def once_more(made: tuple[int, int]) -> Entered:
    """Say that the same form was taken before."""
    return Entered(number=made[1], seq=made[0], duplicate=True)


def _verify_goes_on(now: Loaded) -> None:
    if now.row.ended:
        raise ClosedError(N_("The sitting was ended. It must be reopened first."))
    if not goes_on(now):
        raise ClosedError(N_("The game is over. It must be reopened to play on."))


def _tidy(note: str) -> str:
    tidy = several_lines(note)
    if len(tidy) > LONGEST_NOTE:
        raise refuse("note", N_("at most {most} letters", most=LONGEST_NOTE))
    return tidy


def _frozen(now: Loaded, actor: Actor, key: str, played: Played, note: str) -> Entry:
    """Freeze a deal with everything it was scored under."""
    return Entry(
        seq=now.row.seq + 1, kind=EntryKind.DEAL, key=key, number=played.number,
        answers=answers_of(now.setup.game, played.deal), dealer=played.table.dealer,
        sitting_out=played.table.sitting_out, present=played.table.present, units=played.units,
        rule_set=now.sitting.rule_set, options=now.sitting.options, stake_cents=now.sitting.stake_cents,
        rules_version=now.setup.game.version, at=actor.stamp, actor=actor.device, note=note,
    )  # fmt: skip


def _mark(now: Loaded, actor: Actor, key: str, kind: EntryKind, about: Entry) -> Entry:
    return Entry(
        seq=now.row.seq + 1, kind=kind, key=key, number=about.number, target=about.seq, at=actor.stamp,
        actor=actor.device,
    )  # fmt: skip


def _table_again(setup: Setup, old: Entry, dealer: Player | None, sitting_out: tuple[Player, ...] | None) -> Table:
    """Seat a deal as it sat, or with another dealer or others sitting out. Raises RefusedError."""
    if dealer in {None, old.dealer} and sitting_out in {None, old.sitting_out}:
        return table_of(old)
    before: Standing = replace(beginning(setup), deals=old.number - 1)
    return table_for(setup, before, dealer or old.dealer, sitting_out)


def _same(old: Entry, new: Entry, setup: Setup) -> bool:
    names = ("note", "dealer", "sitting_out", "present")
    same = all(getattr(old, name) == getattr(new, name) for name in names)
    return same and deal_of(setup.game, old) == deal_of(setup.game, new)


def _present_version(tx: Transaction, now: Loaded, number: int, target: int) -> Entry:
    """Give the version that counts, which must be `target`. Raises StaleError."""
    record = deals.get(tx, now.sitting.id, number)
    if record is None:
        raise StaleError(N_("Meanwhile deal {number} was taken back.", number=number), number)
    found = entries.at(tx, now.sitting.id, record.entry)[record.entry]
    if record.entry != target:
        raise StaleError(N_("Meanwhile deal {number} was changed.", number=number), number, found)
    return found


def _close(tx: Transaction, now: Loaded, actor: Actor, key: str, kind: EntryKind) -> Entered:
    beyond: Mapping[str, Any] = {"beyond": True} if kind is EntryKind.REOPEN and now.row.finished else {}
    entry = Entry(
        seq=now.row.seq + 1, kind=kind, key=key, target=now.row.closing, answers=beyond, at=actor.stamp,
        actor=actor.device,
    )  # fmt: skip
    return take_in(tx, now, entry)


def take_in(tx: Transaction, now: Loaded, entry: Entry) -> Entered:
    """Add an entry on top, and let it take effect."""
    entries.add(tx, now.sitting.club, now.sitting.id, entry, now.row.undo)
    keep(tx, now, *with_effect(tx, now, entry, on_top(now, entry)))
    return Entered(number=entry.number, seq=entry.seq)


def on_top(now: Loaded, entry: Entry) -> Head:
    """Put a new entry on top: undo revokes it, and there is nothing to redo any more."""
    return Head.of(now, entry.seq, undo=entry.seq, redo=0)


def _taken(tx: Transaction, now: Loaded, number: int) -> StaleError:
    record = deals.get(tx, now.sitting.id, number)
    if record is None:
        return StaleError(N_("Meanwhile deal {number} was taken back.", number=now.standing.deals + 1), number)
    found = entries.at(tx, now.sitting.id, record.entry)[record.entry]
    return StaleError(N_("Meanwhile deal {number} was entered.", number=number), number, found)


def _overtaken(tx: Transaction, now: Loaded) -> StaleError:
    last = entries.at(tx, now.sitting.id, now.row.seq).get(now.row.seq)
    return StaleError(N_("Meanwhile something else was entered."), last.number if last else 0, last)
