"""A tournament's or course's own record: an append-only list of facts. How it stands is the fold over it.

What is played at a table lies in the ledger of its sitting; here is who takes part, who was drawn where, when a round
began and ended, what a paper table handed in, who paid. Taking something back is one more fact (REVOKE).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from scorekeeper.domain.tournament.rounds import DrawnRound, Wishes
from scorekeeper.domain.tournament.settings import Settings


class Kind(StrEnum):
    """What a fact is about. In brackets: its values, as plain JSON."""

    SETTINGS = "settings"
    """[Settings.to_json()] from the first line on; the last one holds."""
    ENTRANT = "entrant"
    """[entrant, player] registered under a start number; also who plays in the place of somebody (STAND_IN)."""
    DETAILS = "details"
    """[entrant, and of fixed_table (0 = none), level (0 beginner, 1, 2 experienced), note: what changed]"""
    APART = "apart"
    """[entrants] this group is never drawn to one table; one person alone or none = the group is dissolved."""
    LEFT = "left"
    """[entrant, round] is not there from this round on."""
    BACK = "back"
    """[entrant, round] is there (again) from this round on."""
    STAND_IN = "stand_in"
    """[entrant, player, round, own] another plays from this round on; own = the points count for the newcomer."""
    MONEY = "money"
    """[what: fee, prize, other; cents: into the box +, out of it −; entrant or 0; text]"""
    DRAWN = "drawn"
    """[round, seed, method: lot, swiss, hand; tables, out] replaces an earlier draw of the round."""
    BEGUN = "begun"
    """[round, sittings: {table: number of the sitting}, ends_at: UTC or ""]"""
    CLOCK = "clock"
    """[round, ends_at: UTC or "", left: seconds while it stands still, last: the last deal was called]"""
    EXTRA = "extra"
    """[round, table, minutes] a table gets more time."""
    TOTALS = "totals"
    """[round, table, units: {entrant: units}, hand: 1, or 2 for who entered it once more to compare]"""
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
        """Give who plays in a round."""
        return [player for since, player, _own in self.players if since <= round_number][-1]

    @property
    def first_player(self) -> int:
        """Who was registered."""
        return self.players[0][1]

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
    confirmed: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    """(initials, seq of the sitting) by table."""
    closed: bool = False
    without: frozenset[int] = frozenset()

    @property
    def begun(self) -> bool:
        """Whether it is or was played."""
        return bool(self.begun_at)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken away, or given back."""

    seq: int
    entrant: int
    round: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Money:
    """Something put into the box (+) or taken out of it (−), in cents; entrant 0 = nobody in particular."""

    seq: int
    what: str
    cents: int
    entrant: int
    text: str
    at: str


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
    penalties: tuple[Penalty, ...] = ()
    hidden: bool = False
    lessons: Mapping[int, Lesson] = field(default_factory=dict)

    @property
    def wishes(self) -> Wishes:
        """What the draw is to respect, by start numbers."""
        fixed = {one.number: one.fixed_table for one in self.entrants.values() if one.fixed_table}
        return Wishes(frozenset(self.apart), fixed)

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


def fold(facts: Iterable[Fact]) -> Tournament:
    """Give how everything stands after these facts."""
    listed = list(facts)
    revoked = {fact.values["seq"] for fact in listed if fact.kind is Kind.REVOKE}
    state = Tournament(seq=listed[-1].seq if listed else 0)
    for fact in listed:
        if fact.seq not in revoked and fact.kind in _TAKE_IN:
            state = _TAKE_IN[fact.kind](state, fact)
    return state


def _settings(state: Tournament, fact: Fact) -> Tournament:
    return replace(state, settings=Settings.from_json(fact.values))


def _entrant(state: Tournament, fact: Fact) -> Tournament:
    number = fact.values["entrant"]
    return replace(state, entrants={**state.entrants, number: Entrant(number, ((1, fact.values["player"], False),))})


def _details(state: Tournament, fact: Fact) -> Tournament:
    changed = {name: value for name, value in fact.values.items() if name != "entrant"}
    return _with_entrant(state, replace(state.entrants[fact.values["entrant"]], **changed))


def _apart(state: Tournament, fact: Fact) -> Tournament:
    group = frozenset(fact.values["entrants"])
    kept = tuple(known for known in state.apart if not known & group)
    return replace(state, apart=(*kept, group) if len(group) > 1 else kept)


def _left(state: Tournament, fact: Fact) -> Tournament:
    one = state.entrants[fact.values["entrant"]]
    return _with_entrant(state, replace(one, absences=(*one.absences, (fact.values["round"], 0))))


