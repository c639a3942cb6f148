"""A tournament's or course's own record: an append-only list of facts. How it stands is the fold over it (`folding`).

What is played at a table lies in the ledger of its sitting; here is who takes part, who was drawn where, when a round
began and ended, what a paper table handed in, who paid. Taking something back is one more fact (REVOKE).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scorekeeper.domain.tournament.rounds import DrawnRound, Wishes
from scorekeeper.domain.tournament.settings import Settings


class Kind(StrEnum):
    """What a fact is about. In brackets: its values, as plain JSON."""

    SETTINGS = "settings"
    """[Settings.to_json()] from the first line on; the last one holds."""
    ABOUT = "about"
    """[of title, place, date: what changed, and under was_title, was_place, was_date what it was] besides the event."""
    ENTRANT = "entrant"
    """[entrant, player] registered under a start number; also who plays in the place of somebody (STAND_IN)."""
    DETAILS = "details"
    """[entrant, and of fixed_table (0 = none), level (0 beginner, 1, 2 experienced), note: what changed]"""
    APART = "apart"
    """[entrants] these were registered together and are never drawn to one table; whichever group one of them was in
    before is dissolved. Or [entrant, entrants, freed]: never with these, with those again; all other pairs stay"""
    LEFT = "left"
    """[entrant, round] is not there from this round on."""
    BACK = "back"
    """[entrant, round] is there (again) from this round on."""
    STAND_IN = "stand_in"
    """[entrant, player, round, own] another plays from this round on; own = the points count for the newcomer."""
    MONEY = "money"
    """[what: fee, prize, other; cents: into the box +, out of it −; entrant or 0; text]"""
    FLOAT = "float"
    """[cents] lay in the box at the beginning, for change; the last one holds"""
    COUNTED = "counted"
    """[cents] were counted in the box; the last one holds"""
    DRAWN = "drawn"
    """[round, seed, method: lot, swiss, hand; tables, out] replaces an earlier draw of the round."""
    BEGUN = "begun"
    """[round, sittings: {table: number of the sitting}, ends_at: UTC or ""]"""
    RECALLED = "recalled"
    """[round] had been begun by mistake and is only drawn again; its sittings are played no more."""
    CLOCK = "clock"
    """[round, ends_at: UTC or "", left: seconds while it stands still, last: the last deal was called]"""
    EXTRA = "extra"
    """[round, table, minutes] a table gets more time."""
    TOTALS = "totals"
    """[round, table, units: {entrant: units}, hand: 1, or 2 for who entered it once more to compare; both: true where
    the two had read different numbers and this was looked up for either]"""
    CONFIRMED = "confirmed"
    """[round, table, initials, seq: of the sitting's last entry] the table agreed on its result."""
    CLOSED = "closed"
    """[round, without: tables whose result is not waited for]"""
    PENALTY = "penalty"
    """[entrant, round, points: taken away +, given −; reason]"""
    CEREMONY = "ceremony"
    """[hidden: the last round is not shown to viewers until the ceremony]"""
    LESSON = "lesson"
    """[lesson, date, place, teacher, topic]"""
    PRESENT = "present"
    """[lesson, entrants: who was there]"""
    REVOKE = "revoke"
    """[seq of the fact that is taken back]"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One line of the record. Never changed, never deleted."""

    seq: int
    kind: Kind
    values: Mapping[str, Any]
    at: str = ""
    """UTC, ISO 8601."""
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part, by start number. `players` is everybody who played under it: (from round, player, own)."""

    number: int
    players: tuple[tuple[int, int, bool], ...]
    fixed_table: int = 0
    level: int = 1
    note: str = ""
    absences: tuple[tuple[int, int], ...] = ()
    """(first round that is missed, first round that is not missed any more or 0)"""

    def player(self, round_number: int) -> int:
        """Give who plays in a round; before the first it is who was registered."""
        playing = [player for since, player, _own in self.players if since <= round_number]
        return playing[-1] if playing else self.first_player

    @property
    def first_player(self) -> int:
        """Who was registered."""
        return self.players[0][1]

    @property
    def playing(self) -> tuple[int, ...]:
        """Give who plays, or would play, any round: not who was replaced from the same round on."""
        ends = [*(since for since, _player, _own in self.players[1:]), 0]
        stretches = zip(self.players, ends, strict=True)
        return tuple(dict.fromkeys(player for (since, player, _own), end in stretches if since != end))

    def is_there(self, round_number: int) -> bool:
        """Whether they are there in a round."""
        return not any(since <= round_number and (not back or round_number < back) for since, back in self.absences)


@dataclass(frozen=True, slots=True)
class RoundState:
    """How far a round is."""

    number: int
    drawn: DrawnRound
    """By start numbers."""
    seed: str
    method: str
    drawn_seq: int
    sittings: Mapping[int, int] = field(default_factory=dict)
    """By table, once it has begun."""
    begun_at: str = ""
    ends_at: str = ""
    left: int = 0
    last_deal: bool = False
    extra: Mapping[int, int] = field(default_factory=dict)
    """Minutes more, by table."""
    totals: Mapping[tuple[int, int], Mapping[int, int]] = field(default_factory=dict)
    """Units by start number, by (table, hand)."""
    readers: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Which device entered them, by (table, hand); empty where it was looked up for either hand."""
    confirmed: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    """(initials, seq of the sitting) by table."""
    closed: bool = False
    without: frozenset[int] = frozenset()
    closed_seq: int = 0
    """Of the fact that closed it, to be taken back."""

    @property
    def begun(self) -> bool:
        """Whether it is or was played."""
        return bool(self.begun_at)

    def counted_on_paper(self, table: int) -> Mapping[int, int] | None:
        """Give the units of a table's sheet, which go before its deals; None = no sheet was typed in."""
        return self.totals.get((table, 1)) or self.totals.get((table, 2))

    def read_twice_by(self, table: int) -> str:
        """Name the device that entered a table's totals both times, so that nobody compared them; empty = none."""
        first, second = (self.readers.get((table, hand), "") for hand in (1, 2))
        return first if first == second else ""


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken away, or given back."""

    seq: int
    entrant: int
    round: int
    points: int
    reason: str


FEE, PRIZE, OTHER = "fee", "prize", "other"
"""What money is paid for."""


@dataclass(frozen=True, slots=True)
class Money:
    """Something put into the box (+) or taken out of it (−), in cents; entrant 0 = nobody in particular."""

    seq: int
    what: str
    cents: int
    entrant: int
    text: str
    at: str
    receipt: int
    """Of a fee: 1, 2, 3 … in the order in which they were paid, also those taken back later; 0 = no fee."""
    back: int = 0
    """By which fact it was taken back; 0 = by none."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted in the box, in cents, and what was said then to have lain in it at the beginning."""

    seq: int
    cents: int
    at: str
    float_cents: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """An evening of a course."""

    number: int
    date: str
    place: str
    teacher: str
    topic: str
    present: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """How everything stands after `seq` facts."""

    seq: int = 0
    settings: Settings = field(default_factory=lambda: Settings(game="", rule_set=""))
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    apart: tuple[frozenset[int], ...] = ()
    rounds: Mapping[int, RoundState] = field(default_factory=dict)
    money: tuple[Money, ...] = ()
    money_back: tuple[Money, ...] = ()
    """What was booked and taken back."""
    float_cents: int = 0
    """What lay in the box at the beginning."""
    float_seq: int = 0
    counted: Counted | None = None
    """The last count of the box."""
    penalties: tuple[Penalty, ...] = ()
    hidden: bool = False
    lessons: Mapping[int, Lesson] = field(default_factory=dict)

    @property
    def wishes(self) -> Wishes:
        """What the draw is to respect, by start numbers."""
        fixed = {one.number: one.fixed_table for one in self.entrants.values() if one.fixed_table}
        return Wishes(frozenset(self.apart), fixed)

    @property
    def moved(self) -> tuple[int, ...]:
        """What came into the box (+) or out of it (−), by the books, since it was counted."""
        if self.counted is None:
            return ()
        seq = self.counted.seq
        since = [one.cents for one in self.money if one.seq > seq]
        since += [-one.cents for one in self.money_back if one.seq < seq < one.back]
        if self.float_seq > seq:
            since.append(self.float_cents - self.counted.float_cents)
        return tuple(since)

    def apart_from(self, number: int) -> frozenset[int]:
        """Give those who are never to sit with somebody."""
        return frozenset(one for group in self.apart if number in group for one in group) - {number}

    @property
    def current(self) -> RoundState | None:
        """The round that was begun last."""
        begun = [one for one in self.rounds.values() if one.begun]
        return max(begun, key=lambda one: one.number, default=None)

    @property
    def next_number(self) -> int:
        """The number of the round that begins next."""
        return self.current.number + 1 if self.current else 1

    def present(self, round_number: int) -> tuple[int, ...]:
        """Give the start numbers of all who are there in a round."""
        return tuple(sorted(one.number for one in self.entrants.values() if one.is_there(round_number)))

    def drawn_before(self, round_number: int) -> tuple[DrawnRound, ...]:
        """Give the rounds drawn before one, in order."""
        return tuple(one.drawn for number, one in sorted(self.rounds.items()) if number < round_number)
