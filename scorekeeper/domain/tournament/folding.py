"""How a tournament or course stands: the fold over its record."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scorekeeper.domain.tournament.record import (
    FEE,
    Counted,
    Entrant,
    Fact,
    Kind,
    Lesson,
    Money,
    Penalty,
    RoundState,
    Tournament,
)
from scorekeeper.domain.tournament.rounds import DrawnRound
from scorekeeper.domain.tournament.settings import Settings


@dataclass(slots=True)
class _Told:
    """What a round's tables said: it grows fact by fact."""

    extra: dict[int, int] = field(default_factory=dict)
    totals: dict[tuple[int, int], Mapping[int, int]] = field(default_factory=dict)
    readers: dict[tuple[int, int], str] = field(default_factory=dict)
    confirmed: dict[int, tuple[str, int]] = field(default_factory=dict)

    @classmethod
    def copied(cls, found: RoundState) -> "_Told":
        """Give what a round's tables said, to be added to without changing the round."""
        return cls(dict(found.extra), dict(found.totals), dict(found.readers), dict(found.confirmed))

    def given(self) -> dict[str, Any]:
        """Give the fields of the round that hold it."""
        return {"extra": self.extra, "totals": self.totals, "readers": self.readers, "confirmed": self.confirmed}


@dataclass(slots=True)
class _Draft:
    """A tournament while its facts are taken in: what is added to often is changed in place."""

    settings: Settings = field(default_factory=lambda: Settings(game="", rule_set=""))
    entrants: dict[int, Entrant] = field(default_factory=dict)
    apart: tuple[frozenset[int], ...] = ()
    rounds: dict[int, RoundState] = field(default_factory=dict)
    own: dict[int, _Told] = field(default_factory=dict)
    """By round, where nobody else holds it."""
    money: list[Money] = field(default_factory=list)
    money_back: list[Money] = field(default_factory=list)
    receipts: int = 0
    float_cents: int = 0
    float_seq: int = 0
    counted: Counted | None = None
    penalties: list[Penalty] = field(default_factory=list)
    hidden: bool = False
    lessons: dict[int, Lesson] = field(default_factory=dict)

    @classmethod
    def after(cls, state: Tournament) -> "_Draft":
        """Begin with how everything stands; that state stays as it is."""
        return cls(
            settings=state.settings, entrants=dict(state.entrants), apart=state.apart, rounds=dict(state.rounds),
            money=list(state.money), money_back=list(state.money_back),
            receipts=sum(one.what == FEE for one in (*state.money, *state.money_back)),
            float_cents=state.float_cents, float_seq=state.float_seq, counted=state.counted,
            penalties=list(state.penalties), hidden=state.hidden, lessons=dict(state.lessons),
        )  # fmt: skip

    def told(self, number: int) -> _Told:
        """Give what a round's tables said, to be added to."""
        if number not in self.own:
            self.own[number] = _Told.copied(self.rounds[number])
            self.change_round(number, **self.own[number].given())
        return self.own[number]

    def change(self, entrant: int, **changed: Any) -> None:  # noqa: ANN401 fields of an Entrant
        """Change an entrant."""
        self.entrants[entrant] = replace(self.entrants[entrant], **changed)

    def change_round(self, number: int, **changed: Any) -> None:  # noqa: ANN401 fields of a RoundState
        """Change a round."""
        self.rounds[number] = replace(self.rounds[number], **changed)

    def done(self, seq: int) -> Tournament:
        """Give what came of it."""
        return Tournament(
            seq=seq, settings=self.settings, entrants=self.entrants, apart=self.apart, rounds=self.rounds,
            money=tuple(self.money), money_back=tuple(self.money_back), float_cents=self.float_cents,
            float_seq=self.float_seq, counted=self.counted, penalties=tuple(self.penalties), hidden=self.hidden,
            lessons=self.lessons,
        )  # fmt: skip