def _back(state: Tournament, fact: Fact) -> Tournament:
    one = state.entrants[fact.values["entrant"]]
    ended = tuple((since, back or fact.values["round"]) for since, back in one.absences)
    return _with_entrant(state, replace(one, absences=ended or ((1, fact.values["round"]),)))


def _stand_in(state: Tournament, fact: Fact) -> Tournament:
    values = fact.values
    one = state.entrants[values["entrant"]]
    return _with_entrant(
        state, replace(one, players=(*one.players, (values["round"], values["player"], values["own"])))
    )  # fmt: skip


def _money(state: Tournament, fact: Fact) -> Tournament:
    values = fact.values
    new = Money(fact.seq, values["what"], values["cents"], values["entrant"], values["text"], fact.at)
    return replace(state, money=(*state.money, new))


def _drawn(state: Tournament, fact: Fact) -> Tournament:
    values = fact.values
    drawn = DrawnRound(tuple(map(tuple, values["tables"])), tuple(values["out"]))
    number = values["round"]
    new = RoundState(number, drawn, values["seed"], values["method"], fact.seq)
    return replace(state, rounds={**state.rounds, number: new})


def _begun(state: Tournament, fact: Fact) -> Tournament:
    sittings = {int(table): sitting for table, sitting in fact.values["sittings"].items()}
    return _in_round(state, fact, sittings=sittings, begun_at=fact.at or "begun", ends_at=fact.values["ends_at"])


def _clock(state: Tournament, fact: Fact) -> Tournament:
    values = fact.values
    return _in_round(state, fact, ends_at=values["ends_at"], left=values["left"], last_deal=values["last"])


def _extra(state: Tournament, fact: Fact) -> Tournament:
    found = state.rounds[fact.values["round"]].extra
    table = fact.values["table"]
    return _in_round(state, fact, extra={**found, table: found.get(table, 0) + fact.values["minutes"]})


def _totals(state: Tournament, fact: Fact) -> Tournament:
    units = {int(entrant): amount for entrant, amount in fact.values["units"].items()}
    found = state.rounds[fact.values["round"]].totals
    return _in_round(state, fact, totals={**found, (fact.values["table"], fact.values["hand"]): units})


def _confirmed(state: Tournament, fact: Fact) -> Tournament:
    found = state.rounds[fact.values["round"]].confirmed
    new = (fact.values["initials"], fact.values["seq"])
    return _in_round(state, fact, confirmed={**found, fact.values["table"]: new})


def _closed(state: Tournament, fact: Fact) -> Tournament:
    return _in_round(state, fact, closed=True, without=frozenset(fact.values["without"]))


def _penalty(state: Tournament, fact: Fact) -> Tournament:
    values = fact.values
    new = Penalty(fact.seq, values["entrant"], values["round"], values["points"], values["reason"])
    return replace(state, penalties=(*state.penalties, new))


def _ceremony(state: Tournament, fact: Fact) -> Tournament:
    return replace(state, hidden=fact.values["hidden"])


def _lesson(state: Tournament, fact: Fact) -> Tournament:
    values = fact.values
    known = state.lessons.get(values["lesson"])
    new = Lesson(
        values["lesson"], values["date"], values["place"], values["teacher"], values["topic"],
        known.present if known else None,
    )  # fmt: skip
    return replace(state, lessons={**state.lessons, new.number: new})


def _present(state: Tournament, fact: Fact) -> Tournament:
    lesson = replace(state.lessons[fact.values["lesson"]], present=frozenset(fact.values["entrants"]))
    return replace(state, lessons={**state.lessons, lesson.number: lesson})


def _with_entrant(state: Tournament, one: Entrant) -> Tournament:
    return replace(state, entrants={**state.entrants, one.number: one})


def _in_round(state: Tournament, fact: Fact, **changed: Any) -> Tournament:  # noqa: ANN401 fields of a RoundState
    found = state.rounds[fact.values["round"]]
    return replace(state, rounds={**state.rounds, found.number: replace(found, **changed)})


_TAKE_IN: Final[Mapping[Kind, Callable[[Tournament, Fact], Tournament]]] = {
    Kind.SETTINGS: _settings,
    Kind.ENTRANT: _entrant,
    Kind.DETAILS: _details,
    Kind.APART: _apart,
    Kind.LEFT: _left,
    Kind.BACK: _back,
    Kind.STAND_IN: _stand_in,
    Kind.MONEY: _money,
    Kind.DRAWN: _drawn,
    Kind.BEGUN: _begun,
    Kind.CLOCK: _clock,
    Kind.EXTRA: _extra,
    Kind.TOTALS: _totals,
    Kind.CONFIRMED: _confirmed,
    Kind.CLOSED: _closed,
    Kind.PENALTY: _penalty,
    Kind.CEREMONY: _ceremony,
    Kind.LESSON: _lesson,
    Kind.PRESENT: _present,
}
