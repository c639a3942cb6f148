"""What an entry does to the projection when it is made or restored, and what taking it back does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.domain.evening import Standing
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.replay import booked
from scorekeeper.domain.text import Player
from scorekeeper.services.loading import Loaded
from scorekeeper.services.projecting import Closing, Head, add_deal, rebook, take_last_deal
from scorekeeper.storage import Transaction, adjustments, entries, sittings
from scorekeeper.storage.adjustments import AdjustmentRow
from scorekeeper.storage.sittings import SeatRow

Effect = tuple[Standing, Head]


def with_effect(tx: Transaction, now: Loaded, entry: Entry, head: Head) -> Effect:
    """Let an entry take effect: where the sitting stands then, and the head with its states."""
    match entry.kind:
        case EntryKind.DEAL:
            standing = booked(now.setup, now.standing, entry)
            add_deal(tx, now, entry, standing)
            return standing, head
        case EntryKind.CORRECT | EntryKind.VOID:
            return rebook(tx, now, {entry.number: entry}, 1), head
        case EntryKind.RULES:
            return _rules(tx, now, entry.answers["to"], _group(tx, now, entry), 1), head._replace(rules=entry.seq)
        case EntryKind.SEATS:
            return _seats(tx, now, entry.answers["to"]), head._replace(seats=entry.seq)
        case EntryKind.ADJUST:
            adjustments.add(tx, now.sitting.club, _adjustments(now, entry))
            return now.standing, head._replace(adjusted=_adjusted(head.adjusted, entry.units, 1))
        case _:
            return now.standing, head._replace(closing=Closing.of(entry))


def without_effect(tx: Transaction, now: Loaded, entry: Entry, head: Head) -> Effect:
    """Take an entry's effect back."""
    match entry.kind:
        case EntryKind.DEAL:
            return take_last_deal(tx, now), head
        case EntryKind.CORRECT | EntryKind.VOID:
            before = entries.at(tx, now.sitting.id, entry.target)[entry.target]
            return rebook(tx, now, {before.number: before}, -1), head
        case EntryKind.RULES:
            versions = _group(tx, now, entry, replaced=True)
            return _rules(tx, now, entry.answers["from"], versions, -1), head._replace(rules=entry.target)
        case EntryKind.SEATS:
            return _seats(tx, now, entry.answers["from"]), head._replace(seats=entry.target)
        case EntryKind.ADJUST:
            adjustments.remove(tx, now.sitting.id, entry.seq)
            return now.standing, head._replace(adjusted=_adjusted(head.adjusted, entry.units, -1))
        case _:
            return now.standing, head._replace(
                closing=Closing.of(entries.at(tx, now.sitting.id, entry.target).get(entry.target))
            )


def _group(tx: Transaction, now: Loaded, entry: Entry, *, replaced: bool = False) -> dict[int, Entry]:
    """Give the corrections that belong to a change of rules, or what they replaced, by deal."""
    if not entry.group:
        return {}
    find = entries.replaced if replaced else entries.span
    return {one.number: one for one in find(tx, now.sitting.id, entry.seq - entry.group, entry.seq - 1)}


def _rules(
    tx: Transaction, now: Loaded, to: Mapping[str, Any], versions: Mapping[int, Entry], revisions: int
) -> Standing:
    sittings.change(tx, now.sitting.id, {**to, "setup_version": now.sitting.setup_version + 1})
    return rebook(tx, now, versions, revisions) if versions else now.standing


def _seats(tx: Transaction, now: Loaded, to: Sequence[Sequence[Any]]) -> Standing:
    rows = [SeatRow(*values) for values in to]
    sittings.seat_anew(tx, now.sitting, rows)
    totals = now.standing.totals
    return replace(now.standing, totals={(who := Player(str(row.player))): totals.get(who, 0) for row in rows})


def _adjustments(now: Loaded, entry: Entry) -> Iterator[AdjustmentRow]:
    for player, units in entry.units.items():
        yield AdjustmentRow(now.sitting.id, entry.seq, player, units, entry.answers["after"], entry.note)


def _adjusted(before: Mapping[Player, int], units: Mapping[Player, int], sign: int) -> dict[Player, int]:
    after = {player: before.get(player, 0) + sign * units.get(player, 0) for player in (*before, *units)}
    return {player: amount for player, amount in after.items() if amount}