def fold(facts: Iterable[Fact]) -> Tournament:
    """Give how everything stands after these facts."""
    listed = list(facts)
    revoked = {fact.values["seq"]: fact.seq for fact in listed if fact.kind is Kind.REVOKE}
    draft = _Draft()
    for fact in listed:
        if fact.seq in revoked:
            _taken_back(draft, fact, revoked[fact.seq])
        else:
            _take_in(draft, fact)
    return draft.done(listed[-1].seq if listed else 0)


def fold_on(state: Tournament, later: Sequence[Fact]) -> Tournament | None:
    """Go on folding from how everything stood; None = something is taken back, so all must be folded once more."""
    if any(fact.kind is Kind.REVOKE for fact in later):
        return None
    if not later:
        return state
    draft = _Draft.after(state)
    for fact in later:
        _take_in(draft, fact)
    return draft.done(later[-1].seq)


def _take_in(draft: _Draft, fact: Fact) -> None:
    if fact.kind in _TAKE_IN:  # what the event is called stands beside the record
        _TAKE_IN[fact.kind](draft, fact)


def strangers(facts: Iterable[Fact]) -> list[tuple[int, int]]:
    """Give (seq, start number) of facts that name somebody who was not registered before."""
    known: set[int] = set()
    found: list[tuple[int, int]] = []
    for fact in facts:
        values = fact.values
        if fact.kind is Kind.ENTRANT:
            known.add(values["entrant"])
        named = {values.get("entrant", 0), *values.get("entrants", ()), *values.get("freed", ())}
        named |= {*values.get("out", ()), *map(int, values.get("units", ()))}
        named |= {one for table in values.get("tables", ()) for one in table}
        found += [(fact.seq, one) for one in sorted(named - known - {0})]
    return found


def _settings(draft: _Draft, fact: Fact) -> None:
    draft.settings = Settings.from_json(fact.values)


def _entrant(draft: _Draft, fact: Fact) -> None:
    number = fact.values["entrant"]
    draft.entrants[number] = Entrant(number, ((1, fact.values["player"], False),))


def _details(draft: _Draft, fact: Fact) -> None:
    draft.change(**fact.values)


def _apart(draft: _Draft, fact: Fact) -> None:
    if "entrant" in fact.values:
        _apart_from(draft, **fact.values)
        return
    group = frozenset(fact.values["entrants"])
    kept = tuple(known for known in draft.apart if not known & group)
    draft.apart = (*kept, group) if len(group) > 1 else kept


def _apart_from(draft: _Draft, *, entrant: int, entrants: Sequence[int], freed: Sequence[int]) -> None:
    groups = list(draft.apart)
    for other in freed:  # of a group stay the two that lack either of them
        pair = {entrant, other}
        groups = [
            rest
            for group in groups
            for rest in ((group - {entrant}, group - {other}) if pair <= group else (group,))
            if len(rest) > 1
        ]
    groups += [frozenset((entrant, other)) for other in entrants]
    draft.apart = tuple(dict.fromkeys(groups))


def _left(draft: _Draft, fact: Fact) -> None:
    number = fact.values["entrant"]
    draft.change(number, absences=(*draft.entrants[number].absences, (fact.values["round"], 0)))


def _back(draft: _Draft, fact: Fact) -> None:
    number, first = fact.values["entrant"], fact.values["round"]
    ended = tuple((since, min(back, first) if back else first) for since, back in draft.entrants[number].absences)
    draft.change(number, absences=ended or ((1, first),))


