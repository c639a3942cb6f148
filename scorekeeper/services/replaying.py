"""A sitting out of a file played once more into the ledger: an entry per deal, change, adjustment and seat."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scorekeeper.domain.evening import Presence, play
from scorekeeper.domain.game import Table
from scorekeeper.domain.ledger import Entry, EntryKind
from scorekeeper.domain.replay import answers_of, booked, with_keys
from scorekeeper.domain.text import Player
from scorekeeper.services.actor import Actor
from scorekeeper.services.answers import dump_options
from scorekeeper.services.auditing import What, note
from scorekeeper.services.entering import on_top, take_in
from scorekeeper.services.evening_data import Adjustment, Change, DealLine, SittingFile
from scorekeeper.services.keys import part_of
from scorekeeper.services.loading import Loaded, load
from scorekeeper.services.projecting import add_deal, keep
from scorekeeper.services.scoring import SittingScore
from scorekeeper.services.texts import several_lines
from scorekeeper.storage import Transaction, entries, sittings
from scorekeeper.storage.sittings import SeatRow

People = Mapping[Player, int]
"""The record of everybody in the file."""


def add_sitting(  # noqa: PLR0913, PLR0917 what is added, where, by whom
    tx: Transaction, actor: Actor, event_id: int, position: int, score: SittingScore, people: People, key: str
) -> int:
    """Add a sitting of an event with everything that was played; give its number."""
    file = score.file
    setup = file.setup
    seats = [row.player for row in _seats_after(file, people, 0) if row.first_deal == 1]
    values = {
        "game": setup.game.key, "rule_set": setup.rule_set, "options": _options(file, setup.rule_set, setup.rules),
        "stake_cents": file.stake.cents, "currency": file.stake.currency, "payout": file.payout,
        "first_dealer": people[setup.first_dealer], "table_number": file.table,
    }  # fmt: skip
    columns = {"club": actor.club, "event": event_id, "position": position, "created_at": actor.stamp, "key": key}
    sitting_id = sittings.add(tx, {**values, **columns}, seats)
    note(tx, actor, What.SITTING_STARTED, event=event_id, sitting=sitting_id, values={**values, "players": seats})
    keys = {label: Player(str(number)) for label, number in people.items()}
    replay = _Replay(tx, actor, file, people, load(tx, sitting_id), keys)
    for number in range(len(file.deals) + 1):
        replay.before_deal(number)
        if number < len(file.deals):
            replay.deal(file.deals[number], score.played[number].table)
    replay.end()
    return sitting_id


def _options(file: SittingFile, rule_set: str, rules: Any) -> dict[str, Any]:  # noqa: ANN401 any game's rules
    return dump_options(rules, next(known for known in file.setup.game.rule_sets if known.key == rule_set))


def _seats_after(file: SittingFile, people: People, number: int) -> list[SeatRow]:
    """Give who has sat down so far, and what is known of who left; at the end also what is planned."""
    done = number == len(file.deals)
    return [row for row in _seats(file, people, number, done=done) if done or row.first_deal <= number + 1]


def _seats(file: SittingFile, people: People, number: int, *, done: bool) -> Iterator[SeatRow]:
    for player in file.setup.players:
        there = file.setup.presence.get(player, Presence())
        row = SeatRow(people[player], there.first)
        if there.last is not None and (done or there.last <= number):
            out = file.paid_out.get(player)
            row = row._replace(last_deal=there.last)
            row = row._replace(left_units=out.units, left_cents=out.cents) if out else row
        yield row


@dataclass(slots=True)
class _Replay:
    """A sitting that is being written; `now` is kept up to date without reading it after every deal."""

    tx: Transaction
    actor: Actor
    file: SittingFile
    people: People
    now: Loaded
    keys: Mapping[Player, Player]

    def before_deal(self, number: int) -> None:
        """Take in what changed after so many deals: rules and stake, then seats, then adjustments."""
        for change in self.file.changes:
            if change.first == number + 1:
                self._change(change)
        rows = _seats_after(self.file, self.people, number)
        if rows != list(self.now.seats):
            answers = {"from": [list(row) for row in self.now.seats], "to": [list(row) for row in rows]}
            self._take(EntryKind.SEATS, self.now.row.seats, answers)
        made = [one for one in self.file.adjustments if one.after == number]
        for _reason, group in groupby(_at_once(self.file, made), lambda one: one[0]):
            self._adjust([adjustment for _place, adjustment in group])

    def deal(self, line: DealLine, seated: Table) -> None:
        """Take in the next deal, at the table as it sat."""
        now, keys = self.now, self.keys
        table = Table(
            tuple(keys[player] for player in seated.present), keys[seated.dealer],
            tuple(keys[player] for player in seated.sitting_out),
        )  # fmt: skip
        played = play(now.setup, now.standing, with_keys(now.setup.game, line.deal, keys), table)
        entry = replace(
            self._entry(EntryKind.DEAL, 0, answers_of(now.setup.game, played.deal)), number=played.number,
            note=several_lines(line.note), dealer=table.dealer, sitting_out=table.sitting_out, present=table.present,
            units=played.units,
        )  # fmt: skip
        entries.add(self.tx, now.sitting.club, now.sitting.id, entry, now.row.undo)
        standing = booked(now.setup, now.standing, entry)
        add_deal(self.tx, now, entry, standing)
        keep(self.tx, now, standing, on_top(now, entry))
        row = now.row._replace(seq=entry.seq, undo=entry.seq, deals=standing.deals)
        self.now = replace(now, standing=standing, row=row)
        if line.void:
            zeros = dict.fromkeys(entry.units, 0)
            self._take_in(replace(self._entry_again(entry), kind=EntryKind.VOID, target=entry.seq, units=zeros))

    def end(self) -> None:
        """End the sitting as the table did, or let it go on beyond the game's end."""
        if self.file.ended is not None:
            kind = EntryKind.END if self.file.ended else EntryKind.REOPEN
            self._take(kind, 0, {} if self.file.ended else {"beyond": True})

    def _change(self, change: Change) -> None:
        before, sitting = self.now.sitting.stake_cents, self.now.sitting
        stakes = [list(stake) for stake in sitting.stakes]
        if change.stake_cents != before:
            stakes.append([change.first, change.stake_cents])
        to = {
            "rule_set": change.rule_set, "options": _options(self.file, change.rule_set, change.rules),
            "stake_cents": change.stake_cents, "stakes": stakes,
        }  # fmt: skip
        answers = {"from": {name: getattr(sitting, name) for name in to}, "to": to, "all": False, "group": 0}
        self._take(EntryKind.RULES, self.now.row.rules, answers)

    def _adjust(self, made: Sequence[Adjustment]) -> None:
        units = {self.keys[one.player]: one.units for one in made}
        entry = replace(self._entry(EntryKind.ADJUST, 0, {}), units=units, note=several_lines(made[0].reason))
        self._take_in(replace(entry, answers={"after": made[0].after}))

    def _take(self, kind: EntryKind, target: int, answers: Mapping[str, Any]) -> None:
        if kind in {EntryKind.RULES, EntryKind.SEATS}:
            answers = {**answers, "after": self.now.standing.deals}
        self._take_in(self._entry(kind, target, answers))

    def _take_in(self, entry: Entry) -> None:
        take_in(self.tx, self.now, entry)
        self.now = load(self.tx, self.now.sitting.id)

    def _entry(self, kind: EntryKind, target: int, answers: Mapping[str, Any]) -> Entry:
        sitting = self.now.sitting
        return self._entry_again(
            Entry(
                seq=0, kind=kind, key="", target=target, answers=answers, rule_set=sitting.rule_set,
                options=sitting.options, stake_cents=sitting.stake_cents, rules_version=self.now.setup.game.version,
                at=self.actor.stamp, actor=self.actor.device,
            )
        )  # fmt: skip

    def _entry_again(self, entry: Entry) -> Entry:
        seq = self.now.row.seq + 1
        return replace(entry, seq=seq, key=part_of("import", seq))


def _at_once(file: SittingFile, made: Sequence[Adjustment]) -> Iterator[tuple[int, Adjustment]]:
    """Number adjustments so that those made at once, for one reason and in seat order, have the same number."""
    seats = {player: place for place, player in enumerate(file.setup.players)}
    number, before = 0, None
    for one in made:
        together = before is not None and before.reason == one.reason and seats[before.player] < seats[one.player]
        number += not together
        before = one
        yield number, one
