"""Everything that is kept about one person, to hand out to them; of others nothing."""

from collections.abc import Iterator
from typing import Any, Final

from scorekeeper.domain.text import Player
from scorekeeper.services.actor import Actor, device_in
from scorekeeper.services.merging import record_of, records, standing_for
from scorekeeper.services.privacy import mentions
from scorekeeper.services.settling import settle_event
from scorekeeper.services.tournament.participation import participations
from scorekeeper.services.tournament.personal import hall_data
from scorekeeper.storage import Transaction, adjustments, deals, events, players, privacy, sittings
from scorekeeper.storage.events import EventRow
from scorekeeper.storage.privacy import PaidRow
from scorekeeper.storage.sittings import SittingRow

Data = dict[str, Any]
_BY: Final = ("player", "into", "from", "other")
"""Under these names a line of the audit says whom it is about."""


def everything_about(tx: Transaction, actor: Actor, player_id: int) -> Data:
    """Give a person's data as JSON takes it; units of deals as they count now. Raises NotFoundError."""
    stands = standing_for(tx, actor, player_id)
    ids = records(tx, actor.club, stands.id)
    played = list(dict.fromkeys(row.event for row in players.played(tx, ids)))
    paid = privacy.payments_of(tx, ids)
    there = list(dict.fromkeys((*played, *(row.event for row in paid))))
    return {
        "format": "scorekeeper person", "version": 1, "made_at": actor.stamp,
        "names": [_record(tx, actor, number) for number in ids],
        "tournaments": [hall_data(tx, one) for one in participations(tx, actor.club, ids)],
        "evenings": [_evening(tx, found, ids, paid) for number in there if (found := events.get(tx, number))],
        "changes": list(_changes(tx, actor.club, ids)),
        "mentions": [
            {"evening": found.event.title if found.event else None, "deal": found.number or None, "text": found.text}
            for found in mentions(tx, actor, player_id)
        ],
    }  # fmt: skip


def _record(tx: Transaction, actor: Actor, number: int) -> Data:
    row = record_of(tx, actor, number)
    return {
        "record": number, "name": row.name, "nickname": row.nickname, "merged_into": row.merged_into,
        "not_suggested_since": row.retired_at, "erased_at": row.erased_at,
    }  # fmt: skip


def _evening(tx: Transaction, found: EventRow, ids: list[int], paid: list[PaidRow]) -> Data:
    settled = settle_event(tx, found.id)
    own = [Player(str(number)) for number in ids]
    rows = [row for row, _standing in sittings.of_events(tx, [found.id])]
    return {
        "evening": found.id, "title": found.title, "place": found.place, "date": found.date.isoformat(),
        "closed_at": found.closed_at,
        "open_cents": sum(settled.balances.get(player, 0) for player in own),
        "sittings": [data for row in rows if (data := _sitting(tx, row, ids)) is not None],
        "payments": [_payment(row, ids) for row in paid if row.event == found.id],
    }  # fmt: skip


def _sitting(tx: Transaction, row: SittingRow, ids: list[int]) -> Data | None:
    """Give what somebody did in a sitting, None if they were not there."""
    seat = next((seat for seat in sittings.seats(tx, row) if seat.player in ids), None)
    if seat is None:
        return None
    me = Player(str(seat.player))
    played = [
        {
            "deal": record.number, "at": entry.at, "units": entry.units[me], "dealt": record.dealer == me,
            "sat_out": me in entry.sitting_out, "voided": record.voided, "note": entry.note,
        }
        for entry, record in deals.onwards(tx, row.id, 1)
        if me in entry.present
    ]  # fmt: skip
    added = [one for one in adjustments.of_sittings(tx, [row.id]) if one.player == me]
    return {
        "sitting": row.position, "game": row.game, "stake_cents": row.stake_cents, "currency": row.currency,
        "from_deal": seat.first_deal, "to_deal": seat.last_deal, "left_with_units": seat.left_units,
        "left_with_cents": seat.left_cents, "deals": played,
        "adjustments": [{"units": one.units, "reason": one.reason} for one in added],
    }  # fmt: skip


def _payment(row: PaidRow, ids: list[int]) -> Data:
    """Give a payment from one person's side; with whom else is that one's own affair."""
    gave = row.giver in ids
    other = row.receiver if gave else row.giver
    return {
        "payment": row.id, "at": row.at, "gave" if gave else "got": row.cents,
        "with": "kitty" if other is None else "somebody", "note": row.note, "takes_back": row.revokes,
    }  # fmt: skip


def _changes(tx: Transaction, club: int, ids: list[int]) -> Iterator[Data]:
    """Give the lines of the audit about a person, without the names of others."""
    for row in privacy.lines(tx, club):
        about = [name for name in _BY if row.values.get(name) in ids]
        if about:
            shown = {"what": row.what, "at": row.at, "device": device_in(row.actor)}
            names = ("name", "nickname", "to_name", "to_nickname") if "player" in about else ()
            yield shown | {name: row.values[name] for name in names if name in row.values}