def _stand_in(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    new = (values["round"], values["player"], values["own"])
    draft.change(values["entrant"], players=(*draft.entrants[values["entrant"]].players, new))


def _money(draft: _Draft, fact: Fact) -> None:
    draft.money.append(_booked(draft, fact))


def _taken_back(draft: _Draft, fact: Fact, by: int) -> None:
    if fact.kind is Kind.MONEY:  # a receipt was given for it, whose number nobody else gets
        draft.money_back.append(replace(_booked(draft, fact), back=by))


def _booked(draft: _Draft, fact: Fact) -> Money:
    values = fact.values
    draft.receipts += values["what"] == FEE
    receipt = draft.receipts if values["what"] == FEE else 0
    return Money(fact.seq, values["what"], values["cents"], values["entrant"], values["text"], fact.at, receipt)


def _float(draft: _Draft, fact: Fact) -> None:
    draft.float_cents, draft.float_seq = fact.values["cents"], fact.seq


def _counted(draft: _Draft, fact: Fact) -> None:
    draft.counted = Counted(fact.seq, fact.values["cents"], fact.at, draft.float_cents)


def _drawn(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    drawn = DrawnRound(tuple(map(tuple, values["tables"])), tuple(values["out"]))
    number = values["round"]
    draft.own[number] = _Told()
    draft.rounds[number] = RoundState(
        number, drawn, values["seed"], values["method"], fact.seq, **draft.own[number].given()
    )  # fmt: skip


def _begun(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    sittings = {int(table): sitting for table, sitting in values["sittings"].items()}
    draft.change_round(values["round"], sittings=sittings, begun_at=fact.at or "begun", ends_at=values["ends_at"])


def _recalled(draft: _Draft, fact: Fact) -> None:
    number = fact.values["round"]
    draft.own[number] = _Told()
    draft.change_round(
        number, sittings={}, begun_at="", ends_at="", left=0, last_deal=False, **draft.own[number].given()
    )  # fmt: skip


def _clock(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    draft.change_round(values["round"], ends_at=values["ends_at"], left=values["left"], last_deal=values["last"])


def _extra(draft: _Draft, fact: Fact) -> None:
    found, table = draft.told(fact.values["round"]).extra, fact.values["table"]
    found[table] = found.get(table, 0) + fact.values["minutes"]


def _totals(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    units = {int(entrant): amount for entrant, amount in values["units"].items()}
    told, read = draft.told(values["round"]), (values["table"], values["hand"])
    told.totals[read] = units
    told.readers[read] = "" if values.get("both") else fact.actor


def _confirmed(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    draft.told(values["round"]).confirmed[values["table"]] = (values["initials"], values["seq"])


def _closed(draft: _Draft, fact: Fact) -> None:
    without = frozenset(fact.values["without"])
    draft.change_round(fact.values["round"], closed=True, without=without, closed_seq=fact.seq)


def _penalty(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    draft.penalties.append(
        Penalty(fact.seq, values["entrant"], values["round"], values["points"], values["reason"])
    )  # fmt: skip


def _ceremony(draft: _Draft, fact: Fact) -> None:
    draft.hidden = fact.values["hidden"]


def _lesson(draft: _Draft, fact: Fact) -> None:
    values = fact.values
    known = draft.lessons.get(values["lesson"])
    draft.lessons[values["lesson"]] = Lesson(
        values["lesson"], values["date"], values["place"], values["teacher"], values["topic"],
        known.present if known else None,
    )  # fmt: skip


def _present(draft: _Draft, fact: Fact) -> None:
    number = fact.values["lesson"]
    draft.lessons[number] = replace(draft.lessons[number], present=frozenset(fact.values["entrants"]))


_TAKE_IN: Final[Mapping[Kind, Callable[[_Draft, Fact], None]]] = {
    Kind.SETTINGS: _settings,
    Kind.ENTRANT: _entrant,
    Kind.DETAILS: _details,
    Kind.APART: _apart,
    Kind.LEFT: _left,
    Kind.BACK: _back,
    Kind.STAND_IN: _stand_in,
    Kind.MONEY: _money,
    Kind.FLOAT: _float,
    Kind.COUNTED: _counted,
    Kind.DRAWN: _drawn,
    Kind.BEGUN: _begun,
    Kind.RECALLED: _recalled,
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
